/** The messages between the process of a batch and that of a task: one request on standard input, then lines on standard output. */

import type { LocalAnswers } from "../../run/local-answers.ts";
import type { RunSettings } from "../../run/open/request.ts";
import type { Outcome } from "../../protocol/outcome.ts";

/** One JSON line. Standard input stays open after it; its end stops the task, whose work is saved, so that no task outlives a killed batch. */
export type TaskRequest = { readonly settings: RunSettings; readonly bundleDir: string } & (
  | {
      readonly kind: "start";
      readonly prompt: string;
      readonly checks: readonly string[];
      readonly sessionId: string;
      /** The commit whose policy and instructions hold. */
      readonly trusted: string;
      /** Digest of the plan's policy, which the session gets too. Under another policy the task is refused. */
      readonly policyDigest: string;
    }
  | {
      readonly kind: "resume";
      readonly answers: LocalAnswers;
      /** The folder of the workspace now; undefined where it is still the session's. */
      readonly cwd?: string | undefined;
    }
);

/** A step began. `costUsd`: cost of the session so far. */
export interface StepMessage {
  readonly type: "step";
  readonly step: number;
  readonly costUsd: number;
}

export type TaskMessage =
  | StepMessage
  /** The run is over. Its bundle says how it ended. */
  | { readonly type: "ended" }
  /** The run was refused, before it had a session or where its session cannot go on. */
  | { readonly type: "refused"; readonly code: string; readonly outcome: Outcome; readonly reason: string };
