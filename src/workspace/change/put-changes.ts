/**
 * Puts the changes of a run into the checkout: all of them, or none if one of the files changed since the run began. Files are written
 * elsewhere and moved, so that a kill leaves no part of one. The user's index does not change.
 */

import { readlinkSync, rmdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { exactStats } from "../../base/file-text.ts";
import { asyncEffect, effect } from "../../base/crash.ts";
import { quotedLines } from "../../base/paths/quoted-lines.ts";
import { configEnvironment } from "../git/git-environment.ts";
import { createGitStream, type GitStream } from "../git/git-stream.ts";
import { createGit, type Git } from "../git/git.ts";
import { idOf, objectId } from "../git/object-id.ts";
import type { TreeEdit } from "../changes.ts";
import type { PublishGit } from "../push.ts";
import type { TrustedGit } from "../trusted-git.ts";
import { trustedPath } from "../trusted-path.ts";
import { fileId, giveToOwner, inTheWayOf, isEmptiedBy, placeFile } from "./checkout-files.ts";
import { keepFiles, putBackOrSave, type KeptFiles } from "./kept-files.ts";

export interface PutOptions {
  readonly root: string;
  /** `TrustedGit.gitDir`, which has the objects of both trees. */
  readonly gitDir: string;
  readonly objects: Pick<PublishGit, "edits">;
  /** `TrustedGit.hiddenAmong`: such a file is as the run found it while it is missing. */
  readonly hiddenAmong: TrustedGit["hiddenAmong"];
  readonly pathVar: string;
  /** The trees with which the run began and ended. */
  readonly from: string;
  readonly to: string;
  /** A new folder on the checkout's disk, for the new files and for what takes the change back. */
  readonly dir: string;
  readonly session?: KeptFiles["session"];
}

const INDEX = "apply-index";
const LINK = "120000";
const SUBMODULE = "160000";

/** Paths that changed in the checkout during the run, or, if there is none, what takes the change back. */
type Prepared = { readonly conflicts: readonly string[] } | { readonly kept: KeptFiles };

/** Prepares all of the change in `dir`, and touches no file of the checkout. Throws `git.failed` or an error of the system. */
export async function prepareChanges(options: PutOptions): Promise<Prepared> {
  const { root, gitDir, objects, hiddenAmong, pathVar, from, to, dir, session } = options;
  const edits = (await objects.edits(from, to)).filter(
    ({ mode, oldMode }) => mode !== SUBMODULE && oldMode !== SUBMODULE,
  );
  const own = { GIT_DIR: gitDir, GIT_WORK_TREE: root, GIT_INDEX_FILE: join(gitDir, INDEX) };
  // With a split index git would remove old shared files, which the snapshots' index in the same folder needs.
  const env = { ...own, ...configEnvironment([["core.splitIndex", "false"]]) };
  const place = { cwd: root, path: trustedPath(pathVar, root), env };
  const git = createGit(place);
  const found = await contentsOf(git, options, edits);
  const removed = removedBy(edits);
  const absent = edits.flatMap(({ path, oldOid }) => (found.has(path) || oldOid === undefined ? [] : [path]));
  const hidden = await hiddenAmong(absent);
  const conflicts = edits
    .filter(({ path, oldMode, oldOid }) => {
      if (hidden.has(path)) return false;
      const is = found.get(path);
      if (is === "folder") return oldOid !== undefined || !isEmptiedBy(removed, root, path);
      return is?.oid !== oldOid || is?.mode !== oldMode;
    })
    .map(({ path }) => path);
  if (conflicts.length > 0) return { conflicts };
  await writeNew(options, edits, { git, stream: createGitStream(place) });
  const files = edits.map(({ path, mode }) => ({
    path,
    now: mode === undefined ? undefined : fileId(newFile(dir, path)),
  }));
  return { kept: keepFiles(root, dir, { files, session }) };
}

/** Puts a prepared change into the checkout. Throws an error of the system; the checkout is then as it was. */
export function putChanges(root: string, dir: string, kept: KeptFiles): void {
  const removed = kept.files.filter(({ now }) => now === undefined);
  const placed = kept.files.filter(({ now }) => now !== undefined);
  const step = (work: () => void): void => effect("checkout.put", work);
  try {
    // First, because a folder may take the place of a file.
    for (const { path } of removed) step(() => removeWithFolders(root, path));
    for (const { path } of placed) step(() => placeFile({ root, path, from: newFile(dir, path), dir }));
  } catch (error) {
    putBackOrSave(root, dir, kept);
    throw error;
  }
}

type Found = { readonly mode: string; readonly oid: string | undefined } | "folder";

/** The checkout's present files at these paths; links are not followed. Git applies the checkout's attributes, as in a snapshot. */
async function contentsOf(
  git: Git,
  { root, from }: PutOptions,
  edits: readonly TreeEdit[],
): Promise<ReadonlyMap<string, Found>> {
  const found = new Map<string, Found>();
  const files: string[] = [];
  const removed = removedBy(edits);
  for (const { path } of edits) {
    const inTheWay = inTheWayOf(root, path);
    // A path that the run removed may be in the way: whether it changed in the checkout is checked at that path itself.
    if (inTheWay !== undefined && !removed.has(inTheWay)) found.set(path, { mode: "special", oid: undefined });
    const stats = inTheWay === undefined ? exactStats(join(root, path)) : undefined;
    if (stats === undefined) continue;
    if (stats.isDirectory()) found.set(path, "folder");
    else if (stats.isSymbolicLink()) {
      const target = readlinkSync(join(root, path), { encoding: "buffer" });
      found.set(path, { mode: LINK, oid: idOf("blob", target, from.length) });
    } else if (stats.isFile()) {
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

function removedBy(edits: readonly TreeEdit[]): ReadonlySet<string> {
  return new Set(edits.filter(({ mode }) => mode === undefined).map(({ path }) => path));
}

/** Writes the new files. Git applies the checkout's attributes. */
async function writeNew(
  { root, gitDir, dir }: PutOptions,
  edits: readonly TreeEdit[],
  { git, stream }: { readonly git: Git; readonly stream: GitStream },
): Promise<void> {
  const written = edits.filter(({ mode }) => mode !== undefined);
  if (written.length === 0) return;
  const lines = written.map(({ path, mode = "", oid = "" }) => `${mode} ${objectId(oid)}\t${path}\0`);
  const add = ["update-index", "-z", "--add", "--replace", "--verbose", "--index-info"];
  try {
    await git({ args: add, input: Buffer.from(lines.join("")) });
    const args = ["checkout-index", "--all", `--prefix=${newFile(dir, "")}`];
    await asyncEffect("checkout.stage", () => stream({ args, output: () => {} }));
  } finally {
    rmSync(join(gitDir, INDEX), { force: true });
  }
  for (const { path } of written) giveToOwner(root, newFile(dir, path));
}

function newFile(dir: string, path: string): string {
  return `${join(dir, "new")}/${path}`;
}

/** Removes a file, and the folders above it that become empty, as git does. */
function removeWithFolders(root: string, path: string): void {
  rmSync(join(root, path), { force: true });
  for (let above = dirname(path); above !== "."; above = dirname(above)) {
    try {
      rmdirSync(join(root, above));
    } catch {
      return; // something else is in it
    }
  }
}
