/** Watches the memory and number of all processes and the space of disks. The cell stays open, and the commands report the reason. */

import { statfsSync } from "node:fs";
import { createRequire } from "node:module";
import type { Ceilings } from "../../process/frames.ts";
import { sharedBytes, takeCensus, weigh, type Census } from "./census.ts";
import { counted } from "../../../base/words.ts";

export type Watch = ReturnType<typeof createWatch>;

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

/** In this time a fast disk takes 0.5 GB and a fork bomb makes a few thousand processes. One check costs at least 0.1 ms. */
const INTERVAL_MS = 250;

/** After memory was weighed exactly, it is not weighed again for this many times as long. */
const WEIGHING_PAUSE = 10;

export function createWatch(options: WatchOptions) {
  const { ceilings, folders, countsProcesses, reap, strike, killGroup } = options;
  const commands = new Map<(why: string) => void, number | undefined>();
  let now = ceilings;
  const disks = folders.map((folder, index) =>
    index === 0
      ? watchDisk(folder, "the workspace", Infinity)
      : watchDisk(folder, "temporary files and caches", KEPT_SHARE),
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
    bytesOf.values().reduce((sum, bytes) => sum + bytes, 0) > now.memoryBytes ||
    sharedBytes() - sharedBefore > now.memoryBytes;
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
    /** Registers a command by its process group; `tell` gets the reason when it is ended. Returns a function that removes it. */
    enter: (group: number | undefined, tell: (why: string) => void): (() => void) => {
      commands.set(tell, group);
      // It runs until the cell closes, because a command in the background can exceed the ceilings too.
      timer ??= setInterval(look, INTERVAL_MS).unref();
      return () => void commands.delete(tell);
    },
    set: (given: Partial<Ceilings>): void => {
      now = { ...now, ...given };
    },
  };
}

/** What may be written after all processes were ended before they are ended again, so that small commands can clean up. */
const SLACK_BYTES = 64 * 1024 ** 2;
const SLACK_FILES = 1000;

type Limits = Pick<Ceilings, "workspaceBytes" | "freeBytes" | "freeFiles">;

/** At most this share of the space or files that are free at first is kept free, because a small disk has less than the ceiling. */
const KEPT_SHARE = 0.5;

/** Returns a function that says why too much of a disk is used; undefined while it is not. `name` is for messages to the model. */
function watchDisk(folder: string, name: string, keptShare: number): (limits: Limits) => string | undefined {
  const start = freeOn(folder);
  const isSpaceUsedUp = createFloor(SLACK_BYTES);
  const areFilesUsedUp = createFloor(SLACK_FILES);
  return ({ workspaceBytes, freeBytes, freeFiles }) => {
    const { bytes, files } = freeOn(folder);
    const kept = Math.min(freeBytes, start.bytes * keptShare);
    if (isSpaceUsedUp(bytes, Math.max(start.bytes - workspaceBytes, kept))) {
      return start.bytes - bytes > workspaceBytes
        ? `the disk of ${name} filled by more than ${inMiB(workspaceBytes)} MiB`
        : `fewer than ${inMiB(kept)} MiB are free on the disk of ${name}`;
    }
    const keptFiles = Math.floor(Math.min(freeFiles, start.files * KEPT_SHARE));
    if (!areFilesUsedUp(files, keptFiles)) return undefined;
    return `fewer than ${counted(keptFiles, "more file")} fit on the disk of ${name}`;
  };
}

/** Returns a function that says whether too little is free. After each yes it asks for `slack` less, until as much as usual is free. */
function createFloor(slack: number): (free: number, usual: number) => boolean {
  let floor = Infinity;
  return (free, usual) => {
    if (free >= usual) floor = usual;
    if (free >= Math.min(floor, usual)) return false;
    floor = free - slack;
    return true;
  };
}

const inMiB = (bytes: number): number => Math.round(bytes / 1024 ** 2);

/** Some file systems (btrfs) have no limit of files, and say 0. */
function freeOn(path: string): { readonly bytes: number; readonly files: number } {
  const { bavail, bsize, files, ffree } = statfsSync(path);
  return { bytes: bavail * bsize, files: files === 0 ? Infinity : ffree };
}

type Wait = (pid: number) => void;

/**
 * Returns a function that takes the zombies and waits for those of its call before: node has waited for its own children by then. `addon` is
 * the path of the addon that waits; without one, another process is the parent of such processes.
 */
export function createReaper(addon: string | undefined): (ended: readonly number[]) => void {
  if (addon === undefined) return () => {};
  let wait: Wait | undefined;
  let seen: ReadonlySet<number> = new Set();
  return (ended) => {
    for (const pid of ended.filter((one) => seen.has(one))) {
      wait ??= createRequire(addon)(addon) as Wait;
      wait(pid);
    }
    // They count as seen only after node has read its signals once more.
    setImmediate(() => (seen = new Set(ended))).unref();
  };
}
