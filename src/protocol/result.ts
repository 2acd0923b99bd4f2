/** The outcome of a tool call, as it is recorded and as the engine acts on it, and the events of a call. */

import type { Capability, Decision, RefusedPart } from "./approval.ts";
import type { ImagePart } from "./message.ts";

/** A message to an earlier self (Kimi CLI's D-Mail): the context goes back to a checkpoint, and only this message stays. */
export interface Mail {
  readonly checkpoint: number;
  readonly message: string;
  /** The workspace goes back as well. */
  readonly restoreFiles: boolean;
}

export interface ToolOutcome {
  readonly text: string;
  /** Pictures that belong to the text. */
  readonly images?: readonly ImagePart[] | undefined;
  readonly isError?: boolean;
  /** The model's own fault (bad arguments, a diff that does not apply): counts towards `limits.mistakes`. */
  readonly isMistake?: boolean;
  /** Set by `attempt_completion`: the turn ends with this text. */
  readonly completion?: string;
  /** Set by `condense`: what a compaction after the step must keep. */
  readonly condense?: string;
  /** Set by `send_dmail`; delivered after the batch, unless a call in it was rejected. */
  readonly mail?: Mail;
}

/** What was decided about the calls of one message, and how each ended. */
export type CallEvent =
  | {
      readonly type: "call.judged";
      readonly callId: string;
      readonly tool: string;
      readonly summary: string;
      readonly capabilities: readonly Capability[];
      readonly decision: Decision;
      /** Parts that the policy rejected; the call runs without them. */
      readonly refused?: readonly RefusedPart[] | undefined;
    }
  /** The call could not be planned, so that nothing was decided about it. `result` is what the model reads, without notes. */
  | {
      readonly type: "call.failed";
      readonly callId: string;
      readonly tool: string;
      readonly index: number;
      readonly result: ToolOutcome;
    }
  /** Intent: written and synced before the effect. */
  | { readonly type: "tool.begin"; readonly callId: string; readonly tool: string; readonly index: number }
  | {
      readonly type: "tool.end";
      readonly callId: string;
      readonly tool: string;
      readonly index: number;
      readonly isError: boolean;
      readonly durationMs: number;
      readonly blob?: string | undefined;
      /** The tool's bounded answer, without the notes that the model reads with it. */
      readonly result: ToolOutcome;
    }
  | { readonly type: "repetition.notice"; readonly tool: string; readonly count: number };
