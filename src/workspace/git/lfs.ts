/**
 * Finds changed files that belong into Git LFS. A commit has a pointer in their place, which LFS's filter makes. The controller
 * runs no filters, so its snapshots contain the files themselves, and publishing those would put them into git's history.
 */

import { posix } from "node:path";
import type { Git } from "./git.ts";
import { objectId } from "./object-id.ts";

interface LfsOptions {
  readonly git: Git;
  /** The tree with the `.gitattributes` that say which files LFS keeps. It is read into the index of `git`. */
  readonly tree: string;
  readonly files: readonly { readonly path: string; readonly oid: string }[];
}

/** LFS's own limit for a pointer. */
const MAX_POINTER_BYTES = 1024;
const POINTER = "version https://git-lfs.github.com/spec/";

/** Paths of the files that LFS would keep and that are not pointers. One git process suffices if the repository does not use LFS. */
export async function contentsForLfs({ git, tree, files }: LfsOptions): Promise<ReadonlySet<string>> {
  if (!(await usesLfs(git, tree, files))) return new Set();
  await git({ args: ["read-tree", objectId(tree)] });
  const paths = Buffer.from(files.map(({ path }) => `${path}\0`).join(""));
  const said = await git({ args: ["check-attr", "-z", "--cached", "--stdin", "filter"], input: paths });
  const fields = said.toString("utf8").split("\0");
  const kept = new Set(fields.flatMap((path, at) => (at % 3 === 0 && fields[at + 2] === "lfs" ? [path] : [])));
  const found = files.filter(({ path }) => kept.has(path));
  const pointers = await pointersAmong(git, new Set(found.map(({ oid }) => oid)));
  return new Set(found.filter(({ oid }) => !pointers.has(oid)).map(({ path }) => path));
}

/** Whether `.gitattributes` in the folder of a file or above it names LFS. */
async function usesLfs(git: Git, tree: string, files: LfsOptions["files"]): Promise<boolean> {
  const folders = new Set([""]);
  for (const { path } of files) {
    let folder = posix.dirname(path);
    for (; folder !== "." && !folders.has(`${folder}/`); folder = posix.dirname(folder)) folders.add(`${folder}/`);
  }
  const names = [...folders].filter((folder) => !folder.includes("\n"));
  const input = names.map((folder) => `${objectId(tree)}:${folder}.gitattributes\n`).join("");
  return (await git({ args: ["cat-file", "--batch"], input: Buffer.from(input) })).includes("filter=lfs");
}

async function pointersAmong(git: Git, oids: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  if (oids.size === 0) return new Set();
  const sizes = await git({ args: ["cat-file", "--batch-check"], input: linesOf(oids) });
  const small = Array.from(sizes.toString("utf8").matchAll(/^([0-9a-f]+) blob (\d+)$/gm)).flatMap(
    ([, oid = "", size]) => (Number(size) <= MAX_POINTER_BYTES ? [oid] : []),
  );
  const pointers = new Set<string>();
  for (const oid of small) {
    const content = await git({ args: ["cat-file", "blob", oid] });
    if (content.toString("latin1").startsWith(POINTER)) pointers.add(oid);
  }
  return pointers;
}

function linesOf(oids: Iterable<string>): Buffer {
  return Buffer.from([...oids].map((oid) => `${objectId(oid)}\n`).join(""));
}
