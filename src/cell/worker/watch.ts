/**
 * Watches the number of processes and the free space of the workspace's disk, which limits of single processes do not cover.
 * Beyond a ceiling all processes of the cell are ended, and their commands report the reason; the cell itself stays open.
 */

import { readdirSync, statfsSync } from "node:fs";
import type { Ceilings } from "../process/frames.ts";

export interface Watch {
  /** Registers a command; `tell` gets the reason when it is ended. Returns a function that removes it. */
  readonly enter: (tell: (why: string) => void) => () => void;
}

export interface WatchOptions extends Ceilings {
  readonly root: string;
  /** Whether every visible process belongs to the cell. */
  readonly countsProcesses: boolean;
  /** Ends all processes. */
  readonly strike: () => void;
}

/**
 * Bytes that may be written after one end before the next, so that small commands can clean up. Other programs write to the disk
 * too.
 */
const SLACK_BYTES = 64 * 1024 ** 2;

/** In this time a fast disk takes 0.5 GB and a fork bomb makes a few thousand processes. One check costs 0.1 ms. */
const INTERVAL_MS = 250;

export function createWatch(options: WatchOptions): Watch {
  const { root, workspaceBytes, freeBytes, processes, countsProcesses, strike } = options;
  const listeners = new Set<(why: string) => void>();
  const freeAtStart = freeOn(root);
  /** All processes are ended when less is free. It is lowered with each end, and restored when there is room again. */
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
      // It runs until the cell closes, because a command in the background can exceed the ceilings too.
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
