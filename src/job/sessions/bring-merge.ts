/** Makes the start commit of a session again, where it is a merge that this program prepared: the server may not have it. */

import { copyFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import type { EventOf } from "../../protocol/wire.ts";
import { RunnerError } from "../../protocol/error.ts";
import { type JobParts, remoteOf } from "../context/job-parts.ts";
import type { OpenStore } from "./job-session-store.ts";
import { checkOutHere, treeThere } from "../context/job-git.ts";

interface BringMerge extends Pick<OpenStore, "repository"> {
  readonly begin: Pick<EventOf<"session.begin">, "headCommit" | "origin">;
  /** A private git directory over the same objects. */
  readonly gitDir?: string | undefined;
  readonly isCheckedOut?: boolean | undefined;
}

/** Does nothing for a session without such a merge. Throws `session.corrupt` where the two commits make another merge now. */
export async function bringMerge(
  parts: JobParts,
  { repository, begin, gitDir, isCheckedOut }: BringMerge,
): Promise<void> {
  const { origin, headCommit } = begin;
  if (origin?.merge === undefined) return;
  const [head, base] = origin.merge;
  const made = await checkOutHere(parts, { head, base, merge: true, isKept: isCheckedOut !== true });
  if (made?.kind !== "prepared" || made.commit !== headCommit) {
    throw new RunnerError({
      code: "session.corrupt",
      message: `Merging ${base.slice(0, 12)} into ${head.slice(0, 12)} no longer gives the commit that the session started from.`,
      hint: "Ask for the work again.",
    });
  }
  const shallow = join(repository.gitDir, "shallow");
  if (gitDir !== undefined && existsSync(shallow)) copyFileSync(shallow, join(gitDir, "shallow"));
}

/** The start commit's tree. A missing commit is fetched, or made again where it is such a merge. Throws `git.failed`, `session.corrupt`. */
export async function bringStart(
  parts: JobParts,
  { git, repository }: Pick<OpenStore, "git" | "repository">,
  begin: Pick<EventOf<"session.begin">, "headCommit" | "origin">,
): Promise<string> {
  const there = await git.objects.treeOf(begin.headCommit).catch(() => undefined);
  if (there !== undefined) return there;
  await bringMerge(parts, { repository, begin, gitDir: git.gitDir });
  return await treeThere(git.objects, remoteOf(parts), begin.headCommit);
}
