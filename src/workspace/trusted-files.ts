/**
 * Reads text files of a commit: single files, and whole small folders such as skills. It does not read the work tree and does not
 * follow symbolic links.
 */

import { isUtf8 } from "node:buffer";
import { posix } from "node:path";
import { RunnerError } from "../protocol/error.ts";
import type { BatchObject } from "./git/cat-file.ts";
import { objectId } from "./git/object-id.ts";
import { missingCommit, withObjects, type ReadingOptions, type ReadObjects } from "./object-reader.ts";

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
 * an object of it is not in the repository, and `workspace.file` for a file that is a symbolic link or not text.
 */
export async function readTrustedFiles({
  commit,
  files,
  ...where
}: TrustedFilesOptions): Promise<ReadonlyMap<string, string>> {
  const asked = files.filter((path) => !path.includes("\n")); // git would read a newline as the end of a name
  const parents = [...new Set(asked.map((path) => posix.dirname(path)))];
  const names = parents.map((path) => `${commit}:${path === "." ? "" : path}`);
  return withObjects(where, async (read) => {
    const [base, ...objects] = await read([`${objectId(commit)}^{commit}`, ...names]);
    if (base === undefined) throw missingCommit(commit);
    const beside = parents.flatMap((path, index) => entriesOf(objects[index], path));
    const named = beside.filter(({ path }) => asked.includes(path));
    const link = named.find(({ mode }) => mode === LINK);
    if (link !== undefined) throw notRead(link.path, commit, "a symbolic link");
    const regular = named.filter(({ mode }) => FILES.has(mode));
    const texts = await readTexts(read, commit, regular);
    const binary = regular.find(({ path }) => !texts.has(path));
    if (binary !== undefined) throw notRead(binary.path, commit, "not text");
    return texts;
  });
}

export interface ReadFoldersOptions {
  readonly commit: string;
  /** Paths with git's answers. Only trees are read. */
  readonly trees: readonly { readonly path: string; readonly tree: BatchObject | undefined }[];
  readonly pick: (path: string) => boolean;
}

/**
 * Path → UTF-8 text of the text files in `trees`, sorted by path. Throws `git.failed` for a missing object, and `config.invalid`
 * beyond 500 entries or 5 MB.
 */
export async function readFolders(
  read: ReadObjects,
  { commit, trees, pick }: ReadFoldersOptions,
): Promise<ReadonlyMap<string, string>> {
  const found: Entry[] = [];
  let level = trees;
  let seen = 0;
  for (let depth = 1; level.some(({ tree }) => tree !== undefined); depth += 1) {
    const entries = level.flatMap(({ path, tree }) => entriesOf(tree, path));
    const files = entries.filter(({ mode, path }) => FILES.has(mode) && pick(path));
    const below = depth < MAX_DEPTH ? entries.filter(({ mode }) => mode === FOLDER) : [];
    seen += files.length + below.length;
    if (seen > MAX_ENTRIES) throw tooMuch(`more than ${MAX_ENTRIES} files and folders`, commit, trees);
    found.push(...files);
    const objects = await read(below.map(({ id }) => id));
    level = below.map(({ path }, index) => ({ path, tree: objects[index] }));
  }
  const texts = await readTexts(read, commit, found);
  const bytes = [...texts.values()].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  if (bytes > MAX_BYTES) throw tooMuch(`${bytes} bytes of text`, commit, trees);
  return texts;
}

/** Folders that are searched for a file: about 15 ms, beside the opening of the cell. */
const MAX_SEARCHED = 400;

/** Folders with copied dependencies, whose rules are for other people. */
const FOREIGN = new Set(["node_modules", "vendor", "third_party"]);

/**
 * Paths of the files with one of these names in a tree and the folders below it, sorted. At most `MAX_SEARCHED` folders are
 * searched, those next to the root first.
 */
export async function findNamed(
  read: ReadObjects,
  root: BatchObject | undefined,
  names: ReadonlySet<string>,
): Promise<readonly string[]> {
  const found: string[] = [];
  let level = [{ path: ".", tree: root }];
  let left = MAX_SEARCHED;
  while (level.length > 0) {
    const entries = level.flatMap(({ path, tree }) => entriesOf(tree, path));
    const named = entries.filter(({ mode, path }) => FILES.has(mode) && names.has(posix.basename(path)));
    found.push(...named.map(({ path }) => path));
    const below = entries.filter(({ mode, path }) => mode === FOLDER && !FOREIGN.has(posix.basename(path)));
    const next = below.slice(0, left);
    left -= next.length;
    const objects = await read(next.map(({ id }) => id));
    level = next.map(({ path }, index) => ({ path, tree: objects[index] }));
  }
  return found.toSorted();
}

interface Entry {
  readonly mode: string;
  readonly path: string;
  readonly id: string;
}

/** Entries of a tree: `<mode> <name>`, a zero byte, the id as bytes. An object of another type has none. */
function entriesOf(tree: BatchObject | undefined, folder: string): readonly Entry[] {
  if (tree?.type !== "tree") return [];
  const { content, id } = tree;
  const entries: Entry[] = [];
  for (let at = 0; at < content.length;) {
    const space = content.indexOf(0x20, at);
    const zero = content.indexOf(0, space);
    const end = zero + 1 + id.length / 2;
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
    if (object === undefined) throw missingObject(path, commit);
    const { content } = object;
    return isUtf8(content) && !content.includes(0) ? [[path, content.toString("utf8")] as const] : [];
  });
  return new Map(texts);
}

function tooMuch(what: string, commit: string, trees: ReadFoldersOptions["trees"]): RunnerError {
  const folders = trees.filter(({ tree }) => tree !== undefined).map(({ path }) => path);
  return new RunnerError({
    code: "config.invalid",
    message: `Too much to read in ${folders.join(", ")} of commit ${commit}: ${what}.`,
    hint: `At most ${MAX_ENTRIES} files and folders and ${MAX_BYTES / 1e6} MB are read; move the rest elsewhere.`,
  });
}

function notRead(path: string, commit: string, what: string): RunnerError {
  return new RunnerError({
    code: "workspace.file",
    message: `${path} of commit ${commit} is ${what}.`,
    hint: "Commit a text file.",
  });
}

function missingObject(path: string, commit: string): RunnerError {
  return new RunnerError({
    code: "git.failed",
    message: `${path} of commit ${commit} is not in the repository.`,
    hint: "Fetch it first: a partial clone leaves contents out.",
  });
}
