/** Adds and removes linked work trees of the user's repository, for runs that have no private copy of the checkout. */

import { rmSync } from "node:fs";
import { createInTurn } from "../../base/in-turn.ts";
import { configEnvironment, TRUST_OWNER } from "./git-environment.ts";
import { createGit } from "./git.ts";

/** No hook of the repository and no file system monitor may run. */
const CONFIG = [TRUST_OWNER, ["core.hooksPath", "/dev/null"], ["core.fsmonitor", "false"]] as const;

/** A killed `git worktree add` leaves its work tree locked. git replaces a locked one only where `--force` is given twice. */
const FORCE = ["--force", "--force"] as const;

interface WorkTreesOptions {
  readonly root: string;
  /** A git directory of this program, whose work trees they become instead. */
  readonly gitDir?: string | undefined;
  /** PATH to find git on, without folders of the checkout. */
  readonly path: string;
}

/** Creates the access to a repository's work trees. git writes only below `.git/worktrees` of the repository; calls are queued. */
export function createWorkTrees({ root, gitDir, path }: WorkTreesOptions) {
  const own = gitDir === undefined ? {} : { GIT_DIR: gitDir };
  const git = createGit({ cwd: root, path, env: { ...configEnvironment(CONFIG), ...own } });
  const inTurn = createInTurn();
  return {
    /** Checks out a commit, given by its id, into `dir`, which is replaced. Throws `git.failed`. */
    add: (dir: string, commit: string): Promise<void> =>
      inTurn(async () => {
        rmSync(dir, { recursive: true, force: true });
        await git({ args: ["worktree", "add", ...FORCE, "--detach", "--", dir, commit] });
      }),
    /** Whether the repository has the commit. Throws `git.failed` where git does not say. */
    hasCommit: async (commit: string): Promise<boolean> => {
      const said = await git({ args: ["cat-file", "--batch-check"], input: `${commit}^{commit}\n` });
      return !said.toString("utf8").trimEnd().endsWith(" missing");
    },
    /** Throws `git.failed`. Other work trees that are missing are not pruned: a person's may be on a disk that is not mounted now. */
    remove: (dir: string): Promise<void> =>
      inTurn(async () => {
        rmSync(dir, { recursive: true, force: true });
        await git({ args: ["worktree", "remove", ...FORCE, "--", dir] });
      }),
  };
}
