/**
 * The money of a batch: what its tasks may cost together is reserved in one write, and each task draws on its slice of it without
 * asking anybody. A batch that goes on takes its own reservation's place.
 */

import type { Clock } from "../../base/clock.ts";
import type { Limits } from "../../protocol/limits.ts";
import type { LedgerStore } from "../../spending/ledger-store.ts";
import { batchSession } from "../../spending/spending.ts";
import type { PlannedTask } from "../plan/batch-plan.ts";
import type { BatchState } from "../results/fold.ts";

export interface BatchMoney {
  /**
   * What the next attempt of a task may cost, in US dollars: its slice, or what is left of all. Undefined where too little is left.
   * `takenUsd`: what the batch has cost, with the whole slices of what is under way.
   */
  readonly sliceOf: (task: PlannedTask, takenUsd: number) => number | undefined;
  /** The most that the batch may have cost at its end, in US dollars, earlier calls included. */
  readonly mostUsd: number;
  /** Puts what the batch cost in place of the reservation. Never rejects. */
  readonly settle: (state: BatchState) => Promise<void>;
}

export interface MoneyOptions {
  readonly state: BatchState;
  /** What the tasks may cost together, in US dollars. */
  readonly totalUsd: number;
  /** Of the policy. */
  readonly limits: Limits;
  /** Opens the ledger that the runs of this place share; undefined where another job has reserved. */
  readonly openStore: (() => Promise<LedgerStore>) | undefined;
  readonly clock: Pick<Clock, "now">;
  readonly warn: (text: string) => void;
}

/** A run with less of its slice would mostly end at its limit, for nothing. */
const LEAST_PART = 0.5;

/** Reserves. Throws `run.cost_limit` where the day's limit leaves nothing, and what the ledger throws. */
export async function reserveForBatch(options: MoneyOptions): Promise<BatchMoney> {
  const { state, totalUsd, openStore } = options;
  const left = totalUsd - state.spentUsd;
  const isShared = options.limits.costUsdPerDay !== undefined && openStore !== undefined && left > 0;
  const reserved = isShared ? await reserveShared(options, openStore) : undefined;
  const mostUsd = reserved?.mostUsd ?? totalUsd;
  return {
    mostUsd,
    sliceOf: ({ costUsd }, takenUsd) => {
      const slice = Math.min(costUsd, mostUsd - takenUsd);
      return slice < LEAST_PART * costUsd ? undefined : slice;
    },
    settle: async (now) => await reserved?.settle(now.spentUsd),
  };
}

interface SharedMoney extends Pick<BatchMoney, "mostUsd"> {
  readonly settle: (spentUsd: number) => Promise<void>;
}

async function reserveShared(
  { state, totalUsd, limits, clock, warn }: MoneyOptions,
  openStore: () => Promise<LedgerStore>,
): Promise<SharedMoney> {
  const { reserveMoney } = await import("../../spending/reserve-money.ts");
  const spending = await reserveMoney({
    store: await openStore(),
    sessionId: batchSession(state.plan.id),
    limits: { ...limits, costUsd: totalUsd, costUsdPerThread: undefined },
    spentUsd: state.spentUsd,
    clock,
    warn,
  });
  const { costUsd: mostUsd = totalUsd } = spending.limits;
  if (mostUsd < totalUsd)
    warn(`The limit of the day leaves $${(mostUsd - state.spentUsd).toFixed(2)} of the $${totalUsd} of the plan.`);
  return {
    mostUsd,
    settle: async (spentUsd) => {
      spending.follow(() => spentUsd);
      await spending.settle();
    },
  };
}
