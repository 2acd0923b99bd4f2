/** The model as the engine knows it (Kimi CLI's `kosong.step`). One adapter per wire format lives in `llm/`. */

import { member } from "../base/member.ts";
import type { AnswerPart, AssistantMessage, Message } from "./message.ts";

export type JsonSchema = Readonly<Record<string, unknown>>;

/** A tool as requests describe it. */
export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  /** JSON Schema (draft 7 subset) of the arguments object. */
  readonly parameters: JsonSchema;
}

/** Tokens of one call. `input` leaves out tokens read from or written to the provider's cache; the three inputs add up to the prompt. */
export interface TokenUsage {
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly output: number;
}

/** US dollars per million tokens. */
export interface Price {
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly output: number;
}

/** What a usage costs. */
export interface Prices {
  readonly price: Price;
  /** Another price for prompts over `over` tokens; all of the prompt is charged at it. */
  readonly longPrompt?: { readonly over: number; readonly price: Price } | undefined;
}

/** The providers that a model's name can begin with. `llm/providers.ts` says how each is reached. */
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

/** How a request says how much the model thinks; `llm/thinking.ts` has the fields of each. */
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

/** Names of the output cap in Chat Completions. */
export const CAP_FIELDS = ["max_tokens", "max_completion_tokens"] as const;

/** OpenAI's two wire formats: Chat Completions and Responses. */
export const WIRE_FORMATS = ["chat", "responses"] as const;
export type WireFormat = (typeof WIRE_FORMATS)[number];

/** What a policy or an agent file says of one model; it takes the place of what is known of it. */
export interface OwnModel {
  readonly window?: number | undefined;
  readonly maxOutputTokens?: number | undefined;
  readonly price?: Price | undefined;
  /** Longest wait for the next piece of an answer. */
  readonly idleMs?: number | undefined;
  /** Of models that are asked in OpenAI's formats. */
  readonly wire?: WireFormat | undefined;
  /** Takes images. */
  readonly sees?: boolean | undefined;
  /** Gets its earlier reasoning back with each request. */
  readonly returnReasoning?: boolean | undefined;
  readonly capField?: (typeof CAP_FIELDS)[number] | undefined;
  readonly thinking?: { readonly form: ThinkingForm; readonly levels: readonly Thinking[] } | undefined;
  /** Further fields of each request. */
  readonly parameters?: Readonly<Record<string, unknown>> | undefined;
}

export interface ChatRequest {
  readonly system: string;
  readonly tools: readonly ToolSpec[];
  /** Tools that the request does not name but whose calls are understood. */
  readonly understood?: readonly ToolSpec[] | undefined;
  readonly messages: readonly Message[];
  /** The same for requests that begin alike, in any session; providers with a cache key take it as such. */
  readonly cacheKey: string;
  /** Cap of this answer, where it is not the model's own: a limit of money or tokens allows less, or it is raised. */
  readonly maxOutputTokens?: number | undefined;
}

export interface ChatReply {
  readonly message: AssistantMessage;
  /** Set when the answer was cut off at the output cap. */
  readonly isCut?: boolean;
  /** Set when the provider paused: it goes on when it gets the message back. */
  readonly isPaused?: boolean;
  readonly usage: TokenUsage;
  readonly estimated?: readonly UsagePart[] | undefined;
  /** What the provider says that it costs, in US dollars. */
  readonly costUsd?: number | undefined;
  /** Tokens of the conversation after this answer, where a record says that they differ from `usage`. */
  readonly contextTokens?: number | undefined;
}

/** Parts of a usage that the provider did not count, and that are estimated instead. */
export type UsagePart = "prompt" | "answer";

export interface ChatOptions {
  readonly signal: AbortSignal;
  /** Longest wait for the next piece of the answer. */
  readonly idleMs?: number | undefined;
  /** Called for each piece of the answer while it streams. What was streamed is void when `chat` throws. */
  readonly onPart?: ((part: AnswerPart) => void) | undefined;
}

/** How much a model reasons before it answers (Kimi CLI's thinking effort). Without it the provider's default applies. */
export const THINKING = ["off", "minimal", "low", "medium", "high", "xhigh", "max"] as const;
export type Thinking = (typeof THINKING)[number];

/** How a model calls tools: in the provider's own fields, or as XML in its text (Kilo's format), for models without `tool_use`. */
export const TOOL_SYNTAXES = ["native", "xml"] as const;
export type ToolSyntax = (typeof TOOL_SYNTAXES)[number];

/** What a model can do (Kimi CLI's capabilities). `always_thinking` comes with `thinking`: it cannot be switched off. */
export type ModelFeature = "image_in" | "thinking" | "always_thinking" | "tool_use";

export interface ChatModel {
  /** `provider/id`, as the user wrote it. */
  readonly name: string;
  readonly window: number;
  /** Most tokens the model writes in one answer. */
  readonly maxOutputTokens: number;
  /** The same where reasoning took all of that. Left out where it cannot be more. */
  readonly raisedOutputTokens?: number | undefined;
  readonly features: ReadonlySet<ModelFeature>;
  /** Estimated prompt tokens of a request, before it is sent. */
  readonly estimate: (request: ChatRequest) => number;
  /** What `costUsd` reckons with, for the record. */
  readonly prices?: Prices | undefined;
  /** US dollars of a usage; undefined when the price is not known. */
  readonly costUsd: (usage: TokenUsage) => number | undefined;
  /**
   * One attempt: one request to the model. Throws a `RunnerError` with a `provider.*` code, or with the code and the words of the
   * signal's reason; the cause of either is a `FailedCall`.
   */
  readonly chat: (request: ChatRequest, options: ChatOptions) => Promise<ChatReply>;
}

/** The `cause` of a failed attempt's error. */
export interface FailedCall extends Pick<ChatReply, "usage" | "estimated" | "costUsd"> {
  readonly kind: "attempt";
  /** Nothing of the answer came before the time for it was over. */
  readonly isSilent?: boolean | undefined;
  /** The request was refused before anything was streamed, or never reached the provider: it surely costs nothing. */
  readonly isFree: boolean;
  /** The HTTP status that refused it. */
  readonly status?: number | undefined;
  /** The wait that the provider asked for. */
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

/** What is known of the attempt that ended with this error; undefined for an error from elsewhere. */
export function failedCallOf(error: unknown): FailedCall | undefined {
  const cause = member(error, "cause");
  return member(cause, "kind") === "attempt" ? (cause as FailedCall) : undefined;
}

export interface RetryNotice {
  /** The attempt that failed, from 1. */
  readonly attempt: number;
  /** Only in records of versions that counted attempts. */
  readonly maxAttempts?: number | undefined;
  readonly waitMs: number;
  /** How much longer the outage is waited for, this wait included. */
  readonly patienceMs?: number | undefined;
  readonly reason: string;
  readonly status?: number | undefined;
}

/** Patience with one model ended, and another one takes its place for the rest of the session. */
export interface ModelFallback {
  /** The first step that the other model is asked for. */
  readonly step: number;
  /** The subagent whose steps are counted; the main agent when left out. */
  readonly agentId?: string | undefined;
  /** `provider/id` of both. */
  readonly from: string;
  readonly model: string;
  /** Tokens of the other model's context window. */
  readonly window: number;
  /** What the other model is charged at. */
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

/** Begins one call of the model. The function that it returns is told of every failed attempt of the call. */
export type Patience = () => (error: unknown) => AfterFailure;
