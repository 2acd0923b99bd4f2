/** Checks out the head of a pull request before its run. */

import { systemClock } from "../../base/clock.ts";
import { isUnpatched, readPull } from "../../github/thread/thread-pull.ts";
import { withFiles } from "../../github/thread/thread.ts";
import { configError, describeError } from "../../protocol/error.ts";
import type { PreparedMerge } from "../../workspace/git/prepare-merge.ts";
import { findCheckout } from "../../workspace/checkout.ts";
import type { Git } from "../../workspace/git/git.ts";
import { filesBetween } from "../../workspace/change/range-files.ts";
import { readHead } from "../../workspace/repository.ts";
import { commitsOf, type JobContext } from "./job-context.ts";
import { checkOutHere } from "./job-git.ts";

export interface FetchedCommits extends NonNullable<ReturnType<typeof commitsOf>> {
  /** The merge with the base, where the pull request conflicts with it and the run may resolve the conflicts. */
  readonly merge?: PreparedMerge | undefined;
}

/** Checks out a pull request's head, or another of its commits. Throws `config.invalid` for a laptop's checkout at another commit. Undefined for a run without a pull request. */
export async function fetchCommits(
  context: JobContext,
  commits = commitsOf(context),
): Promise<FetchedCommits | undefined> {
  const { inputs, world, stopper } = context;
  if (commits === undefined) return undefined;
  if (inputs.checkOut) {
    const isMerged = isFix(context) && unmergedReason(context) === undefined && (await isConflicting(context));
    const { signal } = stopper;
    const merge = await checkOutHere(context, { ...commits, merge: isMerged, withHistory: true, signal });
    if (merge?.kind === "failed") world.warn(`The conflicts with the base are not shown to the model: ${merge.reason}`);
    return { ...commits, merge };
  }
  const checkout = findCheckout(inputs.run.workbench.cwd);
  const { headCommit } = await readHead(checkout, { pathVar: world.env["PATH"] ?? "", paths: [] });
  if (headCommit === commits.head) return commits;
  throw configError(
    `The pull request is at ${commits.head.slice(0, 12)}, this checkout at ${headCommit.slice(0, 12)}.`,
    `Check it out first: git fetch origin ${commits.base} ${commits.head} && git checkout ${commits.head}`,
  );
}

/** GitHub's words for what git calls otherwise. */
const STATUS = { added: "added", modified: "modified", deleted: "removed", type_changed: "changed" } as const;

/** The context with files and patches from git, where GitHub refused to list them or left some out. Where git cannot tell either, the run begins without. */
export async function withFilesOfGit(context: JobContext): Promise<JobContext> {
  const { thread, world, stopper } = context;
  const commits = commitsOf(context);
  const { unlisted: why, hasUnpatched, files = [] } = thread?.pull ?? {};
  if (thread === undefined || commits === undefined || (why === undefined && hasUnpatched !== true)) return context;
  const { signal } = stopper;
  const only = why === undefined ? new Set(files.filter(isUnpatched).map(({ path }) => path)) : undefined;
  let found: Awaited<ReturnType<typeof filesBetween>> = [];
  const compare = async (git: Git): Promise<void> => {
    found = await filesBetween(git, { ...commits, only });
  };
  try {
    await checkOutHere(context, { ...commits, isKept: true, compare, signal });
  } catch (error) {
    signal.throwIfAborted();
    const what = why === undefined ? "all patches" : "which files the pull request changes";
    world.warn([`The model is not shown ${what}.`, why, describeError(error)].filter((part) => part).join(" "));
    return context;
  }
  if (why !== undefined)
    world.warn(`The files of the pull request are from git, because GitHub did not list them. ${why}`);
  const changed = found.map(({ path, status, added = 0, deleted = 0, patch }) => {
    return { path, status: STATUS[status], additions: added, deletions: deleted, patch };
  });
  return { ...context, thread: withFiles(thread, changed) };
}

/** Why the run does not begin with the merge of the base; undefined where it does if the pull request conflicts. */
function unmergedReason({ inputs, thread }: JobContext): string | undefined {
  // The publishing job can only fetch commits that GitHub knows, and GitHub does not know such a merge.
  if (inputs.phase !== "all") return "a workflow of two jobs merges nothing";
  return thread?.pull?.fork === false ? undefined : "the branch of a fork cannot be pushed to";
}

function isFix({ trigger }: JobContext): boolean {
  return trigger.verb === "fix" && !trigger.isSlash;
}

/** Warns about conflicts with the base that the run will not resolve, where GitHub has already found them. */
export function mergeWarnings(context: JobContext): readonly string[] {
  const why = unmergedReason(context);
  if (why === undefined || !isFix(context) || context.thread?.pull?.mergeable !== false) return [];
  return [
    `The pull request conflicts with its base, and the run will not resolve that: ${why}. Merge the base by hand.`,
  ];
}

/** GitHub tries the merge when it is asked, and answers `null` until it knows. The last look is after three seconds. */
const LOOKS_MS = [0, 1_000, 2_000] as const;

/** Where GitHub does not say, the pull request counts as mergeable, and the run begins at its head. */
async function isConflicting({ client, job, thread }: JobContext): Promise<boolean> {
  let mergeable = thread?.pull?.mergeable;
  for (const waitMs of LOOKS_MS) {
    if (mergeable !== undefined || thread === undefined) break;
    await systemClock.sleep(waitMs);
    const which = { client, owner: job.owner, repo: job.repo, number: thread.number };
    ({ mergeable } = await readPull(which));
  }
  return mergeable === false;
}
