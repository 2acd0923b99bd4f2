/**
 * Chooses old tool outputs that can be removed. Pruning costs nothing and loses only text that can be read again, so it comes
 * before a paid summary. Pure.
 */

import type { Message } from "../../protocol/message.ts";
import type { ChatModel } from "../../protocol/model.ts";
import { PRUNED_RESULT } from "./compaction-prompt.ts";
import { countedMessages, estimateMessages } from "./context-size.ts";

/** Newest outputs that stay, because the model works with them. Kilo's number. */
const PROTECTED_TOKENS = 40_000;
/** Their largest share of the window. Without it, a small window would be protected as a whole. */
const MAX_PROTECTED_SHARE = 0.25;
/** The least gain of pruning, which invalidates the provider's cache for the whole context. Kilo's number. */
const MIN_GAIN_TOKENS = 20_000;
/** The least gain as a share of a small window. */
const MIN_GAIN_SHARE = 0.1;

export interface Pruning {
  /** Positions of the tool messages that can be removed, ascending. */
  readonly positions: readonly number[];
  /** Estimated tokens that pruning frees, uncalibrated. */
  readonly gained: number;
  /** The part of `gained` that the provider has counted. */
  readonly gainedOfCounted: number;
}

export const NO_PRUNING: Pruning = { positions: [], gained: 0, gainedOfCounted: 0 };

export interface PruneOptions {
  readonly model: Pick<ChatModel, "estimate" | "window">;
  /** How often in a row the provider refused the request as too large. Each time fewer outputs are protected. */
  readonly overflows: number;
}

/** Chooses the outputs to prune. Results that the model has not seen stay, unless the provider refused the request. */
export function findPrunable(messages: readonly Message[], { model, overflows }: PruneOptions): Pruning {
  const counted = countedMessages(messages);
  const end = overflows > 0 ? messages.length : counted;
  const room = Math.min(PROTECTED_TOKENS, model.window * MAX_PROTECTED_SHARE) / Math.max(1, 2 ** (overflows - 1));
  const positions: number[] = [];
  let newest = 0;
  let gained = 0;
  let gainedOfCounted = 0;
  for (let at = messages.length - 1; at >= 0; at -= 1) {
    const message = messages[at];
    if (message?.role !== "tool") continue;
    const tokens = estimateMessages(model, [message]);
    newest += tokens;
    if (newest <= room || at >= end || message.content.length <= PRUNED_RESULT.length) continue;
    const gain = Math.max(0, tokens - estimateMessages(model, [{ ...message, content: PRUNED_RESULT }]));
    positions.push(at);
    gained += gain;
    if (at < counted) gainedOfCounted += gain;
  }
  return { positions: positions.toReversed(), gained, gainedOfCounted };
}

/** Whether pruning gains enough to justify a changed prefix. */
export function isWorthwhile({ gained }: Pruning, window: number): boolean {
  return gained >= Math.min(MIN_GAIN_TOKENS, window * MIN_GAIN_SHARE);
}
