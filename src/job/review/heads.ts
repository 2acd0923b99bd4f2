/** The heads of a pull request beside the one that is reviewed: that of the review before, and that of today, where findings are posted. */

import { createGit, fetchOf } from "../../workspace/git/git.ts";
import { objectId } from "../../workspace/git/object-id.ts";
import { remoteEnvironment } from "../../workspace/push.ts";
import type { JobContext } from "../context/job-context.ts";
import { refsOf } from "../context/job-git.ts";
import { remoteOf } from "../context/job-parts.ts";
import { readRecord } from "./review-record.ts";
import { readPull } from "../../github/thread/thread-pull.ts";
import { describeError } from "../../protocol/error.ts";
import type { Finding } from "../../protocol/tools/finding.ts";
import { REPEATABLE } from "../../publish/result/ports.ts";
import { readDifference } from "../../review/diff.ts";
import type { OpenReview, ReviewSource } from "../../review/open-review.ts";
import { reanchored } from "../../review/reanchor.ts";

interface Place extends Omit<ReviewSource, "isIgnored"> {
  /** Where a fetched commit is kept; left out for the objects of `gitDir`. */
  readonly objectsDir?: string;
}

/**
 * The record of the last review. `since`: its head, which is brought into the checkout's objects when a rebase left it; left out where
 * everything is to be reviewed. `review all` reads everything. So does a person's review of a head that was reviewed before: there is
 * nothing new in it.
 */
export async function lastReview(context: JobContext, place: Place, head: string) {
  const { trigger, world } = context;
  const { record, problem, listed } = await readRecord(context, refsOf(context, place.gitDir, place.root));
  if (record === undefined) {
    if (problem !== undefined)
      world.warn(`The whole change is reviewed, because the record of the last review cannot be used: ${problem}`);
    return { listed };
  }
  const isAsked = record.head === head && trigger.isPrompted !== true;
  if (!record.isDone || isAsked || asksForAll(trigger.text)) return { record, listed };
  const since = (await isThere(context, place, record.head)) ? record.head : undefined;
  return { record, since, listed };
}

export function asksForAll(text: string): boolean {
  return text.trim().toLowerCase() === "all";
}

async function isThere(context: JobContext, place: Place, commit: string): Promise<boolean> {
  const { root, path, gitDir } = place;
  const git = createGit({ cwd: root, path, env: { GIT_DIR: gitDir } });
  const look = async (): Promise<boolean> =>
    await git({ args: ["rev-parse", "--verify", `${objectId(commit)}^{tree}`] }).then(
      () => true,
      () => false,
    );
  if (await look()) return true;
  await fetchHead(context, place, commit).catch(() => undefined);
  return await look();
}

/** Fetches a commit without its history. Throws `git.failed`. */
async function fetchHead(
  context: JobContext,
  { root, path, gitDir, objectsDir }: Place,
  commit: string,
): Promise<void> {
  const remote = remoteOf(context);
  const own = { GIT_DIR: gitDir, ...(objectsDir === undefined ? {} : { GIT_OBJECT_DIRECTORY: objectsDir }) };
  const git = createGit({ cwd: root, path, env: { ...remoteEnvironment(remote), ...own } });
  await git({ args: [...fetchOf(1), "--", remote.url, objectId(commit)] });
}

interface Reviewed {
  readonly findings: readonly Finding[];
  readonly review: OpenReview;
  readonly source: ReviewSource;
  readonly head: string;
}

/**
 * Finds the lines again at the head of today. Where none is found, or the head cannot be read, all stay at the commit that was reviewed.
 * `commit`: the one that comments are about. `movedTo`: where the pull request is by now, if that is another commit. `unfit`: why GitHub
 * could apply no suggestion there, a clause.
 */
export async function atHeadOfToday(context: JobContext, reviewed: Reviewed) {
  const { findings, head } = reviewed;
  const asReviewed = { commit: head, findings, movedTo: undefined, unfit: undefined };
  if (findings.every(({ anchor }) => anchor === undefined)) return asReviewed;
  const { client, job, thread } = context;
  const which = { client, owner: job.owner, repo: job.repo, number: thread?.number ?? 0 };
  const now = await readPull(which, REPEATABLE).catch(() => undefined);
  if (now === undefined) return asReviewed;
  const { headSha: movedTo, closed } = now;
  if (movedTo === head) return closed ? { ...asReviewed, unfit: "the pull request is closed" } : asReviewed;
  const unfit = `the head moved to ${movedTo.slice(0, 12)} during the review`;
  try {
    const placed = await placedAt(context, reviewed, movedTo);
    if (placed.some(({ anchor }) => anchor !== undefined)) return { commit: movedTo, findings: placed, movedTo, unfit };
  } catch (error) {
    context.stopper.signal.throwIfAborted();
    context.world.warn(`The head moved during the review and cannot be read: ${describeError(error)}`);
  }
  return { commit: head, findings, movedTo, unfit };
}

async function placedAt(
  context: JobContext,
  { findings, review, source }: Reviewed,
  head: string,
): Promise<readonly Finding[]> {
  await fetchHead(context, source, head);
  const git = createGit({ cwd: source.root, path: source.path, env: { GIT_DIR: source.gitDir } });
  // The history between is not fetched. Where the base moved too, GitHub refuses a line that it does not show, and the body has it.
  const diff = await readDifference(git, (await review.diff()).base, head);
  const read = {
    diff: async () => diff,
    content: async (id: string) => await git({ args: ["cat-file", "blob", objectId(id)] }),
  };
  return await Promise.all(
    findings.map(async (one) => (await reanchored(one, read)) ?? { ...one, anchor: undefined, unanchored: CHANGED }),
  );
}

const CHANGED = "The lines changed during the review.";
