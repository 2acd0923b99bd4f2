/**
 * Objects and refs of a bare repository, read and written as the files that git keeps them in: git takes a process for each, and a
 * test asks for hundreds. What only git can answer (a packed object, a symbolic ref) is told apart from what is not there.
 */

import { createHash } from "node:crypto";
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { deflateSync, inflateSync } from "node:zlib";

export interface GitObject {
  readonly type: string;
  readonly data: Buffer;
}

export interface TreeEntry {
  readonly mode: string;
  readonly path: string;
  readonly id: string;
}

export const ID = /^[0-9a-f]{40}$/;
const NONE = "0".repeat(40);
/** The id of the empty tree, for diffs of a first commit. */
export const EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";
/** Names that are a path below the repository as they stand. */
const PLAIN_REF = /^refs(?:\/[\w@+=-][\w@+=.-]*)+$/;

function pathOf(dir: string, id: string): string {
  return join(dir, "objects", id.slice(0, 2), id.slice(2));
}

/** An object of its own file; undefined where there is none, which says nothing of those in packs. */
export function readObject(dir: string, id: string): GitObject | undefined {
  const bytes = ID.test(id) ? fileAt(pathOf(dir, id)) : undefined;
  if (bytes === undefined) return undefined;
  const plain = inflateSync(bytes);
  const end = plain.indexOf(0);
  return { type: plain.toString("latin1", 0, end).split(" ")[0] ?? "", data: plain.subarray(end + 1) };
}

/** Writes an object as `git hash-object -w` does; returns its id. */
export function writeObject(dir: string, type: string, data: string | Uint8Array): string {
  const content = Buffer.from(data);
  const plain = Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content]);
  const id = createHash("sha1").update(plain).digest("hex");
  const path = pathOf(dir, id);
  if (existsSync(path)) return id;
  mkdirSync(dirname(path), { recursive: true });
  // Under another name first: a git that reads it meanwhile finds all of it or nothing.
  const draft = `${path.slice(0, -38)}tmp_obj_${process.pid}_${id}`;
  writeFileSync(draft, deflateSync(plain, { level: 1 }), { mode: 0o444 });
  renameSync(draft, path);
  return id;
}

/** The entries of a tree; undefined where it is no object of its own file. */
export function readTree(dir: string, id: string): readonly TreeEntry[] | undefined {
  const tree = readObject(dir, id);
  if (tree?.type !== "tree") return undefined;
  const entries: TreeEntry[] = [];
  for (let at = 0; at < tree.data.length;) {
    const end = tree.data.indexOf(0, at);
    const [mode = "", ...path] = tree.data.toString("utf8", at, end).split(" ");
    const entry = tree.data.toString("hex", end + 1, end + 21);
    entries.push({ mode: mode.padStart(6, "0"), path: path.join(" "), id: entry });
    at = end + 21;
  }
  return entries;
}

/** Files and folders by their paths; null removes one. */
export type TreeChanges = ReadonlyMap<string, { readonly mode: string; readonly id: string } | null>;

/** Changes a tree, or begins one; returns its id. Undefined where a part of it is no object of its own file. */
export function changeTree(dir: string, base: string | undefined, changes: TreeChanges): string | undefined {
  const entries = base === undefined ? [] : readTree(dir, base);
  if (entries === undefined) return undefined;
  const now = new Map(entries.map(({ path, mode, id }) => [path, { mode, id }] as const));
  const folders = new Map<string, Map<string, { readonly mode: string; readonly id: string } | null>>();
  for (const [path, change] of changes) {
    const [name = "", ...rest] = path.split("/");
    if (rest.length > 0) folders.set(name, (folders.get(name) ?? new Map()).set(rest.join("/"), change));
    else if (change === null) now.delete(name);
    else now.set(name, change);
  }
  for (const [name, inner] of folders) {
    const old = now.get(name);
    const isFolder = old?.mode === "040000";
    if (!isFolder && [...inner.values()].every((change) => change === null)) continue;
    const id = changeTree(dir, isFolder ? old.id : undefined, inner);
    if (id === undefined) return undefined;
    if (id === EMPTY_TREE) now.delete(name);
    else now.set(name, { mode: "040000", id });
  }
  // git sorts a folder as if its name ended in a slash.
  const sorted = [...now]
    .map(([name, entry]) => ({ ...entry, name, key: Buffer.from(entry.mode === "040000" ? `${name}/` : name) }))
    .toSorted((a, b) => Buffer.compare(a.key, b.key));
  const parts = sorted.map(({ name, mode, id }) =>
    Buffer.concat([Buffer.from(`${mode.replace(/^0/, "")} ${name}\0`), Buffer.from(id, "hex")]),
  );
  return writeObject(dir, "tree", Buffer.concat(parts));
}

/** The tree of a commit; undefined where it is no object of its own file. */
export function treeOfCommit(dir: string, id: string): string | undefined {
  const commit = readObject(dir, id);
  return commit?.type === "commit" ? commit.data.toString("latin1", 5, 45) : undefined;
}

/** A commit and all before it; undefined where one is no object of its own file. */
export function historyOf(dir: string, id: string): ReadonlySet<string> | undefined {
  const known = new Set<string>();
  const next = [id];
  for (let at = next.pop(); at !== undefined; at = next.pop()) {
    if (known.has(at)) continue;
    const commit = readObject(dir, at);
    if (commit?.type !== "commit") return undefined;
    known.add(at);
    const [head = ""] = commit.data.toString("latin1").split("\n\n", 1);
    next.push(...[...head.matchAll(/^parent ([0-9a-f]{40})$/gm)].map(([, parent = ""]) => parent));
  }
  return known;
}

/** `absent`, or `unknown` where git has to say what it is. */
export type FoundRef = { readonly kind: "id"; readonly id: string } | { readonly kind: "absent" | "unknown" };

/** What a full name of a ref stands for. */
export function readRef(dir: string, ref: string): FoundRef {
  if (!PLAIN_REF.test(ref) || /\.\.|\.lock(?:\/|$)|\.$/.test(ref)) return { kind: "unknown" };
  const text = fileAt(join(dir, ref))?.toString("latin1").trimEnd();
  if (text !== undefined) return ID.test(text) ? { kind: "id", id: text } : { kind: "unknown" };
  return { kind: existsSync(join(dir, "packed-refs")) ? "unknown" : "absent" };
}

/**
 * Moves a ref under git's own lock, and removes it when `to` is undefined; `from` is where it must be, zeros for nowhere. Returns
 * undefined, and does nothing, where git has to do it or to refuse it.
 */
export function moveRef(dir: string, ref: string, to: string | undefined, from?: string): "moved" | undefined {
  const path = join(dir, ref);
  const isFree = (): boolean => {
    const found = readRef(dir, ref);
    if (found.kind === "unknown") return false;
    return from === undefined || from === (found.kind === "id" ? found.id : NONE);
  };
  if (!isFree()) return undefined;
  try {
    mkdirSync(dirname(path), { recursive: true });
    closeSync(openSync(`${path}.lock`, "wx"));
  } catch {
    return undefined; // another process holds it, or a ref stands where this needs a folder
  }
  try {
    if (!isFree()) throw new Error(`${ref} has moved`);
    if (to === undefined) {
      if (existsSync(path)) unlinkSync(path);
      unlinkSync(`${path}.lock`);
    } else {
      writeFileSync(`${path}.lock`, `${to}\n`);
      renameSync(`${path}.lock`, path);
    }
    return "moved";
  } catch {
    unlinkSync(`${path}.lock`);
    return undefined;
  }
}

/** The bytes of a file, undefined where there is none. */
function fileAt(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if (["ENOENT", "ENOTDIR", "EISDIR"].includes(String(Reflect.get(error as object, "code")))) return undefined;
    throw error;
  }
}
