/** Reads text files of a commit: single files, and small folders such as skills. A symbolic link is followed once, inside the commit. */

import { isUtf8 } from "node:buffer";
import { posix } from "node:path";
import { isWithin } from "../base/paths/is-within.ts";
import { configError, gitError, RunnerError, type ErrorCode } from "../protocol/error.ts";
import type { BatchObject } from "./git/cat-file.ts";
import { objectId } from "./git/object-id.ts";
import type { ReadObjects } from "./git/open-reader.ts";
import { missingCommit, withObjects, type ReadingOptions } from "./object-reader.ts";

/** Files and folders below the requested folders. Reading so many takes about 20 ms. */
const MAX_ENTRIES = 500;

/** Bytes of all files: fifty times the skills and agents of a large repository. */
const MAX_BYTES = 5_000_000;

/** Levels of folders that are read. Deeper files are material of a skill, which is read when the skill needs it. */
const MAX_DEPTH = 4;

const FOLDER = "40000";
const FILES = new Set(["100644", "100755", "100664"]); // the last one is in old repositories
const LINK = "120000";

export interface TrustedFilesOptions extends ReadingOptions {
  /** 40 or 64 hex digits. */
  readonly commit: string;
  readonly files: readonly string[];
}

/**
 * Path → UTF-8 text of those of `files` that exist, sorted by path, read by one git process. Throws `git.failed` when the commit or
 * an object of it is not in the repository, and `workspace.file` for a link that cannot be followed and a file that is not text.
 */
export async function readTrustedFiles({
  commit,
  files,
  ...where
}: TrustedFilesOptions): Promise<ReadonlyMap<string, string>> {
  const asked = [...new Set(files)].toSorted();
  return withObjects(where, async (read) => {
    const [base, root] = await read([`${objectId(commit)}^{commit}`, `${objectId(commit)}^{tree}`]);
    if (base === undefined) throw missingCommit(commit);
    const find = findInTree(read, root);
    const regular: Entry[] = [];
    for (const path of asked) {
      const found = await find(path);
      if (typeof found === "string") throw notRead(path, commit, found);
      if (found !== undefined && FILES.has(found.mode)) regular.push({ ...found, path });
    }
    const texts = await readTexts(read, commit, regular);
    const binary = regular.find(({ path }) => !texts.has(path));
    if (binary !== undefined) throw notRead(binary.path, commit, "not text");
    return texts;
  });
}

/** Finds a path in a commit: its entry, why a link is not followed, or undefined. Calls must not overlap. */
type Find = (path: string) => Promise<Entry | string | undefined>;

/** Creates a search in the tree of a commit. The entry that is found has the path that a link leads to. */
export function findInTree(read: ReadObjects, root: BatchObject | undefined): Find {
  const lists = new Map<string, readonly Entry[]>();
  const list = async ({ path, id }: Entry): Promise<readonly Entry[]> => {
    const known = lists.get(path);
    if (known !== undefined) return known;
    const [tree] = await read([id]);
    lists.set(path, entriesOf(tree, path));
    return lists.get(path) ?? [];
  };
  const find = async (path: string, isFollowed: boolean): Promise<Entry | string | undefined> => {
    if (root === undefined) return undefined;
    let at: Entry = { mode: FOLDER, path: ".", id: root.id };
    const names = path.split("/").filter((name) => name !== "" && name !== ".");
    for (const [index, name] of names.entries()) {
      if (at.mode !== FOLDER) return undefined;
      const next = (await list(at)).find((entry) => posix.basename(entry.path) === name);
      if (next === undefined) return undefined;
      if (next.mode === LINK) {
        if (isFollowed) return "to another link";
        return await follow(next, names.slice(index + 1).join("/"));
      }
      at = next;
    }
    return at;
  };
  const follow = async (link: Entry, rest: string): Promise<Entry | string | undefined> => {
    const [blob] = await read([link.id]);
    const target = blob?.content.toString("utf8") ?? "";
    const place = posix.join(posix.dirname(link.path), target);
    const isOutside = posix.isAbsolute(target) || place === ".." || place.startsWith("../");
    const end = isOutside ? "out of the repository" : ((await find(place, true)) ?? "nowhere");
    const found = typeof end === "string" || rest === "" ? end : await find(posix.join(place, rest), true);
    if (typeof found !== "string") return found;
    const subject = rest === "" ? "a symbolic link" : `behind ${link.path}, a symbolic link`;
    return `${subject} to ${JSON.stringify(target)}, which leads ${found}`;
  };
  return (path) => find(path, false);
}

export interface ReadFoldersOptions {
  readonly commit: string;
  readonly folders?: readonly string[] | undefined;
  readonly find: Find;
  readonly isFile?: (path: string) => boolean;
  /** Whether a folder below `folders` is read. */
  readonly isFolder?: (path: string) => boolean;
  /** Leaves out what is beyond the bounds, in place of an error. */
  readonly isOffer?: true;
  /** Called for each link that is not followed. */
  readonly onBadLink: (path: string, error: RunnerError) => void;
}

interface Level {
  /** Where the folder is asked for; links lead to it. */
  readonly path: string;
  readonly id: string;
  readonly isLinked: boolean;
}

/**
 * Path → UTF-8 text of the text files in `folders`, sorted by path. Throws `git.failed` for a missing object, and `config.invalid`
 * beyond 500 different entries or 5 MB.
 */
export async function readFolders(
  read: ReadObjects,
  options: ReadFoldersOptions,
): Promise<ReadonlyMap<string, string>> {
  const { commit, folders = [], find, isFile = () => true, isFolder = () => true, isOffer, onBadLink } = options;
  const files: Entry[] = [];
  const seen = new Set<string>();
  const there: string[] = [];
  let below: Level[] = [];
  const take = async (path: string, { mode, id }: Omit<Entry, "path">, isLinked: boolean): Promise<void> => {
    if (mode === FOLDER && isFolder(path)) below.push({ path, id, isLinked });
    if (FILES.has(mode) && isFile(path)) files.push({ mode, path, id });
    if (mode !== LINK || !(isFolder(path) || isFile(path))) return;
    const found = isLinked ? "a symbolic link in a linked folder" : await find(path);
    if (typeof found === "string") onBadLink(path, badLink(path, commit, found));
    else if (found !== undefined) await take(path, found, true);
  };
  for (const path of folders) {
    const found = await find(path);
    if (typeof found === "string") onBadLink(path, badLink(path, commit, found));
    if (typeof found !== "object" || found.mode !== FOLDER) continue;
    there.push(path);
    below.push({ path, id: found.id, isLinked: found.path !== path });
  }
  for (let depth = 1; below.length > 0 && depth <= MAX_DEPTH; depth += 1) {
    const level = below;
    below = [];
    const trees = await read(level.map(({ id }) => id));
    for (const [index, { path, isLinked }] of level.entries()) {
      for (const entry of entriesOf(trees[index], path)) await take(entry.path, entry, isLinked);
    }
    for (const { id } of depth < MAX_DEPTH ? [...files, ...below] : files) seen.add(id);
    if (seen.size <= MAX_ENTRIES) continue;
    if (isOffer !== true) throw tooMuch(`more than ${MAX_ENTRIES} files and folders`, commit, there);
    files.splice(MAX_ENTRIES);
    break;
  }
  const texts = await readTexts(read, commit, files);
  const bytes = [...texts.values()].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  if (bytes > MAX_BYTES && isOffer !== true) throw tooMuch(`${bytes} bytes of text`, commit, there);
  return texts;
}

/** Folders that are searched for a file: about 15 ms, beside the opening of the cell. */
const MAX_SEARCHED = 400;

/** Folders with copied dependencies, whose rules are for other people. */
const FOREIGN = new Set(["node_modules", "vendor", "third_party"]);

/**
 * Paths of the files with one of these names in a tree and the folders below it, sorted. At most `MAX_SEARCHED` folders are
 * searched, those next to the root first. A link to such a file in a folder above is left out: that file holds there anyway.
 */
export async function findNamed(
  read: ReadObjects,
  root: BatchObject | undefined,
  names: ReadonlySet<string>,
): Promise<readonly string[]> {
  const found: Entry[] = [];
  let level = [{ path: ".", tree: root }];
  let left = MAX_SEARCHED;
  while (level.length > 0) {
    const entries = level.flatMap(({ path, tree }) => entriesOf(tree, path));
    const isFile = (mode: string): boolean => FILES.has(mode) || mode === LINK;
    const named = entries.filter(({ mode, path }) => isFile(mode) && names.has(posix.basename(path)));
    found.push(...named);
    const below = entries.filter(({ mode, path }) => mode === FOLDER && !FOREIGN.has(posix.basename(path)));
    const next = below.slice(0, left);
    left -= next.length;
    const objects = await read(next.map(({ id }) => id));
    level = next.map(({ path }, index) => ({ path, tree: objects[index] }));
  }
  const links = found.filter(({ mode }) => mode === LINK);
  const targets = await read(links.map(({ id }) => id));
  const isAgain = ({ path }: Entry, index: number): boolean => {
    const folder = posix.dirname(path);
    const target = posix.join(folder, targets[index]?.content.toString("utf8") ?? "");
    const above = posix.dirname(target);
    return names.has(posix.basename(target)) && (above === "." || isWithin(folder, above));
  };
  const again = new Set(links.filter(isAgain));
  return found.flatMap((entry) => (again.has(entry) ? [] : [entry.path])).toSorted();
}

interface Entry {
  readonly mode: string;
  readonly path: string;
  readonly id: string;
}

/** Entries of a tree: `<mode> <name>`, a zero byte, the id as bytes. An object of another type has none. Throws `git.failed`. */
function entriesOf(tree: BatchObject | undefined, folder: string): readonly Entry[] {
  if (tree?.type !== "tree") return [];
  const { content, id } = tree;
  const entries: Entry[] = [];
  for (let at = 0; at < content.length;) {
    const space = content.indexOf(0x20, at);
    const zero = content.indexOf(0, space);
    const end = zero + 1 + id.length / 2;
    // A server may have taken what git itself would not write.
    if (space === -1 || zero === -1 || end > content.length) throw gitError(`The tree ${id} is damaged.`);
    entries.push({
      mode: content.toString("latin1", at, space),
      path: posix.join(folder, content.toString("utf8", space + 1, zero)),
      id: content.toString("hex", zero + 1, end),
    });
    at = end;
  }
  return entries;
}

/** Path → text of those files that are text, sorted by path. */
async function readTexts(
  read: ReadObjects,
  commit: string,
  files: readonly Entry[],
): Promise<ReadonlyMap<string, string>> {
  const sorted = files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const objects = await read(sorted.map(({ id }) => id));
  const texts = sorted.flatMap(({ path }, index) => {
    const object = objects[index];
    if (object === undefined) {
      const hint = "Fetch it first: a partial clone leaves contents out.";
      throw gitError(`${path} of commit ${commit} is not in the repository.`, hint);
    }
    const { content } = object;
    return isUtf8(content) && !content.includes(0) ? [[path, content.toString("utf8")] as const] : [];
  });
  return new Map(texts);
}

function tooMuch(what: string, commit: string, folders: readonly string[]): RunnerError {
  const hint = `At most ${MAX_ENTRIES} files and folders and ${MAX_BYTES / 1e6} MB are read; move the rest elsewhere.`;
  return configError(`Too much to read in ${folders.join(", ")} of commit ${commit}: ${what}.`, hint);
}

/** The error for a file that a tool asked for; `badLink` makes that for a file of the configuration. */
function notRead(path: string, commit: string, what: string, code: ErrorCode = "workspace.file"): RunnerError {
  return new RunnerError({
    code,
    message: `${path} of commit ${commit} is ${what}.`,
    hint: what === "not text" ? "Commit a text file." : "A link is followed once, to a file or folder of the commit.",
  });
}

export function badLink(path: string, commit: string, what: string): RunnerError {
  return notRead(path, commit, what, "config.invalid");
}
