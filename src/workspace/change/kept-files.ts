/**
 * Keeps what takes a change of the checkout back: the files that it replaces, in a folder outside of the work tree, and a record of
 * them. A hard link preserves the old content, because files are replaced and never written into.
 */

import { cpSync, linkSync, mkdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { effect } from "../../base/crash.ts";
import { jsonFile, exactStats } from "../../base/file-text.ts";
import { member } from "../../base/member.ts";
import { systemReason } from "../../base/system-error.ts";
import { RunnerError } from "../../protocol/error.ts";
import { asideOf, fileId, inTheWayOf, isEmptiedBy, missingAbove, placeFile, removeFile } from "./checkout-files.ts";

/** A path of the checkout. Both ids are undefined where there is no file. */
interface KeptFile {
  readonly path: string;
  /** The file before the change, as `fileId` names it. */
  readonly old?: string | undefined;
  /** The file with the change. Not known where git makes it. */
  readonly now?: string | undefined;
}

/** What is kept, as it is written into its folder. */
export interface KeptFiles {
  /** The bundle of the session whose change it is. */
  readonly session?: { readonly dir: string; readonly journal: string } | undefined;
  readonly files: readonly KeptFile[];
  /** Folders that the change makes, each after those above it. */
  readonly folders: readonly string[];
}

const RECORD = "kept.json";

/** Keeps the files at these paths in `dir`. The record is written last and whole: without it nothing was changed. */
export function keepFiles(
  root: string,
  dir: string,
  { files, session }: Pick<KeptFiles, "files" | "session">,
): KeptFiles {
  mkdirSync(join(dir, "old"));
  const kept: KeptFiles = {
    session,
    files: files.map((file, index) => {
      const copy = copyOf(dir, index);
      keep(join(root, file.path), copy);
      return { ...file, old: fileId(copy) };
    }),
    folders: [...new Set(files.flatMap(({ path }) => missingAbove(root, path)))],
  };
  const next = join(dir, `${RECORD}.next`);
  writeFileSync(next, JSON.stringify(kept), { flush: true });
  renameSync(next, join(dir, RECORD));
  return kept;
}

/** What is kept in a folder; undefined where that is not known or no longer needed. */
export function readKept(dir: string): KeptFiles | undefined {
  const kept = jsonFile(join(dir, RECORD));
  return member(kept, "files") === undefined ? undefined : (kept as KeptFiles);
}

export function forgetKept(dir: string): void {
  rmSync(join(dir, RECORD), { force: true });
}

/** The paths at which there is neither the old file nor the new one, because a person changed them. */
export function changedSince(root: string, { files }: KeptFiles): readonly string[] {
  const known = new Set(files.map(({ path }) => path));
  const made = new Set(files.filter(({ old }) => old === undefined).map(({ path }) => path));
  const isChanged = ({ path, old, now }: KeptFile): boolean => {
    const inTheWay = inTheWayOf(root, path);
    if (inTheWay !== undefined) return !known.has(inTheWay); // that path is compared itself
    const at = join(root, path);
    if (exactStats(at)?.isDirectory() === true) return old !== undefined && !isEmptiedBy(made, root, path);
    const found = fileId(at);
    return found !== undefined && found !== old && found !== now;
  };
  return files.filter(isChanged).map(({ path }) => path);
}

/** Puts back what is kept. What is there already stays, so that it may be done again. Throws an error of the system. */
export function putBack(root: string, dir: string, { files, folders }: KeptFiles): void {
  const changed = files
    .map(({ path, old }, index) => ({ path, old, from: copyOf(dir, index) }))
    .filter(({ path, old }) => fileId(join(root, path)) !== old);
  const removed = [
    ...new Set(files.map(({ path }) => asideOf(dir, join(root, path)))),
    ...changed.filter(({ old }) => old === undefined).map(({ path }) => join(root, path)),
  ];
  const placed = changed.filter(({ old }) => old !== undefined);
  const step = (work: () => void): void => effect("checkout.undo", work);
  for (const path of removed) step(() => removeFile(path));
  for (const folder of folders.toReversed()) step(() => removeIfEmpty(join(root, folder)));
  for (const { path, from } of placed) step(() => placeFile({ root, path, from, dir }));
}

/** Puts back what is kept after an error. Where that fails too, the folder stays under another name. Throws `workspace.file` then. */
export function putBackOrSave(root: string, dir: string, kept: KeptFiles): void {
  try {
    putBack(root, dir, kept);
  } catch (cause) {
    const saved = join(dirname(dir), `saved-by-${basename(dir)}`);
    renameSync(dir, saved);
    const message = `The old files could not be put back into the checkout: ${systemReason(cause)}. They are in ${saved}.`;
    throw new RunnerError({
      code: "workspace.file",
      message,
      hint: `${RECORD} there has their paths, in order.`,
      cause,
    });
  }
}

/** Does the work. If it throws, the files at these paths are put back, from copies in `dir`. */
export async function keepingFiles<T>(
  { root, dir, paths }: { readonly root: string; readonly dir: string; readonly paths: readonly string[] },
  work: () => Promise<T>,
): Promise<T> {
  const kept = keepFiles(root, dir, { files: paths.map((path) => ({ path })) });
  try {
    return await work();
  } catch (error) {
    putBackOrSave(root, dir, kept);
    throw error;
  }
}

/** Removes a folder, unless a person's file is in it. */
function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // It does not exist, or is not empty.
  }
}

function copyOf(dir: string, index: number): string {
  return join(dir, "old", String(index));
}

function keep(path: string, copy: string): void {
  const stats = exactStats(path);
  if (stats === undefined || stats.isDirectory()) return;
  try {
    linkSync(path, copy);
  } catch {
    // The file system has no hard links, the file belongs to another user, or the git directory is on another disk.
    cpSync(path, copy, { verbatimSymlinks: true, preserveTimestamps: true });
  }
}
