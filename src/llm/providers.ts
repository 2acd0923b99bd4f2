/** The providers one can name, how each is reached, and which environment variables hold its key and address. Data only. */

import { proxyEnvOf, type ProxyEnv } from "../base/proxy-env.ts";
import { RunnerError } from "../protocol/error.ts";
import type { OpenAiDialect } from "./openai-request.ts";

interface Provider {
  readonly format: "openai" | "anthropic" | "scripted";
  /** Undefined: the user must give one. */
  readonly baseUrl?: string;
  /** Undefined: works without a key. */
  readonly keyVariable?: string;
  readonly dialect: Omit<OpenAiDialect, "noReasoningWithTools">;
}

const OLD: Provider["dialect"] = {
  maxTokensField: "max_tokens",
  cacheKey: false,
  returnReasoning: false,
  alternates: false,
};
const NEW: Provider["dialect"] = { ...OLD, maxTokensField: "max_completion_tokens", cacheKey: true };

const PROVIDERS = {
  kimi: {
    format: "openai",
    baseUrl: "https://api.moonshot.ai/v1",
    keyVariable: "KIMI_API_KEY",
    dialect: { ...NEW, returnReasoning: true },
  },
  openai: { format: "openai", baseUrl: "https://api.openai.com/v1", keyVariable: "OPENAI_API_KEY", dialect: NEW },
  anthropic: {
    format: "anthropic",
    baseUrl: "https://api.anthropic.com",
    keyVariable: "ANTHROPIC_API_KEY",
    dialect: OLD,
  },
  gemini: {
    format: "openai",
    baseUrl: "https://generativelanguage.googleapis.com/v1beta/openai",
    keyVariable: "GEMINI_API_KEY",
    dialect: OLD,
  },
  ollama: { format: "openai", baseUrl: "http://localhost:11434/v1", dialect: { ...OLD, alternates: true } },
  /** Anything else that speaks Chat Completions: vLLM, LiteLLM, DeepSeek, a company gateway. */
  compatible: { format: "openai", dialect: { ...OLD, alternates: true } },
  scripted: { format: "scripted", dialect: OLD },
} as const satisfies Record<string, Provider>;

/** A model as the user names it, taken apart. */
export interface ModelName {
  readonly provider: string;
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
  if (!Object.hasOwn(PROVIDERS, provider) || id === "") {
    throw new RunnerError({
      code: "config.invalid",
      message: `The model is not of the form provider/id with a known provider: ${model}`,
      hint: `Known providers: ${Object.keys(PROVIDERS).join(", ")}; for example kimi/kimi-k2.6.`,
    });
  }
  return { provider, id, row: PROVIDERS[provider as keyof typeof PROVIDERS] };
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
  const prefix = provider.toUpperCase();
  return {
    apiKey: read(`${prefix}_API_KEY`),
    baseUrl: read(`${prefix}_BASE_URL`),
    proxyEnv: proxyEnvOf(env),
  };
}

/** The keys that an environment has, in the order of the providers. */
export function providerKeys(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  return Object.keys(PROVIDERS).flatMap((provider) => providerSettings(env, provider).apiKey ?? []);
}
