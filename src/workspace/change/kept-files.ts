/**
 * Keeps copies of files of the checkout while git replaces them, so that none is lost when a full disk or another error stops git
 * half way. git unlinks a file before it writes the new one, so a hard link preserves the old content.
 */

import { cpSync, linkSync, mkdirSync, mkdtempSync, renameSync, rmdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { statsOrNone } from "../git/stats-or-none.ts";

/** Does the work. If it throws, the files at these paths are put back. */
export async function keepingFiles<T>(root: string, paths: readonly string[], work: () => Promise<T>): Promise<T> {
  // On the checkout's own disk, where files are moved without being copied.
  const dir = mkdtempSync(join(root, ".kimi-runner-"));
  const copyOf = (index: number): string => join(dir, String(index));
  const fresh = paths.flatMap((path) => missingAbove(root, path));
  const putBack = (): void => {
    for (const path of paths) removeFile(join(root, path));
    for (const folder of fresh.toReversed()) removeEmpty(join(root, folder));
    paths.forEach((path, index) => {
      if (statsOrNone(copyOf(index)) === undefined) return;
      mkdirSync(dirname(join(root, path)), { recursive: true });
      renameSync(copyOf(index), join(root, path));
    });
  };
  let undo = (): void => {}; // no file is touched before all are kept
  try {
    paths.forEach((path, index) => keep(join(root, path), copyOf(index)));
    undo = putBack;
    const result = await work();
    undo = () => {};
    return result;
  } finally {
    undo();
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Folders above a path that do not exist yet, beginning with the uppermost. */
export function missingAbove(root: string, path: string): readonly string[] {
  const above = dirname(path);
  if (above === "." || statsOrNone(join(root, above))?.isDirectory() === true) return [];
  return [...missingAbove(root, above), above];
}

function keep(path: string, copy: string): void {
  const stats = statsOrNone(path);
  if (stats === undefined || stats.isDirectory()) return;
  try {
    linkSync(path, copy);
  } catch {
    // The file system has no hard links, or the file belongs to another user.
    cpSync(path, copy, { verbatimSymlinks: true, preserveTimestamps: true });
  }
}

function removeFile(path: string): void {
  if (statsOrNone(path)?.isDirectory() === false) rmSync(path);
}

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // It does not exist, or a person's file is in it.
  }
}
