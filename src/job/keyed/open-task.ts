/** What speaks against running a task without a thread now: a person paused it, or closed its pull request. */

import type { Policy } from "../../policy/policy.ts";
import type { JobContext } from "../context/job-context.ts";
import { policyAt } from "../deliver/policy-at.ts";
import { openStore } from "../sessions/job-session-store.ts";
import { closedRecently } from "./closed-pull.ts";
import type { Maintenance } from "./maintenance.ts";

export interface OpenTask {
  /** Why it is not run now. */
  readonly resting?: string | undefined;
  /** Undefined where the policy wants no dashboard. */
  readonly maintenance?: Maintenance | undefined;
}

/** Its job may not write, and the publishing job believes no other job's word about a task. */
const NO_ROW =
  "The maintenance dashboard is not kept by a workflow of two jobs: this run gets no row, and ticks there are not read. Use a workflow of one job, or take `publish.dashboard` out of the policy.";

/** Throws `policy.invalid`, which the run would as well. */
export async function openTask(context: JobContext, key: string): Promise<OpenTask> {
  const { dashboard = false, cooldownDays } = (await policyHere(context)).publish;
  const { publish, phase } = context.inputs;
  if (dashboard && phase === "agent") context.world.warn(NO_ROW);
  const isShown = dashboard && publish === "github" && phase === "all";
  const maintenance = isShown ? await (await import("./maintenance.ts")).openMaintenance(context, key) : undefined;
  if (maintenance?.isWanted === true) return { maintenance };
  const resting = maintenance?.paused ?? (await closedRecently(context, key, cooldownDays));
  return { resting, maintenance };
}

/** Of the commit that is checked out, as the run reads it. */
async function policyHere(context: JobContext): Promise<Policy> {
  const open = await openStore(context);
  try {
    const { root, headCommit: commit } = open.repository;
    const place = { root, gitDir: open.git.gitDir, path: context.world.env["PATH"] ?? "", commit };
    return await policyAt(context, place);
  } finally {
    open.close();
  }
}
