/**
 * Which old tool outputs can go. Costs nothing and loses only what can be read again, so it comes before a summary is paid
 * for. Decides; records nothing.
 */

import type { Message } from "../../protocol/message.ts";
import type { ChatModel } from "../../protocol/model.ts";
import { PRUNED_RESULT } from "./compaction-prompt.ts";
import { countedMessages, estimateMessages } from "./context-size.ts";

/** The newest outputs are what the model works with; as many tokens of them as Kilo keeps. */
const PROTECTED_TOKENS = 40_000;
/** A quarter of the window at most, or a small window would protect all of itself. */
const MAX_PROTECTED_SHARE = 0.25;
/** Pruning breaks the provider's cache for the whole context; less than this is not worth that. Kilo's number. */
const MIN_GAIN_TOKENS = 20_000;
/** The same for small windows. */
const MIN_GAIN_SHARE = 0.1;

export interface Pruning {
  /** Positions of the tool messages that can go, ascending. */
  readonly positions: readonly number[];
  /** Estimated tokens this frees, uncalibrated. */
  readonly gained: number;
  /** Those of them that the provider's count holds. */
  readonly gainedOfCounted: number;
}

export interface PruneOptions {
  readonly model: Pick<ChatModel, "estimate" | "window">;
  /** How often in a row the provider said that the request is too large; each time less is protected. */
  readonly overflows: number;
}

/** What to prune. Results that the model has not seen yet are left alone, unless the provider refused the request. */
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

/** Whether pruning alone is worth a changed prefix. */
export function isWorthwhile({ gained }: Pruning, window: number): boolean {
  return gained >= Math.min(MIN_GAIN_TOKENS, window * MIN_GAIN_SHARE);
}
