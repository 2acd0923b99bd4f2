/** Changed files and folders that a snapshot cannot hold. A warning names each once, and the end of the run lists those that the run made. */

import { isUtf8 } from "node:buffer";
import { exactStats } from "../base/file-text.ts";
import { oneLine } from "../base/truncate.ts";
import { bytePath, bytesBelow, pathText } from "../base/paths/byte-paths.ts";
import { isGitsOwn } from "../base/paths/git-names.ts";

export interface LeftOut {
  readonly path: string;
  readonly why: string;
  /** The first snapshot left it out as well. */
  readonly isOld: boolean;
}

/** GitHub takes no larger file. Storing a sparse file of 4 GB would take git a minute. */
export const MAX_GITHUB_FILE_BYTES = 100 * 1024 * 1024;

/** Why a repository in the workspace, which is no submodule, is left out. */
export const OWN_REPOSITORY = "it is a repository of its own";

/** Paths that git may refuse before the snapshot fails. Each costs one more run of git. */
const MAX_REFUSED = 50;

export function createLeftOut(root: string, warn: (text: string) => void) {
  const warned = new Set<string>();
  /** Path → the file's state when git refused it. A changed file is tried again. */
  const refused = new Map<string, string>();
  /** Folders that git could not open since the last snapshot → why. */
  const unread = new Map<string, string>();
  let current = new Map<string, { readonly why: string; readonly state: string }>();
  let first: ReadonlySet<string> | undefined;
  let snapshots = 0;

  const stateOf = (path: string): string => {
    const stats = statsOf(bytesBelow(root, path));
    if (stats === TOO_LONG) return nameOf(path);
    return `${nameOf(path)}\0${stats?.ino} ${stats?.size} ${stats?.ctimeNs}`; // a command cannot set the third time
  };
  const leaveOut = (whole: string, why: string): void => {
    const path = why === TOO_LONG ? oneLine(nameOf(whole), MAX_SHOWN_CHARS) : nameOf(whole);
    if (!warned.has(path)) warn(`${path} is left out of the snapshots: ${why}.`);
    warned.add(path);
    current.set(path, { why, state: stateOf(whole) });
  };
  const isRefused = (path: string): boolean => refused.has(path) && refused.get(path) === stateOf(path);

  return {
    /**
     * Begins the list of a new snapshot and returns the paths that it may store, one character for each byte, as all paths here that
     * are not shown. `replacing` replace files that a partial clone lacks; `unwanted` are left out for the reasons given.
     */
    sift: (paths: readonly string[], replacing: ReadonlySet<string>, unwanted: ReadonlyMap<string, string>) => {
      snapshots += 1;
      if (snapshots === 2) first = new Set([...current.values()].map(({ state }) => state));
      current = new Map();
      for (const [path, why] of unread) leaveOut(bytePath(path), why);
      unread.clear();
      return paths.filter((path) => {
        const other = replacing.has(path) ? REPLACING : isRefused(path) ? REFUSED : undefined;
        const why = unfit(root, path) ?? unwanted.get(path) ?? other;
        if (why !== undefined) leaveOut(path, why);
        return why === undefined;
      });
    },
    /** Reads git's standard error for folders that git could not open: the snapshot has nothing of them. */
    hear: (said: string): void => {
      for (const [, path = "", reason = "too long"] of said.matchAll(UNREAD)) {
        unread.set(path.replace(/\/$/, ""), reason.endsWith("too long") ? TOO_LONG : `git cannot open it: ${reason}`);
      }
    },
    /** Notes a path that git refused to store. Returns false when there are too many. */
    refuse: (path: string): boolean => {
      if (refused.size >= MAX_REFUSED) return false;
      refused.set(path, stateOf(path));
      leaveOut(path, REFUSED);
      return true;
    },
    /** The files and folders that the newest snapshot left out. */
    list: (): readonly LeftOut[] =>
      [...current]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([path, { why, state }]) => ({ path, why, isOld: first?.has(state) ?? true })),
    /** Those of them that are repositories. */
    repositories: () => [...current].flatMap(([path, { why }]) => (why === OWN_REPOSITORY ? [path] : [])),
  };
}

const REPLACING = "it is outside of the sparse checkout, and this partial clone does not have the commit's file there";
const REFUSED = "git cannot store it";
const TOO_LONG = "its path is longer than the system takes";
/** Characters that are shown of a very long path; its beginning tells which folder it is in. */
const MAX_SHOWN_CHARS = 200;
/** git cuts its warning off after 4,096 characters, so the end of a long path and the reason may be missing. */
const UNREAD = /^warning: could not open directory '([^\n]*?)(?:': ([^\n]+))?$/gm;

/** A path as people read it, in which bytes that are not UTF-8 are shown as `\xe9`. */
function nameOf(path: string): string {
  if (isUtf8(Buffer.from(path, "latin1"))) return pathText(path);
  return path.replace(/[\x80-\xff]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16)}`);
}

function statsOf(path: Buffer): ReturnType<typeof exactStats> | typeof TOO_LONG {
  try {
    return exactStats(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENAMETOOLONG") return TOO_LONG;
    throw error;
  }
}

/** Why a changed path is left out before git reads it; undefined when it may be stored. */
function unfit(root: string, path: string): string | undefined {
  // Policy, journal and comments are text, in which such a name would be another one.
  if (!isUtf8(Buffer.from(path, "latin1"))) return "its name is not UTF-8";
  if (isGitsOwn(pathText(path))) return "other systems read its name as a file of git";
  const stats = statsOf(bytesBelow(root, path));
  if (stats === TOO_LONG) return TOO_LONG;
  // A changed path that is a folder without `.git` is a file that a folder replaced.
  const dotGit = bytesBelow(root, `${path}/.git`);
  if (stats?.isDirectory() === true && exactStats(dotGit) !== undefined) return OWN_REPOSITORY;
  if (stats === undefined || !stats.isFile()) return undefined;
  if (stats.size > MAX_GITHUB_FILE_BYTES)
    return `${stats.size} bytes are more than GitHub takes (${MAX_GITHUB_FILE_BYTES})`;
  // With fs.protected_hardlinks=0 a hard link makes root read a file that its creator may not read.
  const isTheirs = stats.nlink > 1 && stats.uid !== exactStats(root)?.uid;
  return isTheirs ? "it is a hard link to a file of another user" : undefined;
}
