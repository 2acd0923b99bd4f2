/** Token estimates by tokenx, which is within a third of real tokenizers. They depend on the request alone. */

import { estimateTokenCount } from "tokenx";
import { imagesOf, type Block, type Message } from "../protocol/message.ts";
import type { ChatModel, ChatRequest } from "../protocol/model.ts";

/** Tokens of the role, separators and ids around each message. */
const TOKENS_PER_MESSAGE = 4;

/** Tokens of a screenshot at Anthropic. Other providers charge about as much, and at least a third. */
const TOKENS_PER_IMAGE = 1_500;

export function estimateMessage(message: Message): number {
  const text = message.role === "assistant" ? message.blocks.flatMap(textsOf).join("\n") : message.content;
  return TOKENS_PER_MESSAGE + estimateTokenCount(text) + imagesOf(message).length * TOKENS_PER_IMAGE;
}

/** The texts of a block that count. Extras do not count, because they repeat what the provider counts already in another form. */
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

export function estimateText(text: string): number {
  return text === "" ? 0 : TOKENS_PER_MESSAGE + estimateTokenCount(text);
}

/** Creates an estimator that remembers messages by identity and other parts by their text: 6 KB take about 1 ms. */
export function createEstimator(): (request: ChatRequest) => number {
  const ofMessages = new WeakMap<Message, number>();
  const ofTexts = new Map<string, number>();
  const messageTokens = (message: Message): number => {
    const tokens = ofMessages.get(message) ?? estimateMessage(message);
    ofMessages.set(message, tokens);
    return tokens;
  };
  const textTokens = (text: string): number => {
    const tokens = ofTexts.get(text) ?? estimateTokenCount(text);
    ofTexts.set(text, tokens);
    return tokens;
  };
  return ({ system, tools, messages }) =>
    textTokens(system) +
    tools.reduce((sum, tool) => sum + textTokens(JSON.stringify(tool)), 0) +
    messages.reduce((sum, message) => sum + messageTokens(message), 0);
}

/** Tokens left free between prompt and answer, so that a low estimate does not overflow the window. */
const RESERVE_TOKENS = 1024;

interface OutputCapOptions extends Pick<ChatModel, "window" | "maxOutputTokens" | "raisedOutputTokens"> {
  readonly promptTokens: number;
  /** The request's own cap: lowered by a limit of money or tokens, or raised. */
  readonly limit?: number | undefined;
}

/** The output cap of one call, at least 1. If the window is full, the provider decides whether the prompt overflows. */
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
