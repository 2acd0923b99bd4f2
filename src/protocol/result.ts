/** The outcome of a tool call, as it is recorded and as the engine acts on it, and the events of a call. */

import type { Capability, Decision, GitHubNeed, RefusedPart } from "./approval.ts";
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

/** What the model asks to be done on GitHub. Publishing does it, by the policy and within its limits. */
export type GitHubOutput =
  | { readonly action: "label"; readonly number: number; readonly labels: readonly string[] }
  | { readonly action: "assign"; readonly number: number; readonly logins: readonly string[] }
  | {
      readonly action: "issue";
      readonly title: string;
      readonly body: string;
      readonly labels: readonly string[];
    }
  | { readonly action: "comment"; readonly number: number; readonly body: string }
  | { readonly action: "close"; readonly number: number; readonly reason: "completed" | "not_planned" };

/** What counts towards the limit of its kind: each label and login, else the call. */
export function countOf(output: GitHubOutput): number {
  if (output.action === "label") return output.labels.length;
  return output.action === "assign" ? output.logins.length : 1;
}

/** What it needs of the policy; `thread` is the run's own. */
export function outputNeeds(output: GitHubOutput, thread: number | undefined): readonly GitHubNeed[] {
  const kind = "github";
  if (output.action === "issue") {
    const labels = output.labels.map((name): GitHubNeed => ({ kind, action: "label", name, isElsewhere: true }));
    return [{ kind, action: "issue" }, ...labels];
  }
  const { action, number } = output;
  const there = number === thread ? {} : ({ isElsewhere: true } as const);
  switch (action) {
    case "label":
      return output.labels.map((name) => ({ kind, action, name, ...there }));
    case "assign":
      return output.logins.map((name) => ({ kind, action, name, ...there }));
    case "comment":
    case "close":
      return [{ kind, action, ...there }];
  }
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
  | { readonly type: "output.asked"; readonly output: GitHubOutput }
  | { readonly type: "repetition.notice"; readonly tool: string; readonly count: number };
