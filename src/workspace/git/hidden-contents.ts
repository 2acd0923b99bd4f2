/**
 * Keeps what is hidden from commands out of snapshots: contents of hidden files under other paths, such as those of a renamed folder,
 * and changes of the hidden files themselves. Nothing is read before a file of the same size appears.
 */

import type { BigIntStats } from "node:fs";
import { exactStats, regularFile } from "../../base/file-text.ts";
import { bytesBelow, foldersAbove, pathText } from "../../base/paths/byte-paths.ts";

/** Paths relative to the workspace, one character for each byte. */
export interface HiddenFiles {
  /** Files and whole folders that commands cannot change. Empty in a cell without mounts. */
  readonly masked: readonly string[];
  /** Files whose contents leave under no other path. */
  readonly secrets: readonly string[];
}

interface HiddenContentsOptions extends HiddenFiles {
  /** The checkout, which shows the state at the start where the run works on a copy of it. */
  readonly root: string;
  /** The workspace of the run. */
  readonly files: string;
  /** Paths at which the start tree has the content of this file. */
  readonly pathsAtStart: (path: string) => Promise<readonly string[]>;
}

/**
 * The changed paths that a snapshot stores, and those that it leaves out, with the reasons. Others stay as the start has them: hidden
 * files that commands cannot change, and files of secrets that were moved away. `isFirst`: the index lacks the state at the start.
 */
export type HiddenContents = (
  paths: readonly string[],
  isFirst: boolean,
) => Promise<{ readonly stored: readonly string[]; readonly unwanted: ReadonlyMap<string, string> }>;

/** A shorter content is no secret, and other files have it by chance. */
const MIN_BYTES = 16;

/** To be made at the start of the run: in a run without a copy, the files are known by what they were then. */
export function createHiddenContents(options: HiddenContentsOptions): HiddenContents {
  const { root, files, masked, secrets, pathsAtStart } = options;
  const own = new Set(masked);
  const secret = new Set(secrets);
  const above = new Set([...masked].flatMap(foldersAbove));
  const kept = secrets.flatMap((path) => {
    const stats = statsOf(root, path);
    return stats?.isFile() === true && stats.size >= MIN_BYTES ? [{ path, stats }] : [];
  });
  const bySize = Map.groupBy(kept, ({ stats }) => stats.size);
  const isMasked = (path: string): boolean => [path, ...foldersAbove(path)].some((one) => own.has(one));
  const sourceOf = (path: string): string | undefined => {
    const stats = statsOf(files, path);
    if (stats?.isFile() !== true || stats.size < MIN_BYTES) return undefined;
    const sameSize = bySize.get(stats.size) ?? [];
    if (sameSize.length === 0) return undefined;
    const same = sameSize.find((one) => one.stats.dev === stats.dev && one.stats.ino === stats.ino);
    if (same !== undefined) return same.path;
    const content = contentOf(files, path);
    // A source that cannot be read any more counts as the same.
    return content && sameSize.find((one) => contentOf(root, one.path)?.equals(content) !== false)?.path;
  };
  /** The hidden file whose content a path has, where the start did not show that content. */
  const takenFrom = async (path: string): Promise<string | undefined> => {
    const source = sourceOf(path);
    const places = source === undefined ? [] : await pathsAtStart(path);
    const isShown = places.some((place) => place === path || (!secret.has(place) && !isMasked(place)));
    return isShown ? undefined : source;
  };
  return async (paths, isFirst) => {
    const unwanted = new Map<string, string>();
    if (own.size === 0 && bySize.size === 0) return { stored: paths, unwanted };
    const moved = new Set<string>();
    const isThere = (path: string): boolean => statsOf(files, path) !== undefined;
    const mayChange = (path: string): boolean => !isMasked(path) || (isFirst && isThere(path));
    const changed = paths.filter(mayChange);
    for (const path of changed) {
      if (isMasked(path)) continue;
      const source = await takenFrom(path);
      if (source !== undefined) {
        moved.add(source);
        unwanted.set(path, `it has the content of ${pathText(source)}, which may not be read or holds secrets`);
      } else if (above.has(path)) unwanted.set(path, "a file that is hidden from commands was below it");
    }
    const isGone = (path: string): boolean => moved.has(path) && !isThere(path);
    return { stored: changed.filter((path) => !isGone(path)), unwanted };
  };
}

function statsOf(root: string, path: string): BigIntStats | undefined {
  try {
    return exactStats(bytesBelow(root, path));
  } catch {
    return undefined; // a path that is too long, which snapshots leave out
  }
}

/** A command may have put a link or a pipe there. */
function contentOf(root: string, path: string): Buffer | undefined {
  return regularFile(bytesBelow(root, path));
}
