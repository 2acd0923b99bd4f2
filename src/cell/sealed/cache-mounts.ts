/** How a sealed cell sees the tools' caches. The folders around them are writable and empty, for the locks and logs of tools. */

import { mkdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { isWithin } from "../../base/paths/is-within.ts";
import type { CacheMode } from "../../protocol/cell-settings.ts";
import { cacheFolders, type CacheFolder, type CacheSources } from "../process/cache-table.ts";
import { shown, type Mount } from "../process/mounts.ts";
import { isTooWide, outermost, realFolder } from "./host-paths.ts";

export interface CacheOptions extends CacheSources {
  readonly mode: CacheMode;
  readonly workDir: string;
  readonly scratchDir: string;
  /** The cell's home folder on the host, where it is on a disk. Folders in it are made there instead of being mounted. */
  readonly homeDir?: string | undefined;
  /** The cell's mounts of toolchains and of the system. No mount point can be made inside one. */
  readonly toolMounts: readonly Mount[];
  /** Folders that must stay out of the cell. */
  readonly runnerPaths: readonly string[];
  /** Folder that keeps what is written to the caches, also to those that this machine does not have. */
  readonly keepIn?: string | undefined;
}

/** Name in the scratch folder: the folders that the cell writes to around the caches. */
export const CACHES_NAME = "cell-caches";

/** File beside the kept changes of a cache, with the path of the cache. */
export const CACHE_PLACE = "place";

/** The mounts of toolchains with those of the caches, in their order. Makes the empty folders. */
export function withCaches(options: CacheOptions): readonly Mount[] {
  const { mode, toolMounts, keepIn, home, homeDir } = options;
  const folders = cacheFolders(options).filter((folder) => mayBeMounted(folder, options));
  const paths = outermost(folders.map(({ path }) => path));
  const there = paths.filter((path) => realFolder(path) !== undefined);
  const seen = mode === "none" ? [] : there;
  const tools = toolMounts.filter(({ at }) => !seen.some((path) => isWithin(at, path)));
  const isInTool = (path: string): boolean => tools.some(({ at }) => isWithin(path, at));
  const around = outermost(folders.flatMap(({ base }) => folderAround(base, options)));
  const empty = createEmptyFolders(options);
  /** In a home folder on the disk, tools make a folder themselves where nothing is mounted in it. */
  const makeAround = (path: string, inside: readonly Mount[]): readonly Mount[] => {
    if (homeDir === undefined || !isWithin(path, home)) return [empty(path)];
    if (inside.some(({ at }) => isWithin(at, path)))
      mkdirSync(join(homeDir, relative(home, path)), { recursive: true });
    return [];
  };
  const cachesOf = (): readonly Mount[] => {
    if (keepIn !== undefined) {
      const possible = paths.filter((path) => there.includes(path) || !isInTool(path));
      return possible.map((path, index) => kept(path, join(keepIn, String(index)), mode));
    }
    if (mode === "none") return there.filter(isInTool).map(empty);
    return mode === "copy" ? seen.map(copied) : seen.filter((path) => !isInTool(path)).map((path) => shown(path));
  };
  const inside = [...tools, ...cachesOf()];
  return [...around.filter((path) => !isInTool(path)).flatMap((path) => makeAround(path, inside)), ...inside];
}

function kept(at: string, keptIn: string, mode: CacheMode): Mount {
  mkdirSync(keptIn, { mode: 0o700 });
  writeFileSync(join(keptIn, CACHE_PLACE), at);
  return { kind: "overlay", at, lower: mode === "none" ? [] : [at], keptIn, otherwise: "ro" };
}

const copied = (path: string): Mount => ({ kind: "overlay", at: path, lower: [path], otherwise: "ro" });

function createEmptyFolders({ scratchDir }: CacheOptions): (at: string) => Mount {
  let made = 0;
  return (at) => {
    made += 1;
    const from = join(scratchDir, CACHES_NAME, String(made));
    mkdirSync(from, { recursive: true });
    return { kind: "rw", from, at };
  };
}

/** Whether the cache neither lies in the workspace, which is mounted whole, or in the runner's folders, nor contains one of them. */
function mayBeMounted({ path }: CacheFolder, { home, workDir, runnerPaths }: CacheOptions): boolean {
  if ([workDir, ...runnerPaths].some((place) => isWithin(path, place))) return false;
  const real = realFolder(path) ?? path;
  return [path, real].every((one) => !isTooWide(one, [home, workDir, ...runnerPaths]));
}

/** The writable folder for what a tool keeps beside its cache: its first folder below home, such as `.cache`, else the cache's base. */
function folderAround(base: string, { home, workDir }: CacheOptions): readonly string[] {
  if (!isWithin(base, home)) return isTooWide(base, [home, workDir]) ? [] : [base];
  const [first = "", second = ""] = relative(home, base).split("/");
  if (first === "") return []; // the cell's home folder is writable
  return [join(home, first, first === ".local" ? second : "")];
}
