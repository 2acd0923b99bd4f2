/**
 * Local token estimates, for budgets before a call and for usage a provider did not report. tokenx is 2.4 KB and within
 * a third of the real tokenizers; nothing here calls out. Estimates are a pure function of the request, so a resumed
 * session sends the same output cap as the first run did.
 */

import { estimateTokenCount } from "tokenx";
import type { Message } from "../protocol/message.ts";
import type { ChatRequest } from "../protocol/model.ts";

/** Role, separators and ids around each message cost a provider about this many tokens. */
const TOKENS_PER_MESSAGE = 4;

/** What a screenshot costs at Anthropic and about what it costs elsewhere; nobody charges less than a third of it for one. */
const TOKENS_PER_IMAGE = 1_500;

/** Estimated tokens of one message, reasoning and images included. */
export function estimateMessage(message: Message): number {
  const text =
    message.role === "assistant"
      ? [
          ...message.content.map((part) => part.text),
          ...message.toolCalls.flatMap((call) => [call.name, call.arguments]),
        ].join("\n")
      : message.content;
  const images = message.role === "user" ? (message.images ?? []).length : 0;
  return TOKENS_PER_MESSAGE + estimateTokenCount(text) + images * TOKENS_PER_IMAGE;
}

/** Builds an estimator of whole requests. It remembers messages by identity: a session only grows, so a step costs its new messages. */
export function createEstimator(): (request: ChatRequest) => number {
  const known = new WeakMap<object, number>();
  const remember = <T extends object>(key: T, count: (key: T) => number): number => {
    const seen = known.get(key);
    if (seen !== undefined) return seen;
    const tokens = count(key);
    known.set(key, tokens);
    return tokens;
  };
  return ({ system, tools, messages }) =>
    estimateTokenCount(system) +
    tools.reduce((sum, tool) => sum + remember(tool, (spec) => estimateTokenCount(JSON.stringify(spec))), 0) +
    messages.reduce((sum, message) => sum + remember(message, estimateMessage), 0);
}

/** Left free between prompt and answer, so that an estimate that is a little low does not overflow the window. */
const RESERVE_TOKENS = 1024;

export interface OutputCapOptions {
  readonly window: number;
  readonly maxOutputTokens: number;
  readonly promptTokens: number;
  /** From the request, when a money or token limit is smaller. */
  readonly limit?: number | undefined;
}

/**
 * Output cap of one call: the model's own, what the window leaves, and the caller's limit, whichever is least. Never under
 * 1; below the reserve the provider itself decides whether the prompt overflows.
 */
export function outputCap({ window, maxOutputTokens, promptTokens, limit }: OutputCapOptions): number {
  const room = Math.max(RESERVE_TOKENS, window - promptTokens - RESERVE_TOKENS);
  return Math.max(1, Math.floor(Math.min(maxOutputTokens, room, limit ?? Infinity)));
}

/** A token count from outside: a non-negative whole number, else undefined. Negative, fractional and infinite counts have been seen. */
export function readCount(value: unknown): number | undefined {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}
