/**
 * Brings the right commit into the workspace before the agent exists: a comment on a pull request starts a job on the
 * default branch. Works in the user's own repository, with its hooks off and the token in the environment alone.
 */

import { spawnSync } from "node:child_process";
import type { Checkout } from "./checkout.ts";
import { configEnvironment } from "./git-environment.ts";
import { createGit, type Git } from "./git.ts";
import { objectId } from "./object-id.ts";
import { remoteEnvironment, type Remote } from "./push.ts";

export interface CheckOutRequest {
  readonly checkout: Pick<Checkout, "root" | "gitDir">;
  readonly remote: Remote;
  /** Commit to work on. */
  readonly head: string;
  /** Commit whose policy holds; fetched so that it can be read. */
  readonly base: string;
  readonly pathVar: string;
}

/** Hooks of the checkout do not run; one of another owner (a container's) may be used. */
const CONFIG = [
  ["core.hooksPath", "/dev/null"],
  ["safe.directory", "*"],
] as const;

/** Fetches what is missing, without history, and checks `head` out when it is not yet. Throws `git.failed`. */
export async function checkOut({ checkout, remote, head, base, pathVar }: CheckOutRequest): Promise<void> {
  const has = (commit: string): boolean => {
    const args = ["cat-file", "-e", `${objectId(commit)}^{commit}`];
    return (
      spawnSync("git", args, {
        cwd: checkout.root,
        env: { PATH: pathVar, ...configEnvironment(CONFIG) },
        stdio: "ignore",
      }).status === 0
    );
  };
  const git = (env: Readonly<Record<string, string>>): Git =>
    createGit({
      cwd: checkout.root,
      path: pathVar,
      env: { GIT_DIR: checkout.gitDir, GIT_WORK_TREE: checkout.root, ...env },
    });
  const local = git(configEnvironment(CONFIG));
  const missing = [...new Set([head, base])].filter((commit) => !has(commit));
  if (missing.length > 0) {
    const options = ["--depth=1", "--no-tags", "--no-write-fetch-head", "--no-recurse-submodules", "--verbose"];
    const fetch = { args: ["fetch", ...options, "--", remote.url, ...missing.map(objectId)] };
    await git(remoteEnvironment(remote, CONFIG))(fetch);
  }
  const now = (await local({ args: ["rev-parse", "HEAD"] })).toString("utf8").trim();
  if (now !== head) await local({ args: ["checkout", "--detach", "--progress", objectId(head)] });
}
