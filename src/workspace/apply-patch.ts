/**
 * Makes a tree of a patch and the tree of a commit, in a private index. There is no work tree, and no filter, attribute or hook
 * runs, so the result depends on the two alone.
 */

import { rmSync } from "node:fs";
import { join } from "node:path";
import { createGit } from "./git/git.ts";
import { objectId } from "./object-id.ts";

export interface ApplyOptions {
  /** `TrustedGit.gitDir`. */
  readonly gitDir: string;
  /** PATH without the workspace's own folders. */
  readonly path: string;
  readonly tree: string;
  /** A patch of `TrustedGit.diff`. */
  readonly patch: Buffer;
}

/** Applies the patch, writes the objects into `gitDir` and returns the tree. Throws `git.failed` when it does not apply exactly. */
export async function applyPatch({ gitDir, path, tree, patch }: ApplyOptions): Promise<string> {
  if (patch.length === 0) return tree;
  const index = join(gitDir, "publish-index");
  const git = createGit({ cwd: gitDir, path, env: { GIT_DIR: gitDir, GIT_INDEX_FILE: index } });
  try {
    await git({ args: ["read-tree", objectId(tree)] });
    await git({ args: ["apply", "--cached", "--whitespace=nowarn", "--verbose", "-"], input: patch });
    return (await git({ args: ["write-tree"] })).toString("utf8").trim();
  } finally {
    rmSync(index, { force: true });
  }
}
