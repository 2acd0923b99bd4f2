/** Finds the folders that setup filled in the changes of its cell, and moves them side by side. */

import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Overlay } from "../../cell/process/mounts.ts";
import { CACHE_PLACE } from "../../cell/sealed/cache-mounts.ts";
import type { Layer, LayerFolder } from "./layer-store.ts";

/** Names in the folder in which the setup's cell keeps its changes. */
const WORKSPACE = "workspace";
const CACHES = "caches";
/** The changes of one overlay, in the folder in which it keeps them. */
const UPPER = "u";

export interface SetupPlaces {
  readonly overlays: readonly Overlay[];
  readonly keepCachesIn: string;
}

/**
 * The overlays of the setup's cell: a copy of the workspace, and an empty folder in place of each one that git ignores, so that
 * what setup makes there does not depend on what this machine has.
 */
export function setupOverlays(dir: string, root: string, ignored: readonly string[]): SetupPlaces {
  const kept = (name: string): string => {
    const path = join(dir, name);
    mkdirSync(path, { recursive: true, mode: 0o700 });
    return path;
  };
  const empty = ignored.map((path, index): Overlay => {
    return { kind: "overlay", at: join(root, path), lower: [], keptIn: kept(`ignored-${index}`), otherwise: "rw" };
  });
  const workspace: Overlay = { kind: "overlay", at: root, lower: [root], keptIn: kept(WORKSPACE), otherwise: "rw" };
  return { overlays: [workspace, ...empty], keepCachesIn: kept(CACHES) };
}

export interface CollectOptions {
  /** The folder with the changes of the setup's cell. */
  readonly work: string;
  /** The folder that is to be the layer. */
  readonly made: string;
  readonly root: string;
  readonly ignored: readonly string[];
}

/** Moves the filled folders into the layer, and returns where they belong. */
export function collectLayer({ work: dir, made, root, ignored }: CollectOptions): readonly LayerFolder[] {
  const folders: LayerFolder[] = [];
  mkdirSync(made, { recursive: true, mode: 0o700 });
  const take = (from: string, at: string, isCache: boolean): void => {
    const name = String(folders.length);
    renameSync(from, join(made, name));
    folders.push({ at, name, isCache });
  };
  ignored.forEach((path, index) => {
    const upper = join(dir, `ignored-${index}`, UPPER);
    if (isFilled(upper)) take(upper, join(root, path), false);
  });
  for (const path of newFolders(join(dir, WORKSPACE, UPPER), root)) {
    take(join(dir, WORKSPACE, UPPER, path), join(root, path), false);
  }
  for (const name of readdirSync(join(dir, CACHES))) {
    const upper = join(dir, CACHES, name, UPPER);
    if (!isFilled(upper)) continue;
    removeMarks(upper);
    take(upper, readFileSync(join(dir, CACHES, name, CACHE_PLACE), "utf8"), true);
  }
  return folders;
}

/** The mounts of a layer in the cell of a run. */
export function layerOverlays({ dir, folders }: Layer): readonly Overlay[] {
  return folders.map(({ at, name, isCache }) => {
    const own = join(dir, name);
    return { kind: "overlay", at, lower: isCache ? [own, at] : [own], otherwise: "ro" };
  });
}

/** Removes the marks of what setup deleted in a cache: archives cannot hold them, and what a cache has too much does no harm. */
function removeMarks(dir: string): void {
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    const path = join(dir, entry.name);
    if (entry.isDirectory()) removeMarks(path);
    else if (entry.isCharacterDevice()) rmSync(path);
  }
}

function isFilled(dir: string): boolean {
  return existsSync(dir) && readdirSync(dir).length > 0;
}

/** The outermost folders of a copy's changes that the workspace itself does not have. */
function newFolders(upper: string, root: string, below = ""): readonly string[] {
  return readdirSync(join(upper, below), { withFileTypes: true }).flatMap((entry) => {
    if (!entry.isDirectory()) return [];
    const path = join(below, entry.name);
    return existsSync(join(root, path)) ? newFolders(upper, root, path) : [path];
  });
}
