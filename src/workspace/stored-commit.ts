/** The commits that this program stores on a server: their references and paths, and writing one without an index or a work tree. */

import { gitError, type RunnerError } from "../protocol/error.ts";
import type { LooseObjects } from "./loose-objects.ts";
import { objectId } from "./git/object-id.ts";
import type { Identity } from "./push.ts";

/** One part of a name: not hidden, not `..`, and the same to every file system and git. */
const PART = /^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/;

/** All references of the program begin with it. */
const NAMESPACE = "refs/kimi/";

/** Returns a name of `refs/kimi/` and parts that git accepts too. Throws `git.failed` for any other name. */
export function storedRef(name: string): string {
  const parts = name.startsWith(NAMESPACE) ? name.slice(NAMESPACE.length).split("/") : [""];
  if (parts.every((part) => PART.test(part) && !/\.\.|\.lock$|\.$/.test(part))) return name;
  const hint = `Use ${NAMESPACE} and names of letters, digits, dots, dashes and underscores.`;
  throw gitError(`Not a reference of ours: ${name}.`, hint);
}

/** Whether this program could have written a path: it has few, plain parts. */
export function isStoredPath(path: string): boolean {
  const parts = path.split("/");
  return parts.length <= 8 && parts.every((part) => PART.test(part));
}

export interface StoredCommitRequest {
  /** Path → content of regular files; text is written as UTF-8. */
  readonly files: ReadonlyMap<string, Buffer | string>;
  /** Path → id of an existing tree, such as a snapshot's. */
  readonly trees?: ReadonlyMap<string, string> | undefined;
  readonly parent?: string | undefined;
  readonly message: string;
  /** Seconds since the epoch. The same request gives the same id. */
  readonly atSeconds: number;
}

/** A commit whose files are already written as a tree. */
export type StoredCommitFields = Omit<StoredCommitRequest, "files" | "trees"> & { readonly tree: string };

interface Entry {
  readonly path: string;
  readonly mode: "100644" | "40000";
  readonly id: string;
}

/** Writes the files and their trees and returns the root's id. Throws `git.failed` for a path that is not allowed. */
export async function writeStoredTree(
  objects: LooseObjects,
  { files, trees = new Map() }: Pick<StoredCommitRequest, "files" | "trees">,
): Promise<string> {
  for (const path of [...files.keys(), ...trees.keys()]) {
    if (!isStoredPath(path)) throw unstorable(path);
  }
  const blobs = [...files].map(async ([path, content]): Promise<Entry> => {
    const bytes = typeof content === "string" ? Buffer.from(content) : content;
    return { path, mode: "100644", id: await objects.put("blob", bytes) };
  });
  const kept = [...trees].map(([path, id]): Entry => ({ path, mode: "40000", id: objectId(id) }));
  return await writeTree(objects, [...(await Promise.all(blobs)), ...kept]);
}

export async function writeStoredCommit(
  objects: LooseObjects,
  { tree, parent, message, atSeconds }: StoredCommitFields,
  { name, email }: Identity,
): Promise<string> {
  const who = `${plain(name)} <${plain(email)}> ${Math.trunc(atSeconds)} +0000`;
  const lines = [
    `tree ${tree}`,
    ...(parent === undefined ? [] : [`parent ${objectId(parent)}`]),
    `author ${who}`,
    `committer ${who}`,
    "",
    message.replace(/(?<!\n)\n*$/, "\n"),
  ];
  return await objects.put("commit", Buffer.from(lines.join("\n")));
}

async function writeTree(objects: LooseObjects, entries: readonly Entry[]): Promise<string> {
  const here = entries.filter(({ path }) => !path.includes("/"));
  const below = Map.groupBy(
    entries.filter(({ path }) => path.includes("/")),
    ({ path }) => path.slice(0, path.indexOf("/")),
  );
  const folders = [...below].map(async ([name, inside]): Promise<Entry> => {
    const rest = inside.map((entry) => ({ ...entry, path: entry.path.slice(name.length + 1) }));
    return { path: name, mode: "40000", id: await writeTree(objects, rest) };
  });
  const all = [...here, ...(await Promise.all(folders))].toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
  const names = new Set(all.map(({ path }) => path));
  const twice = all.find(({ path }) => !names.delete(path));
  if (twice !== undefined) throw unstorable(twice.path);
  const bytes = all.flatMap(({ mode, path, id }) => [Buffer.from(`${mode} ${path}\0`), Buffer.from(id, "hex")]);
  return await objects.put("tree", Buffer.concat(bytes));
}

/** git compares a folder's name as if it ended in a slash. The names are ASCII. */
function orderOf({ path, mode }: Entry): string {
  return mode === "40000" ? `${path}/` : path;
}

/** A name without characters that end a name or a line in a commit. */
function plain(text: string): string {
  return text.replaceAll(/[<>\n\0]/g, "").trim();
}

function unstorable(path: string): RunnerError {
  const hint = "Use each name once, of letters, digits, dots, dashes and underscores.";
  return gitError(`Not a path for a stored commit: ${path}.`, hint);
}
