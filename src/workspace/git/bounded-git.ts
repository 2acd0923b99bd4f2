/** Stops a git that would never end, such as one that reads a pipe named `.gitignore`. It looks for one after a while only. */

import { readdir, stat } from "node:fs/promises";
import { join, relative } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { gitError, type RunnerError } from "../../protocol/error.ts";
import type { GitCall } from "./git.ts";

export interface Bounds {
  /** Time before the first search and between two searches. */
  readonly lookAfterMs: number;
  readonly maxMs: number;
}

/** A status of 100,000 files takes about 0.5 s, and so does a search. git reads 60 GB in five minutes. */
const BOUNDS: Bounds = { lookAfterMs: 1000, maxMs: 300_000 };

/** The same git for the work tree in `root`. It throws `git.failed` instead of waiting without end. */
export function createBoundedGit<C extends Pick<GitCall, "args" | "signal">, R>(
  git: (call: C) => Promise<R>,
  root: string,
  bounds: Bounds = BOUNDS,
): (call: C) => Promise<R> {
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

/** Why git is stopped: it waits for the file at `path`, or, without a path, it took too long. */
interface Trap {
  readonly path?: string;
}

/** Searches at regular intervals. Returns undefined after `done` aborts. */
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

/** Files that git reads in every folder. In a repository inside the work tree it may read any file of `.git`. */
const READ_BY_GIT = new Set([".gitignore", ".gitattributes", ".gitmodules"]);

/** The first file without an end among those that git reads. git does not read the work tree's own `.git`. */
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
  const stats = await stat(path).catch(() => undefined); // removed in the meantime, or a broken link
  return stats !== undefined && (stats.isFIFO() || stats.isCharacterDevice());
}

function stuck(command: string, { path }: Trap, { maxMs }: Bounds): RunnerError {
  if (path === undefined) {
    const hint = "Keep very large files and folders out of the repository, or in .gitignore.";
    return gitError(`git ${command} timed out after ${maxMs / 1000} s.`, hint);
  }
  const what = `waits for a pipe or device where it expects a file: ${JSON.stringify(path)}`;
  return gitError(`git ${command} ${what}.`, "Delete it.");
}
