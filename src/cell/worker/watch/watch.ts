/**
 * Watches what limits of single processes do not cover: the memory and the number of all processes, and the free space of the
 * disks that the cell writes to. Too much memory ends the largest process group; beyond another ceiling all processes end. The
 * commands report the reason, and the cell stays open.
 */

import type { Ceilings } from "../../process/frames.ts";
import { sharedBytes, takeCensus, weigh, type Census } from "./census.ts";
import { watchDisk } from "./disk.ts";

export interface Watch {
  /** Registers a command by its process group; `tell` gets the reason when it is ended. Returns a function that removes it. */
  readonly enter: (group: number | undefined, tell: (why: string) => void) => () => void;
  readonly set: (ceilings: Partial<Ceilings>) => void;
}

export interface WatchOptions {
  readonly ceilings: Ceilings;
  /** Folders on the disks that the cell writes to; the workspace first. */
  readonly folders: readonly string[];
  /** Whether every visible process belongs to the cell. */
  readonly countsProcesses: boolean;
  /** Waits for processes that have ended. */
  readonly reap: (ended: readonly number[]) => void;
  /** Ends all processes. */
  readonly strike: () => void;
  readonly killGroup: (group: number) => void;
}

const MIB = 1024 ** 2;

/** In this time a fast disk takes 0.5 GB and a fork bomb makes a few thousand processes. One check costs at least 0.1 ms. */
const INTERVAL_MS = 250;

/** After memory was weighed exactly, it is not weighed again for this many times as long. */
const WEIGHING_PAUSE = 10;

export function createWatch(options: WatchOptions): Watch {
  const { ceilings, folders, countsProcesses, reap, strike, killGroup } = options;
  const commands = new Map<(why: string) => void, number | undefined>();
  let now = ceilings;
  const disks = folders.map((folder, index) =>
    watchDisk(
      index === 0
        ? { folder, name: "the workspace", keptShare: Infinity }
        : { folder, name: "temporary files and caches", keptShare: 0.5 },
    ),
  );
  let timer: NodeJS.Timeout | undefined;
  /** Time before which memory is not weighed again. */
  let weighsAt = 0;
  const sharedBefore = countsProcesses ? sharedBytes() : 0;

  const endAll = (why: string): void => {
    for (const tell of commands.keys()) tell(why);
    strike();
  };
  /** Ends the largest group. When no command has it, a process left its group, and every command that runs is told. */
  const endLargest = (census: Census): void => {
    const begun = performance.now();
    if (begun < weighsAt) return;
    const { total, largest, group } = weigh(census);
    const tookMs = performance.now() - begun;
    weighsAt = begun + WEIGHING_PAUSE * tookMs; // weighing takes the worker's time, and would find the same again
    if (total <= now.memoryBytes) return;
    const owners = [...commands].filter(([, own]) => own === group);
    const why = `used ${inMiB(largest)} MiB of memory; ${inMiB(now.memoryBytes)} MiB are allowed to all commands together`;
    for (const [tell] of owners.length > 0 ? owners : commands) tell(why);
    killGroup(group);
  };
  /** A cheap estimate, which is too high: it counts shared pages several times, and memory that other programs share. */
  const mayBeTooMuch = ({ bytesOf }: Census): boolean =>
    sum(bytesOf.values()) > now.memoryBytes || sharedBytes() - sharedBefore > now.memoryBytes;
  const look = (): void => {
    if (countsProcesses) {
      const census = takeCensus();
      reap(census.ended);
      if (census.count > now.processes) return endAll(`more than ${now.processes} processes ran in the cell`);
      if (mayBeTooMuch(census)) endLargest(census);
    }
    // Every folder is checked each time, because two may be on one disk, which must not end the next commands too.
    const [why] = disks.flatMap((breach) => breach(now) ?? []);
    if (why !== undefined) endAll(why);
  };

  return {
    enter(group, tell) {
      commands.set(tell, group);
      // It runs until the cell closes, because a command in the background can exceed the ceilings too.
      timer ??= setInterval(look, INTERVAL_MS).unref();
      return () => void commands.delete(tell);
    },
    set(ceilings) {
      now = { ...now, ...ceilings };
    },
  };
}

const sum = (values: Iterable<number>): number => [...values].reduce((total, value) => total + value, 0);
const inMiB = (bytes: number): number => Math.round(bytes / MIB);
