/**
 * Files that are stored in the second of their last change, with an older time of their content. git compares whole seconds: if
 * a command changes such a file again in that second, keeps its size and sets its time back, git takes it for unchanged.
 */

import type { Clock } from "../base/clock.ts";
import { statsOrNone } from "./git/stats-or-none.ts";

interface FreshFiles {
  /** Call it before git reads these files. */
  readonly note: (paths: readonly Buffer[]) => void;
  /** Noted files that changed since, whether git sees it or not. */
  readonly changed: () => readonly Buffer[];
}

/** The clock of files may be behind by a tick, and git takes its time to read them. */
const MARGIN_MS = 2000;

export function createFreshFiles(root: string, { now }: Pick<Clock, "now">): FreshFiles {
  /** Path, one character per byte → time of the last change. */
  const fresh = new Map<string, bigint>();
  const statsOf = (path: string) => {
    const bytes = Buffer.concat([Buffer.from(`${root}/`), Buffer.from(path, "latin1")]);
    return statsOrNone(bytes);
  };
  const isFresh = (ctimeNs: bigint): boolean => Number(ctimeNs / 1_000_000n) > now() - MARGIN_MS;
  return {
    note: (paths) => {
      for (const path of paths.map((bytes) => bytes.toString("latin1"))) {
        const stats = statsOf(path);
        // git itself looks into a file whose content is as new as the index.
        const isHidden = stats !== undefined && stats.mtimeNs / SECOND < stats.ctimeNs / SECOND;
        if (isHidden && isFresh(stats.ctimeNs)) fresh.set(path, stats.ctimeNs);
        else fresh.delete(path);
      }
    },
    changed: () => {
      const found: Buffer[] = [];
      for (const [path, ctimeNs] of fresh) {
        const stats = statsOf(path);
        if (stats !== undefined && stats.ctimeNs !== ctimeNs) found.push(Buffer.from(path, "latin1"));
        else if (stats === undefined || !isFresh(ctimeNs)) fresh.delete(path); // git sees a later change
      }
      return found;
    },
  };
}

const SECOND = 1_000_000_000n;
