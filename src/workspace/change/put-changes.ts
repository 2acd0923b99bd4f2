/**
 * Puts the changes of a run into the checkout: all of them, or none if one of the files changed since the run began. Files
 * are replaced, never written into, so that no hard link leads a change out of the checkout. The user's index does not change.
 */

import { lchownSync, lstatSync, readdirSync, readlinkSync, rmdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { crashAt } from "../../base/crash.ts";
import { quotedLines } from "../../base/paths/quoted-lines.ts";
import { configEnvironment } from "../git/git-environment.ts";
import { createGitStream, type GitStream } from "../git/git-stream.ts";
import { createGit, type Git } from "../git/git.ts";
import { objectId } from "../git/object-id.ts";
import type { TreeEdit } from "../changes.ts";
import type { PublishGit } from "../push.ts";
import { trustedPath } from "../trusted-path.ts";
import { statsOrNone } from "../git/stats-or-none.ts";
import { keepingFiles, missingAbove } from "./kept-files.ts";

export interface PutOptions {
  readonly root: string;
  /** `TrustedGit.gitDir`, which has the objects of both trees. */
  readonly gitDir: string;
  readonly objects: Pick<PublishGit, "edits">;
  readonly pathVar: string;
  /** The trees with which the run began and ended. */
  readonly from: string;
  readonly to: string;
}

const INDEX = "apply-index";
const LINK = "120000";
const SUBMODULE = "160000";

/**
 * Returns the paths that changed in the checkout during the run; if there is one, nothing was put into the checkout. Throws
 * `git.failed` or an error of the system; the checkout is then as it was.
 */
export async function putChanges(options: PutOptions): Promise<readonly string[]> {
  const { root, gitDir, objects, pathVar, from, to } = options;
  const edits = (await objects.edits(from, to)).filter(
    ({ mode, oldMode }) => mode !== SUBMODULE && oldMode !== SUBMODULE,
  );
  if (edits.length === 0) return [];
  const before = new Map((await objects.edits(to, from)).map(({ path, mode, oid }) => [path, { mode, oid }]));
  const own = { GIT_DIR: gitDir, GIT_WORK_TREE: root, GIT_INDEX_FILE: join(gitDir, INDEX) };
  // With a split index git would remove old shared files, which the snapshots' index in the same folder needs.
  const env = { ...own, ...configEnvironment([["core.splitIndex", "false"]]) };
  const place = { cwd: root, path: trustedPath(pathVar, root), env };
  const git = createGit(place);
  const found = await contentsOf(git, root, edits);
  const removed = removedBy(edits);
  const conflicts = edits
    .filter(({ path }) => {
      const was = before.get(path);
      const is = found.get(path);
      if (is === "folder") return was?.oid !== undefined || !isEmptiedBy(removed, root, path);
      return is?.oid !== was?.oid || is?.mode !== was?.mode;
    })
    .map(({ path }) => path);
  if (conflicts.length > 0) return conflicts;
  const paths = edits.map(({ path }) => path);
  await keepingFiles(
    root,
    paths,
    async () => await write({ root, git, stream: createGitStream(place), edits, gitDir }),
  );
  return [];
}

type Found = { readonly mode: string; readonly oid: string | undefined } | "folder";

/** The checkout's present files at these paths; links are not followed. Git applies the checkout's attributes, as in a snapshot. */
async function contentsOf(git: Git, root: string, edits: readonly TreeEdit[]): Promise<ReadonlyMap<string, Found>> {
  const found = new Map<string, Found>();
  const files: string[] = [];
  const removed = removedBy(edits);
  for (const { path } of edits) {
    const inTheWay = inTheWayOf(root, path);
    // A path that the run removed may be in the way: whether it changed in the checkout is checked at that path itself.
    if (inTheWay !== undefined && !removed.has(inTheWay)) found.set(path, { mode: "special", oid: undefined });
    const stats = inTheWay === undefined ? statsOrNone(join(root, path)) : undefined;
    if (stats === undefined) continue;
    if (stats.isDirectory()) found.set(path, "folder");
    else if (stats.isSymbolicLink()) found.set(path, { mode: LINK, oid: await linkId(git, join(root, path)) });
    else if (stats.isFile()) {
      found.set(path, { mode: (Number(stats.mode) & 0o100) === 0 ? "100644" : "100755", oid: undefined });
      files.push(path);
    } else found.set(path, { mode: "special", oid: undefined });
  }
  if (files.length === 0) return found;
  const input = Buffer.from(quotedLines(files));
  const ids = (await git({ args: ["hash-object", "--stdin-paths"], input })).toString("utf8").trim().split("\n");
  files.forEach((path, index) => {
    const one = found.get(path);
    if (one !== undefined && one !== "folder") found.set(path, { ...one, oid: ids[index] });
  });
  return found;
}

async function linkId(git: Git, path: string): Promise<string> {
  const input = readlinkSync(path, { encoding: "buffer" });
  return (await git({ args: ["hash-object", "--stdin", "--no-filters"], input })).toString("utf8").trim();
}

function removedBy(edits: readonly TreeEdit[]): ReadonlySet<string> {
  return new Set(edits.filter(({ mode }) => mode === undefined).map(({ path }) => path));
}

/** The uppermost path above this one that exists and is not a folder, such as a link. */
function inTheWayOf(root: string, path: string): string | undefined {
  const above = dirname(path);
  if (above === ".") return undefined;
  const first = inTheWayOf(root, above);
  return first ?? (statsOrNone(join(root, above))?.isDirectory() === false ? above : undefined);
}

/** Whether a folder that a file replaces contains only files that the run removed. */
function isEmptiedBy(removed: ReadonlySet<string>, root: string, path: string): boolean {
  return readdirSync(join(root, path), { withFileTypes: true }).every((entry) => {
    const inner = `${path}/${entry.name}`;
    return entry.isDirectory() ? isEmptiedBy(removed, root, inner) : removed.has(inner);
  });
}

interface WriteOptions extends Pick<PutOptions, "root" | "gitDir"> {
  readonly git: Git;
  readonly stream: GitStream;
  readonly edits: readonly TreeEdit[];
}

/** Removes deleted files first, because a folder may take the place of a file. */
async function write({ root, gitDir, git, stream, edits }: WriteOptions): Promise<void> {
  const written = edits.filter(({ mode }) => mode !== undefined);
  const lines = written.map(({ path, mode = "", oid = "" }) => `${mode} ${objectId(oid)}\t${path}\0`);
  const add = ["update-index", "-z", "--add", "--replace", "--verbose", "--index-info"];
  crashAt("checkout.put.before");
  for (const { path, mode } of edits) {
    if (mode !== undefined) continue;
    rmSync(join(root, path), { force: true });
    removeEmptyAbove(root, path);
  }
  const fresh = new Set(written.flatMap(({ path }) => missingAbove(root, path)));
  try {
    await git({ args: add, input: Buffer.from(lines.join("")) });
    await stream({ args: ["checkout-index", "--all", "--force"], output: () => {} });
    crashAt("checkout.put.after");
  } finally {
    rmSync(join(gitDir, INDEX), { force: true });
  }
  const { uid, gid } = lstatSync(root);
  if (uid === process.getuid?.()) return;
  for (const path of [...fresh, ...written.map((edit) => edit.path)]) lchownSync(join(root, path), uid, gid);
}

/** Removes the folders above a path that have become empty, as git does. */
function removeEmptyAbove(root: string, path: string): void {
  const above = dirname(path);
  if (above === ".") return;
  try {
    rmdirSync(join(root, above));
  } catch {
    return; // something else is in it
  }
  removeEmptyAbove(root, above);
}
