/** What a job is told by whoever set it up: the action's inputs, or the flags of `run --event`. */

import type { RunRequest } from "../../run/open/request.ts";
import type { WorkflowContext } from "./github-job.ts";

/** `dry` writes what would be posted to files; `none` neither posts nor writes it. */
type PublishMode = "github" | "dry" | "none";

export const PHASES = ["all", "agent", "publish"] as const;
type Phase = (typeof PHASES)[number];

export interface JobInputs extends Pick<
  RunRequest,
  | "model"
  | "apiKey"
  | "baseUrl"
  | "headers"
  | "policyPath"
  | "profile"
  | "agent"
  | "agentFile"
  | "mode"
  | "thinking"
  | "toolSyntax"
  | "sandbox"
  | "limits"
  | "output"
  | "cwd"
> {
  /** Seals kept sessions; the API key where there is none. */
  readonly sessionKey?: string | undefined;
  /** Where the bundle goes, or is, and beside it what a dry run would have posted. */
  readonly bundleDir: string;
  /** The word that begins a command. */
  readonly trigger: string;
  readonly label?: string | undefined;
  readonly assignee?: string | undefined;
  readonly prompt?: string | undefined;
  readonly token?: string | undefined;
  readonly publish: PublishMode;
  /** `agent` runs and leaves a bundle; `publish` takes one from another job and runs nothing. */
  readonly phase: Phase;
  readonly commit: "git" | "verified";
  /** Put the right commit of a pull request into the workspace. A laptop's checkout is left alone. */
  readonly checkOut: boolean;
  readonly context: WorkflowContext;
}
