/**
 * How the servers of Chat Completions differ: one row per vendor, found by the address, else by the provider's name. Data only; a
 * policy can say otherwise of a model.
 */

import type { CAP_FIELDS, OwnModel, ProviderName } from "../protocol/model.ts";
import type { SchemaReceiver } from "./schema/receivers.ts";
import type { ThinkingControl } from "./catalog/known-models.ts";

export interface OpenAiDialect {
  /** Name of the output cap. Reasoning models of OpenAI refuse the old one, most others do not know the new one. */
  readonly maxTokensField: (typeof CAP_FIELDS)[number];
  /** Accepts `prompt_cache_key`. Gemini answers 400 to unknown fields. */
  readonly cacheKey: boolean;
  /** Gets its earlier reasoning back. Kimi, DeepSeek and GLM refuse tool turns without it, or think worse. */
  readonly returnReasoning: boolean;
  /** Wants the field on each message of the model, empty where it did not reason: else 400 in a tool loop. */
  readonly emptyReasoning: boolean;
  /** Joins consecutive user messages, because chat templates of many local models refuse them. */
  readonly alternates: boolean;
  /** Which schemas of tools it takes. */
  readonly schemas: SchemaReceiver;
  /** How a model is told to think that the catalog does not know. */
  readonly thinking: ThinkingControl;
  /** Sent with every request. */
  readonly always: Readonly<Record<string, unknown>>;
  /** Parameters that it answers with 400, which a policy therefore cannot set. */
  readonly refuses: readonly string[];
}

/** A row of the table. */
interface Vendor extends Partial<OpenAiDialect> {
  /** Ends of the names of its hosts. */
  readonly hosts?: readonly string[];
}

const EFFORT: ThinkingControl = { form: "effort", levels: ["off", "low", "medium", "high"] };
const ALWAYS_EFFORT: ThinkingControl = { form: "effort", levels: ["low", "medium", "high"] };
/** Fixed by the server for models that reason. */
const SAMPLING = ["temperature", "top_p", "n", "presence_penalty", "frequency_penalty"] as const;
const PENALTIES = ["presence_penalty", "frequency_penalty", "stop"] as const;

const PLAIN: OpenAiDialect = {
  maxTokensField: "max_tokens",
  cacheKey: false,
  returnReasoning: true,
  emptyReasoning: false,
  alternates: true,
  schemas: "plain",
  thinking: EFFORT,
  always: {},
  refuses: [],
};

/** A vendor's own endpoint: it takes user messages in a row. */
const OWN = { alternates: false } as const;
const OPENAI = {
  ...OWN,
  maxTokensField: "max_completion_tokens",
  cacheKey: true,
  returnReasoning: false,
  schemas: "openai",
} as const;

const VENDORS = {
  openai: { ...OPENAI, hosts: ["api.openai.com"] },
  azure: {
    ...OPENAI,
    hosts: [".openai.azure.com", ".services.ai.azure.com", ".cognitiveservices.azure.com"],
  },
  moonshot: {
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
  ollama: {},
  vllm: { thinking: { form: "template", levels: ["off", "high"] } },
  plain: {},
} as const satisfies Record<string, Vendor>;

type VendorName = keyof typeof VENDORS;

/** The vendor behind a provider whose address is not in the table: a proxy of it, or a test. */
const OF_PROVIDER: Partial<Record<ProviderName, VendorName>> = {
  kimi: "moonshot",
  openai: "openai",
  azure: "azure",
  gemini: "gemini",
  deepseek: "deepseek",
  zai: "zai",
  xai: "xai",
  mistral: "mistral",
  groq: "groq",
  openrouter: "openrouter",
  qwen: "qwen",
  minimax: "minimax",
  vllm: "vllm",
};

/** The row for an address and a provider. */
export function vendorOf(provider: ProviderName, baseUrl: string | undefined): VendorName {
  const host = URL.parse(baseUrl ?? "")?.hostname ?? "";
  const isOf = ({ hosts = [] }: Vendor): boolean =>
    hosts.some((end) => host === end || host.endsWith(end.startsWith(".") ? end : `.${end}`));
  const names = Object.keys(VENDORS) as VendorName[];
  return names.find((name) => isOf(VENDORS[name])) ?? OF_PROVIDER[provider] ?? "plain";
}

/** The provider whose rows of the catalog are a vendor's. */
export function catalogProvider(vendor: VendorName): string {
  return vendor === "moonshot" ? "kimi" : vendor === "azure" ? "openai" : vendor;
}

/** What a vendor takes, with what is said of the model. */
export function dialectOf(vendor: VendorName, own: OwnModel = {}): OpenAiDialect {
  const row: Vendor = VENDORS[vendor];
  const { hosts: _, ...dialect } = row;
  return {
    ...PLAIN,
    ...dialect,
    ...(own.capField === undefined ? {} : { maxTokensField: own.capField }),
    ...(own.returnReasoning === undefined ? {} : { returnReasoning: own.returnReasoning }),
    always: { ...row.always, ...own.parameters },
  };
}
