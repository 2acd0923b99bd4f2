/**
 * Single files of the checkout while a change is put there: what is at a path, and moving a file to it. Files are replaced, never
 * written into, so that no hard link leads a change out of the checkout.
 */

import {
  cpSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmdirSync,
  rmSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { exactStats } from "../../base/file-text.ts";
import { foldersAbove } from "../../base/paths/byte-paths.ts";
import { sha256, sha256File } from "../../base/sha256.ts";

type PlaceOptions = Readonly<Record<"root" | "path" | "from" | "dir", string>>;

/**
 * Moves the file `from` to its path below the root in one step, so that a kill leaves the file before it or this one. `dir`: the folder
 * of what is kept.
 */
export function placeFile({ root, path, from, dir }: PlaceOptions): void {
  const at = join(root, path);
  for (const folder of missingAbove(root, path)) {
    mkdirSync(join(root, folder));
    giveToOwner(root, join(root, folder));
  }
  if (exactStats(at)?.isDirectory() === true) removeEmptyFolders(at);
  try {
    renameSync(from, at);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EXDEV") throw error;
    const aside = asideOf(dir, at); // the git directory is on another disk
    cpSync(from, aside, { verbatimSymlinks: true, preserveTimestamps: true });
    giveToOwner(root, aside);
    renameSync(aside, at);
  }
}

/** Gives a file to the owner of the checkout, where this process is another user's. */
export function giveToOwner(root: string, path: string): void {
  const { uid, gid } = lstatSync(root);
  if (uid !== process.getuid?.()) lchownSync(path, uid, gid);
}

/** The uppermost path above this one that exists and is not a folder, such as a link. */
export function inTheWayOf(root: string, path: string): string | undefined {
  return foldersAbove(path).findLast((above) => exactStats(join(root, above))?.isDirectory() === false);
}

/** Whether a folder that a file replaces contains only files that are removed. */
export function isEmptiedBy(removed: ReadonlySet<string>, root: string, path: string): boolean {
  return readdirSync(join(root, path), { withFileTypes: true }).every((entry) => {
    const inner = `${path}/${entry.name}`;
    return entry.isDirectory() ? isEmptiedBy(removed, root, inner) : removed.has(inner);
  });
}

/** Kind, mode and content of a file; undefined for a folder and where there is nothing. */
export function fileId(path: string): string | undefined {
  const stats = exactStats(path);
  if (stats === undefined || stats.isDirectory()) return undefined;
  if (stats.isSymbolicLink()) return `link ${sha256(readlinkSync(path, { encoding: "buffer" }))}`;
  if (!stats.isFile()) return "special";
  return `${(Number(stats.mode) & 0o100) === 0 ? "file" : "program"} ${sha256File(path)}`;
}

/** Where a file from another disk is copied before it is moved to its path. */
export function asideOf(dir: string, path: string): string {
  return join(dirname(path), `.${basename(dir)}`);
}

/** Folders above a path that do not exist yet, beginning with the uppermost. */
export function missingAbove(root: string, path: string): readonly string[] {
  const above = dirname(path);
  if (above === "." || exactStats(join(root, above))?.isDirectory() === true) return [];
  return [...missingAbove(root, above), above];
}

/** Removes a file or link. Does nothing for a folder and where there is nothing. */
export function removeFile(path: string): void {
  if (exactStats(path)?.isDirectory() === false) rmSync(path);
}

function removeEmptyFolders(folder: string): void {
  for (const name of readdirSync(folder)) removeEmptyFolders(join(folder, name));
  rmdirSync(folder);
}
