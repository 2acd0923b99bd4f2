/** What a plan needs from the policy and the catalog, looked up before anything is paid: every task would refuse the same later. */

import { findKnownModel } from "../../llm/features.ts";
import { parseModelName, requireNotRetired } from "../../llm/providers.ts";
import type { Policy } from "../../policy/policy.ts";
import { configError, RunnerError } from "../../protocol/error.ts";
import { DEFAULT_MODEL } from "../../run/open/model.ts";
import { committedPolicyPaths } from "../../run/open/policy-path.ts";
import { loadPolicyOf } from "../../run/open/policy-source.ts";
import type { ModelSettings, RunSettings, World } from "../../run/open/request.ts";
import { openRepository, readHead } from "../../workspace/repository.ts";
import type { Field, Mistake } from "../../yaml/mistakes.ts";
import type { YamlFile } from "../../yaml/read-yaml.ts";
import type { BatchFile } from "../file/batch-file.ts";
import type { BatchPlan } from "./batch-plan.ts";
import { requirePolicyOf } from "./plan-policy.ts";

/** The model that a command line, an input or the environment asks for; undefined for the default. */
export function askedModel({ name }: Pick<ModelSettings, "name">, { env }: Pick<World, "env">): string | undefined {
  const asked = name ?? (env["KIMI_RUNNER_MODEL"]?.trim() || undefined);
  return asked === DEFAULT_MODEL ? undefined : asked;
}

export interface AskedModels extends Pick<ModelSettings, "name" | "baseUrl"> {
  /** An agent file may say prices, and is not read for a plan. */
  readonly hasAgentFile: boolean;
}

/** Throws `config.invalid` with the place of what the tasks may not have, or of a model that cannot be asked. */
export function requireTerms(
  { data, refuse }: YamlFile<BatchFile>,
  { limits, models }: Pick<Policy, "limits" | "models">,
  { name: asked = DEFAULT_MODEL, ...given }: AskedModels,
): void {
  const { cost_usd: costUsd, minutes, steps } = data.limits;
  const above = (name: string, value: number | undefined, most: number | undefined): readonly Mistake[] =>
    value === undefined || most === undefined || value <= most
      ? []
      : [{ field: ["limits", name], says: `${value} is above the policy's limit of ${most}` }];
  const named = [
    ...(data.task.model === undefined ? [] : [{ field: ["task", "model"], name: data.task.model }]),
    ...(data.compare?.models ?? []).map((name, at) => ({ field: ["compare", "models", at], name })),
  ];
  const mistakes = [
    ...above("cost_usd", costUsd, limits.costUsd),
    ...above("minutes", minutes, limits.minutes),
    ...above("steps", steps, limits.steps),
    ...named.flatMap(({ field, name }) => mistakeOf(field, () => requireModel(name, { models, ...given }))),
  ];
  if (mistakes.length > 0) throw refuse(mistakes);
  if (named.length === 0) requireModel(asked, { models, ...given });
}

function mistakeOf(field: Field, check: () => void): readonly Mistake[] {
  try {
    check();
    return [];
  } catch (error) {
    if (error instanceof RunnerError)
      return [{ field, says: error.hint === undefined ? error.message : `${error.message} ${error.hint}` }];
    throw error;
  }
}

/** Each task has a limit of money, so its model needs a price. */
function requireModel(
  name: string,
  { models, baseUrl, hasAgentFile }: Pick<Policy, "models"> & Omit<AskedModels, "name">,
): void {
  const parsed = parseModelName(name);
  requireNotRetired(name, baseUrl);
  const isPriced = models.get(name)?.price !== undefined || findKnownModel(parsed, { baseUrl })?.price !== undefined;
  if (isPriced || hasAgentFile || parsed.row.format === "scripted") return;
  throw configError(
    `The price of ${name} is not known, so limits.cost_usd cannot limit its cost.`,
    `Set it in the policy: models: { "${name}": { price: { input: …, output: … } } }, in US dollars per million tokens; or choose a model of the catalog.`,
  );
}

/** Throws `config.invalid` where a run of the plan asks for a model that its tasks would not ask: results would count for another model. */
function requireModelOf(
  { id, tasks }: Pick<BatchPlan, "id" | "tasks">,
  settings: Pick<ModelSettings, "name">,
  world: Pick<World, "env">,
): void {
  const asked = askedModel(settings, world) ?? DEFAULT_MODEL;
  const planned = [...new Set(tasks.map(({ model }) => model ?? DEFAULT_MODEL))];
  // A variable of the environment is a default, which a plan with a model of its own does not need.
  const isOpen = tasks.some(({ model }) => model === undefined);
  if (planned.includes(asked) || (settings.name === undefined && !isOpen)) return;
  throw configError(
    `The tasks of batch ${id} use ${planned.join(", ")}, but this command asks for ${asked}.`,
    "Plan the batch file again with that model (`batch plan <file> --model …`, or the input `model` of the job that plans), or leave it out here.",
  );
}

/** Opens the checkout for a plan. Throws `config.invalid` for another model or policy than the plan's, and `git.failed` without its commit. */
export async function openForPlan(plan: BatchPlan, { model, workbench }: RunSettings, world: Pick<World, "env">) {
  requireModelOf(plan, model, world);
  const pathVar = world.env["PATH"] ?? "";
  const repository = await openRepository(workbench.cwd, pathVar);
  const { root } = repository;
  const choice = { ...workbench, root };
  const paths = committedPolicyPaths(choice);
  const { files, trustedCommit } = await readHead({ root }, { pathVar, paths, trusted: plan.base });
  const policy = await loadPolicyOf({ ...choice, files, commit: trustedCommit });
  requirePolicyOf(plan, policy);
  return { repository, limits: policy.limits };
}
