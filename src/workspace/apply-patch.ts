/** Applies a patch to a tree in a private index. No filter, attribute or hook runs: the result depends on patch and tree alone. */

import { rmSync } from "node:fs";
import { join } from "node:path";
import { configError, RunnerError } from "../protocol/error.ts";
import { parseRaw } from "./changes.ts";
import { configEnvironment } from "./git/git-environment.ts";
import { createGitStream } from "./git/git-stream.ts";
import { createGit, type Git, type GitPlace } from "./git/git.ts";
import { objectId } from "./git/object-id.ts";
import { MAX_GITHUB_FILE_BYTES } from "./left-out.ts";

export interface ApplyOptions extends GitPlace {
  readonly tree: string;
  /** A patch of `TrustedGit.diff`. */
  readonly patch: Buffer;
}

/** Limit for all changed files together, because the search for secrets reads them all. */
const MAX_TOTAL_BYTES = 3 * MAX_GITHUB_FILE_BYTES;
/** A megabyte can unpack to a gigabyte, which git holds in memory, the old files as well as the new ones. */
const MAX_MEMORY_BYTES = 1.5 * 1024 ** 3;
/** git would otherwise map whole packs of the repository into that memory. */
const SMALL_WINDOWS = [
  ["core.packedGitWindowSize", "16m"],
  ["core.packedGitLimit", "256m"],
] as const;

/** Writes the objects into `gitDir` and returns the tree. Throws `git.failed` for a patch that does not apply, `config.invalid` for too large files. */
export async function applyPatch({ gitDir, path, tree, patch }: ApplyOptions): Promise<string> {
  if (patch.length === 0) return tree;
  const index = join(gitDir, "publish-index");
  const env = { GIT_DIR: gitDir, GIT_INDEX_FILE: index, ...configEnvironment(SMALL_WINDOWS) };
  const git = createGit({ cwd: gitDir, path, env });
  const bounded = createGitStream({ cwd: gitDir, path, env, maxMemoryBytes: MAX_MEMORY_BYTES });
  try {
    await git({ args: ["read-tree", objectId(tree)] });
    await bounded({ args: ["apply", "--cached", "--whitespace=nowarn", "-"], input: patch, output: () => {} });
    // A partial clone may lack the other files of a folder.
    const applied = (await git({ args: ["write-tree", "--missing-ok"] })).toString("utf8").trim();
    await requireSmall(git, tree, applied);
    return applied;
  } catch (error) {
    const isOutOfMemory = error instanceof RunnerError && /fatal: .*(?:memory|mmap)/i.test(error.message);
    throw isOutOfMemory ? refused(`git needs more than ${MAX_MEMORY_BYTES} bytes of memory for it`, error) : error;
  } finally {
    rmSync(index, { force: true });
  }
}

async function requireSmall(git: Git, from: string, to: string): Promise<void> {
  const args = ["diff-tree", "-r", "-z", "--raw", "--no-abbrev", "--no-renames", from, objectId(to)];
  const files = parseRaw(await git({ args })).entries.flatMap(({ path, mode, oid }) =>
    oid === undefined || mode === "160000" ? [] : [{ path, oid }],
  );
  if (files.length === 0) return;
  const input = files.map(({ oid }) => `${oid}\n`).join("");
  const said = await git({ args: ["cat-file", "--batch-check=%(objectsize)"], input });
  const sizes = said.toString("latin1").split("\n").map(Number);
  let total = 0;
  for (const [at, { path }] of files.entries()) {
    const bytes = sizes[at] ?? 0;
    if (bytes > MAX_GITHUB_FILE_BYTES)
      throw refused(`${path} would have ${bytes} bytes; ${MAX_GITHUB_FILE_BYTES} are the most`);
    total += bytes;
    if (total > MAX_TOTAL_BYTES) throw refused(`up to ${path} it unpacks to more than ${MAX_TOTAL_BYTES} bytes`);
  }
}

function refused(why: string, cause?: unknown): RunnerError {
  const hint = "Keep such files out of the change, or use Git LFS.";
  return configError(`The patch is not applied: ${why}.`, hint, cause);
}
