/**
 * Finds changes that git's status misses, because it compares whole seconds: a file that is stored in the second of its last change, and
 * changed again in that second with the same size and its modification time set back.
 */

import { exactStats } from "../base/file-text.ts";
import type { Clock } from "../base/clock.ts";
import { bytesBelow } from "../base/paths/byte-paths.ts";

/** The file system's clock may be behind by a tick, and git needs time to read the files. */
const MARGIN_MS = 2000;

export function createFreshFiles(root: string, { now }: Pick<Clock, "now">) {
  /** Path in Latin-1 (one character per byte) → time of the last change. */
  const fresh = new Map<string, bigint>();
  const statsOf = (path: string) => exactStats(bytesBelow(root, path));
  const isFresh = (ctimeNs: bigint): boolean => Number(ctimeNs / 1_000_000n) > now() - MARGIN_MS;
  return {
    /** Must be called before git reads these files. */
    note: (paths: readonly string[]): void => {
      for (const path of paths) {
        const stats = statsOf(path);
        // git reads a file again whose modification time is as new as the index.
        const isHidden = stats !== undefined && stats.mtimeNs / SECOND < stats.ctimeNs / SECOND;
        if (isHidden && isFresh(stats.ctimeNs)) fresh.set(path, stats.ctimeNs);
        else fresh.delete(path);
      }
    },
    /** Noted files that changed since, whether git sees it or not. */
    changed: (): readonly string[] => {
      const found: string[] = [];
      for (const [path, ctimeNs] of fresh) {
        const stats = statsOf(path);
        if (stats !== undefined && stats.ctimeNs !== ctimeNs) found.push(path);
        else if (stats === undefined || !isFresh(ctimeNs)) fresh.delete(path); // git sees a later change
      }
      return found;
    },
  };
}

const SECOND = 1_000_000_000n;
