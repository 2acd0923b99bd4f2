/** Lists folders. A recursive list leaves out the files that git ignores, so that it stays useful in a real project. */

import { execFile, type ExecFileException } from "node:child_process";
import { lstatSync, readdirSync } from "node:fs";
import { promisify } from "node:util";
import { systemReason } from "../../base/system-error.ts";
import type { ListEntry, ListReply } from "../../protocol/cell.ts";
import { RunnerError } from "../../protocol/error.ts";
import type { Operations } from "../process/frames.ts";
import { fileError } from "./errors.ts";
import { kindOf, namesBelow } from "./locate.ts";
import { openFolder, openParent } from "./open-judged.ts";

/** The paths of a repository with a million files. */
const MAX_GIT_OUTPUT_BYTES = 64 * 1024 * 1024;

/** git lists 100,000 files in a second. It waits for ever when one of its own files is a pipe. */
const TIMEOUT_MS = 10_000;

/** Names that are left out of a folder without git. */
const SKIPPED = new Set([".git", "node_modules"]);

/** The entries of a judged folder and, when recursive, of all folders below it. No link is followed. */
export async function listFolder(
  root: string,
  { path, recursive, limit }: Operations["list"]["args"],
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<ListReply> {
  using folder = openFolder(root, path);
  const base = namesBelow(root, path).join("/") || ".";
  const names = recursive ? await gitNames(folder.path, env, signal) : undefined;
  const children = names === undefined ? diskChildren(root, base, recursive) : treeChildren(names, base);
  const entries: ListEntry[] = [];
  const visit = (folder: string): void => {
    for (const entry of children(folder)) {
      if (entries.length > limit) return;
      entries.push(...(names === undefined ? [entry] : refine(root, entry)));
      if (recursive && entry.kind === "directory") visit(entry.path);
    }
  };
  visit(base);
  return { entries: entries.slice(0, limit), truncated: entries.length > limit };
}

type Children = (folder: string) => readonly ListEntry[];

const inside = (folder: string, name: string): string => (folder === "." ? name : `${folder}/${name}`);

function ordered(entries: readonly ListEntry[]): ListEntry[] {
  const rank = (entry: ListEntry): number => (entry.kind === "directory" ? 0 : 1);
  return entries.toSorted((a, b) => rank(a) - rank(b) || (a.path < b.path ? -1 : 1));
}

const UNREADABLE: ReadonlySet<string> = new Set(["EACCES", "EPERM", "ENOENT", "ENOTDIR", "ELOOP"]);

/** The entries on the disk. A folder below `base` that cannot be read, or is gone by now, counts as empty. */
function diskChildren(root: string, base: string, recursive: boolean): Children {
  return (folder) => {
    try {
      using open = openFolder(root, folder);
      const found = readdirSync(open.path, { withFileTypes: true });
      const wanted = found.filter(({ name }) => (recursive ? !SKIPPED.has(name) : name !== ".git"));
      return ordered(wanted.map((entry) => ({ path: inside(folder, entry.name), kind: kindOf(entry) })));
    } catch (cause) {
      const isGone = cause instanceof RunnerError || UNREADABLE.has((cause as NodeJS.ErrnoException).code ?? "");
      if (folder !== base && isGone) return [];
      if (cause instanceof RunnerError) throw cause;
      const message = `${folder} cannot be listed: ${systemReason(cause)}.`;
      throw fileError(message, "List another folder.", cause);
    }
  };
}

/** Names of git's files below `folder`, relative to it; undefined outside a repository. */
async function gitNames(folder: string, env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<string[] | undefined> {
  try {
    const { stdout } = await promisify(execFile)(
      "git",
      ["ls-files", "-z", "--cached", "--others", "--exclude-standard"],
      {
        cwd: folder,
        env,
        signal,
        maxBuffer: MAX_GIT_OUTPUT_BYTES,
        timeout: TIMEOUT_MS,
      },
    );
    return stdout.split("\0").filter((name) => name !== "");
  } catch (error) {
    signal.throwIfAborted();
    if ((error as ExecFileException).killed === true) {
      const hint = "List without recursion; git waits for ever when .gitignore is a pipe.";
      throw fileError(`git did not list the files within ${TIMEOUT_MS / 1000} s.`, hint, error);
    }
    return undefined;
  }
}

/** Turns flat names into folders. A name that ends in `/` is another repository, whose files are not listed. */
function treeChildren(names: readonly string[], base: string): Children {
  const folders = new Map<string, Map<string, ListEntry>>();
  for (const name of names) {
    const words = (name.endsWith("/") ? name.slice(0, -1) : name).split("/");
    let folder = base;
    for (const [index, word] of words.entries()) {
      const path = inside(folder, word);
      const kind = index < words.length - 1 || name.endsWith("/") ? "directory" : "file";
      const siblings = folders.get(folder) ?? new Map<string, ListEntry>();
      folders.set(folder, siblings.set(path, { path, kind }));
      folder = path;
    }
  }
  return (folder) => ordered([...(folders.get(folder)?.values() ?? [])]);
}

/** The entry as it is on the disk, because git also lists deleted files and does not mark links. */
function refine(root: string, entry: ListEntry): ListEntry[] {
  try {
    using folder = openParent(root, entry.path);
    return [{ path: entry.path, kind: kindOf(lstatSync(folder.file)) }];
  } catch {
    return []; // deleted, or behind a link: git also lists what its index had before
  }
}
