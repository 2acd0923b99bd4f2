/** The models of a run: their names, keys and endpoints, and which of them is asked. */

import { systemClock } from "../../base/clock.ts";
import { requireNotEnded } from "../../llm/catalog/known-models.ts";
import { createModel, modelWarnings, ownModel, type ModelSpec } from "../../llm/create.ts";
import { requireFeatures } from "../../llm/features.ts";
import { parseModelName, providerSettings } from "../../llm/providers.ts";
import type { AgentSpec } from "../../agents/agent-spec.ts";
import type { Policy } from "../../policy/policy.ts";
import { configError } from "../../protocol/error.ts";
import type { Limits, SessionTerms } from "../../protocol/limits.ts";
import type { Message } from "../../protocol/message.ts";
import type { ChatModel, OwnModel } from "../../protocol/model.ts";
import { requirePrice } from "./limits.ts";
import type { ModelSettings, World } from "./request.ts";

export type NamedSettings = ModelSettings & { readonly name: string } & Pick<ModelSpec, "make">;

/** The newest Kimi model made for code. */
export const DEFAULT_MODEL = "kimi/kimi-k2.7-code";

/** `KIMI_RUNNER_MODEL`, or else Kimi's coding model. It is never guessed from the keys that are set. */
export function defaultModel(env: World["env"]): string {
  return env["KIMI_RUNNER_MODEL"]?.trim() || DEFAULT_MODEL;
}

export interface PolicyModelOptions {
  readonly settings: NamedSettings;
  readonly policy: Pick<Policy, "models" | "modelTasks">;
  readonly agent: Pick<AgentSpec, "models" | "modelTasks">;
  readonly world: World;
  /** Left out where the session has already warned that its model is not in the catalog. */
  readonly warn?: World["warn"] | undefined;
}

/** Loads a model with the settings that its agent file and the policy give it. Throws `config.invalid` for one that has ended. */
export async function modelUnderPolicy(options: PolicyModelOptions): Promise<ChatModel> {
  const { settings, policy, agent, world, warn } = options;
  // For each setting, the policy comes before the agent file.
  const said = [agent.models?.get(settings.name), policy.models.get(settings.name)].filter((one) => one !== undefined);
  const own = said.length === 0 ? undefined : (Object.assign({}, ...said) as OwnModel);
  const model = await loadModel({ ...settings, own }, world);
  const { baseUrl } = endpointOf(settings, world);
  const now = systemClock.now();
  const known = own === undefined ? ownModel(parseModelName(settings.name), baseUrl) : undefined;
  if (known !== undefined) requireNotEnded(known, now);
  for (const warning of modelWarnings(model, { ...settings, baseUrl, own, now })) warn?.(warning);
  return model;
}

/** Loads the adapter. Throws `config.missing_model`, `config.invalid`, `config.missing_key` and `config.unsupported`. */
export async function loadModel(
  settings: NamedSettings & { readonly own?: OwnModel | undefined },
  world: World,
): Promise<ChatModel> {
  return createModel({ ...settings, ...endpointOf(settings, world), model: settings.name, clock: systemClock });
}

/** Key, address and proxy, from the settings or else from the environment. */
function endpointOf({ name, apiKey, baseUrl }: NamedSettings, { env }: World) {
  const provider = providerSettings(env, parseModelName(name).provider);
  return { ...provider, apiKey: apiKey ?? provider.apiKey, baseUrl: baseUrl ?? provider.baseUrl };
}

/** The settings for another model. Key, endpoint and headers are sent to no other provider than their own. */
export function settingsFor(name: string, given: NamedSettings): NamedSettings {
  if (parseModelName(name).provider === parseModelName(given.name).provider) return { ...given, name };
  const { apiKey: _key, baseUrl: _url, headers: _headers, ...settings } = given;
  return { ...settings, name };
}

/** The fallback model of a new run; undefined when none is named. Throws `config.invalid` where it is the model itself. */
export function fallbackName(
  name: string,
  { flag, policy }: { flag?: string | undefined; policy?: string | undefined },
) {
  if (flag !== name) return flag ?? (policy === name ? undefined : policy);
  throw configError(`The fallback model is the model itself: ${name}.`, "Name another one, or leave it out.");
}

/** The model of a run, and the one that takes its place when it does not answer for too long. */
export type RunModels = readonly [chat: ChatModel, fallback: ChatModel | undefined];

export type ModelNames = Pick<SessionTerms, "model" | "fallbackModel">;

/**
 * The models of a resumed session. A workflow names the same model each time, so a session whose fallback model took over stays
 * with that one, and the first model becomes its fallback. `named` is the model that key and endpoint are given for.
 */
export function resumedNames(before: ModelNames & { readonly named: string }, given: ModelSettings) {
  const { name: named = before.named } = given;
  const model = named === before.named ? before.model : named;
  const fallbackModel = [given.fallback, before.fallbackModel].find((name) => name !== undefined && name !== model);
  return { named, model, fallbackModel };
}

/** Loads the models. `settings` were given for the model that they name. Throws as `loadModel`. */
export async function loadModels(
  { model, fallbackModel }: ModelNames,
  { settings, ...options }: PolicyModelOptions,
): Promise<RunModels> {
  const second = fallbackModel === undefined ? undefined : settingsFor(fallbackModel, settings);
  return Promise.all([
    modelUnderPolicy({ ...options, settings: settingsFor(model, settings) }),
    second && modelUnderPolicy({ ...options, settings: second }),
  ]);
}

type Wanted = Parameters<typeof requireFeatures>[1] & {
  readonly limits: Limits;
  /** An imported conversation. */
  readonly history?: readonly Message[] | undefined;
};

/** Throws `config.invalid` or `config.unsupported` where one of the models cannot do what the run needs, before anything is paid. */
export function requireModels(models: RunModels, { limits, history = [], ...wanted }: Wanted): void {
  for (const model of models) {
    if (model === undefined) continue;
    requirePrice(model, limits);
    requireFeatures(model, wanted);
    requireRoom(history, model);
  }
}

/** Throws `config.invalid` when the conversation alone is larger than the model's window. */
function requireRoom(
  messages: readonly Message[],
  { name, window, estimate }: Pick<ChatModel, "name" | "window" | "estimate">,
): void {
  if (messages.length === 0) return;
  const tokens = estimate({ system: "", tools: [], messages, cacheKey: "" });
  if (tokens < window) return;
  throw configError(
    `The imported conversation does not fit the model: about ${tokens} tokens, and the window of ${name} has ${window}.`,
    "Import a shorter one, or choose a model with a larger window (kimi-runner models).",
  );
}

/** The model that is asked now. All agents of a run change to the fallback model together, once. */
export function createModelChoice([first, second]: RunModels) {
  let now = first;
  return {
    now: () => now,
    fallBack: (from: ChatModel): ChatModel | undefined => {
      if (from === second) return undefined;
      now = second ?? first;
      return second;
    },
  };
}
