/** Keeps layers on this machine: plain folders that setup filled, by a key of what they depend on. */

import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, renameSync, statSync, utimesSync, writeFileSync, type Dirent } from "node:fs";
import { join } from "node:path";
import { member, parseJson } from "../../base/member.ts";
import { jsonFile, statOrNone } from "../../base/file-text.ts";
import { removeTree } from "../../cell/process/remove-tree.ts";
import { makeFolders } from "../../base/make-folders.ts";

/** A folder of a layer, and where it belongs. */
export interface LayerFolder {
  /** Absolute path in the cell. */
  readonly at: string;
  readonly name: string;
  /** A cache is mounted over the host's cache; a folder of the workspace takes the place of the one that is there. */
  readonly isCache: boolean;
}

export interface Layer {
  readonly dir: string;
  readonly folders: readonly LayerFolder[];
}

const MANIFEST = "layer.json";
/** Dependencies of a large project take 1 GB. */
const MAX_BYTES = 10 * 1024 ** 3;
/** No job on GitHub takes longer, so no run still uses a layer that was last marked earlier. */
const MAY_BE_USED_MS = 6 * 3_600_000;

export type LayerStore = ReturnType<typeof createLayerStore>;

/** `now` returns ms since the epoch. */
export function createLayerStore(root: string, now: () => number) {
  return {
    /** A folder on the same disk, in which a layer can be made. */
    place(): string {
      makeFolders(root, 0o700);
      return root;
    },
    /** Finds a layer, and marks it as used. */
    find(key: string): Layer | undefined {
      const dir = join(root, key);
      const folders = foldersOf(dir);
      if (folders === undefined) return undefined;
      utimesSync(join(dir, MANIFEST), now() / 1000, now() / 1000);
      return { dir, folders };
    },
    /** Makes the folder `made` the layer of a key, and removes old layers that take too much space. */
    keep(key: string, made: string, folders: readonly LayerFolder[]): Layer {
      // The overlays did not sync to the disk, and a layer that is kept must be whole after a power cut.
      execFileSync("/bin/sync", ["-f", made], { env: {}, stdio: "ignore" });
      const bytes = sizeOf(made);
      writeFileSync(join(made, MANIFEST), JSON.stringify({ version: 1, bytes, folders }), { mode: 0o600 });
      const dir = join(root, key);
      if (foldersOf(dir) === undefined) removeTree(dir); // what an interrupted removal left
      try {
        renameSync(made, dir);
      } catch {
        removeTree(made); // another run has kept the same layer
      }
      evict(root, key, now());
      return { dir, folders: foldersOf(dir) ?? folders };
    },
  };
}

function foldersOf(dir: string): readonly LayerFolder[] | undefined {
  const folders = member(jsonFile(join(dir, MANIFEST)), "folders");
  return Array.isArray(folders) ? (folders as readonly LayerFolder[]) : undefined;
}

/** Removes the least recently used layers until the others fit, and what killed runs left. */
function evict(root: string, kept: string, now: number): void {
  const layers = readdirSync(root)
    .filter((name) => name !== kept)
    .map((name) => ({ name, ...describe(join(root, name)) }))
    .toSorted((a, b) => b.usedMs - a.usedMs);
  let bytes = describe(join(root, kept)).bytes;
  for (const layer of layers) {
    bytes += layer.bytes;
    if ((bytes > MAX_BYTES || !layer.isWhole) && layer.usedMs < now - MAY_BE_USED_MS)
      removeTree(join(root, layer.name));
  }
}

function describe(dir: string): { readonly usedMs: number; readonly bytes: number; readonly isWhole: boolean } {
  try {
    const bytes = member(parseJson(readFileSync(join(dir, MANIFEST), "utf8")), "bytes");
    return { usedMs: statSync(join(dir, MANIFEST)).mtimeMs, bytes: Number(bytes), isWhole: true };
  } catch {
    // Another run may have removed it just now.
    return { usedMs: statOrNone(dir)?.mtimeMs ?? Infinity, bytes: 0, isWhole: false };
  }
}

function sizeOf(dir: string): number {
  const files = [...entriesBelow(dir)].filter((entry) => entry.isFile());
  return files.reduce((bytes, { parentPath, name }) => bytes + statSync(join(parentPath, name)).size, 0);
}

/** What is in a folder, at any depth. Not node's own recursion: it follows links, and these folders are a command's. */
export function* entriesBelow(dir: string): Generator<Dirent> {
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    yield entry;
    if (entry.isDirectory()) yield* entriesBelow(join(dir, entry.name));
  }
}
