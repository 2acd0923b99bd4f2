/**
 * git on a work tree that somebody else fills. Some of its files git opens and reads to the end whatever they are, so that
 * a pipe named `.gitignore` would hold it for ever. Nothing is looked for while git is quick.
 */

import { readdir, stat } from "node:fs/promises";
import { join, relative } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { RunnerError } from "../protocol/error.ts";
import type { Git } from "./git.ts";

export interface Bounds {
  /** How long git may take before somebody looks what it waits for, and between two looks. */
  readonly lookAfterMs: number;
  readonly maxMs: number;
}

/** A status of 100 000 files takes about 0.5 s; to look at their names takes as long. Five minutes read 60 GB. */
const BOUNDS: Bounds = { lookAfterMs: 1000, maxMs: 300_000 };

/** The same git for the work tree in `root`; it throws `git.failed` in place of waiting for ever. */
export function createBoundedGit(git: Git, root: string, bounds: Bounds = BOUNDS): Git {
  return async (call) => {
    const giveUp = new AbortController();
    const done = new AbortController();
    const watched = watch(root, bounds, done.signal).then((trap) => {
      if (trap !== undefined) giveUp.abort();
      return trap;
    });
    try {
      return await git({ ...call, signal: giveUp.signal });
    } catch (error) {
      if (!giveUp.signal.aborted) throw error;
      throw stuck(call.args[0] ?? "", (await watched) ?? {}, bounds);
    } finally {
      done.abort();
    }
  };
}

/** Why git is not waited for any longer. Without a path it is time alone. */
interface Trap {
  readonly path?: string;
}

/** Undefined once `done` is told. */
async function watch(root: string, { lookAfterMs, maxMs }: Bounds, done: AbortSignal): Promise<Trap | undefined> {
  try {
    for (let waitedMs = 0; waitedMs < maxMs; waitedMs += lookAfterMs) {
      await delay(lookAfterMs, undefined, { signal: done, ref: false });
      const path = await findTrap(root);
      if (path !== undefined) return { path: relative(root, path) };
    }
    return {};
  } catch (error) {
    if (done.aborted) return undefined;
    throw error;
  }
}

/** What git reads in folders that it looks through; of a repository inside the work tree it may read anything. */
const READ_BY_GIT = new Set([".gitignore", ".gitattributes", ".gitmodules"]);

/** The first file that has no end among those that git reads. The work tree's own `.git` is not read. */
async function findTrap(root: string): Promise<string | undefined> {
  const folders: { readonly path: string; readonly isGit: boolean }[] = [{ path: root, isGit: false }];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const { path: at, isGit } = folder;
    for (const entry of await readdir(at, { withFileTypes: true }).catch(() => [])) {
      const path = join(at, entry.name);
      if (entry.isDirectory()) {
        if (at !== root || entry.name !== ".git") folders.push({ path, isGit: isGit || entry.name === ".git" });
      } else if ((isGit || READ_BY_GIT.has(entry.name)) && (await isEndless(path))) return path;
    }
  }
  return undefined;
}

/** Links are followed, as git does inside of `.git`. */
async function isEndless(path: string): Promise<boolean> {
  const stats = await stat(path).catch(() => undefined); // gone meanwhile, or a link to nothing
  return stats !== undefined && (stats.isFIFO() || stats.isCharacterDevice());
}

function stuck(command: string, { path }: Trap, { maxMs }: Bounds): RunnerError {
  if (path !== undefined) {
    return new RunnerError({
      code: "git.failed",
      message: `git ${command} waits for a pipe or device that has the name of a file of its own: ${JSON.stringify(path)}.`,
      hint: "Delete it.",
    });
  }
  return new RunnerError({
    code: "git.failed",
    message: `git ${command} was not done after ${maxMs / 1000} s.`,
    hint: "Keep very large files and folders out of the repository, or in .gitignore.",
  });
}
