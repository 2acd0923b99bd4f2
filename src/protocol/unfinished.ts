/** What was unfinished when a process ended. A resume continues there. */

import type { Answer } from "./approval.ts";
import type { Arrival } from "./message.ts";
import type { TurnStop } from "./outcome.ts";
import type { HeldCall } from "./wire.ts";
import type { Mail, ToolOutcome } from "./result.ts";

/** Calls whose results are not in the context yet: those of the newest assistant message. */
export interface OpenCalls {
  /** Positions of the calls whose effects began. */
  readonly begun: ReadonlySet<number>;
  /** Results that were recorded, by position. */
  readonly results: ReadonlyMap<number, ToolOutcome>;
  /** The calls that were held, by position. */
  readonly held: ReadonlyMap<number, Pick<HeldCall, "digest" | "capabilities">>;
  /** People's answers by full digest. Each one is used once, with these calls. */
  readonly answers: ReadonlyMap<string, Answer>;
  /** Files that fast-apply wrote while the calls were planned, by the key of the request. */
  readonly applied: ReadonlyMap<string, string>;
}

interface OpenStep {
  /** Undefined when it was not taken yet. */
  readonly checkpoint: number | undefined;
  /** A resume has already subtracted this step from the count of steps. */
  readonly isDiscounted: boolean;
}

export interface Unfinished {
  /** A step without an answer. Its number is used again, and the context goes back to its checkpoint. */
  readonly step?: OpenStep | undefined;
  /** The text of a prompt that is not in the context yet, because a hook was judging it. */
  readonly words?: string | undefined;
  /** A checkpoint before a message that is not in the context yet. */
  readonly mark?: number | undefined;
  /** What was unfinished when an interrupted compaction began. A resume continues there. */
  readonly before?: Unfinished | undefined;
  /** The newest answer ended at the output cap. */
  readonly isCut?: boolean | undefined;
  readonly isPaused?: boolean | undefined;
  /** Token count of an answer, when the answer is in the context but its count is not. */
  readonly tokens?: number | undefined;
  readonly calls?: OpenCalls | undefined;
  /** An accepted mail that was not delivered, or only in part. */
  readonly mail?: { readonly mail: Mail; readonly isSent: boolean } | undefined;
  /** The results of calls are in the context, but the reasons to stop after it were not checked. */
  readonly isAnswered?: boolean | undefined;
  /** Messages from outside that are not in the context yet. */
  readonly arrived?: readonly Arrival[] | undefined;
  /** The text with which the turn ended, when the checks and hooks after it did not end. */
  readonly ended?: string | undefined;
  /** A flow moved to a node, but the node's prompt is not in the context yet. */
  readonly isMoved?: boolean | undefined;
  /** How the prompt ended, when the end of the run was not recorded. */
  readonly over?: Extract<TurnStop, { stop: "end_turn" | "rejected" | "stuck" }> | undefined;
}
