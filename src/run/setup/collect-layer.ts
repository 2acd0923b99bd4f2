/** Finds what setup made in the changes of its cell, and moves it into a layer: folders, and one more folder for single files. */

import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { lstatOrNone } from "../../base/file-text.ts";
import type { Overlay } from "../../cell/process/mounts.ts";
import { plainText } from "../../base/plain-text.ts";
import { CACHE_PLACE } from "../../cell/sealed/cache-mounts.ts";
import { shellWord } from "../../policy/shell/quoted-word.ts";
import type { Cell } from "../../protocol/cell.ts";
import { entriesBelow, type Layer, type LayerFolder } from "./layer-store.ts";

/** Names in the folder in which the setup's cell keeps its changes. */
const WORKSPACE = "workspace";
const CACHES = "caches";
/** Where the cell of a run sees single files of the layer, such as a `.env`. They are copied from there. */
export const FILES_AT = "/opt/kimi/setup";
/** The name of the folder with the changes of an overlay, in the folder that the overlay keeps. */
const UPPER = "u";

export interface SetupPlaces {
  readonly overlays: readonly Overlay[];
  readonly keepCachesIn: string;
}

/** The overlays of the setup's cell: a copy of the workspace, with empty folders in place of ignored ones. */
export function setupOverlays(dir: string, root: string, ignored: readonly string[]): SetupPlaces {
  const kept = (name: string): string => {
    const path = join(dir, name);
    mkdirSync(path, { recursive: true, mode: 0o700 });
    return path;
  };
  const overlay = (at: string, lower: readonly string[], name: string): Overlay => {
    return { kind: "overlay", at, lower, keptIn: kept(name), otherwise: "rw" };
  };
  const empty = ignored.map((path, index) => overlay(join(root, path), [], `ignored-${index}`));
  return { overlays: [overlay(root, [root], WORKSPACE), ...empty], keepCachesIn: kept(CACHES) };
}

export interface CollectOptions {
  /** The folder with the changes of the setup's cell. */
  readonly work: string;
  readonly made: string;
  readonly root: string;
  readonly ignored: readonly string[];
}

/** Moves the folders that setup filled into the layer, and returns where they belong. */
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
  const [files, moved] = [newFiles(join(dir, WORKSPACE, UPPER), root), join(dir, "files")];
  for (const path of files) {
    mkdirSync(join(moved, dirname(path)), { recursive: true });
    renameSync(join(dir, WORKSPACE, UPPER, path), join(moved, path));
  }
  if (files.length > 0) take(moved, FILES_AT, false);
  for (const name of readdirSync(join(dir, CACHES))) {
    const upper = join(dir, CACHES, name, UPPER);
    if (!isFilled(upper)) continue;
    // Removes the marks of files that setup deleted: archives cannot contain them, and surplus files in a cache do no harm.
    for (const entry of entriesBelow(upper)) if (entry.isCharacterDevice()) rmSync(join(entry.parentPath, entry.name));
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

/** Copies single files of a layer into the workspace, where it has none of that name: commands can replace them. */
export async function putFiles(cell: Cell, overlays: readonly Overlay[], warn: (text: string) => void): Promise<void> {
  if (!overlays.some(({ at }) => at === FILES_AT)) return;
  const each = '[ -e "$0/$file" ] || [ -L "$0/$file" ] || cp -P --parents "$file" "$0" || exit 1';
  const copy = `sh -c ${shellWord(`for file; do ${each}; done`)} "$into" {} +`;
  const command = `into=$PWD; cd ${FILES_AT} && find . ! -type d -exec ${copy}`;
  const { code, output } = await cell.exec({ command, cwd: ".", timeoutMs: 600_000, maxOutputBytes: 4_000 });
  if (code !== 0) warn(`Files that setup made are not in the workspace: ${plainText(output).trim()}`);
}

function isFilled(dir: string): boolean {
  return existsSync(dir) && readdirSync(dir).length > 0;
}

/** New files and links in the changes of the copy, except those in new folders. */
function newFiles(upper: string, root: string, below = ""): readonly string[] {
  return readdirSync(join(upper, below)).flatMap((name) => {
    const path = join(below, name);
    const made = lstatOrNone(join(upper, path)); // undefined for a name that is not UTF-8
    if (made?.isDirectory() === true) return newFiles(upper, root, path);
    const isNew = lstatOrNone(join(root, path)) === undefined;
    return isNew && (made?.isFile() === true || made?.isSymbolicLink() === true) ? [path] : [];
  });
}

/** The outermost new folders in the changes of the copy. */
function newFolders(upper: string, root: string, below = ""): readonly string[] {
  return readdirSync(join(upper, below), { withFileTypes: true }).flatMap((entry) => {
    if (!entry.isDirectory()) return [];
    const path = join(below, entry.name);
    return existsSync(join(root, path)) ? newFolders(upper, root, path) : [path];
  });
}
