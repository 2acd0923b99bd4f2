/**
 * Watches what no limit of a single process covers: how many there are, and how full the workspace's disk gets. Beyond a
 * ceiling everything in the cell is ended, and every command that ran is told why; the cell itself goes on.
 */

import { readdirSync, statfsSync } from "node:fs";
import type { Ceilings } from "../frames.ts";

export interface Watch {
  /** For as long as something runs; `tell` hears why it was ended. Returns what stops listening. */
  readonly enter: (tell: (why: string) => void) => () => void;
}

export interface WatchOptions extends Ceilings {
  readonly root: string;
  /** Whether every process in sight is the cell's. */
  readonly countsProcesses: boolean;
  /** Ends everything that runs. */
  readonly strike: () => void;
}

/** A fast disk takes 0.5 GB in that time, a fork bomb makes a few thousand processes; one look costs 0.1 ms. */
const INTERVAL_MS = 250;

export function createWatch(options: WatchOptions): Watch {
  const { root, workspaceBytes, freeBytes, processes, countsProcesses, strike } = options;
  const listeners = new Set<(why: string) => void>();
  const freeAtStart = freeOn(root);
  let freeBefore = freeAtStart;
  let timer: NodeJS.Timeout | undefined;

  const breach = (): string | undefined => {
    if (countsProcesses && processCount() > processes) return `more than ${processes} processes ran in the cell`;
    const free = freeOn(root);
    const isFilling = free < freeBefore; // who cleans up is left to it
    freeBefore = free;
    if (!isFilling) return undefined;
    if (freeAtStart - free > workspaceBytes) {
      return `the workspace grew by more than ${Math.round(workspaceBytes / 1024 ** 2)} MiB`;
    }
    return free < freeBytes ? `fewer than ${Math.round(freeBytes / 1024 ** 2)} MiB are free on its disk` : undefined;
  };
  const look = (): void => {
    const why = breach();
    if (why === undefined) return;
    for (const tell of listeners) tell(why);
    strike();
  };

  return {
    enter(tell) {
      listeners.add(tell);
      // Once started it stays: what a command left in the background can run away too.
      timer ??= setInterval(look, INTERVAL_MS).unref();
      return () => void listeners.delete(tell);
    },
  };
}

function freeOn(path: string): number {
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize;
}

function processCount(): number {
  return readdirSync("/proc").filter((name) => /^\d+$/.test(name)).length;
}
