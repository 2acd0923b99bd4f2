/** Why a task without a thread is not run now: a person paused it, or closed its pull request. */

import { systemClock } from "../../base/clock.ts";
import { taskBranch } from "../../publish/branch/own-branch.ts";
import { pullsOf } from "../../publish/branch/pull-request.ts";
import type { JobContext } from "../context/job-context.ts";
import { repoOf } from "../context/job-parts.ts";
import { trustedPolicy } from "../deliver/policy-at.ts";
import { openMaintenance, type Maintenance } from "./maintenance.ts";

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
  const maintenance = isShown ? await openMaintenance(context, key) : undefined;
  if (maintenance?.isWanted === true) return { maintenance };
  const resting = maintenance?.paused ?? (await closedRecently(context, key, cooldownDays));
  return { resting, maintenance };
}

const DAY_MS = 86_400_000;
/** A weekly schedule leaves out two runs. */
const COOLDOWN_DAYS = 14;

/**
 * Why the task rests: a person closed its newest pull request without merging it. Undefined where it does not rest, or where GitHub
 * does not answer.
 */
async function closedRecently(
  context: Pick<JobContext, "client" | "job">,
  key: string,
  cooldownDays = COOLDOWN_DAYS,
): Promise<string | undefined> {
  const branch = taskBranch(key);
  const pulls = await pullsOf({ client: context.client, repo: repoOf(context), branch }).catch(() => []);
  const [newest] = pulls.toSorted((a, b) => b.number - a.number);
  if (newest === undefined || newest.isMerged || pulls.some(({ isOpen }) => isOpen)) return undefined;
  const { closedAt, number } = newest;
  const until = closedAt + cooldownDays * DAY_MS;
  if (!(systemClock.now() < until)) return undefined;
  const date = (at: number): string => new Date(at).toISOString().slice(0, 10);
  return `Pull request #${number} of this task was closed without a merge on ${date(closedAt)}, so the task rests until ${date(until)} (publish.cooldown_days). Reopen it, or delete its branch and give the task another key, to run it before.`;
}
