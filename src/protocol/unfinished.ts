/** What a process left behind when it ended in the middle of something: where a resume takes it up. */

import type { Answer } from "./approval.ts";
import type { Arrival } from "./arrival.ts";
import type { TurnStop } from "./outcome.ts";
import type { Mail, ToolOutcome } from "./result.ts";

/** A batch whose results are not in the context yet; its calls are those of the newest assistant message. */
export interface OpenBatch {
  /** Positions of the calls whose effect began. */
  readonly begun: ReadonlySet<number>;
  /** Results that were recorded, by position. */
  readonly results: ReadonlyMap<number, ToolOutcome>;
  /** Digests of the calls that were held, by position. */
  readonly digests: ReadonlyMap<number, string>;
  /** Answers by full digest; each is used once, with this batch. */
  readonly answers: ReadonlyMap<string, Answer>;
}

interface OpenStep {
  /** Undefined when it was not taken yet. */
  readonly checkpoint: number | undefined;
  /** A resume took it off the count already. */
  readonly isDiscounted: boolean;
}

export interface Unfinished {
  /** A step was begun and not answered: its number is used again, and the context goes back to before its checkpoint. */
  readonly step?: OpenStep | undefined;
  /** Words of a prompt that are not in the context yet: a hook was being asked about them. */
  readonly words?: string | undefined;
  /** A checkpoint for words that are not in the context yet. */
  readonly mark?: number | undefined;
  /** What was under way when a compaction began that has not come to its end: a process that takes it up begins there. */
  readonly before?: Unfinished | undefined;
  /** The newest answer ended at the output cap. */
  readonly isCut?: boolean | undefined;
  /** An answer is in the context, and its token count is not. */
  readonly tokens?: number | undefined;
  readonly batch?: OpenBatch | undefined;
  /** An accepted mail that was not delivered, or only in part. */
  readonly mail?: { readonly mail: Mail; readonly isSent: boolean } | undefined;
  /** The results of a batch are in the context, and what follows from them is still to come. */
  readonly isAnswered?: boolean | undefined;
  /** Told by others between two steps, and not in the context yet. */
  readonly arrived?: readonly Arrival[] | undefined;
  /** The turn had come to its end with this text; what follows from that had not. */
  readonly ended?: string | undefined;
  /** A flow moved to a node, and that node's words are not in the context yet. */
  readonly isMoved?: boolean | undefined;
  /** The whole prompt had come to its end; that of the run was not recorded. */
  readonly over?: Extract<TurnStop, { stop: "end_turn" | "rejected" | "stuck" }> | undefined;
}
