/** The terms of a run: its models, its limits, and the money that is reserved for it. */

import type { SessionTerms, Limits } from "../protocol/limits.ts";
import type { RunSpending } from "../spending/run-spending.ts";
import { loadModels, type ModelNames, type PolicyModelOptions, type RunModels } from "./open/model.ts";
import { openSpending, type OpenSpendingOptions } from "./open/open-spending.ts";
import { loadTaskModels, type TaskModels } from "./open/task-models.ts";

export interface RunTerms {
  /** The limits, lowered to the money that a day and a thread have left. */
  readonly limits: Limits;
  readonly spending: RunSpending;
  readonly models: RunModels;
  readonly taskModels: TaskModels;
  /** The terms as the session records them. */
  readonly recorded: SessionTerms;
}

interface TermsOptions extends OpenSpendingOptions, Omit<PolicyModelOptions, "policy" | "world"> {
  readonly names: ModelNames;
}

/** Reserves the money and loads the models. `open` returns the money that is left. Throws as `openSpending` and `loadModels`. */
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
