/** Creates a ChatModel from its name. Adapters are loaded when they are needed, because an SDK costs 25–45 ms and 20 MB. */

import type { Clock } from "../base/clock.ts";
import { member } from "../base/member.ts";
import { RunnerError, configError } from "../protocol/error.ts";
import {
  NO_USAGE,
  type ChatModel,
  type OwnModel,
  type Prices,
  type Thinking,
  type ToolSyntax,
} from "../protocol/model.ts";
import type { AdapterOptions } from "./adapter.ts";
import { bedrockUrl, cloudSettings, endpointUrl, vertexUrl, requireClaude } from "./clouds/cloud-settings.ts";
import { dialectOf, vendorOf, wireOf, refusedByMessages, refusedByOpenAi, requireParameters } from "./dialects.ts";
import { abilitiesOf, findKnownModel, requireFeatures, requireForm, thinkingNote } from "./features.ts";
import { ageNote, endNote, hourPrices, priceOf, type KnownModel } from "./catalog/known-models.ts";
import { keyVariable, parseModelName, requireNotRetired, type ModelName, type ProviderSettings } from "./providers.ts";
import { DEFAULT_TIMEOUTS, THINKING_IDLE_MS, type Timeouts } from "./stream.ts";
import { budgetOf, nearestLevel } from "./thinking.ts";

export interface ModelSpec extends ProviderSettings {
  /** `provider/id`; for the scripted model `scripted/<path of its JSON file>`. */
  readonly model: string;
  /** Sent with every request. They override those of the SDK. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Settings that override the catalog. */
  readonly own?: OwnModel | undefined;
  /** Undefined: the provider's default. */
  readonly thinking?: Thinking | undefined;
  /** How the model calls tools. Undefined: `native`. */
  readonly toolSyntax?: ToolSyntax | undefined;
  readonly timeouts?: Partial<Timeouts> | undefined;
  readonly clock: Clock;
  /** Builds the model in place of the adapters for OpenAI's formats. */
  readonly make?: ((options: AdapterOptions) => ChatModel) | undefined;
}

/** The smallest window among models that are used for agents today. */
const UNKNOWN_WINDOW = 128_000;
/** Output cap, since the prompt's size is an estimate. 32k tokens: a file of 3,000 lines and the reasoning before. */
const MAX_OUTPUT = 32_768;
/** Output cap of the answer after reasoning used up `MAX_OUTPUT`. */
const RAISED_OUTPUT = 4 * MAX_OUTPUT;

/** Builds a model. One call of `chat` is one attempt. Throws `config.*` for a name, key or setting that is wrong. */
export async function createModel(spec: ModelSpec): Promise<ChatModel> {
  const model = withOwnIdle(await createNativeModel(spec), spec.own);
  if (spec.toolSyntax !== "xml") return model;
  const { withXmlTools } = await import("./xml-tools.ts");
  return withXmlTools(model);
}

/** Applies the idle time of this model's settings in place of the run's. */
function withOwnIdle(model: ChatModel, { idleMs }: OwnModel = {}): ChatModel {
  if (idleMs === undefined) return model;
  return { ...model, chat: async (request, options) => model.chat(request, { ...options, idleMs }) };
}

interface WarnedModel extends Pick<ModelSpec, "baseUrl" | "own" | "thinking"> {
  /** Wall time in ms. Left out: nothing is said of the catalog's days. */
  readonly now?: number | undefined;
}

/** Warnings at the start: an unknown model, a thinking level that it does not have, its end, an old catalog. */
export function modelWarnings(
  { name, window, maxOutputTokens, costUsd }: ChatModel,
  { baseUrl, own = {}, thinking, now }: WarnedModel,
): readonly string[] {
  const model = parseModelName(name);
  const known = ownModel(model, baseUrl);
  const dated =
    known === undefined || now === undefined
      ? []
      : [endNote(known, now), ...(own.price === undefined ? [ageNote(now)] : [])];
  const notes = [thinkingNote(name, thinking, { baseUrl, own }), ...dated].filter((note) => note !== undefined);
  const isComplete = [own.window, own.maxOutputTokens, own.price].every((setting) => setting !== undefined);
  if (model.row.format === "scripted" || isComplete || findKnownModel(model, { baseUrl }) !== undefined) return notes;
  const price = costUsd(NO_USAGE) === undefined ? "no known price" : "the price of the policy";
  return [
    `${name} is not in the catalog. It runs with a window of ${window} tokens, answers of at most ${maxOutputTokens} tokens and ${price}. The policy sets them: models: { "${name}": { window: …, output: …, price: { input: …, output: … } } }.`,
    ...notes,
  ];
}

/** The catalog's row of a model at its provider's own address. Another server may have other prices, and keep it longer. */
export function ownModel(model: ModelName, baseUrl: string | undefined): KnownModel | undefined {
  const { provider, row } = model;
  const isOwn = baseUrl === undefined || URL.parse(baseUrl)?.host === URL.parse(row.baseUrl ?? "")?.host;
  const known = isOwn ? findKnownModel(model) : undefined;
  return known?.name.startsWith(`${provider}/`) === true ? known : undefined;
}

async function createNativeModel(spec: ModelSpec): Promise<ChatModel> {
  const name = parseModelName(spec.model);
  const { id, row } = name;
  const { cloud = cloudSettings({}) } = spec;
  requireNotRetired(spec.model, spec.baseUrl);
  const { features } = abilitiesOf(name, spec);
  requireFeatures({ name: spec.model, features }, { thinking: spec.thinking });
  switch (row.format) {
    case "scripted": {
      const { createScriptedModel, loadScript } = await import("./scripted.ts");
      return createScriptedModel({ name: spec.model, features, script: await loadScript(id), now: spec.clock.now });
    }
    case "anthropic": {
      const { createAnthropicModel } = await import("./anthropic.ts");
      return createAnthropicModel(messagesOptions(name, spec));
    }
    case "bedrock": {
      requireClaude(name);
      const options = messagesOptions(name, { ...spec, baseUrl: spec.baseUrl ?? bedrockUrl(cloud) });
      const [anthropic, { bedrockClient }] = await Promise.all([
        import("./anthropic.ts"),
        import("./clouds/bedrock.ts"),
      ]);
      const { apiKey: key, proxyEnv } = spec;
      const client = bedrockClient(anthropic.clientSettings(options), { cloud, key, proxyEnv });
      return anthropic.createMessagesModel(options, client);
    }
    case "vertex": {
      requireClaude(name);
      const options = messagesOptions(name, { ...spec, baseUrl: spec.baseUrl ?? vertexUrl(cloud) });
      const [anthropic, { vertexClient }] = await Promise.all([import("./anthropic.ts"), import("./clouds/vertex.ts")]);
      return anthropic.createMessagesModel(options, vertexClient(anthropic.clientSettings(options), cloud));
    }
    case "gemini": {
      const options = adapterOptions(name, spec, "openai");
      if (spec.make !== undefined || options.baseUrl.endsWith("/openai")) return openAiModel(name, spec, options);
      const { createGeminiModel } = await import("./gemini.ts");
      return createGeminiModel(options);
    }
    case "openai":
      return openAiModel(name, spec, adapterOptions(name, spec, "openai"));
  }
}

async function openAiModel(name: ModelName, spec: ModelSpec, given: AdapterOptions): Promise<ChatModel> {
  if (spec.make !== undefined) return spec.make(given);
  const { provider, id } = name;
  const vendor = vendorOf(provider, given.baseUrl);
  const dialect = dialectOf(vendor, spec.own, id);
  const options = { ...given, dialect };
  const wire = wireOf(id, vendor, spec.own);
  const isOpenAi = vendor === "openai" || vendor === "azure";
  const { level, control } = given.thinking ?? {};
  const isKnown = isOpenAi && findKnownModel(name, spec) !== undefined;
  const refused = isKnown ? refusedByOpenAi(id, wire, level, control?.levels ?? []) : [];
  requireParameters(spec.model, spec.own?.parameters, [...dialect.refuses, ...refused]);
  if (wire === "responses") {
    const { createResponsesModel } = await import("./responses.ts");
    return createResponsesModel(options);
  }
  const { createOpenAiModel } = await import("./openai.ts");
  return createOpenAiModel(options);
}

/** The options of a model that is asked over the Messages API. Throws `config.invalid` for parameters that it refuses. */
function messagesOptions(name: ModelName, spec: ModelSpec): AdapterOptions {
  const options = adapterOptions(name, spec, "anthropic");
  requireParameters(spec.model, options.parameters, refusedByMessages(options.thinking));
  return options;
}

function adapterOptions(name: ModelName, spec: ModelSpec, format: "openai" | "anthropic"): AdapterOptions {
  const { provider, id, row } = name;
  const known = findKnownModel(name, spec);
  const { own = {} } = spec;
  if (own.thinking !== undefined) requireForm(spec.model, own.thinking.form, format);
  const prices = pricesOf(known, own);
  const { features, control } = abilitiesOf(name, spec);
  const level = control && spec.thinking && nearestLevel(spec.thinking, control.levels);
  const thinking = control && { level, control };
  const thinks = features.has("thinking") && thinking?.level !== "off";
  const { headers = {} } = spec;
  requireHeaders(headers);
  const maxOutput = Math.min(known?.maxOutput ?? Infinity, MAX_OUTPUT + budgetOf(thinking));
  const raised = Math.min(known?.maxOutput ?? maxOutput, RAISED_OUTPUT + budgetOf(thinking));
  return {
    name: spec.model,
    id,
    baseUrl: endpointUrl(checkedUrl(spec.baseUrl ?? row.baseUrl, provider), provider),
    apiKey: checkedKey(spec.apiKey || spec.token, name),
    keyHeader: spec.apiKey ? row.keyHeader : undefined,
    keyVariable: keyVariable(provider),
    headers,
    window: own.window ?? known?.promptLimit ?? known?.window ?? UNKNOWN_WINDOW,
    maxOutputTokens: own.maxOutputTokens ?? maxOutput,
    ...(own.maxOutputTokens === undefined && thinks && raised > maxOutput ? { raisedOutputTokens: raised } : {}),
    features,
    thinking,
    parameters: own.parameters,
    prices,
    costUsd: (usage, hourWrites) => (prices === undefined ? undefined : priceOf(prices, usage, hourWrites)),
    timeouts: { ...DEFAULT_TIMEOUTS, ...(thinks ? { idleMs: THINKING_IDLE_MS } : {}), ...spec.timeouts },
    clock: spec.clock,
    proxyEnv: spec.proxyEnv,
  };
}

function pricesOf(known: KnownModel | undefined, { price, parameters }: OwnModel): Prices | undefined {
  const prices = price === undefined ? known && { price: known.price, longPrompt: known.longPrompt } : { price };
  const isHour = member(parameters?.["cache_control"], "ttl") === "1h";
  return isHour ? prices && hourPrices(prices) : prices;
}

function checkedUrl(baseUrl: string | undefined, provider: string): string {
  const url = baseUrl === undefined ? null : URL.parse(baseUrl);
  if (url !== null && (url.protocol === "https:" || url.protocol === "http:")) return url.href.replace(/\/$/, "");
  throw configError(
    `The model's base URL is not an http(s) address: ${baseUrl ?? "none given"}`,
    `Set ${provider.toUpperCase()}_BASE_URL, for example to https://example.com/v1.`,
  );
}

/** The key, or `none` for a provider without keys, because the SDKs demand one. */
function checkedKey(apiKey: string | undefined, { provider, row }: ModelName): string {
  const variable = keyVariable(provider);
  const variables = [variable, row.tokenVariable ?? []].flat().join(" or ");
  if (apiKey !== undefined && apiKey !== "") {
    // The variable for Vertex has the path of a file, which is not sent.
    if (row.format === "vertex" || isHeaderValue(apiKey)) return apiKey.trim();
    throw configError(
      `The API key for ${provider} has a character that an HTTP header cannot hold.`,
      `Copy the key again to ${variables}, without quotes and other characters around it.`,
    );
  }
  if (row.needsKey !== true) return "none";
  throw new RunnerError({
    code: "config.missing_key",
    message: `No API key for ${provider}: ${variable} is not set.`,
    hint: `Set ${variables}, or pass --api-key, or the action's input api-key.`,
  });
}

/** What Node's HTTP client accepts. */
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;
const HEADER_VALUE = /^[\t\u0020-\u007E\u0080-\u00FF]*$/;

/**
 * Throws `config.invalid` for a header that cannot be sent: the SDKs would report a failed connection, which is tried again. Values
 * are not shown, because they may be secret.
 */
function requireHeaders(headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) {
    if (!HEADER_NAME.test(name)) {
      throw configError(
        `The model's requests cannot have a header with this name: ${name}`,
        "Use letters, digits and hyphens.",
      );
    }
    if (isHeaderValue(value)) continue;
    throw configError(
      `The header ${name} has a character that an HTTP header cannot hold.`,
      "Use one line of Latin-1 characters, or encode the value.",
    );
  }
}

/** Whether a header can hold a value. Spaces and line ends around it are not sent. */
function isHeaderValue(value: string): boolean {
  return HEADER_VALUE.test(value.trim());
}
