/** A large change by areas: folders, packed up to what one request has room for; and what was not looked at, in few words. Pure. */

import { counted } from "../base/words.ts";

export interface SizedFile {
  readonly path: string;
  /** Characters of its difference that are shown. */
  readonly size: number;
}

export interface Area {
  /** Folders and files of it, for the model. */
  readonly names: readonly string[];
  readonly paths: readonly string[];
}

/** Packs files into areas. A folder stays together where it fits; a file that is larger than an area is one of its own. */
export function areasOf(files: readonly SizedFile[], maxSize: number): readonly Area[] {
  const areas: { names: string[]; paths: string[]; size: number }[] = [];
  for (const { name, files: own, size } of partsOf(files, maxSize, "")) {
    const last = areas.at(-1);
    const paths = own.map(({ path }) => path);
    if (last !== undefined && last.size + size <= maxSize) {
      last.names.push(name);
      last.paths.push(...paths);
      last.size += size;
    } else areas.push({ names: [name], paths, size });
  }
  return areas;
}

interface Part {
  readonly name: string;
  readonly files: readonly SizedFile[];
  readonly size: number;
}

/** The folders below `prefix`, each as one part where it fits, else as the parts below it. */
function partsOf(files: readonly SizedFile[], maxSize: number, prefix: string): readonly Part[] {
  const groups = Map.groupBy(files, ({ path }) => {
    const end = path.indexOf("/", prefix.length);
    return end < 0 ? path : path.slice(0, end + 1);
  });
  return [...groups].flatMap(([name, own]) => {
    const size = own.reduce((sum, one) => sum + one.size, 0);
    const isFile = !name.endsWith("/");
    return isFile || size <= maxSize ? [{ name, files: own, size }] : partsOf(own, maxSize, name);
  });
}

/** Files that are named one by one, and folders that are. */
const MAX_NAMED = 20;

/** Names of files; where they are many, of their top folders with a count. */
export function briefNames(paths: readonly string[], shown: (path: string) => string): string {
  if (paths.length <= MAX_NAMED) return paths.map(shown).join(", ");
  const folders = Map.groupBy(paths, (path) => (path.includes("/") ? path.slice(0, path.indexOf("/") + 1) : "./"));
  const told = [...folders].map(([folder, own]) => `${shown(folder)} (${counted(own.length, "file")})`);
  const more = told.length > MAX_NAMED ? [`and ${counted(told.length - MAX_NAMED, "more folder")}`] : [];
  return `${counted(paths.length, "file")}: ${[...told.slice(0, MAX_NAMED), ...more].join(", ")}`;
}
