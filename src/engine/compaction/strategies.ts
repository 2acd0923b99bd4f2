/** The ways to make room in a full context, one row each. An agent file names the one of its agent; a person's `/compact` is a summary in each. */

import { counted } from "../../base/words.ts";
import type { CompactionName } from "../../protocol/context.ts";

interface Strategy {
  /** Old tool results are removed first, where that gains enough. */
  readonly prunes: boolean;
  /** What takes the place of the earlier messages; nothing, where they stay. */
  readonly writes?: "summary" | "note";
}

export const STRATEGIES: Readonly<Record<CompactionName, Strategy>> = {
  summary: { prunes: true, writes: "summary" },
  /** Costs nothing. When no result is left to remove, the provider's refusal ends the run. */
  "drop-results": { prunes: true },
  /** Kilo's sliding window: costs nothing and never fails, but what was found out is found out again. */
  "drop-oldest": { prunes: false, writes: "note" },
  /** For agents whose every request must begin like the one before. */
  none: { prunes: false },
};

/** Stands where a summary would. */
export function droppedNote(messages: number): string {
  const dropped = counted(messages, "message was", "messages were");
  return `No summary was made: ${dropped} dropped. Look again at what you need of it.`;
}
