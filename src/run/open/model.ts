/** The models of a run: which ones, their keys and endpoints, and which of them is asked. */

import { systemClock } from "../../base/clock.ts";
import { createModel, modelWarnings, type ModelSpec } from "../../llm/create.ts";
import { requireFeatures } from "../../llm/features.ts";
import { parseModelName, providerSettings } from "../../llm/providers.ts";
import type { AgentSpec } from "../../agents/agent-spec.ts";
import type { Policy } from "../../policy/policy.ts";
import { configError } from "../../protocol/error.ts";
import type { Limits } from "../../protocol/limits.ts";
import type { Message } from "../../protocol/message.ts";
import type { ChatModel, OwnModel } from "../../protocol/model.ts";
import { requireRoom } from "./history.ts";
import { requirePrice } from "./limits.ts";
import type { ModelSettings, World } from "./request.ts";

export type NamedSettings = ModelSettings & { readonly name: string } & Pick<ModelSpec, "make">;

/** The newest Kimi model made for code. */
export const DEFAULT_MODEL = "kimi/kimi-k2.7-code";

/** `KIMI_RUNNER_MODEL`, else Kimi's own coding model. Never guessed from the keys that happen to be set. */
export function defaultModel(env: World["env"]): string {
  return env["KIMI_RUNNER_MODEL"]?.trim() || DEFAULT_MODEL;
}

export interface PolicyModelOptions {
  readonly settings: NamedSettings;
  /** Loaded without the policy. */
  readonly early: Promise<ChatModel | undefined> | undefined;
  readonly policy: Pick<Policy, "models" | "modelTasks">;
  readonly agent: Pick<AgentSpec, "models" | "modelTasks">;
  readonly world: World;
  /** Left out: the session has said before that its model is not in the catalog. */
  readonly warn?: World["warn"] | undefined;
}

/** The model with what its agent file and the policy say of it. */
export async function modelUnderPolicy(options: PolicyModelOptions): Promise<ChatModel> {
  const { settings, early, policy, agent, world, warn } = options;
  // The policy has the last word, setting by setting.
  const said = [agent.models?.get(settings.name), policy.models.get(settings.name)].filter((one) => one !== undefined);
  const own = said.length === 0 ? undefined : (Object.assign({}, ...said) as OwnModel);
  const loaded = own === undefined ? await early : undefined;
  const model = loaded ?? (await loadModel({ ...settings, own }, world));
  const { baseUrl } = endpointOf(settings, world);
  for (const warning of modelWarnings(model, { ...settings, baseUrl, own })) warn?.(warning);
  return model;
}

/** Loads the adapter. Throws `config.missing_model`, `config.invalid`, `config.missing_key` and `config.unsupported`. */
export async function loadModel(
  settings: NamedSettings & { readonly own?: OwnModel | undefined },
  world: World,
): Promise<ChatModel> {
  return createModel({ ...settings, ...endpointOf(settings, world), model: settings.name, clock: systemClock });
}

/** Key, address and proxy: of the settings, else of the environment. */
function endpointOf({ name, apiKey, baseUrl }: NamedSettings, { env }: World) {
  const provider = providerSettings(env, parseModelName(name).provider);
  return { ...provider, apiKey: apiKey ?? provider.apiKey, baseUrl: baseUrl ?? provider.baseUrl };
}

/**
 * The settings of a model beside the one that they were given for. Key, endpoint and headers are that one's: another provider's come
 * from the environment alone, or a key would be sent to a stranger.
 */
export function settingsFor(name: string, given: NamedSettings): NamedSettings {
  if (parseModelName(name).provider === parseModelName(given.name).provider) return { ...given, name };
  const { apiKey: _key, baseUrl: _url, headers: _headers, ...settings } = given;
  return { ...settings, name };
}

/** The fallback model of a new run; undefined when none is named. Throws `config.invalid` for the model itself. */
export function fallbackName(
  name: string,
  { flag, policy }: { flag?: string | undefined; policy?: string | undefined },
) {
  if (flag !== name) return flag ?? (policy === name ? undefined : policy);
  throw configError(`The fallback model is the model itself: ${name}.`, "Name another one, or leave it out.");
}

/** The model of a run, and the one that takes its place when patience with it ends. */
export type RunModels = readonly [chat: ChatModel, fallback: ChatModel | undefined];

export interface ModelNames {
  readonly model: string;
  readonly fallbackModel?: string | undefined;
}

/**
 * The models of a session that goes on. A workflow names the same model each time, and the session stays with the one that took its
 * place; the first one may be back when that one is gone. `named`: the model that key and endpoint are given for.
 */
export function resumedNames(before: ModelNames & { readonly named: string }, given: ModelSettings) {
  const { name: named = before.named } = given;
  const model = named === before.named ? before.model : named;
  const fallbackModel = [given.fallback, before.fallbackModel].find((name) => name !== undefined && name !== model);
  return { named, model, fallbackModel };
}

/** The models with what the policy says of them. `settings` were given for the model of their name. Throws as `loadModel`. */
export async function loadModels(
  { model, fallbackModel }: ModelNames,
  { settings, early, ...options }: PolicyModelOptions,
): Promise<RunModels> {
  const second = fallbackModel === undefined ? undefined : settingsFor(fallbackModel, settings);
  return Promise.all([
    modelUnderPolicy({ ...options, settings: settingsFor(model, settings), early }),
    second && modelUnderPolicy({ ...options, settings: second, early: undefined }),
  ]);
}

type Wanted = Parameters<typeof requireFeatures>[1] & {
  readonly limits: Limits;
  /** An imported conversation. */
  readonly history?: readonly Message[] | undefined;
};

/** Throws `config.invalid` or `config.unsupported` where one of the models cannot do what the run needs. Nothing was paid then. */
export function requireModels(models: RunModels, { limits, history = [], ...wanted }: Wanted): void {
  for (const model of models) {
    if (model === undefined) continue;
    requirePrice(model, limits);
    requireFeatures(model, wanted);
    requireRoom(history, model);
  }
}

/** Which model of a run is asked. All its agents change together, once. */
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
