/** Linked work trees of the user's repository, each with a commit checked out, for runs that have no private copy of the checkout. */

import { rmSync } from "node:fs";
import { configEnvironment, FIXED_ENV, TRUST_OWNER } from "./git-environment.ts";
import { createGit, type Git } from "./git.ts";

export interface WorkTrees {
  /** Checks a commit, by its id, out into `dir`, which is replaced. Throws `git.failed`. */
  readonly add: (dir: string, commit: string) => Promise<void>;
  readonly remove: (dir: string) => Promise<void>;
}

/** No hook of the repository runs, and no helper that watches files. */
const CONFIG = [TRUST_OWNER, ["core.hooksPath", "/dev/null"], ["core.fsmonitor", "false"]] as const;

export interface WorkTreesOptions {
  readonly root: string;
  /** PATH to find git on, without folders of the checkout. */
  readonly path: string;
}

/** Builds them for a repository. git writes about them below `.git/worktrees` only; calls wait for each other. */
export function createWorkTrees({ root, path }: WorkTreesOptions): WorkTrees {
  const git: Git = createGit({ cwd: root, path, env: { ...FIXED_ENV, ...configEnvironment(CONFIG) } });
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = async (work: () => Promise<unknown>): Promise<void> => {
    const before = last;
    const now = before.catch(() => {}).then(work);
    last = now;
    await now;
  };
  const drop = async (dir: string): Promise<void> => {
    rmSync(dir, { recursive: true, force: true });
    await git({ args: ["worktree", "prune", "--verbose"] });
  };
  return {
    add: (dir, commit) =>
      inTurn(async () => {
        await drop(dir);
        await git({ args: ["worktree", "add", "--force", "--detach", "--", dir, commit] });
      }),
    remove: (dir) => inTurn(() => drop(dir)),
  };
}
