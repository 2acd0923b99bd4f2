/** Brings the start commit of a session into the job's private git directory: saving and publishing the session build on it. */

import type { EventOf } from "../../protocol/wire.ts";
import { treeThere } from "../context/job-git.ts";
import { type JobParts, remoteOf } from "../context/job-parts.ts";
import { bringMerge } from "../sessions/bring-merge.ts";
import type { OpenStore } from "../sessions/job-session-store.ts";

/**
 * Returns the commit's tree. A commit that is missing is fetched, or made again where it is a merge that this program prepared. Throws
 * `git.failed` and `session.corrupt`.
 */
export async function bringStart(
  parts: JobParts,
  { git, repository }: Pick<OpenStore, "git" | "repository">,
  begin: Pick<EventOf<"session.begin">, "headCommit" | "origin">,
): Promise<string> {
  const isMerge = begin.origin?.merge !== undefined;
  const there = isMerge ? await git.objects.treeOf(begin.headCommit).catch(() => undefined) : undefined;
  if (isMerge && there === undefined) await bringMerge(parts, { repository, begin, gitDir: git.gitDir });
  return there ?? (await treeThere(git.objects, remoteOf(parts), begin.headCommit));
}
