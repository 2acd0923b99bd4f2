/** Gets the commits of a pull request into the workspace before its run. */

import { systemClock } from "../../base/clock.ts";
import { member } from "../../base/member.ts";
import { configError } from "../../protocol/error.ts";
import { checkOut } from "../../workspace/check-out.ts";
import type { PreparedMerge } from "../../workspace/git/prepare-merge.ts";
import { findCheckout } from "../../workspace/checkout.ts";
import { readHead } from "../../workspace/repository.ts";
import { commitsOf, type JobContext } from "./job-context.ts";
import { remoteOf } from "./job-parts.ts";

export interface FetchedCommits extends NonNullable<ReturnType<typeof commitsOf>> {
  /** The merge with the base, where the pull request conflicts with it and the run may resolve that. */
  readonly merge?: PreparedMerge | undefined;
}

/** Puts a pull request's head into the workspace, or refuses a laptop's checkout that is somewhere else. */
export async function fetchCommits(context: JobContext): Promise<FetchedCommits | undefined> {
  const { inputs, world } = context;
  const commits = commitsOf(context);
  if (commits === undefined) return undefined;
  const checkout = findCheckout(inputs.run.workbench.cwd);
  const pathVar = world.env["PATH"] ?? "";
  if (inputs.checkOut) {
    const remote = remoteOf(context);
    const isMerged = isFix(context) && unmergedReason(context) === undefined && (await isConflicting(context));
    const merge = await checkOut({ checkout, remote, ...commits, merge: isMerged, pathVar });
    if (merge?.kind === "failed") world.warn(`The conflicts with the base are not shown to the model: ${merge.reason}`);
    return { ...commits, merge };
  }
  const { headCommit } = await readHead(checkout, { pathVar, paths: [] });
  if (headCommit === commits.head) return commits;
  throw configError(
    `The pull request is at ${commits.head.slice(0, 12)}, this checkout at ${headCommit.slice(0, 12)}.`,
    `Check it out first: git fetch origin ${commits.base} ${commits.head} && git checkout ${commits.head}`,
  );
}

/** Why the run does not begin with the merge of the base; undefined where it does if the pull request conflicts. */
function unmergedReason({ inputs, thread }: JobContext): string | undefined {
  // The publishing job takes a run over by the commits that GitHub knows.
  if (inputs.phase !== "all") return "a workflow of two jobs merges nothing";
  return thread?.pull?.fork === false ? undefined : "the branch of a fork cannot be pushed to";
}

function isFix({ trigger }: JobContext): boolean {
  return trigger.verb === "fix" && !trigger.isSlash;
}

/** What people should know of conflicts that the run will not resolve, as far as GitHub has told of them. */
export function mergeWarnings(context: JobContext): readonly string[] {
  const why = unmergedReason(context);
  if (why === undefined || !isFix(context) || context.thread?.pull?.mergeable !== false) return [];
  return [`The pull request conflicts with its base, and stays so: ${why}. Merge the base by hand.`];
}

/** GitHub tries the merge when it is asked, and says `null` until it knows. */
const LOOKS_MS = [0, 1_000, 2_000] as const;

/** Unknown counts as no: the run is then as on any other pull request. */
async function isConflicting({ client, job, thread }: JobContext): Promise<boolean> {
  let mergeable = thread?.pull?.mergeable;
  for (const waitMs of LOOKS_MS) {
    if (mergeable !== undefined || thread === undefined) break;
    await systemClock.sleep(waitMs);
    const which = { owner: job.owner, repo: job.repo, pull_number: thread.number };
    const { data } = await client.request("GET /repos/{owner}/{repo}/pulls/{pull_number}", which);
    const said = member(data, "mergeable");
    if (typeof said === "boolean") mergeable = said;
  }
  return mergeable === false;
}
