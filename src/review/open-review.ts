/** What a review reads of the repository, each part when it is first asked for: the difference, what is left out of it, and contents. */

import { createGit } from "../workspace/git/git.ts";
import { objectId } from "../workspace/git/object-id.ts";
import type { ReviewRange } from "../protocol/tools/finding.ts";
import { readDiff, type ReviewDiff } from "./diff.ts";
import { leftOutOf, type LeftOutWhy } from "./left-out.ts";

export interface ReviewSource {
  readonly root: string;
  /** PATH to find git on. */
  readonly path: string;
  /** The controller's git directory, in which no attribute of the head counts. */
  readonly gitDir: string;
  readonly isIgnored: (path: string) => boolean;
}

export interface OpenReview {
  readonly diff: () => Promise<ReviewDiff>;
  readonly leftOut: () => Promise<ReadonlyMap<string, LeftOutWhy>>;
  /** The content of a stored file. */
  readonly content: (id: string) => Promise<Buffer>;
}

export function openReview({ root, path, gitDir, isIgnored }: ReviewSource, range: ReviewRange): OpenReview {
  const git = createGit({ cwd: root, path, env: { GIT_DIR: gitDir } });
  let diff: Promise<ReviewDiff> | undefined;
  let leftOut: Promise<ReadonlyMap<string, LeftOutWhy>> | undefined;
  const read = (): Promise<ReviewDiff> => (diff ??= readDiff(git, range));
  return {
    diff: read,
    leftOut: () =>
      (leftOut ??= read().then((found) => leftOutOf(found, { git: { cwd: root, path, gitDir }, isIgnored }))),
    content: async (id) => await git({ args: ["cat-file", "blob", objectId(id)] }),
  };
}
