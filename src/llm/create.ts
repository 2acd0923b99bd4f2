/**
 * Names → ChatModel: the only switch over wire formats. An adapter is loaded when it is needed, because its SDK costs 25–45 ms
 * and 20 MB.
 */

import type { Clock } from "../base/clock.ts";
import type { ProxyEnv } from "../base/proxy-env.ts";
import { RunnerError } from "../protocol/error.ts";
import {
  NO_USAGE,
  type ChatModel,
  type OwnModel,
  type Prices,
  type Thinking,
  type TokenUsage,
  type ToolSyntax,
} from "../protocol/model.ts";
import type { AdapterOptions } from "./adapter.ts";
import { abilitiesOf, requireFeatures } from "./features.ts";
import { findModel, priceOf, type KnownModel } from "./known-models.ts";
import { keyVariable, parseModelName, type ModelName } from "./providers.ts";
import { requireLiving } from "./retired.ts";
import { DEFAULT_TIMEOUTS, type Timeouts } from "./stream.ts";
import { budgetOf } from "./thinking.ts";

export interface ModelSpec {
  /** `provider/id`; for the scripted model `scripted/<path of its JSON file>`. */
  readonly model: string;
  readonly apiKey?: string | undefined;
  /** Replaces the provider's own address. */
  readonly baseUrl?: string | undefined;
  /** Sent with every request. They override the SDK's own. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly proxyEnv?: ProxyEnv | undefined;
  /** Takes the place of what the catalog says. */
  readonly own?: OwnModel | undefined;
  /** Undefined: the provider's own default. */
  readonly thinking?: Thinking | undefined;
  /** How the model calls tools; undefined is `native`. */
  readonly toolSyntax?: ToolSyntax | undefined;
  readonly timeouts?: Partial<Timeouts> | undefined;
  readonly clock: Clock;
}

/** The smallest window among models that are used for agents today. */
const UNKNOWN_WINDOW = 128_000;
/**
 * Cap of an answer, even where the model can write more: providers refuse prompt + cap > window, and the prompt's size is an
 * estimate. 32k tokens fit a file of 3000 lines and the reasoning before it.
 */
const MAX_OUTPUT = 32_768;

/**
 * Builds the adapter of a model. One call is one attempt; `withRetry` is added when the run's limits are known.
 * Throws `config.missing_model`, `config.invalid`, `config.missing_key`, and `config.unsupported` for a level of thinking that
 * the model does not have.
 */
export async function createModel(spec: ModelSpec): Promise<ChatModel> {
  const model = withOwnIdle(await createNativeModel(spec), spec.own);
  if (spec.toolSyntax !== "xml") return model;
  const { withXmlTools } = await import("./xml-tools.ts");
  return withXmlTools(model);
}

/** Waits as long as is said of this model, and not as long as is said of all. */
function withOwnIdle(model: ChatModel, { idleMs }: OwnModel = {}): ChatModel {
  if (idleMs === undefined) return model;
  return { ...model, chat: async (request, options) => model.chat(request, { ...options, idleMs }) };
}

/** What is assumed of a model that is not in the catalog, and how to say otherwise; undefined where nothing is assumed. */
export function unknownModelWarning({ name, window, maxOutputTokens, costUsd }: ChatModel): string | undefined {
  const { row } = parseModelName(name);
  if (row.format === "scripted" || findModel(name) !== undefined) return undefined;
  const price = costUsd(NO_USAGE) === undefined ? "no known price" : "the price of the policy";
  return `${name} is not in the catalog. It runs with a window of ${window} tokens, answers of at most ${maxOutputTokens} tokens and ${price}. The policy sets them: models: { "${name}": { window: …, output: …, price: { input: …, output: … } } }.`;
}

async function createNativeModel(spec: ModelSpec): Promise<ChatModel> {
  const name = parseModelName(spec.model);
  const { id, row } = name;
  requireLiving(spec.model, spec.baseUrl);
  const { features } = abilitiesOf(name);
  requireFeatures({ name: spec.model, features }, { images: 0, tools: 0, thinking: spec.thinking });
  switch (row.format) {
    case "scripted": {
      const { createScriptedModel, loadScript } = await import("./scripted.ts");
      return createScriptedModel({ name: spec.model, features, script: await loadScript(id), now: spec.clock.now });
    }
    case "anthropic": {
      const { createAnthropicModel } = await import("./anthropic.ts");
      return createAnthropicModel(adapterOptions(name, spec));
    }
    case "openai": {
      const noReasoningWithTools = findModel(spec.model)?.noReasoningWithTools ?? false;
      const options = adapterOptions(name, spec);
      const { createOpenAiModel } = await import("./openai.ts");
      return createOpenAiModel({ ...options, dialect: { ...row.dialect, noReasoningWithTools } });
    }
  }
}

function adapterOptions(name: ModelName, spec: ModelSpec): AdapterOptions {
  const { provider, id, row } = name;
  const known = findModel(spec.model);
  const { own = {} } = spec;
  const prices = pricesOf(known, own);
  const { features, control } = abilitiesOf(name);
  const thinking = spec.thinking === undefined || control === undefined ? undefined : { level: spec.thinking, control };
  const maxOutput = Math.min(known?.maxOutput ?? Infinity, MAX_OUTPUT + budgetOf(thinking));
  return {
    name: spec.model,
    id,
    baseUrl: checkedUrl(spec.baseUrl ?? row.baseUrl, provider),
    apiKey: checkedKey(spec.apiKey, name),
    keyVariable: keyVariable(provider),
    headers: spec.headers ?? {},
    window: own.window ?? known?.window ?? UNKNOWN_WINDOW,
    maxOutputTokens: own.maxOutputTokens ?? maxOutput,
    features,
    thinking,
    prices,
    costUsd: (usage: TokenUsage) => (prices === undefined ? undefined : priceOf(prices, usage)),
    timeouts: { ...DEFAULT_TIMEOUTS, ...spec.timeouts },
    clock: spec.clock,
    proxyEnv: spec.proxyEnv,
  };
}

function pricesOf(known: KnownModel | undefined, { price }: OwnModel): Prices | undefined {
  if (price !== undefined) return { price };
  return known === undefined ? undefined : { price: known.price, longPrompt: known.longPrompt };
}

function checkedUrl(baseUrl: string | undefined, provider: string): string {
  const url = baseUrl === undefined ? null : URL.parse(baseUrl);
  if (url !== null && (url.protocol === "https:" || url.protocol === "http:")) return url.href.replace(/\/$/, "");
  throw new RunnerError({
    code: "config.invalid",
    message: `The model's base URL is not an http(s) address: ${baseUrl ?? "none given"}`,
    hint: `Set ${provider.toUpperCase()}_BASE_URL, for example to https://example.com/v1.`,
  });
}

/** The SDKs demand some key; servers without keys ignore it. */
function checkedKey(apiKey: string | undefined, { provider, row }: ModelName): string {
  if (apiKey !== undefined && apiKey !== "") return apiKey;
  if (row.needsKey !== true) return "none";
  const variable = keyVariable(provider);
  throw new RunnerError({
    code: "config.missing_key",
    message: `No API key for ${provider}: ${variable} is not set.`,
    hint: `Set ${variable}, or pass --api-key, or the action's input api-key.`,
  });
}
