/** The model as the engine knows it (Kimi CLI's `kosong.step`). One adapter per wire format lives in `llm/`. */

import { member } from "../base/member.ts";
import type { AnswerPart, AssistantMessage, Message, PromptPart } from "./message.ts";

export type JsonSchema = Readonly<Record<string, unknown>>;

/** A tool as requests describe it. */
export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  /** JSON Schema (draft 7 subset) of the arguments object. */
  readonly parameters: JsonSchema;
}

/** Tokens of one call. `input` does not include tokens read from or written to the provider's cache; the three add up to the prompt. */
export interface TokenUsage {
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly output: number;
}

/** What an attempt is charged, in US dollars; the cost is undefined where the price is not known. */
export interface Charge {
  readonly usage: TokenUsage;
  readonly costUsd?: number | undefined;
}

/** US dollars per million tokens of each kind. */
export type Price = { readonly [Kind in keyof TokenUsage]: number };

export interface Prices {
  readonly price: Price;
  /** Price of a call whose prompt has more than `over` tokens. */
  readonly longPrompt?: { readonly over: number; readonly price: Price } | undefined;
}

/** Providers: the first part of a model's name. `llm/providers.ts` says how each one is reached. */
export const PROVIDER_NAMES = [
  "kimi",
  "openai",
  "anthropic",
  "azure",
  "bedrock",
  "vertex",
  "gemini",
  "deepseek",
  "zai",
  "xai",
  "mistral",
  "groq",
  "openrouter",
  "qwen",
  "minimax",
  "ollama",
  "vllm",
  "compatible",
  "scripted",
] as const;
export type ProviderName = (typeof PROVIDER_NAMES)[number];

/** Ways to tell a model how much to think. `llm/thinking.ts` has the request fields of each. */
export const THINKING_FORMS = [
  "effort",
  "switch",
  "keep",
  "preserved",
  "enable",
  "template",
  "reasoning",
  "split",
  "budget",
  "adaptive",
  "none",
] as const;
export type ThinkingForm = (typeof THINKING_FORMS)[number];

/** Names of the field for the output cap in Chat Completions. */
export const CAP_FIELDS = ["max_tokens", "max_completion_tokens"] as const;

/** OpenAI's two wire formats: Chat Completions and Responses. */
export const WIRE_FORMATS = ["chat", "responses"] as const;
export type WireFormat = (typeof WIRE_FORMATS)[number];

/** Settings of one model in a policy or an agent file. They override the catalog. */
export interface OwnModel {
  readonly window?: number | undefined;
  readonly maxOutputTokens?: number | undefined;
  readonly price?: Price | undefined;
  /** Longest wait for the next piece of an answer. */
  readonly idleMs?: number | undefined;
  /** Only for models that are asked in OpenAI's formats. */
  readonly wire?: WireFormat | undefined;
  /** Whether the model takes images. */
  readonly sees?: boolean | undefined;
  /** Whether each request contains the model's earlier reasoning. */
  readonly returnReasoning?: boolean | undefined;
  readonly capField?: (typeof CAP_FIELDS)[number] | undefined;
  readonly thinking?: { readonly form: ThinkingForm; readonly levels: readonly Thinking[] } | undefined;
  /** Additional fields of each request. */
  readonly parameters?: Readonly<Record<string, unknown>> | undefined;
}

export interface ChatRequest {
  readonly system: string;
  readonly tools: readonly ToolSpec[];
  /** Tools whose calls are understood although the request does not name them. */
  readonly understood?: readonly ToolSpec[] | undefined;
  readonly messages: readonly Message[];
  /** Key of the provider's prompt cache. Requests that begin alike have the same key, also in different sessions. */
  readonly cacheKey: string;
  /** Output cap when it is not the model's own: lowered by a limit of money or tokens, or raised. */
  readonly maxOutputTokens?: number | undefined;
}

export interface ChatReply {
  readonly message: AssistantMessage;
  /** Set when the answer was cut off at the output cap. */
  readonly isCut?: boolean;
  /** Set when the provider paused. It continues when it gets the message back. */
  readonly isPaused?: boolean;
  readonly usage: TokenUsage;
  readonly estimated?: readonly UsagePart[] | undefined;
  /** What the provider says that the request costs, in US dollars. */
  readonly costUsd?: number | undefined;
  /** Tokens of the conversation after this answer, where `usage` differs: the provider asked the model several times. */
  readonly contextTokens?: number | undefined;
}

/** Parts of a usage that are estimated because the provider did not count them. */
export type UsagePart = "prompt" | "answer";

export interface ChatOptions {
  readonly signal: AbortSignal;
  /** Longest wait for the next piece of the answer. */
  readonly idleMs?: number | undefined;
  /** Called for each piece of the answer while it streams. What was streamed is void when `chat` throws. */
  readonly onPart?: ((part: AnswerPart) => void) | undefined;
  /** An answer without words and a call without a name are slips of the model, which the caller answers. Left out: failed attempts. */
  readonly mayBeEmpty?: boolean | undefined;
}

/** How much a model reasons before it answers (Kimi CLI's thinking effort). Without it the provider's default applies. */
export const THINKING = ["off", "minimal", "low", "medium", "high", "xhigh", "max"] as const;
export type Thinking = (typeof THINKING)[number];

/** How a model calls tools: `native`, in the provider's own fields, or `xml`, in its text (Kilo's format), without `tool_use`. */
export const TOOL_SYNTAXES = ["native", "xml"] as const;
export type ToolSyntax = (typeof TOOL_SYNTAXES)[number];

/** What a model can do (Kimi CLI's capabilities). `always_thinking` comes with `thinking`, which then cannot be switched off. */
export type ModelFeature = "image_in" | "thinking" | "always_thinking" | "tool_use";

export interface ChatModel {
  /** `provider/id`, as the user wrote it. */
  readonly name: string;
  readonly window: number;
  /** Most tokens the model writes in one answer. */
  readonly maxOutputTokens: number;
  /** Cap of the next answer after reasoning used up `maxOutputTokens`. Left out when it cannot be higher. */
  readonly raisedOutputTokens?: number | undefined;
  readonly features: ReadonlySet<ModelFeature>;
  /** Estimated prompt tokens of a request, before it is sent. */
  readonly estimate: (request: ChatRequest) => number;
  /** The prices behind `costUsd`, for the record. */
  readonly prices?: Prices | undefined;
  /** The cost of a usage in US dollars; undefined when the price is not known. */
  readonly costUsd: (usage: TokenUsage) => number | undefined;
  /** Makes one attempt. Throws a `provider.*` error or the signal's reason, each with a `FailedCall` as its cause. */
  readonly chat: (request: ChatRequest, options: ChatOptions) => Promise<ChatReply>;
}

/** The `cause` of a failed attempt's error. */
export interface FailedCall extends Pick<ChatReply, "usage" | "estimated" | "costUsd"> {
  readonly kind: "attempt";
  /** Nothing of the answer came within the time limit. */
  readonly isSilent?: boolean | undefined;
  /** The attempt certainly costs nothing: it was refused before anything was streamed, or never reached the provider. */
  readonly isFree: boolean;
  /** What of the conversation was refused. The same request without it may be taken. */
  readonly refused?: PromptPart | undefined;
  /** The HTTP status of the refusal. */
  readonly status?: number | undefined;
  readonly retryAfterMs?: number | undefined;
}

export const NO_USAGE: TokenUsage = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0 };

export function addUsage(a: TokenUsage, b: TokenUsage): TokenUsage {
  return {
    input: a.input + b.input,
    cacheRead: a.cacheRead + b.cacheRead,
    cacheWrite: a.cacheWrite + b.cacheWrite,
    output: a.output + b.output,
  };
}

/** All tokens of a usage, cached ones included. */
export function totalTokens(usage: TokenUsage): number {
  return usage.input + usage.cacheRead + usage.cacheWrite + usage.output;
}

/** The facts about the attempt that failed with this error; undefined for errors from elsewhere. */
export function failedCallOf(error: unknown): FailedCall | undefined {
  const cause = member(error, "cause");
  return member(cause, "kind") === "attempt" ? (cause as FailedCall) : undefined;
}

export interface RetryNotice {
  /** The attempt that failed, from 1. */
  readonly attempt: number;
  /** Only in records of older versions. */
  readonly maxAttempts?: number | undefined;
  readonly waitMs: number;
  /** The part of the retry budget that is left in this outage, this wait included. */
  readonly patienceMs?: number | undefined;
  readonly reason: string;
  readonly status?: number | undefined;
}

/** Another model takes the place of one that did not answer, for the rest of the session. */
export interface ModelFallback {
  /** The first step of the other model. */
  readonly step: number;
  /** The subagent whose steps are counted; the main agent when left out. */
  readonly agentId?: string | undefined;
  /** `provider/id` of the first model. */
  readonly from: string;
  readonly model: string;
  /** The other model's context window, in tokens. */
  readonly window: number;
  readonly prices?: Prices | undefined;
  readonly reason: string;
}

/** `from step 7 on by openai/gpt-5`. */
export function fallbackWords({ step, agentId, model }: ModelFallback): string {
  return `from step ${step}${agentId === undefined ? "" : ` of ${agentId}`} on by ${model}`;
}

export type AfterFailure =
  | { readonly kind: "wait"; readonly notice: RetryNotice }
  | { readonly kind: "give_up"; readonly error: unknown };

/** Called at the beginning of each model call. The returned function decides what follows each failed attempt of that call. */
export type RetryBudget = () => (error: unknown) => AfterFailure;
