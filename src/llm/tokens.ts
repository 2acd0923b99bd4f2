/**
 * Local token estimates, for budgets before a call and for usage that a provider did not report. tokenx has 2.4 KB and is within a
 * third of real tokenizers. Estimates are a pure function of the request, so a resumed session sends the same output cap.
 */

import { estimateTokenCount } from "tokenx";
import { imagesOf, type Block, type Message } from "../protocol/message.ts";
import type { ChatRequest } from "../protocol/model.ts";

/** Tokens of the role, separators and ids around each message. */
const TOKENS_PER_MESSAGE = 4;

/** Tokens of a screenshot at Anthropic. Other providers charge about as much, and at least a third. */
const TOKENS_PER_IMAGE = 1_500;

/** Estimated tokens of one message, reasoning and images included. */
export function estimateMessage(message: Message): number {
  const text = message.role === "assistant" ? message.blocks.flatMap(textsOf).join("\n") : message.content;
  return TOKENS_PER_MESSAGE + estimateTokenCount(text) + imagesOf(message).length * TOKENS_PER_IMAGE;
}

/** What counts of a block. Extras do not: they are another form of what the provider counts already. */
function textsOf(block: Block): readonly string[] {
  switch (block.type) {
    case "text":
    case "think":
      return [block.text];
    case "call":
      return [block.name, block.arguments];
    case "opaque":
      return [block.json];
  }
}

/** Estimated tokens of what a model wrote. */
export function estimateText(text: string): number {
  return text === "" ? 0 : TOKENS_PER_MESSAGE + estimateTokenCount(text);
}

/**
 * Builds an estimator of requests. It remembers messages and tools by identity, and the newest system prompt, so that a step estimates
 * only its new messages.
 */
export function createEstimator(): (request: ChatRequest) => number {
  const known = new WeakMap<object, number>();
  let newest = { system: "", tokens: 0 };
  const systemTokens = (system: string): number => {
    if (newest.system !== system) newest = { system, tokens: estimateTokenCount(system) };
    return newest.tokens;
  };
  const remember = <T extends object>(key: T, count: (key: T) => number): number => {
    const seen = known.get(key);
    if (seen !== undefined) return seen;
    const tokens = count(key);
    known.set(key, tokens);
    return tokens;
  };
  return ({ system, tools, messages }) =>
    systemTokens(system) +
    tools.reduce((sum, tool) => sum + remember(tool, (spec) => estimateTokenCount(JSON.stringify(spec))), 0) +
    messages.reduce((sum, message) => sum + remember(message, estimateMessage), 0);
}

/** Tokens left free between prompt and answer, so that a low estimate does not overflow the window. */
const RESERVE_TOKENS = 1024;

export interface OutputCapOptions {
  readonly window: number;
  readonly maxOutputTokens: number;
  readonly raisedOutputTokens?: number | undefined;
  readonly promptTokens: number;
  /** The cap of the request: set by a money or token limit, or raised. */
  readonly limit?: number | undefined;
}

/**
 * Output cap of one call: the least of the model's cap, the window's rest and the caller's limit. At least 1; when the window is
 * full, the provider decides whether the prompt overflows.
 */
export function outputCap({
  window,
  maxOutputTokens,
  raisedOutputTokens = maxOutputTokens,
  promptTokens,
  limit = maxOutputTokens,
}: OutputCapOptions): number {
  const room = Math.max(RESERVE_TOKENS, window - promptTokens - RESERVE_TOKENS);
  return Math.max(1, Math.floor(Math.min(Math.max(maxOutputTokens, raisedOutputTokens), room, limit)));
}

/** A provider's token count; undefined unless it is a non-negative whole number. Negative, fractional and infinite counts have been seen. */
export function readCount(value: unknown): number | undefined {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}
