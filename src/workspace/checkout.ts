/**
 * Finds a checkout and its git directory without starting git, because the cell needs them first and starts while git runs.
 * `readHead` lets git confirm them.
 */

import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileText, lstatOrNone, statOrNone } from "../base/file-text.ts";
import { systemReason } from "../base/system-error.ts";
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
}

/** Finds the checkout around `dir`. Throws `workspace.not_a_repository`. */
export function findCheckout(dir: string): Checkout {
  const start = existing(dir);
  for (let root = start; ; root = dirname(root)) {
    // Git's own test.
    const isBare = ["HEAD", "objects", "refs"].every((name) => lstatOrNone(join(root, name)) !== undefined);
    if (isBare) throw refused(`${dir} is a bare repository.`, "Name a checkout with files.");
    const worktreeDir = gitDirectoryOf(root);
    if (worktreeDir !== undefined) return describe(root, worktreeDir);
    if (root === dirname(root)) break;
  }
  const hint = "A workflow needs actions/checkout before this step; on your own machine, run `git init` and commit.";
  throw refused(`${dir} is not in a git repository.`, hint);
}

function describe(root: string, worktreeDir: string): Checkout {
  const common = join(worktreeDir, "commondir");
  const gitDir = existsSync(common) ? realpathSync(resolve(worktreeDir, firstLine(common))) : worktreeDir;
  const head = firstLine(join(worktreeDir, "HEAD"));
  if (!/^(?:ref: refs\/.|[0-9a-f]{40})/.test(head)) throw damaged(worktreeDir, "HEAD names no branch and no commit");
  if (!existsSync(join(gitDir, "objects"))) throw damaged(gitDir, "the folder `objects` is missing");
  return {
    root,
    gitDir,
    worktreeDir,
    objectsDir: realpathSync(join(gitDir, "objects")),
    branch: /^ref: refs\/heads\/(.+)$/.exec(head)?.[1],
  };
}

/** The git directory that `root/.git` is or points to; undefined where git itself would search in the parent folder. */
function gitDirectoryOf(root: string): string | undefined {
  const dotGit = join(root, ".git");
  const stats = statOrNone(dotGit);
  if (stats === undefined) return undefined;
  const pointed = stats.isFile() ? /^gitdir: (.+)$/m.exec(readFileSync(dotGit, "utf8"))?.[1] : dotGit;
  const dir = pointed === undefined ? undefined : resolve(root, pointed);
  return dir !== undefined && existsSync(join(dir, "HEAD")) ? realpathSync(dir) : undefined;
}

function firstLine(file: string): string {
  return readFileSync(file, "utf8").split("\n", 1)[0]?.trim() ?? "";
}

function existing(dir: string): string {
  try {
    const real = realpathSync(dir);
    if (!statSync(real).isDirectory()) throw new Error("not a directory");
    return real;
  } catch (cause) {
    // Node shows each byte that is not UTF-8 as U+FFFD, and cannot open such a path.
    const hint = dir.includes("\uFFFD")
      ? "A checkout must have a path in UTF-8: move it."
      : "Name the folder of a git checkout.";
    throw refused(`The folder ${dir} cannot be opened: ${systemReason(cause)}.`, hint, cause);
  }
}

/** The refusal of a repository that git would not read. */
export function damaged(
  gitDir: string,
  reason: string,
  cure = "Restore it, or clone the repository again.",
): RunnerError {
  return refused(`The git directory ${gitDir} is damaged: ${reason}.`, cure);
}

/** The refusal of a checkout whose HEAD leads to no commit: there is none yet, or it was lost. */
export function withoutCommit(root: string): RunnerError {
  const { gitDir, branch } = findCheckout(root);
  const ref = `refs/heads/${branch}`;
  const packed = fileText(join(gitDir, "packed-refs")) ?? "";
  return branch === undefined || existsSync(join(gitDir, ref)) || packed.includes(` ${ref}\n`)
    ? damaged(gitDir, "the commit that HEAD names is not in it")
    : refused(`The repository in ${root} has no commit.`, "Make a first commit.");
}

function refused(message: string, hint: string, cause?: unknown): RunnerError {
  return new RunnerError({ code: "workspace.not_a_repository", message, hint, cause });
}
