/** A task rests for some days after a person closed its pull request without merging it. */

import { systemClock } from "../../base/clock.ts";
import { member } from "../../base/member.ts";
import { taskBranch } from "../../publish/branch/own-branch.ts";
import type { JobContext } from "../context/job-context.ts";

const DAY_MS = 86_400_000;
/** A weekly schedule leaves out two runs. */
const COOLDOWN_DAYS = 14;

/** Why the task rests; undefined where it does not, or where GitHub does not answer. */
export async function closedRecently(
  { client, job }: Pick<JobContext, "client" | "job">,
  key: string,
  cooldownDays = COOLDOWN_DAYS,
): Promise<string | undefined> {
  const which = { owner: job.owner, repo: job.repo, head: `${job.owner}:${taskBranch(key)}`, state: "all" };
  const found = await client.request("GET /repos/{owner}/{repo}/pulls", which).catch(() => undefined);
  const pulls: readonly unknown[] = Array.isArray(found?.data) ? found.data : [];
  const [newest] = pulls.toSorted((a, b) => Number(member(b, "number")) - Number(member(a, "number")));
  const closedAt = Date.parse(String(member(newest, "closed_at")));
  const isLeft = pulls.some((pull) => member(pull, "state") === "open") || member(newest, "merged_at") !== null;
  if (isLeft || Number.isNaN(closedAt)) return undefined;
  const until = closedAt + cooldownDays * DAY_MS;
  if (systemClock.now() >= until) return undefined;
  const date = (at: number): string => new Date(at).toISOString().slice(0, 10);
  return `Pull request #${String(member(newest, "number"))} of this task was closed without a merge on ${date(closedAt)}, so that the task rests until ${date(until)} (publish.cooldown_days). Reopen it, or delete its branch and give the task another key, to run it before.`;
}
