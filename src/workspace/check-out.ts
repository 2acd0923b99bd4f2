/**
 * Brings the right commit into the workspace before the agent exists: a comment on a pull request starts a job on the
 * default branch. The user's objects, index and HEAD are written, but under a configuration of ours: what an earlier job may
 * have left in `.git/config` runs nothing here, where the token is. The token is in the environment alone.
 */

import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Checkout } from "./checkout.ts";
import { configEnvironment, FIXED_ENV } from "./git-environment.ts";
import { createGit, type Git } from "./git.ts";
import { objectId } from "./object-id.ts";
import { remoteEnvironment, type Remote } from "./push.ts";
import { makeTrustedDirectory } from "./trusted-directory.ts";
import { trustedPath } from "./trusted-path.ts";

export interface CheckOutRequest {
  readonly checkout: Omit<Checkout, "branch" | "isShallow">;
  readonly remote: Remote;
  /** Commit to work on. */
  readonly head: string;
  /** Commit whose policy holds; fetched so that it can be read. */
  readonly base: string;
  readonly pathVar: string;
}

const CONFIG = [
  // A checkout of another owner (a container's) may be used.
  ["safe.directory", "*"],
  // What a submodule looks like would be asked of a git in it, under its configuration.
  ["diff.ignoreSubmodules", "all"],
] as const;

/** Fetches what is missing, without history, and checks `head` out when it is not yet. Throws `git.failed`. */
export async function checkOut({ checkout, remote, head, base, pathVar }: CheckOutRequest): Promise<void> {
  const path = trustedPath(pathVar, checkout.root);
  const ask = (...args: readonly string[]) =>
    spawnSync("git", args, {
      cwd: checkout.root,
      env: { PATH: path, ...FIXED_ENV, ...configEnvironment(CONFIG), GIT_DIR: checkout.worktreeDir },
      encoding: "utf8",
    });
  const has = (commit: string): boolean => ask("cat-file", "-e", `${objectId(commit)}^{commit}`).status === 0;
  const missing = [...new Set([head, base])].filter((commit) => !has(commit));
  const now = ask("rev-parse", "HEAD").stdout.trim();
  if (missing.length === 0 && now === head) return;
  const scratch = mkdtempSync(join(tmpdir(), "kimi-check-out-"));
  try {
    const gitDir = makeTrustedDirectory({ ...checkout, headCommit: objectId(now) }, scratch);
    const git = (env: Readonly<Record<string, string>>): Git =>
      createGit({
        cwd: checkout.root,
        path,
        env: {
          GIT_DIR: gitDir,
          GIT_WORK_TREE: checkout.root,
          GIT_OBJECT_DIRECTORY: checkout.objectsDir,
          GIT_INDEX_FILE: join(checkout.worktreeDir, "index"),
          ...env,
        },
      });
    if (missing.length > 0) {
      const options = ["--depth=1", "--no-tags", "--no-write-fetch-head", "--no-recurse-submodules", "--verbose"];
      const fetch = { args: ["fetch", ...options, "--", remote.url, ...missing.map(objectId)] };
      await git(remoteEnvironment(remote, CONFIG))(fetch);
      // Where history ends is a fact about the objects, which are the user's.
      if (existsSync(join(gitDir, "shallow"))) replaceFile(join(gitDir, "shallow"), join(checkout.gitDir, "shallow"));
    }
    if (now === head) return;
    await git(configEnvironment(CONFIG))({ args: ["checkout", "--detach", "--progress", objectId(head)] });
    const file = join(gitDir, "HEAD");
    writeFileSync(file, `${head}\n`);
    replaceFile(file, join(checkout.worktreeDir, "HEAD"));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Whole or not at all, as git does it. */
function replaceFile(from: string, to: string): void {
  copyFileSync(from, `${to}.lock`);
  renameSync(`${to}.lock`, to);
}
