/**
 * The terms of a run: its models, its limits, and the money that is reserved for it, which is its own limit, lowered to what a day and a
 * thread have left. Without such limits no ledger is opened.
 */

import { systemClock } from "../../base/clock.ts";
import type { Policy } from "../../policy/policy.ts";
import { configError } from "../../protocol/error.ts";
import type { Limits, SessionTerms } from "../../protocol/limits.ts";
import type { SessionOrigin } from "../../protocol/origin.ts";
import type { LedgerStore } from "../../spending/ledger-store.ts";
import { unsharedSpending, type RunSpending } from "../../spending/run-spending.ts";
import type { ReserveOptions } from "../../spending/reserve-money.ts";
import { loadModels, type ModelNames, type PolicyModelOptions, type RunModels } from "./model.ts";
import type { World } from "./request.ts";
import { stateDir } from "./state-dir.ts";
import { loadTaskModels, type TaskModels } from "./task-models.ts";
import type { Workbench } from "./workbench.ts";

/** Opens the ledger that a run shares with other runs. */
export type OpenLedgerStore = (bench: Workbench, origin: SessionOrigin | undefined) => Promise<LedgerStore>;

interface MoneyOptions extends Pick<ReserveOptions, "limits" | "spentUsd" | "sessionId"> {
  /** This machine's ledger when left out. */
  readonly openStore?: OpenLedgerStore | undefined;
  readonly origin?: SessionOrigin | undefined;
  readonly bench: Workbench;
  readonly world: World;
}

export interface RunTerms {
  /** The limits, lowered to the money that a day and a thread have left. */
  readonly limits: Limits;
  readonly spending: RunSpending;
  readonly models: RunModels;
  readonly taskModels: TaskModels;
  /** The terms as the session records them. */
  readonly recorded: SessionTerms;
}

interface TermsOptions extends MoneyOptions, Omit<PolicyModelOptions, "policy" | "world"> {
  readonly names: ModelNames;
}

/** Reserves the money and loads the models. `open` returns the money that is left. Throws as `reserveMoney` and `loadModels`. */
export async function openTerms(options: TermsOptions, open: AsyncDisposableStack): Promise<RunTerms> {
  const { names, bench } = options;
  const loading = { ...options, policy: bench.policy };
  const spending = await openSpending(options);
  open.defer(async () => void (await spending.settle()));
  const { limits } = spending;
  const models = await loadModels(names, loading);
  const taskModels = await loadTaskModels(loading, limits);
  const [{ name, window, prices }] = models;
  const priced = prices === undefined ? {} : { prices };
  const recorded = { model: name, window, ...priced, fallbackModel: names.fallbackModel, limits };
  return { limits, spending, models, taskModels, recorded };
}

/** Reserves what the run may cost. Throws as `reserveMoney`. */
async function openSpending(options: MoneyOptions): Promise<RunSpending> {
  const { openStore, origin, bench, world } = options;
  const outsider = outsiderOf(origin, bench.policy);
  const limits = outsider === undefined ? options.limits : loweredTo(options.limits, outsider.costUsd);
  const isOfThread = limits.costUsdPerThread !== undefined && origin?.thread !== undefined;
  const isShared =
    outsider !== undefined || limits.costUsdPerDay !== undefined || (openStore !== undefined && isOfThread);
  if (!isShared) return unsharedSpending(limits);
  const [{ reserveMoney }, store] = await Promise.all([
    import("../../spending/reserve-money.ts"),
    openStore === undefined ? localLedger(bench, world) : openStore(bench, origin),
  ]);
  return reserveMoney({ ...options, limits, outsider, store, clock: systemClock, warn: world.warn });
}

/** The outsider whose money is counted separately. Throws `config.invalid` where the policy lets outsiders start nothing. */
function outsiderOf(origin: SessionOrigin | undefined, { outsiders }: Pick<Policy, "outsiders">) {
  if (origin?.outsider !== true) return undefined;
  if (outsiders === undefined || origin.requester === undefined)
    throw configError(
      "The policy lets people without write permission start nothing.",
      "See `outsiders` in the policy.",
    );
  const { costUsd, costUsdPerPerson: personUsd, costUsdPerDay: allUsd } = outsiders;
  return { id: origin.requester.id, costUsd, personUsd, allUsd };
}

function loweredTo(limits: Limits, costUsd: number): Limits {
  return { ...limits, costUsd: Math.min(costUsd, limits.costUsd ?? Infinity) };
}

async function localLedger({ repository }: Workbench, world: World): Promise<LedgerStore> {
  const { createLocalLedger } = await import("../../spending/local-ledger.ts");
  return createLocalLedger({ stateDir: stateDir(world), root: repository.root, clock: systemClock });
}
