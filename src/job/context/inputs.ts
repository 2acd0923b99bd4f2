/** The inputs of a job, from the action's inputs or the flags of `run --event`. */

import type { TriggerInputs } from "../../github/event/trigger.ts";
import type { RunSettings, Task } from "../../run/open/request.ts";
import type { WorkflowContext } from "./github-job.ts";

/** `dry` writes to files what would be posted; `none` neither posts nor writes it. */
type PublishMode = "github" | "dry" | "none";

export const PHASES = ["all", "agent", "publish"] as const;
type Phase = (typeof PHASES)[number];

export interface JobInputs {
  readonly context: WorkflowContext;
  /** What starts a run: the word that begins a command, a label, an assignee, a prompt. */
  readonly start: TriggerInputs;
  readonly run: RunSettings;
  /** Names the task of runs without a thread, in place of workflow and prompt. */
  readonly key?: string | undefined;
  /** The branch that pull requests of our own go into, in place of the one that the work starts from. */
  readonly base?: string | undefined;
  readonly schema?: Task["schema"];
  /** Folder of the bundle, which the run writes or the phase `publish` reads. */
  readonly bundleDir: string;
  readonly token?: string | undefined;
  /** Seals stored sessions; the API key where there is none. */
  readonly sessionKey?: string | undefined;
  readonly publish: PublishMode;
  /** `agent` runs and leaves a bundle; `publish` takes one from another job and runs nothing. */
  readonly phase: Phase;
  readonly commit: "git" | "verified";
  /** Check out the head of a pull request. False on a laptop, whose checkout stays as it is. */
  readonly checkOut: boolean;
}
