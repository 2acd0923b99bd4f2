/** Lists folders. A recursive list leaves out the files that git ignores, so that it stays useful in a real project. */

import { execFile, type ExecFileException, type ExecFileOptions } from "node:child_process";
import { readdirSync } from "node:fs";
import { basename, dirname } from "node:path";
import { promisify } from "node:util";
import { systemReason } from "../../base/system-error.ts";
import type { ListEntry, ListReply } from "../../protocol/cell.ts";
import { RunnerError } from "../../protocol/error.ts";
import type { Operations } from "../process/frames.ts";
import { fileError } from "./errors.ts";
import { kindOf, namesBelow } from "./locate.ts";
import { openFolder } from "./open-judged.ts";

/** The paths of a repository with a million files. */
const MAX_GIT_OUTPUT_BYTES = 64 * 1024 * 1024;

/** git lists 100,000 files in a second. It waits for ever when one of its own files is a pipe. */
const TIMEOUT_MS = 10_000;

/** Names that are left out of a folder without git. */
const SKIPPED = new Set([".git", "node_modules"]);

/** The entries of a judged folder and, when recursive, of all folders below it. No link is followed. */
export async function listFolder(
  root: string,
  { path: asked, recursive, limit }: Operations["list"]["args"],
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<ListReply> {
  using folder = openFolder(root, asked);
  const base = namesBelow(root, asked).join("/") || ".";
  const ofGit = recursive ? await gitPaths(folder.path, base, { env, signal }) : undefined;
  const isWanted = (entry: ListEntry): boolean => {
    if (ofGit !== undefined) return ofGit.has(entry.path);
    const name = basename(entry.path);
    return recursive ? !SKIPPED.has(name) : name !== ".git";
  };
  const entries: ListEntry[] = [];
  const visit = (path: string): void => {
    for (const entry of childrenOf(root, path, path === base).filter(isWanted)) {
      if (entries.length > limit) return;
      entries.push(entry);
      if (recursive && entry.kind === "directory") visit(entry.path);
    }
  };
  visit(base);
  return { entries: entries.slice(0, limit), truncated: entries.length > limit };
}

/** The entries on the disk, folders first. A folder below the first one that cannot be read, or is gone by now, counts as empty. */
function childrenOf(root: string, folder: string, isFirst: boolean): readonly ListEntry[] {
  try {
    using open = openFolder(root, folder);
    const entries = readdirSync(open.path, { withFileTypes: true }).map((entry): ListEntry => ({
      path: inside(folder, entry.name),
      kind: kindOf(entry),
    }));
    const rank = (entry: ListEntry): number => (entry.kind === "directory" ? 0 : 1);
    return entries.toSorted((a, b) => rank(a) - rank(b) || (a.path < b.path ? -1 : 1));
  } catch (cause) {
    const isGone = cause instanceof RunnerError || UNREADABLE.has((cause as NodeJS.ErrnoException).code ?? "");
    if (!isFirst && isGone) return [];
    if (cause instanceof RunnerError) throw cause;
    const message = `${folder} cannot be listed: ${systemReason(cause)}.`;
    throw fileError(message, "List another folder.", cause);
  }
}

const UNREADABLE: ReadonlySet<string> = new Set(["EACCES", "EPERM", "ENOENT", "ENOTDIR", "ELOOP"]);

const inside = (folder: string, name: string): string => (folder === "." ? name : `${folder}/${name}`);

/** Paths of git's files in a folder, and of the folders with them; undefined outside a repository. git also lists deleted files. */
async function gitPaths(
  folder: string,
  base: string,
  { env, signal }: ExecFileOptions,
): Promise<ReadonlySet<string> | undefined> {
  const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const options = { cwd: folder, env, signal, maxBuffer: MAX_GIT_OUTPUT_BYTES, timeout: TIMEOUT_MS };
  try {
    const { stdout } = await promisify(execFile)("git", args, options);
    const paths = new Set<string>();
    for (const name of stdout.split("\0")) {
      // A name that ends in `/` is another repository, whose files are not listed.
      for (let path = name.replace(/\/$/, ""); path !== "" && path !== "."; path = dirname(path)) {
        paths.add(inside(base, path));
      }
    }
    return paths;
  } catch (error) {
    signal?.throwIfAborted();
    if ((error as ExecFileException).killed === true) {
      const hint = "List without recursion; git waits for ever when .gitignore is a pipe.";
      throw fileError(`git did not list the files within ${TIMEOUT_MS / 1000} s.`, hint, error);
    }
    return undefined;
  }
}
