/** Differences between servers of Chat Completions, by address, else by provider. A policy overrides some of them. */

import type { CAP_FIELDS, OwnModel, ProviderName, WireFormat, Thinking } from "../protocol/model.ts";
import type { SchemaReceiver } from "./schema/receivers.ts";
import type { ThinkingControl } from "./catalog/known-models.ts";
import { budgetOf, type ThinkingSetting } from "./thinking.ts";
import { configError } from "../protocol/error.ts";

export interface OpenAiDialect {
  /** Name of the field for the output cap. OpenAI's reasoning models refuse the old name, most other servers do not know the new one. */
  readonly maxTokensField: (typeof CAP_FIELDS)[number];
  /** Formats in which it gets `prompt_cache_key`. Gemini answers 400 to unknown fields, and LiteLLM to this one in front of Claude. */
  readonly cacheKey: "both" | "responses" | "none";
  /** Requests contain the model's earlier reasoning. Without it, Kimi, DeepSeek and GLM refuse tool turns or think worse. */
  readonly returnReasoning: boolean;
  /** Every assistant message has the field for reasoning, which may be empty. Otherwise the server answers 400 in a tool loop. */
  readonly emptyReasoning: boolean;
  /** It reads `reasoning_details`, so that the same reasoning in its field does not go back beside them. */
  readonly readsDetails: boolean;
  /** Consecutive user messages are joined, because chat templates of many local models refuse them. */
  readonly alternates: boolean;
  readonly schemas: SchemaReceiver;
  /** How to tell a model to think that is not in the catalog. */
  readonly thinking: ThinkingControl;
  /** Sent with every request. */
  readonly always: Readonly<Record<string, unknown>>;
  /** Parameters to which it answers 400. A policy cannot set them. */
  readonly refuses: readonly string[];
}

interface Vendor extends Partial<OpenAiDialect> {
  /** Names of its hosts. A name that begins with a dot stands for all of its subdomains. */
  readonly hosts?: readonly string[];
}

const EFFORT: ThinkingControl = { form: "effort", levels: ["off", "low", "medium", "high"] };
const ALWAYS_EFFORT: ThinkingControl = { form: "effort", levels: ["low", "medium", "high"] };
/** Parameters that the server fixes for models that reason. */
const SAMPLING = ["temperature", "top_p", "n", "presence_penalty", "frequency_penalty"] as const;
const PENALTIES = ["presence_penalty", "frequency_penalty", "stop"] as const;

const PLAIN: OpenAiDialect = {
  maxTokensField: "max_tokens",
  cacheKey: "none",
  returnReasoning: true,
  emptyReasoning: false,
  readsDetails: false,
  alternates: true,
  schemas: "plain",
  thinking: EFFORT,
  always: {},
  refuses: [],
};

/** A vendor's own endpoint, which accepts consecutive user messages. */
const OWN = { alternates: false } as const;
const OPENAI = {
  ...OWN,
  maxTokensField: "max_completion_tokens",
  cacheKey: "both",
  returnReasoning: false,
} as const;

const VENDORS = {
  openai: { ...OPENAI, hosts: ["api.openai.com"] },
  azure: {
    ...OPENAI,
    hosts: [".openai.azure.com", ".services.ai.azure.com", ".cognitiveservices.azure.com"],
  },
  kimi: {
    ...OPENAI,
    hosts: ["api.moonshot.ai", "api.moonshot.cn", "api.kimi.com"],
    returnReasoning: true,
    emptyReasoning: true,
    schemas: "moonshot",
    thinking: { form: "switch", levels: ["off", "high"] },
    refuses: SAMPLING,
  },
  deepseek: {
    ...OWN,
    hosts: ["api.deepseek.com"],
    emptyReasoning: true,
    thinking: { form: "switch", levels: ["off", "low", "high", "max"] },
  },
  qwen: { ...OWN, hosts: [".aliyuncs.com"], thinking: { form: "enable", levels: ["off", "high"] } },
  zai: {
    ...OWN,
    hosts: ["api.z.ai", "open.bigmodel.cn"],
    thinking: { form: "preserved", levels: ["off", "high"] },
    always: { tool_stream: true },
  },
  minimax: {
    ...OWN,
    hosts: ["api.minimax.io", "api.minimaxi.com"],
    readsDetails: true,
    thinking: { form: "split", levels: ["off", "high"] },
    always: { reasoning_split: true },
  },
  mistral: {
    ...OWN,
    hosts: ["api.mistral.ai"],
    returnReasoning: false,
    thinking: { form: "effort", levels: ["off", "high"] },
  },
  xai: {
    ...OWN,
    hosts: ["api.x.ai"],
    cacheKey: "responses",
    maxTokensField: "max_completion_tokens",
    returnReasoning: false,
    thinking: ALWAYS_EFFORT,
    refuses: PENALTIES,
  },
  groq: { ...OWN, hosts: ["api.groq.com"], maxTokensField: "max_completion_tokens" },
  cerebras: { ...OWN, hosts: ["api.cerebras.ai"], maxTokensField: "max_completion_tokens" },
  openrouter: {
    ...OWN,
    hosts: ["openrouter.ai"],
    readsDetails: true,
    thinking: { form: "reasoning", levels: ["off", "low", "medium", "high"] },
    always: { usage: { include: true } },
  },
  gemini: {
    ...OWN,
    hosts: ["generativelanguage.googleapis.com"],
    returnReasoning: false,
    schemas: "gemini",
    thinking: ALWAYS_EFFORT,
  },
  vllm: { thinking: { form: "template", levels: ["off", "high"] } },
  plain: {},
} as const satisfies Record<string, Vendor>;

type VendorName = keyof typeof VENDORS;

/** The vendor of an address, else of a provider. The address may be that of a proxy. */
export function vendorOf(provider: ProviderName, baseUrl: string | undefined): VendorName {
  const host = URL.parse(baseUrl ?? "")?.hostname ?? "";
  const isOf = ({ hosts = [] }: Vendor): boolean =>
    hosts.some((end) => host === end || host.endsWith(end.startsWith(".") ? end : `.${end}`));
  const names = Object.keys(VENDORS) as VendorName[];
  return names.find((name) => isOf(VENDORS[name])) ?? names.find((name) => name === provider) ?? "plain";
}

/** The provider under whose name the catalog lists a vendor's models. */
export function catalogProvider(vendor: VendorName): string {
  return vendor === "azure" ? "openai" : vendor;
}

/** Models of Moonshot, whose own rules for schemas hold behind gateways too. */
const KIMI = /(?:^|[/_.-])(?:kimi|moonshot)/i;

/** The dialect of a vendor, with the settings of the model. */
export function dialectOf(vendor: VendorName, own: OwnModel = {}, id = ""): OpenAiDialect {
  const row: Vendor = VENDORS[vendor];
  const { hosts: _, ...dialect } = row;
  return {
    ...PLAIN,
    ...(KIMI.test(id) ? { schemas: "moonshot" } : {}),
    ...dialect,
    ...(own.capField === undefined ? {} : { maxTokensField: own.capField }),
    ...(own.returnReasoning === undefined ? {} : { returnReasoning: own.returnReasoning }),
    always: { ...row.always, ...own.parameters },
  };
}

/** From this version on, Chat Completions refuses tools together with reasoning. */
const NEWER_GPT = 5.4;
/** Other models that Chat Completions does not serve, or whose reasoning it loses between two calls. */
const NEEDS_RESPONSES = /^(?:o\d|codex|gpt-.*(?:-codex|-pro)(?:-|$))/;

/** The policy's setting, else Responses for models at OpenAI and Azure that need it. Gateways may not have it. */
export function wireOf(id: string, vendor: string, { wire }: OwnModel = {}): WireFormat {
  if (wire !== undefined) return wire;
  const isOpenAi = vendor === "openai" || vendor === "azure";
  return isOpenAi && (refusesTools(id) || NEEDS_RESPONSES.test(id)) ? "responses" : "chat";
}

/** Whether Chat Completions refuses tools for this model unless its reasoning is off. */
export function refusesTools(id: string): boolean {
  return gptVersion(id) >= NEWER_GPT;
}

function gptVersion(id: string): number {
  return Number(/^gpt-(\d+(?:\.\d+)?)/.exec(id)?.[1] ?? 0);
}

/** Throws `config.invalid` for parameters of the policy to which the provider would answer 400. */
export function requireParameters(
  model: string,
  parameters: Readonly<Record<string, unknown>> | undefined,
  refused: readonly string[],
): void {
  const wrong = refused.filter((field) => Object.hasOwn(parameters ?? {}, field));
  if (wrong.length === 0) return;
  throw configError(
    `The policy gives ${model} parameters that its server refuses: ${wrong.join(", ")}.`,
    `Take them out of \`parameters\`. This server refuses ${refused.join(", ")}.`,
  );
}

/** Parameters that the Messages API refuses: sampling, while the model thinks. */
export function refusedByMessages(thinking: ThinkingSetting | undefined): readonly string[] {
  const isThinking = thinking?.control.form === "adaptive" || budgetOf(thinking) > 0;
  return isThinking ? ["temperature", "top_p", "top_k"] : [];
}

const OPENAI_SAMPLING = ["temperature", "top_p", "logprobs", "top_logprobs", "logit_bias"] as const;
const CHAT_ONLY = ["stop", "seed", "n", "presence_penalty", "frequency_penalty"] as const;
/** From this version on, OpenAI's models reason by default. */
const REASONS_BY_ITSELF = 5.5;

/** Parameters that OpenAI refuses: sampling while the model reasons, and fields that the Responses API does not have. */
export function refusedByOpenAi(
  id: string,
  wire: WireFormat,
  level: Thinking | undefined,
  levels: readonly Thinking[],
): readonly string[] {
  const fields = wire === "responses" ? CHAT_ONLY : [];
  const version = gptVersion(id);
  const isDefault = levels.length > 0 && (!levels.includes("off") || version >= REASONS_BY_ITSELF);
  const isOff = level === "off" || (wire === "chat" && refusesTools(id));
  const reasons = !isOff && (level === undefined ? isDefault : levels.some((one) => one !== "off"));
  return reasons ? [...OPENAI_SAMPLING, ...(wire === "chat" ? CHAT_ONLY.slice(3) : []), ...fields] : fields;
}
