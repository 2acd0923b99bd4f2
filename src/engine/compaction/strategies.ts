/** The ways to make room in a full context. An agent file can name one. A person's `/compact` always makes a summary. */

import { counted } from "../../base/words.ts";
import type { CompactionName } from "../../protocol/context.ts";

interface Strategy {
  /** Old tool results are removed first, where that gains enough. */
  readonly prunes: boolean;
  /** What replaces the earlier messages. Left out: they stay. */
  readonly writes?: "summary" | "note";
}

export const STRATEGIES: Readonly<Record<CompactionName, Strategy>> = {
  summary: { prunes: true, writes: "summary" },
  /** Costs nothing. When no result is left to remove, the provider's refusal ends the run. */
  "drop-results": { prunes: true },
  /** Kilo's sliding window: costs nothing and never fails, but the model must find out again what it knew. */
  "drop-oldest": { prunes: false, writes: "note" },
  /** For agents whose requests must all begin alike. */
  none: { prunes: false },
};

/** The text in place of a summary. */
export function droppedNote(messages: number): string {
  const dropped = counted(messages, "message was", "messages were");
  return `No summary was made: ${dropped} dropped. Look again at what you need of it.`;
}
