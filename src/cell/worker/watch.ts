/**
 * Watches what no limit of a single process covers: how many there are, and how full the workspace's disk gets. Beyond a
 * ceiling everything in the cell is ended, and every command that ran is told why; the cell itself goes on.
 */

import { readdirSync, statfsSync } from "node:fs";
import type { Ceilings } from "../process/frames.ts";

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

/**
 * What may be written between one end and the next, so that small commands can clean up: the disk is shared, and somebody
 * always writes a little.
 */
const SLACK_BYTES = 64 * 1024 ** 2;

/** A fast disk takes 0.5 GB in that time, a fork bomb makes a few thousand processes; one look costs 0.1 ms. */
const INTERVAL_MS = 250;

export function createWatch(options: WatchOptions): Watch {
  const { root, workspaceBytes, freeBytes, processes, countsProcesses, strike } = options;
  const listeners = new Set<(why: string) => void>();
  const freeAtStart = freeOn(root);
  /** Struck when less is free than this. It moves down with each strike, and back up once there is room again. */
  const usual = Math.max(freeAtStart - workspaceBytes, freeBytes);
  let floor = usual;
  let timer: NodeJS.Timeout | undefined;

  const breach = (): string | undefined => {
    if (countsProcesses && processCount() > processes) return `more than ${processes} processes ran in the cell`;
    const free = freeOn(root);
    if (free >= usual) floor = usual;
    if (free >= floor) return undefined;
    floor = free - SLACK_BYTES;
    return freeAtStart - free > workspaceBytes
      ? `the workspace grew by more than ${Math.round(workspaceBytes / 1024 ** 2)} MiB`
      : `fewer than ${Math.round(freeBytes / 1024 ** 2)} MiB are free on its disk`;
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
