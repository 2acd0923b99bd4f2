/** The model of a run: which one, its key and endpoint. */

import { systemClock } from "../../base/clock.ts";
import { createModel, unknownModelWarning } from "../../llm/create.ts";
import { parseModelName, providerSettings } from "../../llm/providers.ts";
import type { ChatModel, OwnModel } from "../../protocol/model.ts";
import type { Policy } from "../../policy/policy.ts";
import type { ModelSettings, World } from "./request.ts";

/** The newest Kimi model made for code. */
export const DEFAULT_MODEL = "kimi/kimi-k2.7-code";

/** `KIMI_RUNNER_MODEL`, else Kimi's own coding model. Never guessed from the keys that happen to be set. */
export function defaultModel(env: World["env"]): string {
  return env["KIMI_RUNNER_MODEL"]?.trim() || DEFAULT_MODEL;
}

export interface PolicyModelOptions {
  readonly settings: ModelSettings & { readonly name: string };
  /** Loaded without the policy. */
  readonly early: Promise<ChatModel> | undefined;
  readonly policy: Pick<Policy, "models">;
  readonly world: World;
  /** Left out: the session has said before that its model is not in the catalog. */
  readonly warn?: World["warn"] | undefined;
}

/** The model with what the policy says of it. */
export async function modelUnderPolicy(options: PolicyModelOptions): Promise<ChatModel> {
  const { settings, early, policy, world, warn } = options;
  const own = policy.models.get(settings.name);
  const model = await (own === undefined && early !== undefined ? early : loadModel({ ...settings, own }, world));
  const { window, maxOutputTokens, price } = own ?? {};
  const isComplete = window !== undefined && maxOutputTokens !== undefined && price !== undefined;
  const warning = isComplete ? undefined : unknownModelWarning(model);
  if (warning !== undefined) warn?.(warning);
  return model;
}

/** Loads the adapter. Throws `config.missing_model`, `config.invalid`, `config.missing_key` and `config.unsupported`. */
export async function loadModel(
  {
    name,
    apiKey,
    baseUrl,
    ...settings
  }: ModelSettings & { readonly name: string; readonly own?: OwnModel | undefined },
  world: World,
): Promise<ChatModel> {
  const provider = providerSettings(world.env, parseModelName(name).provider);
  return createModel({
    ...provider,
    ...settings,
    model: name,
    apiKey: apiKey ?? provider.apiKey,
    baseUrl: baseUrl ?? provider.baseUrl,
    clock: systemClock,
  });
}
