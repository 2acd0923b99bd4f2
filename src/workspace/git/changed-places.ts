/**
 * Which places of a run's private copy differ from those of the last snapshot, by the kernel's own list of what the run changed. It
 * spares git to look at every file of a large repository after each command. It says where to look; what is there, git reads in the copy.
 */

import { isUtf8 } from "node:buffer";
import { lstatSync, readdirSync, type BigIntStats } from "node:fs";
import type { Clock } from "../../base/clock.ts";

interface ChangedPlaces {
  /** Undefined: look everywhere. */
  readonly paths: readonly string[] | undefined;
  /** Says that a snapshot holds what is at these places now. */
  readonly done: () => void;
}

/** With more changes than this git is as quick, because it passes over the folders that it ignores. */
const MAX_ENTRIES = 2000;
/** More places than this cost git more than to look everywhere. */
const MAX_PLACES = 50;
/** A file may change again within a tick of the file system's clock and show the same time. */
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
 * Entries of a folder are listed for themselves, so that what counts is whether it is another folder: one made where a folder was
 * removed hides what the checkout has there, and may have its number. Not every file system knows when a folder was made.
 */
function madeAt({ birthtimeNs, ctimeNs }: BigIntStats): bigint {
  return birthtimeNs > 0n ? birthtimeNs : ctimeNs;
}

/** Path, one character a byte → what changes with it, or where it changed a moment ago, nothing that it will be again. */
function readEntries(root: string, young: number): ReadonlyMap<string, string> | undefined {
  const entries = new Map<string, string>();
  const open = [""];
  try {
    for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
      const here = Buffer.from(`${root}/`);
      for (const entry of readdirSync(Buffer.concat([here, Buffer.from(folder, "latin1")]), {
        encoding: "buffer",
        withFileTypes: true,
      })) {
        const path = folder + entry.name.toString("latin1");
        const stats = lstatSync(Buffer.concat([here, Buffer.from(path, "latin1")]), { bigint: true });
        const isFolder = stats.isDirectory();
        const time = isFolder ? madeAt(stats) : stats.ctimeNs;
        const isYoung = Number(time / 1_000_000n) > young;
        entries.set(path, `${stats.ino} ${stats.mode} ${isFolder ? "" : stats.size} ${isYoung ? YOUNG : time}`);
        if (isFolder) open.push(`${path}/`);
        if (entries.size > MAX_ENTRIES) return entries;
      }
    }
  } catch {
    // A folder is closed to this process, or a command removes it at the moment.
    return undefined;
  }
  return entries;
}

/** Places of entries that came, went or are others, the upper ones alone. Undefined where git cannot be told of them. */
function placesBetween(
  before: ReadonlyMap<string, string>,
  now: ReadonlyMap<string, string>,
): readonly string[] | undefined {
  const places: string[] = [];
  const isOther = ([path, state]: readonly [string, string]): boolean =>
    state.endsWith(YOUNG) || before.get(path) !== state;
  const gone = [...before.keys()].filter((path) => !now.has(path));
  const paths = [...[...now].filter(isOther).map(([path]) => path), ...gone].toSorted();
  // What is ignored in a folder, and how its files are read, says what counts below it.
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
