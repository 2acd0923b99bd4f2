/** The money of a batch, reserved in one write, of which each task has a slice. A batch that goes on replaces its own reservation. */

import { money } from "../../base/words.ts";
import type { Clock } from "../../base/clock.ts";
import type { Limits } from "../../protocol/limits.ts";
import type { LedgerStore } from "../../spending/ledger-store.ts";
import type { RunSpending } from "../../spending/run-spending.ts";
import { batchSession } from "../../spending/spending.ts";
import type { PlannedTask } from "../plan/batch-plan.ts";
import { paidUsd, type BatchState } from "../results/fold.ts";

export type BatchMoney = Awaited<ReturnType<typeof reserveForBatch>>;

export interface MoneyOptions {
  readonly state: BatchState;
  /** What the tasks may cost together, in US dollars. */
  readonly totalUsd: number;
  readonly limits: Limits;
  /** Opens the ledger that the runs of this place share; undefined where another job has reserved. */
  readonly openStore: (() => Promise<LedgerStore>) | undefined;
  readonly clock: Pick<Clock, "now">;
  readonly warn: (text: string) => void;
}

/** A run with less of its slice would mostly end at its limit, for nothing. */
const LEAST_PART = 0.5;

/** Reserves. Throws `run.cost_limit` where the day's limit leaves nothing, and what the ledger throws. */
export async function reserveForBatch(options: MoneyOptions) {
  const { state, totalUsd, limits, openStore, warn } = options;
  // What attempts without a result have paid is not known before they went on. It stays reserved until then.
  const spentUsd = paidUsd(state, () => 0);
  const isShared = limits.costUsdPerDay !== undefined && totalUsd > spentUsd;
  const spending =
    isShared && openStore !== undefined ? await reserveIn(await openStore(), spentUsd, options) : undefined;
  const mostUsd = spending?.limits.costUsd ?? totalUsd;
  if (mostUsd < totalUsd) warn(`The daily limit leaves ${money(mostUsd - spentUsd)} of the $${totalUsd} of the plan.`);
  return {
    /** The most that the batch may have cost at its end, in US dollars, earlier calls included. */
    mostUsd,
    /** What the next attempt of a task may cost; undefined where too little is left. `takenUsd`: cost so far, with the slices of the tasks under way. */
    sliceOf: ({ costUsd }: Pick<PlannedTask, "costUsd">, takenUsd: number): number | undefined => {
      const slice = Math.min(costUsd, mostUsd - takenUsd);
      return slice < LEAST_PART * costUsd ? undefined : slice;
    },
    /** Replaces the reservation by what the batch paid, in US dollars. Never rejects. */
    settle: async (paid: number): Promise<void> => {
      spending?.follow(() => paid);
      await spending?.settle();
    },
  };
}

async function reserveIn(
  store: LedgerStore,
  spentUsd: number,
  { state: { plan }, totalUsd, limits, clock, warn }: MoneyOptions,
): Promise<RunSpending> {
  const { reserveMoney } = await import("../../spending/reserve-money.ts");
  const ofBatch = { ...limits, costUsd: totalUsd, costUsdPerThread: undefined };
  return await reserveMoney({ store, sessionId: batchSession(plan.id), limits: ofBatch, spentUsd, clock, warn });
}
