/**
 * What the user checked out, asked of git once, before the agent exists. It spawns git itself: the cell waits for this
 * answer, and loading simple-git costs 13 ms that can be spent while the cell starts.
 */

import { execFile } from "node:child_process";
import { realpathSync } from "node:fs";
import { promisify } from "node:util";
import { RunnerError } from "../protocol/error.ts";
import { FIXED_ENV } from "./git-environment.ts";

export interface Repository {
  /** Absolute real path of the work tree. */
  readonly root: string;
  /** Absolute real path of the common git directory: refs, configuration. */
  readonly gitDir: string;
  /** Of this work tree: HEAD and index. Differs from `gitDir` in a linked worktree. */
  readonly worktreeDir: string;
  readonly objectsDir: string;
  /** 40 hex digits, or 64 in a SHA-256 repository. */
  readonly headCommit: string;
  /** Short name; undefined when HEAD is detached. */
  readonly branch?: string | undefined;
  readonly isShallow: boolean;
}

/** `rev-parse` runs nothing of the repository, so that one of another owner (a container's checkout) may be opened. */
const TRUST_OWNER = { GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: "safe.directory", GIT_CONFIG_VALUE_0: "*" };

const QUESTIONS = [
  "--show-toplevel",
  "--git-common-dir",
  "--git-dir",
  "--git-path",
  "objects",
  "--is-shallow-repository",
];

/** Opens the repository around `dir`, with one call of the git on `pathVar`. Throws `workspace.not_a_repository`. */
export async function openRepository(dir: string, pathVar: string): Promise<Repository> {
  const args = ["rev-parse", "--path-format=absolute", ...QUESTIONS, "HEAD", "--abbrev-ref", "HEAD"];
  const env = { PATH: pathVar, ...FIXED_ENV, ...TRUST_OWNER };
  const { stdout: answer } = await promisify(execFile)("git", args, { cwd: existing(dir), env }).catch(
    (error: unknown) => {
      throw explain(dir, error);
    },
  );
  const [root = "", gitDir = "", worktreeDir = "", objectsDir = "", shallow, headCommit = "", branch] =
    answer.split("\n");
  return {
    root: realpathSync(root),
    gitDir: realpathSync(gitDir),
    worktreeDir: realpathSync(worktreeDir),
    objectsDir: realpathSync(objectsDir),
    headCommit,
    branch: branch === "HEAD" ? undefined : branch,
    isShallow: shallow === "true",
  };
}

function existing(dir: string): string {
  try {
    return realpathSync(dir);
  } catch (cause) {
    throw new RunnerError({
      code: "workspace.not_a_repository",
      message: `There is no folder ${dir}.`,
      hint: "Name the folder of a git checkout.",
      cause,
    });
  }
}

function explain(dir: string, error: unknown): RunnerError {
  const said = error instanceof Error ? error.message : "";
  const because = (message: string, hint: string): RunnerError =>
    new RunnerError({ code: "workspace.not_a_repository", message, hint, cause: error });
  if (said.includes("not a git repository")) {
    return because(
      `${dir} is not in a git repository.`,
      "Check the repository out first (actions/checkout), or run `git init` and commit.",
    );
  }
  if (said.includes("must be run in a work tree"))
    return because(`${dir} is a bare repository.`, "Name a checkout with files.");
  if (said.includes("ambiguous argument 'HEAD'"))
    return because(`The repository in ${dir} has no commit.`, "Make a first commit.");
  const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
  return new RunnerError({
    code: "git.failed",
    message: isMissing ? "git was not found." : said,
    hint: isMissing ? "Install git, or add its folder to PATH." : undefined,
    cause: error,
  });
}
