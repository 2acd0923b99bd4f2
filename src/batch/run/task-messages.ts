/** What passes between the process of a batch and that of a task: one request on its standard input, lines on its standard output. */

import type { LocalAnswers } from "../../run/local-answers.ts";
import type { RunSettings } from "../../run/open/request.ts";
import type { Outcome } from "../../protocol/outcome.ts";

/**
 * One JSON line. Standard input stays open behind it for as long as the batch lives: its end stops the task with its work saved,
 * so that no task outlives a batch that was killed.
 */
export type TaskRequest = { readonly settings: RunSettings; readonly bundleDir: string } & (
  | {
      readonly kind: "start";
      readonly prompt: string;
      readonly checks: readonly string[];
      readonly sessionId: string;
      /** The commit whose policy and instructions hold. */
      readonly trusted: string;
      /** Of the plan: a task under another policy would not be the one that was planned. */
      readonly policyDigest: string;
    }
  | {
      readonly kind: "resume";
      readonly answers: LocalAnswers;
      /** Where the workspace is now; undefined for where the session worked. */
      readonly cwd?: string | undefined;
    }
);

export type TaskMessage =
  /** A step began. `costUsd`: of the session so far. */
  | { readonly type: "step"; readonly step: number; readonly costUsd: number }
  /** The bundle says the rest. */
  | { readonly type: "ended" }
  /** The run was refused, before it had a session or where its session cannot go on. */
  | { readonly type: "refused"; readonly code: string; readonly outcome: Outcome; readonly reason: string };
