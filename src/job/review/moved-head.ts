/** Findings at the head that the pull request has when they are posted, which may be a later one than was reviewed. */

import { member } from "../../base/member.ts";
import { describeError } from "../../protocol/error.ts";
import type { Finding } from "../../protocol/tools/finding.ts";
import { REPEATABLE } from "../../publish/result/ports.ts";
import { readDifference } from "../../review/diff.ts";
import type { OpenReview, ReviewSource } from "../../review/open-review.ts";
import { reanchored } from "../../review/reanchor.ts";
import { createGit, fetchOf } from "../../workspace/git/git.ts";
import { objectId } from "../../workspace/git/object-id.ts";
import { remoteEnvironment } from "../../workspace/push.ts";
import type { JobContext } from "../context/job-context.ts";
import { remoteOf } from "../context/job-parts.ts";

interface Reviewed {
  readonly findings: readonly Finding[];
  readonly review: OpenReview;
  readonly source: ReviewSource;
  /** The commit that was reviewed. */
  readonly head: string;
}

export interface Placed {
  /** The commit that comments are about. */
  readonly commit: string;
  readonly findings: readonly Finding[];
  /** Where the pull request is by now, if that is another commit. */
  readonly movedTo?: string | undefined;
}

/** Finds the lines again at the head of today. Where none is found, or the head cannot be read, all stay at the commit that was reviewed. */
export async function atHeadOfToday(context: JobContext, reviewed: Reviewed): Promise<Placed> {
  const { findings, head } = reviewed;
  if (findings.every(({ anchor }) => anchor === undefined)) return { commit: head, findings };
  const movedTo = await headOfToday(context).catch(() => undefined);
  if (movedTo === undefined || movedTo === head) return { commit: head, findings };
  try {
    const placed = await placedAt(context, reviewed, movedTo);
    if (placed.some(({ anchor }) => anchor !== undefined)) return { commit: movedTo, findings: placed, movedTo };
  } catch (error) {
    context.stopper.signal.throwIfAborted();
    context.world.warn(`The head moved during the review and cannot be read: ${describeError(error)}`);
  }
  return { commit: head, findings, movedTo };
}

async function headOfToday({ client, job, thread }: JobContext): Promise<string | undefined> {
  const which = { owner: job.owner, repo: job.repo, pull_number: thread?.number ?? 0 };
  const { data } = await client.request("GET /repos/{owner}/{repo}/pulls/{pull_number}", which, REPEATABLE);
  const sha = member(member(data, "head"), "sha");
  return typeof sha === "string" ? sha : undefined;
}

async function placedAt(
  context: JobContext,
  { findings, review, source: { root, path, gitDir } }: Reviewed,
  head: string,
): Promise<readonly Finding[]> {
  const remote = remoteOf(context);
  const server = createGit({ cwd: root, path, env: { ...remoteEnvironment(remote), GIT_DIR: gitDir } });
  await server({ args: [...fetchOf(1), "--", remote.url, objectId(head)] });
  const git = createGit({ cwd: root, path, env: { GIT_DIR: gitDir } });
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
