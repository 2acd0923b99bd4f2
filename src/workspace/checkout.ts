/**
 * Finds a checkout and its git directory without starting git, because the cell needs them first and starts while git runs.
 * `readHead` lets git confirm them.
 */

import { existsSync, lstatSync, readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { RunnerError } from "../protocol/error.ts";

export interface Checkout {
  /** Absolute real path of the work tree. */
  readonly root: string;
  /** Absolute real path of the common git directory: refs, configuration. */
  readonly gitDir: string;
  /** The directory with HEAD and index. Differs from `gitDir` in a linked worktree. */
  readonly worktreeDir: string;
  readonly objectsDir: string;
  /** Short name; undefined when HEAD is detached. */
  readonly branch?: string | undefined;
  readonly isShallow: boolean;
}

/** Finds the checkout around `dir`. Throws `workspace.not_a_repository`. */
export function findCheckout(dir: string): Checkout {
  const start = existing(dir);
  for (let root = start; ; root = dirname(root)) {
    if (isGitDirectory(root)) throw refused(`${dir} is a bare repository.`, "Name a checkout with files.");
    const worktreeDir = gitDirectoryOf(root);
    if (worktreeDir !== undefined) return describe(root, worktreeDir);
    if (root === dirname(root)) break;
  }
  const hint = "Check the repository out first (actions/checkout), or run `git init` and commit.";
  throw refused(`${dir} is not in a git repository.`, hint);
}

function describe(root: string, worktreeDir: string): Checkout {
  const common = join(worktreeDir, "commondir");
  const gitDir = existsSync(common) ? realpathSync(resolve(worktreeDir, firstLine(common))) : worktreeDir;
  const head = firstLine(join(worktreeDir, "HEAD"));
  return {
    root,
    gitDir,
    worktreeDir,
    objectsDir: realpathSync(join(gitDir, "objects")),
    branch: /^ref: refs\/heads\/(.+)$/.exec(head)?.[1],
    isShallow: existsSync(join(gitDir, "shallow")),
  };
}

/** The git directory that `root/.git` is or points to; undefined where git itself would search in the parent folder. */
function gitDirectoryOf(root: string): string | undefined {
  const dotGit = join(root, ".git");
  const stats = statSync(dotGit, { throwIfNoEntry: false });
  if (stats === undefined) return undefined;
  const pointed = stats.isFile() ? /^gitdir: (.+)$/m.exec(readFileSync(dotGit, "utf8"))?.[1] : dotGit;
  const dir = pointed === undefined ? undefined : resolve(root, pointed);
  return dir !== undefined && existsSync(join(dir, "HEAD")) ? realpathSync(dir) : undefined;
}

/** Git's own test: HEAD, objects and refs. */
function isGitDirectory(dir: string): boolean {
  return ["HEAD", "objects", "refs"].every(
    (name) => lstatSync(join(dir, name), { throwIfNoEntry: false }) !== undefined,
  );
}

function firstLine(file: string): string {
  return readFileSync(file, "utf8").split("\n", 1)[0]?.trim() ?? "";
}

function existing(dir: string): string {
  try {
    return realpathSync(dir);
  } catch (cause) {
    throw refused(`There is no folder ${dir}.`, "Name the folder of a git checkout.", cause);
  }
}

function refused(message: string, hint: string, cause?: unknown): RunnerError {
  return new RunnerError({ code: "workspace.not_a_repository", message, hint, cause });
}
