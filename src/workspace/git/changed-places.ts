/**
 * Finds the places where a run's private copy may differ from the last snapshot, by the folder in which the kernel keeps the run's
 * changes. So git need not examine every file of a large repository after each command.
 */

import { isUtf8 } from "node:buffer";
import { lstatSync, readdirSync, type BigIntStats } from "node:fs";
import type { Clock } from "../../base/clock.ts";
import { bytesBelow } from "../../base/paths/byte-paths.ts";

interface ChangedPlaces {
  /** Undefined where every place may differ. */
  readonly paths: readonly string[] | undefined;
  /** To be called when a snapshot has the present state of these places. */
  readonly done: () => void;
}

/** With more changes than this a whole status is as fast, because git skips ignored folders. */
const MAX_ENTRIES = 2000;
/** With more places than this a whole status is faster. */
const MAX_PLACES = 50;
/** Within one tick of the file system's clock a file can change again without getting another time. */
const TICK_MS = 100;

export function createChangedPlaces(changes: string, { now }: Pick<Clock, "now">): () => ChangedPlaces {
  let last: ReadonlyMap<string, string> | undefined;
  let isLarge = false;
  const everywhere: ChangedPlaces = { paths: undefined, done: () => undefined };
  return () => {
    if (isLarge) return everywhere;
    const began = now();
    const found = readEntries(changes, began - TICK_MS);
    if (found === undefined) {
      last = undefined;
      return everywhere;
    }
    isLarge = found.size > MAX_ENTRIES;
    const before = last;
    last = undefined;
    const done = (): void => void (last = found);
    return { paths: before && placesBetween(before, found), done };
  };
}

const YOUNG = "young";

/**
 * The time when a folder was made, or of its last change where the file system does not record that. Its entries are compared by
 * themselves, so only another folder in its place counts as a change; that one may have the same inode number.
 */
function madeAt({ birthtimeNs, ctimeNs }: BigIntStats): bigint {
  return birthtimeNs > 0n ? birthtimeNs : ctimeNs;
}

/** Path in Latin-1 (one character per byte) → state of the entry. The state of an entry that changed a moment ago ends in `YOUNG`. */
function readEntries(root: string, young: number): ReadonlyMap<string, string> | undefined {
  const entries = new Map<string, string>();
  const open = [""];
  try {
    for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
      for (const name of readdirSync(bytesBelow(root, folder), { encoding: "buffer" })) {
        const path = folder + name.toString("latin1");
        const stats = lstatSync(bytesBelow(root, path), { bigint: true });
        const isFolder = stats.isDirectory();
        const time = isFolder ? madeAt(stats) : stats.ctimeNs;
        const isYoung = Number(time / 1_000_000n) > young;
        entries.set(path, `${stats.ino} ${stats.mode} ${isFolder ? "" : stats.size} ${isYoung ? YOUNG : time}`);
        if (isFolder) open.push(`${path}/`);
        if (entries.size > MAX_ENTRIES) return entries;
      }
    }
  } catch {
    // This process may not read a folder, or a command is removing it.
    return undefined;
  }
  return entries;
}

/** Paths of added, removed and changed entries, without those below another one. Undefined where git has to examine every place. */
function placesBetween(
  before: ReadonlyMap<string, string>,
  now: ReadonlyMap<string, string>,
): readonly string[] | undefined {
  const places: string[] = [];
  const isOther = ([path, state]: readonly [string, string]): boolean =>
    state.endsWith(YOUNG) || before.get(path) !== state;
  const gone = [...before.keys()].filter((path) => !now.has(path));
  const paths = [...[...now].filter(isOther).map(([path]) => path), ...gone].toSorted();
  // These files decide which files below them are ignored, and how they are read.
  if (paths.some((path) => /(^|\/)\.git(ignore|attributes)$/.test(path))) return undefined;
  for (const path of paths) {
    const above = places.at(-1);
    if (above !== undefined && path.startsWith(`${above}/`)) continue;
    places.push(path);
  }
  if (places.length > MAX_PLACES) return undefined;
  const bytes = places.map((path) => Buffer.from(path, "latin1"));
  return bytes.every((path) => isUtf8(path)) ? bytes.map((path) => path.toString("utf8")) : undefined;
}
