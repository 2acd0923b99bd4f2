/** Watches the free space of a disk, and how many more files it can hold. */

import { statfsSync } from "node:fs";
import { counted } from "../../../base/words.ts";
import type { Ceilings } from "../../process/frames.ts";

/**
 * After all processes were ended, so many bytes and files more may be written before they are ended again. This lets small commands
 * clean up, while other programs may write to the disk too.
 */
const SLACK_BYTES = 64 * 1024 ** 2;
const SLACK_FILES = 1000;

type Limits = Pick<Ceilings, "workspaceBytes" | "freeBytes" | "freeFiles">;

export interface Disk {
  readonly folder: string;
  /** Its name in messages for the model. */
  readonly name: string;
  /** At most this share of the space that is free at first is kept free, because a small disk has less than the ceiling. */
  readonly keptShare: number;
}

/** At most this share of the files that fit at first is kept free. */
const KEPT_SHARE_OF_FILES = 0.5;

/** Returns a function that says why too much of a disk is used; undefined while it is not. */
export function watchDisk({ folder, name, keptShare }: Disk): (limits: Limits) => string | undefined {
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
    const keptFiles = Math.floor(Math.min(freeFiles, start.files * KEPT_SHARE_OF_FILES));
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
