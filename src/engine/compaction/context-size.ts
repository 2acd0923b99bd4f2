/** How full the model's window is: the provider's count plus an estimate of the messages after it. It has no state. */

import type { Message } from "../../protocol/message.ts";
import type { ChatModel } from "../../protocol/model.ts";
import type { Turn } from "../../protocol/turn.ts";
import { requestOf } from "../state/request.ts";

/** Share of the window at which a compaction starts, because answers get worse before the window is full. Kimi's default. */
const FULL_SHARE = 0.85;
/** Tokens kept free for the answer and the results of its calls. Kimi's default. */
const RESERVE_TOKENS = 50_000;
/** The reserve's largest share of the window. With 50,000 of 64,000 tokens reserved, every second step would compact. */
const MAX_RESERVE_SHARE = 0.25;

/** Tokens at which a context is too full for one more step. */
export function fullAt(window: number): number {
  return Math.min(window * FULL_SHARE, window - Math.min(RESERVE_TOKENS, window * MAX_RESERVE_SHARE));
}

export interface ContextSize {
  readonly tokens: number;
  /** Provider's tokens per estimated token. */
  readonly calibration: number;
}

/** Estimates are normally within a third. A larger factor comes from something else than text, such as hidden reasoning. */
const MAX_CALIBRATION = 2;

/** Tokens of the context. The provider counted everything up to the newest answer. */
export function contextSize(turn: Turn): ContextSize {
  const { model, context } = turn;
  const request = requestOf(turn);
  // There is no count before the first answer and after a compaction. If the estimate is too low, the provider refuses the request.
  if (context.tokens === 0) return { tokens: model.estimate(request), calibration: 1 };
  const counted = countedMessages(context.messages);
  const estimated = model.estimate({ ...request, messages: request.messages.slice(0, counted) });
  const calibration = Math.min(MAX_CALIBRATION, Math.max(1, context.tokens / estimated));
  const pending = estimateMessages(model, request.messages.slice(counted));
  return { tokens: context.tokens + Math.ceil(pending * calibration), calibration };
}

/** Estimated tokens of messages alone. */
export function estimateMessages(model: Pick<ChatModel, "estimate">, messages: readonly Message[]): number {
  return messages.length === 0 ? 0 : model.estimate({ system: "", tools: [], messages, cacheKey: "" });
}

/** How many messages the provider has counted: all up to its newest answer. */
export function countedMessages(messages: readonly Message[]): number {
  return messages.findLastIndex(({ role }) => role === "assistant") + 1;
}
