/**
 * Replaces hard links and setuid programs of a checkout by plain copies, before a cell works in the checkout itself. Otherwise commands
 * could write through a link into a file elsewhere, and give a setuid program new content through a mapping of its memory.
 */

import {
  chmodSync,
  constants,
  copyFileSync,
  lchownSync,
  lstatSync,
  readdirSync,
  renameSync,
  rmSync,
  utimesSync,
  type Stats,
} from "node:fs";
import { join } from "node:path";
import { lstatOrNone } from "../base/file-text.ts";

export interface OwnFiles {
  /** Files that were replaced, as paths below the root. */
  readonly replaced: readonly string[];
  /** Files that could not be replaced, or are too many or too large. A command that writes into one also changes the file elsewhere. */
  readonly left: readonly string[];
}

export interface OwnFilesOptions {
  /** The checkout. Its `.git` is not in the cell. */
  readonly root: string;
  /** A folder on the same disk that commands cannot see. A process that is killed leaves one file there. */
  readonly asideDir: string;
}

/** Ten thousand small files take about a second. */
const MAX_FILES = 10_000;
const MAX_BYTES = 1024 ** 3;
const SET_ID = 0o6000;
const SLASH = Buffer.from("/");

interface Entry {
  readonly path: Buffer;
  readonly stats: Stats;
}

/** Replaces the files. A file that only another user can write to is left alone, because the cell cannot write to it either. */
export function makeFilesOwn({ root, asideDir }: OwnFilesOptions): OwnFiles {
  const { uid } = lstatSync(root);
  const isMeant = ({ stats: { mode, nlink, uid: owner } }: Entry): boolean => {
    const isWritable = [uid, process.getuid?.()].includes(owner) || (mode & 0o022) !== 0;
    return isWritable && (nlink !== 1 || (mode & SET_ID) !== 0);
  };
  const found = filesBelow(Buffer.from(root), true).filter(isMeant).toArray();
  const names = Map.groupBy(found, idOf);
  const replaced: string[] = [];
  const left: string[] = [];
  let bytes = 0;
  for (const entry of found) {
    const { size, nlink, mode } = entry.stats;
    const leadsOut = nlink > (names.get(idOf(entry)) ?? []).length;
    if (!leadsOut && (mode & SET_ID) === 0) continue;
    const fits = replaced.length < MAX_FILES && bytes + size <= MAX_BYTES;
    const isDone = fits && replace(entry, join(asideDir, "kimi-runner.copy"));
    if (isDone) bytes += size;
    (isDone ? replaced : left).push(entry.path.toString("utf8").slice(root.length + 1));
  }
  return { replaced, left };
}

function idOf({ stats }: Entry): string {
  return `${stats.dev}:${stats.ino}`;
}

function* filesBelow(dir: Buffer, isRoot = false): Generator<Entry> {
  for (const entry of listOf(dir)) {
    if (isRoot && entry.name.toString("utf8") === ".git") continue;
    const path = Buffer.concat([dir, SLASH, entry.name]);
    if (entry.isDirectory()) yield* filesBelow(path);
    const stats = entry.isFile() ? lstatOrNone(path) : undefined;
    if (stats !== undefined) yield { path, stats };
  }
}

function listOf(dir: Buffer) {
  try {
    return readdirSync(dir, { withFileTypes: true, encoding: "buffer" });
  } catch {
    return []; // closed to this user, and so to the cell
  }
}

/** Replaces a file by a copy. False where that fails; then the file is unchanged. */
function replace({ path, stats }: Entry, aside: string): boolean {
  try {
    rmSync(aside, { force: true });
    copyFileSync(path, aside, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    if (stats.uid !== process.getuid?.()) lchownSync(aside, stats.uid, stats.gid);
    chmodSync(aside, stats.mode & 0o777);
    utimesSync(aside, stats.atimeMs / 1000, stats.mtimeMs / 1000);
    renameSync(aside, path);
    return true;
  } catch {
    rmSync(aside, { force: true });
    return false;
  }
}
