/** Watches the free space of a disk. */

import { statfsSync } from "node:fs";
import type { Ceilings } from "../../process/frames.ts";

/**
 * Bytes that may be written after one end before the next, so that small commands can clean up. Other programs write to the disk
 * too.
 */
const SLACK_BYTES = 64 * 1024 ** 2;

type Limits = Pick<Ceilings, "workspaceBytes" | "freeBytes">;

export interface Disk {
  readonly folder: string;
  /** What the model calls it. */
  readonly name: string;
  /** The largest part of the space that is free at first which is kept free; a small disk has less than the ceiling says. */
  readonly keptShare: number;
}

/** Returns a function that says why a disk is used too much, or undefined. */
export function watchDisk({ folder, name, keptShare }: Disk): (limits: Limits) => string | undefined {
  const freeAtStart = freeOn(folder);
  /** All processes are ended when less is free. It is lowered with each end, and restored when there is room again. */
  let floor = Infinity;
  return ({ workspaceBytes, freeBytes }) => {
    const kept = Math.min(freeBytes, freeAtStart * keptShare);
    const usual = Math.max(freeAtStart - workspaceBytes, kept);
    const free = freeOn(folder);
    if (free >= usual) floor = usual;
    if (free >= Math.min(floor, usual)) return undefined;
    floor = free - SLACK_BYTES;
    return freeAtStart - free > workspaceBytes
      ? `the disk of ${name} filled by more than ${inMiB(workspaceBytes)} MiB`
      : `fewer than ${inMiB(kept)} MiB are free on the disk of ${name}`;
  };
}

const inMiB = (bytes: number): number => Math.round(bytes / 1024 ** 2);

function freeOn(path: string): number {
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize;
}
