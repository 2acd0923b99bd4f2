/** Reads the files of a stored commit, which anyone with write access may have pushed: names, modes and sizes are checked first. */

import { counted } from "../base/words.ts";
import { RunnerError } from "../protocol/error.ts";
import { objectsIn } from "./git/cat-file.ts";
import type { Git } from "./git/git.ts";
import { isStoredPath } from "./stored-commit.ts";

export interface StoredCommit {
  readonly commit: string;
  /** The first parent; undefined without one. */
  readonly parent: string | undefined;
  /** Path → content, sorted by path, without the workspace. */
  readonly files: ReadonlyMap<string, Buffer>;
  /** Tree of the snapshot; undefined without one. */
  readonly workspaceTree: string | undefined;
}

export interface StoredLimits {
  /** Bytes of all files together. They are in memory twice while they are read. */
  readonly maxBytes: number;
  readonly maxEntries: number;
}

/** The folder with the snapshot. git checks the names in it when it writes them to the disk. */
const WORKSPACE = "workspace";

export interface TreeEntry {
  readonly mode: string;
  readonly id: string;
  /** Bytes; undefined for a tree. */
  readonly bytes: number | undefined;
  readonly path: string;
}

/** Reads a commit of the git directory. Throws `session.corrupt` for a commit that this program does not write, else `git.failed`. */
export async function readStored(git: Git, name: string, limits: StoredLimits): Promise<StoredCommit> {
  const list = async (...args: readonly string[]): Promise<readonly TreeEntry[]> =>
    parseTree(await git({ args: ["ls-tree", "-z", "-l", "--full-tree", ...args] }));
  const root = await list(name);
  const workspace = root.find(({ path }) => path === WORKSPACE);
  const folders = root.filter((entry) => entry.bytes === undefined && entry !== workspace);
  for (const { path } of folders) if (!isStoredPath(path)) throw corrupt(name, `a folder ${JSON.stringify(path)}`);
  const inside = folders.length === 0 ? [] : await list("-r", name, "--", ...folders.map(({ path }) => `${path}/`));
  const entries = [...root.filter((entry) => entry.bytes !== undefined && entry !== workspace), ...inside];
  check(name, entries, limits);
  if (workspace !== undefined && workspace.mode !== TREE) throw corrupt(name, `${WORKSPACE} of mode ${workspace.mode}`);

  const wanted = [name, ...entries.map(({ id }) => id)].join("\n");
  const read = await git({ args: ["cat-file", "--batch"], input: Buffer.from(`${wanted}\n`) });
  const [commit, ...contents] = objectsIn(read);
  if (commit?.type !== "commit") throw corrupt(name, "no commit");
  const files = entries.map(({ path }, index) => {
    const object = contents[index];
    if (object?.type !== "blob") throw corrupt(name, `no content of ${path}`);
    return [path, object.content] as const;
  });
  const [head = ""] = commit.content.toString("utf8").split("\n\n", 1);
  return {
    commit: commit.id,
    parent: /^parent ([0-9a-f]+)$/m.exec(head)?.[1],
    files: new Map(files.toSorted(([a], [b]) => (a < b ? -1 : 1))),
    workspaceTree: workspace?.id,
  };
}

const TREE = "040000";
const REGULAR = "100644";

/** The output of `git ls-tree -z -l`: `<mode> <type> <id> <bytes, padded, or ->`, TAB, path, NUL. */
export function parseTree(output: Buffer): readonly TreeEntry[] {
  const entries = output.toString("utf8").matchAll(/(\d{6}) \w+ ([0-9a-f]+) +(\d+|-)\t([^\0]*)\0/g);
  return Array.from(entries, ([, mode = "", id = "", bytes = "", path = ""]) => ({
    mode,
    id,
    bytes: bytes === "-" ? undefined : Number(bytes),
    path,
  }));
}

function check(name: string, entries: readonly TreeEntry[], { maxBytes, maxEntries }: StoredLimits): void {
  if (entries.length > maxEntries) throw corrupt(name, `${counted(entries.length, "file")}, of at most ${maxEntries}`);
  const bytes = entries.reduce((sum, entry) => sum + (entry.bytes ?? 0), 0);
  if (bytes > maxBytes) throw corrupt(name, `${bytes} bytes, of at most ${maxBytes}`);
  for (const { path, mode } of entries) {
    if (!isStoredPath(path)) throw corrupt(name, `a path ${JSON.stringify(path)}`);
    if (mode !== REGULAR) throw corrupt(name, `${path} of mode ${mode}`);
  }
}

function corrupt(name: string, what: string): RunnerError {
  return new RunnerError({
    code: "session.corrupt",
    message: `${name} was not written by this program: it contains ${what}.`,
    hint: "Delete the reference if it is not needed.",
  });
}
