/** Applies a patch to a tree in a private index. No filter, attribute or hook runs: the result depends on patch and tree alone. */

import { rmSync } from "node:fs";
import { join } from "node:path";
import { configError } from "../protocol/error.ts";
import { createGit, type Git } from "./git/git.ts";
import { objectId } from "./git/object-id.ts";
import { requireSmallPatch, type SizesBefore } from "./patch-size.ts";

export interface ApplyOptions {
  /** `TrustedGit.gitDir`. */
  readonly gitDir: string;
  /** PATH without the workspace's own folders. */
  readonly path: string;
  readonly tree: string;
  /** A patch of `TrustedGit.diff`. */
  readonly patch: Buffer;
}

/** Writes the objects into `gitDir` and returns the tree. Throws `git.failed` for a patch that does not apply, `config.invalid` for too large files. */
export async function applyPatch({ gitDir, path, tree, patch }: ApplyOptions): Promise<string> {
  if (patch.length === 0) return tree;
  const index = join(gitDir, "publish-index");
  const git = createGit({ cwd: gitDir, path, env: { GIT_DIR: gitDir, GIT_INDEX_FILE: index } });
  try {
    const count = await requireSmallPatch(patch, sizesIn(git, tree));
    // git also applies parts without the header of `git diff`, whose sizes `requireSmallPatch` does not see.
    const listed = await git({ args: ["apply", "--numstat", "-z", "-"], input: patch });
    if (listed.toString("latin1").split("\0").length - 1 !== count)
      throw configError(
        "The patch is not applied: it has parts that kimi-runner's diffs never have.",
        "Pass the patch unchanged.",
      );
    await git({ args: ["read-tree", objectId(tree)] });
    await git({ args: ["apply", "--cached", "--whitespace=nowarn", "--verbose", "-"], input: patch });
    // A partial clone may lack the other files of a folder.
    return (await git({ args: ["write-tree", "--missing-ok"] })).toString("utf8").trim();
  } finally {
    rmSync(index, { force: true });
  }
}

/** Paths in one call. Even the longest paths then fit into the system's limit for arguments. */
const PATHS = 200;

function sizesIn(git: Git, tree: string): SizesBefore {
  return async (paths) => {
    const sizes = new Map<string, number>();
    for (let start = 0; start < paths.length; start += PATHS) {
      const args = ["--literal-pathspecs", "ls-tree", "-l", "-z", "--full-tree", objectId(tree), "--"];
      const said = (await git({ args: [...args, ...paths.slice(start, start + PATHS)] })).toString("utf8");
      for (const [, size, path = ""] of said.matchAll(/\d{6} blob [0-9a-f]+ +(\d+)\t([^\0]+)\0/g))
        sizes.set(path, Number(size));
    }
    return sizes;
  };
}
