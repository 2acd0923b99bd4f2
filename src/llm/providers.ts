/** The providers one can name, how each is reached, and which environment variables hold its key and address. Data only. */

import { proxyEnvOf, type ProxyEnv } from "../base/proxy-env.ts";
import { RunnerError } from "../protocol/error.ts";
import type { OpenAiDialect } from "./openai-request.ts";

interface Provider {
  readonly format: "openai" | "anthropic" | "scripted";
  /** Undefined: the user must give one. */
  readonly baseUrl?: string;
  /** Left out: a key is sent where there is one. */
  readonly needsKey?: true;
  readonly dialect: Omit<OpenAiDialect, "noReasoningWithTools">;
  /** For people, in docs/models.md. */
  readonly about: string;
}

const OLD: Provider["dialect"] = {
  maxTokensField: "max_tokens",
  cacheKey: false,
  returnReasoning: false,
  alternates: false,
};
const NEW: Provider["dialect"] = { ...OLD, maxTokensField: "max_completion_tokens", cacheKey: true };

/** The one list of providers. Its names begin the variables: `<NAME>_API_KEY`, `<NAME>_BASE_URL`. `npm run docs` writes it into docs/models.md and action.yml. */
export const PROVIDERS = {
  kimi: {
    format: "openai",
    baseUrl: "https://api.moonshot.ai/v1",
    needsKey: true,
    dialect: { ...NEW, returnReasoning: true },
    about: "Chat Completions, with a prompt cache key",
  },
  openai: {
    format: "openai",
    baseUrl: "https://api.openai.com/v1",
    needsKey: true,
    dialect: NEW,
    about: "Chat Completions, with a prompt cache key",
  },
  anthropic: {
    format: "anthropic",
    baseUrl: "https://api.anthropic.com",
    needsKey: true,
    dialect: OLD,
    about: "Messages, with thinking kept and prompt cache marks",
  },
  gemini: {
    format: "openai",
    baseUrl: "https://generativelanguage.googleapis.com/v1beta/openai",
    needsKey: true,
    dialect: OLD,
    about: "Gemini's Chat Completions endpoint",
  },
  ollama: {
    format: "openai",
    baseUrl: "http://localhost:11434/v1",
    dialect: { ...OLD, alternates: true },
    about: "Chat Completions",
  },
  compatible: {
    format: "openai",
    dialect: { ...OLD, alternates: true },
    about: "Any other server that speaks Chat Completions: vLLM, LiteLLM, DeepSeek, a company gateway",
  },
  scripted: { format: "scripted", dialect: OLD, about: "Answers from a file, for dry runs and tests" },
} as const satisfies Record<string, Provider>;

export type ProviderName = keyof typeof PROVIDERS;

const NAMES = Object.keys(PROVIDERS) as readonly ProviderName[];

/** How a model of each provider is named, for help and documents. */
export const MODEL_FORMS: readonly string[] = NAMES.map((name) => `${name}/…`);

/** The variable that holds the key of a provider. */
export function keyVariable(provider: string): string {
  return `${provider.toUpperCase()}_API_KEY`;
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
  readonly baseUrl?: string | undefined;
  readonly proxyEnv?: ProxyEnv | undefined;
}

/**
 * Reads `<PROVIDER>_API_KEY`, `<PROVIDER>_BASE_URL` and the proxy variables from an environment the caller hands over. Empty
 * values count as not set: an Actions expression of a missing secret is the empty string.
 */
export function providerSettings(
  env: Readonly<Record<string, string | undefined>>,
  provider: string,
): ProviderSettings {
  const read = (name: string): string | undefined => env[name]?.trim() || undefined;
  return {
    apiKey: read(keyVariable(provider)),
    baseUrl: read(`${provider.toUpperCase()}_BASE_URL`),
    proxyEnv: proxyEnvOf(env),
  };
}

/** The keys that an environment has, in the order of the providers. */
export function providerKeys(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  return NAMES.flatMap((provider) => providerSettings(env, provider).apiKey ?? []);
}
