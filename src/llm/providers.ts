/** The providers of models: how each one is reached, and which environment variables hold its key and address. */

import { proxyEnvOf, type ProxyEnv } from "../base/network/proxy-env.ts";
import { configError, RunnerError } from "../protocol/error.ts";
import { PROVIDER_NAMES as NAMES, type ProviderName } from "../protocol/model.ts";
import { cloudSettings, type CloudSettings } from "./clouds/cloud-settings.ts";

interface Provider {
  readonly format: "openai" | "anthropic" | "gemini" | "bedrock" | "vertex" | "scripted";
  /** Left out: the user must give an address. */
  readonly baseUrl?: string;
  /** Variable of the key, or of credentials that the cloud's package reads itself. Left out: `<NAME>_API_KEY`. */
  readonly keyVariable?: string;
  /** Header for the key. Left out: that of the wire format. */
  readonly keyHeader?: string;
  /** Variable of a token that is sent if there is no key. */
  readonly tokenVariable?: string;
  /** Left out: a key is optional. */
  readonly needsKey?: true;
  /** Description for docs/models.md. */
  readonly about: string;
}

/** The list of providers. Their variables are `<NAME>_API_KEY` and `<NAME>_BASE_URL`. `npm run docs` writes the list into docs/models.md and action.yml. */
export const PROVIDERS = {
  kimi: vendor("https://api.moonshot.ai/v1", "Chat Completions, with a prompt cache key"),
  openai: vendor("https://api.openai.com/v1", "Responses or Chat Completions, with a prompt cache key"),
  anthropic: {
    format: "anthropic",
    baseUrl: "https://api.anthropic.com",
    needsKey: true,
    about: "Messages, with reasoning returned and prompt cache marks",
  },
  azure: {
    format: "openai",
    needsKey: true,
    keyHeader: "api-key",
    tokenVariable: "AZURE_OPENAI_AD_TOKEN",
    about: "Azure OpenAI v1: the model is the name of a deployment",
  },
  bedrock: {
    format: "bedrock",
    keyVariable: "AWS_BEARER_TOKEN_BEDROCK",
    about: "Claude on Amazon Bedrock, with the AWS credentials of the job",
  },
  vertex: {
    format: "vertex",
    keyVariable: "GOOGLE_APPLICATION_CREDENTIALS",
    about: "Claude on Google Vertex AI, with the Google credentials of the job",
  },
  gemini: {
    format: "gemini",
    baseUrl: "https://generativelanguage.googleapis.com/v1beta",
    needsKey: true,
    about: "Gemini API, with thought signatures; Chat Completions if the endpoint ends in `/openai`",
  },
  deepseek: vendor("https://api.deepseek.com", "Chat Completions"),
  zai: vendor("https://api.z.ai/api/paas/v4", "Chat Completions; GLM"),
  xai: vendor("https://api.x.ai/v1", "Chat Completions; Grok"),
  mistral: vendor("https://api.mistral.ai/v1", "Chat Completions"),
  groq: vendor("https://api.groq.com/openai/v1", "Chat Completions"),
  openrouter: vendor("https://openrouter.ai/api/v1", "Chat Completions"),
  qwen: vendor("https://dashscope-intl.aliyuncs.com/compatible-mode/v1", "Chat Completions"),
  minimax: {
    format: "anthropic",
    baseUrl: "https://api.minimax.io/anthropic",
    needsKey: true,
    about: "Messages, with reasoning returned",
  },
  ollama: { format: "openai", baseUrl: "http://localhost:11434/v1", about: "Chat Completions" },
  vllm: { format: "openai", baseUrl: "http://localhost:8000/v1", about: "Chat Completions" },
  compatible: {
    format: "openai",
    about: "Any other server that speaks Chat Completions: LiteLLM, a company gateway",
  },
  scripted: { format: "scripted", about: "Answers from a file, for dry runs and tests" },
} as const satisfies Record<ProviderName, Provider>;

function vendor<U extends string, A extends string>(baseUrl: U, about: A) {
  return { format: "openai", baseUrl, needsKey: true, about } as const;
}

/** The form of each provider's model names, for help texts. */
export const MODEL_FORMS: readonly string[] = NAMES.map((name) => `${name}/…`);

export function keyVariable(provider: ProviderName): string {
  const row: Provider = PROVIDERS[provider];
  return row.keyVariable ?? `${provider.toUpperCase()}_API_KEY`;
}

export interface ModelName {
  readonly provider: ProviderName;
  readonly id: string;
  readonly row: Provider;
}

/** Parses `provider/id`. Throws `config.missing_model` for an empty name, and `config.invalid` for any other text. */
export function parseModelName(model: string): ModelName {
  if (model.trim() === "") {
    throw new RunnerError({
      code: "config.missing_model",
      message: "No model is set.",
      hint: "Set KIMI_RUNNER_MODEL, or pass --model, or the action's input model, for example kimi/kimi-k2.7-code.",
    });
  }
  const slash = model.indexOf("/");
  const provider = model.slice(0, Math.max(0, slash));
  const id = model.slice(slash + 1);
  if (!isProvider(provider) || id === "") {
    throw configError(
      `The model is not of the form provider/id with a known provider: ${model}`,
      `Known providers: ${NAMES.join(", ")}; for example kimi/kimi-k2.6.`,
    );
  }
  return { provider, id, row: PROVIDERS[provider] };
}

function isProvider(name: string): name is ProviderName {
  return Object.hasOwn(PROVIDERS, name);
}

export interface ProviderSettings {
  readonly apiKey?: string | undefined;
  /** Sent if there is no key. */
  readonly token?: string | undefined;
  /** Used in place of the provider's own address. */
  readonly baseUrl?: string | undefined;
  /** Only for AWS and Google. */
  readonly cloud?: CloudSettings | undefined;
  readonly proxyEnv?: ProxyEnv | undefined;
}

/** Reads a provider's variables. Empty values count as not set: GitHub expressions with missing secrets are empty. */
export function providerSettings(
  env: Readonly<Record<string, string | undefined>>,
  provider: ProviderName,
): ProviderSettings {
  const read = (name: string): string | undefined => env[name]?.trim() || undefined;
  const row: Provider = PROVIDERS[provider];
  return {
    apiKey: read(keyVariable(provider)),
    ...(row.tokenVariable && { token: read(row.tokenVariable) }),
    baseUrl: read(`${provider.toUpperCase()}_BASE_URL`),
    ...(isCloud(provider) && { cloud: cloudSettings(env) }),
    proxyEnv: proxyEnvOf(env),
  };
}

/** Whether the provider's credentials belong to a job and differ in the next one. */
function isCloud(provider: ProviderName): boolean {
  return ["bedrock", "vertex"].includes(PROVIDERS[provider].format);
}

/** The keys in an environment that are the same in each job, in the order of the providers. */
export function providerKeys(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  return NAMES.flatMap((provider) => (isCloud(provider) ? [] : (providerSettings(env, provider).apiKey ?? [])));
}

/** Models that Moonshot no longer serves, each with its nearest successor. */
const SUCCESSORS: Readonly<Record<string, string>> = {
  "kimi/kimi-k2.5": "kimi/kimi-k2.6",
  "kimi/kimi-k2-thinking": "kimi/kimi-k2.7-code",
  "kimi/kimi-k2-0905-preview": "kimi/kimi-k2.7-code",
  "kimi/kimi-k2-turbo-preview": "kimi/kimi-k2.7-code-highspeed",
};

/** Throws `config.invalid` for a retired model at the provider's own address. Another server may still have it. */
export function requireNotRetired(name: string, baseUrl: string = PROVIDERS.kimi.baseUrl): void {
  const near = Object.hasOwn(SUCCESSORS, name) ? SUCCESSORS[name] : undefined;
  if (near === undefined || URL.parse(baseUrl)?.host !== URL.parse(PROVIDERS.kimi.baseUrl)?.host) return;
  throw configError(`${name} is retired: Moonshot no longer serves it.`, `The nearest model today is ${near}.`);
}
