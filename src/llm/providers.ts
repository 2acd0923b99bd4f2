/** The providers one can name, how each is reached, and which environment variables hold its key and address. Data only. */

import { cloudSettings, type CloudSettings } from "./clouds/cloud-settings.ts";
import { proxyEnvOf, type ProxyEnv } from "../base/proxy-env.ts";
import { RunnerError } from "../protocol/error.ts";
import { PROVIDER_NAMES as NAMES, type ProviderName } from "../protocol/model.ts";

interface Provider {
  readonly format: "openai" | "anthropic" | "gemini" | "bedrock" | "vertex" | "scripted";
  /** Undefined: the user must give one. */
  readonly baseUrl?: string;
  /** The variable of the key, or of credentials that the cloud's package reads itself. Left out: `<NAME>_API_KEY`. */
  readonly keyVariable?: string;
  /** The header of the key. Left out: the one of the wire format. */
  readonly keyHeader?: string;
  /** The variable of a token that is sent in place of a key. */
  readonly tokenVariable?: string;
  /** Left out: a key is sent where there is one. */
  readonly needsKey?: true;
  /** For people, in docs/models.md. */
  readonly about: string;
}

/** The one list of providers. Its names begin the variables: `<NAME>_API_KEY`, `<NAME>_BASE_URL`. `npm run docs` writes it into docs/models.md and action.yml. */
export const PROVIDERS = {
  kimi: vendor("https://api.moonshot.ai/v1", "Chat Completions, with a prompt cache key"),
  openai: vendor("https://api.openai.com/v1", "Responses or Chat Completions, with a prompt cache key"),
  anthropic: {
    format: "anthropic",
    baseUrl: "https://api.anthropic.com",
    needsKey: true,
    about: "Messages, with thinking kept and prompt cache marks",
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
    about: "Gemini's own, with thought signatures; Chat Completions where the endpoint ends in `/openai`",
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
    about: "Messages, with thinking kept",
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

/** How a model of each provider is named, for help and documents. */
export const MODEL_FORMS: readonly string[] = NAMES.map((name) => `${name}/…`);

export function keyVariable(provider: ProviderName): string {
  const row: Provider = PROVIDERS[provider];
  return row.keyVariable ?? `${provider.toUpperCase()}_API_KEY`;
}

/** A model as the user names it, taken apart. */
export interface ModelName {
  readonly provider: ProviderName;
  readonly id: string;
  readonly row: Provider;
}

/**
 * Takes `provider/id` apart; the id may hold further slashes. Throws `config.missing_model` for nothing at all, `config.invalid`
 * naming the accepted providers for anything else.
 */
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
    throw new RunnerError({
      code: "config.invalid",
      message: `The model is not of the form provider/id with a known provider: ${model}`,
      hint: `Known providers: ${NAMES.join(", ")}; for example kimi/kimi-k2.6.`,
    });
  }
  return { provider, id, row: PROVIDERS[provider] };
}

function isProvider(name: string): name is ProviderName {
  return Object.hasOwn(PROVIDERS, name);
}

/** What the environment says about a provider. */
export interface ProviderSettings {
  readonly apiKey?: string | undefined;
  /** Sent where there is no key. */
  readonly token?: string | undefined;
  /** Replaces the provider's own address. */
  readonly baseUrl?: string | undefined;
  /** Of AWS and Google. */
  readonly cloud?: CloudSettings | undefined;
  readonly proxyEnv?: ProxyEnv | undefined;
}

/**
 * Reads `<PROVIDER>_API_KEY`, `<PROVIDER>_BASE_URL` and the proxy variables from an environment the caller hands over. Empty
 * values count as not set: an Actions expression of a missing secret is the empty string.
 */
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

/** Its credentials are those of a job, which are others in the next one. */
function isCloud(provider: ProviderName): boolean {
  return ["bedrock", "vertex"].includes(PROVIDERS[provider].format);
}

/** The keys that an environment has and that stay the same from job to job, in the order of the providers. */
export function providerKeys(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  return NAMES.flatMap((provider) => (isCloud(provider) ? [] : (providerSettings(env, provider).apiKey ?? [])));
}
