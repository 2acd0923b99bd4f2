/** Why a task without a thread is not run now: a person paused it, or closed its pull request. */

import type { JobContext } from "../context/job-context.ts";
import { trustedPolicy } from "../deliver/policy-at.ts";
import { closedRecently } from "./closed-pull.ts";
import type { Maintenance } from "./maintenance.ts";

export interface OpenTask {
  /** Why the task is not run now; undefined where it may. */
  readonly resting?: string | undefined;
  /** Undefined where the policy wants no dashboard. */
  readonly maintenance?: Maintenance | undefined;
}

/** The agent's job may not write, and the publishing job takes no other job's word about a task. */
const NO_ROW =
  "The maintenance dashboard is not kept by a workflow of two jobs: this run gets no row, and ticks there are not read. Use a workflow of one job, or take `publish.dashboard` out of the policy.";

/** Throws `policy.invalid`, as the run would. */
export async function openTask(context: JobContext, key: string): Promise<OpenTask> {
  const { dashboard = false, cooldownDays } = (await trustedPolicy(context)).publish;
  const { publish, phase } = context.inputs;
  if (dashboard && phase === "agent") context.world.warn(NO_ROW);
  const isShown = dashboard && publish === "github" && phase === "all";
  const maintenance = isShown ? await (await import("./maintenance.ts")).openMaintenance(context, key) : undefined;
  if (maintenance?.isWanted === true) return { maintenance };
  const resting = maintenance?.paused ?? (await closedRecently(context, key, cooldownDays));
  return { resting, maintenance };
}
