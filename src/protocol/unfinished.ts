/** What a process left unfinished when it ended. A resume continues there. */

import type { Answer } from "./approval.ts";
import type { Arrival } from "./message.ts";
import type { TurnStop } from "./outcome.ts";
import type { HeldCall } from "./wire.ts";
import type { Mail, ToolOutcome } from "./result.ts";

/** A batch whose results are not in the context yet; its calls are those of the newest assistant message. */
export interface OpenBatch {
  /** Positions of the calls whose effects began. */
  readonly begun: ReadonlySet<number>;
  /** Results that were recorded, by position. */
  readonly results: ReadonlyMap<number, ToolOutcome>;
  /** The calls that were held, by position. */
  readonly held: ReadonlyMap<number, Pick<HeldCall, "digest" | "capabilities">>;
  /** Answers by full digest; each is used once, with this batch. */
  readonly answers: ReadonlyMap<string, Answer>;
  /** Files that a model wrote while the calls were planned, by the key of what it was asked. */
  readonly applied: ReadonlyMap<string, string>;
}

interface OpenStep {
  /** Undefined when it was not taken yet. */
  readonly checkpoint: number | undefined;
  /** A resume has subtracted it from the count of steps. */
  readonly isDiscounted: boolean;
}

export interface Unfinished {
  /** A step without an answer. Its number is used again, and the context goes back to before its checkpoint. */
  readonly step?: OpenStep | undefined;
  /** Words of a prompt that are not in the context yet, because a hook was judging them. */
  readonly words?: string | undefined;
  /** A checkpoint for words that are not in the context yet. */
  readonly mark?: number | undefined;
  /** What was unfinished when a compaction began that did not end. A resume continues there. */
  readonly before?: Unfinished | undefined;
  /** The newest answer ended at the output cap. */
  readonly isCut?: boolean | undefined;
  readonly isPaused?: boolean | undefined;
  /** Token count of an answer that is in the context without it. */
  readonly tokens?: number | undefined;
  readonly batch?: OpenBatch | undefined;
  /** An accepted mail that was not or only partly delivered. */
  readonly mail?: { readonly mail: Mail; readonly isSent: boolean } | undefined;
  /** The results of a batch are in the context, and the stops after it were not checked. */
  readonly isAnswered?: boolean | undefined;
  /** Messages from outside that are not in the context yet. */
  readonly arrived?: readonly Arrival[] | undefined;
  /** The turn ended with this text, and the checks and hooks after it did not. */
  readonly ended?: string | undefined;
  /** A flow moved to a node whose prompt is not in the context yet. */
  readonly isMoved?: boolean | undefined;
  /** The prompt ended, and the end of the run was not recorded. */
  readonly over?: Extract<TurnStop, { stop: "end_turn" | "rejected" | "stuck" }> | undefined;
}
