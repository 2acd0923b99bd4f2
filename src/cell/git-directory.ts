/**
 * The git directory of a sealed cell: a throw-away copy of what is small (HEAD, index, refs) that borrows what is large
 * (objects) read-only. git works in the cell as usual; nothing outside ever reads what it did to this directory, and
 * the user's own, with its credentials and hooks, is not in the cell at all. A 1 GB repository costs milliseconds.
 */

import {
  constants,
  copyFileSync,
  cpSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from "node:fs";
import { isAbsolute, join, resolve } from "node:path";
import type { Mount } from "./host-paths.ts";
import { isWithin } from "./host-paths.ts";
import { DISPOSABLE_NAME } from "./frames.ts";

export interface GitDirectoryOptions {
  readonly workDir: string;
  /** The repository's real common git directory. */
  readonly gitDir: string;
  /** Private folder of the controller, in which the copy is made. */
  readonly scratchDir: string;
}

export interface GitDirectory {
  /** To be mounted after the workspace. */
  readonly mounts: readonly Mount[];
  /** Where the user's objects are in the cell. */
  readonly objectsDir: string;
}

/** Where the parts of a repository are bound in the cell. */
const OBJECTS_AT = "/opt/kimi/objects";
const GIT_AT = "/opt/kimi/git";

/** Copied as they are; the rest (hooks, logs, modules, FETCH_HEAD with its URLs) stays outside. */
const COMMON_FILES = ["packed-refs", "shallow", "info/exclude", "info/sparse-checkout"];
const WORKTREE_FILES = ["HEAD", "index"];

/** Builds the copy. Undefined when the workspace has no `.git` to cover: git is then not available in the cell. */
export function makeGitDirectory({ workDir, gitDir, scratchDir }: GitDirectoryOptions): GitDirectory | undefined {
  const dotGit = join(workDir, ".git");
  if (lstatSync(dotGit, { throwIfNoEntry: false }) === undefined) return undefined;
  const at = realpathSync(dotGit);
  const isFile = lstatSync(at).isFile();
  const worktreeDir = isFile ? pointedTo(at, workDir) : at;

  const copy = join(scratchDir, "cell-git");
  for (const folder of ["info", "objects/info", "objects/pack", "refs"])
    mkdirSync(join(copy, folder), { recursive: true });
  for (const name of COMMON_FILES) copyIfThere(join(gitDir, name), join(copy, name));
  for (const name of [...WORKTREE_FILES, ...sharedIndexes(worktreeDir)])
    copyIfThere(join(worktreeDir, name), join(copy, name));
  copyFolder(join(gitDir, "refs"), join(copy, "refs"));
  copyFolder(join(gitDir, "reftable"), join(copy, "reftable"));
  writeFileSync(
    join(copy, DISPOSABLE_NAME),
    "The runner made this directory for one run. Nothing reads it afterwards.\n",
  );
  writeFileSync(join(copy, "config"), configOf(gitDir));

  const stores = objectStores(join(gitDir, "objects"));
  const bound = stores.map((from, index) => ({ from, at: index === 0 ? OBJECTS_AT : `${OBJECTS_AT}-${index}` }));
  writeFileSync(join(copy, "objects/info/alternates"), bound.map((store) => `${store.at}\n`).join(""));

  // A git directory elsewhere in the workspace would be bound with it: it is covered.
  const cover: Mount[] =
    isWithin(gitDir, workDir) && gitDir !== at ? [{ kind: "tmpfs", at: gitDir, sizeBytes: 4096 }] : [];
  return {
    objectsDir: OBJECTS_AT,
    mounts: [
      ...cover,
      ...(isFile ? filePointer(at, scratchDir, copy) : [{ kind: "rw", from: copy, at } as const]),
      ...bound.map((store) => ({ kind: "ro", ...store }) as const),
    ],
  };
}

/** In a linked worktree or a submodule `.git` is a file, and a folder cannot be mounted over a file: the file is replaced by one that points to the copy. */
function filePointer(at: string, scratchDir: string, copy: string): Mount[] {
  const pointer = join(scratchDir, "cell-git-file");
  writeFileSync(pointer, `gitdir: ${GIT_AT}\n`);
  return [
    { kind: "ro", from: pointer, at },
    { kind: "rw", from: copy, at: GIT_AT },
  ];
}

function pointedTo(file: string, workDir: string): string {
  const target = /^gitdir: (.+)$/m.exec(readFileSync(file, "utf8"))?.[1] ?? ".";
  return resolve(workDir, target.trimEnd());
}

function sharedIndexes(worktreeDir: string): string[] {
  return readdirSync(worktreeDir).filter((name) => name.startsWith("sharedindex."));
}

/** `FICLONE` shares the blocks where the file system can, so that a large index costs nothing. */
function copyIfThere(from: string, to: string): void {
  if (lstatSync(from, { throwIfNoEntry: false })?.isFile() === true) copyFileSync(from, to, constants.COPYFILE_FICLONE);
}

function copyFolder(from: string, to: string): void {
  if (lstatSync(from, { throwIfNoEntry: false })?.isDirectory() === true) cpSync(from, to, { recursive: true });
}

/** The object folder and those it borrows from in turn (`git clone --shared`, `--reference`), as absolute real paths. */
function objectStores(objectsDir: string): string[] {
  const found: string[] = [];
  const queue = [realpathSync(objectsDir)];
  for (let store = queue.shift(); store !== undefined; store = queue.shift()) {
    if (found.includes(store)) continue;
    found.push(store);
    const list = join(store, "info/alternates");
    if (lstatSync(list, { throwIfNoEntry: false }) === undefined) continue;
    for (const line of readFileSync(list, "utf8").split("\n")) {
      if (line === "" || line.startsWith("#")) continue;
      const path = isAbsolute(line) ? line : resolve(store, line);
      if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) queue.push(realpathSync(path));
    }
  }
  return found;
}

/** Only what the format of the repository demands is taken over from the user's configuration: it may hold tokens and commands. */
function configOf(gitDir: string): string {
  const own = join(gitDir, "config");
  const text = lstatSync(own, { throwIfNoEntry: false }) === undefined ? "" : readFileSync(own, "utf8");
  const taken = (name: string, values: string): string | undefined =>
    new RegExp(`^\\s*${name}\\s*=\\s*(${values})\\s*$`, "im").exec(text)?.[1];
  const objectFormat = taken("objectformat", "sha256");
  const refStorage = taken("refstorage", "reftable");
  const sparse = taken("sparsecheckout", "true");
  const cone = taken("sparsecheckoutcone", "true");
  const lines = [
    "[core]",
    `repositoryformatversion = ${objectFormat === undefined && refStorage === undefined ? 0 : 1}`,
    `filemode = ${taken("filemode", "false") ?? "true"}`,
    "bare = false",
    "logallrefupdates = true",
    ...(sparse === undefined ? [] : [`sparsecheckout = ${sparse}`, `sparsecheckoutcone = ${cone ?? "false"}`]),
    "[extensions]",
    ...(objectFormat === undefined ? [] : [`objectformat = ${objectFormat}`]),
    ...(refStorage === undefined ? [] : [`refstorage = ${refStorage}`]),
    // The directories of submodules stay outside, with their configuration; git must not look for them.
    "[diff]",
    "ignoreSubmodules = all",
    "[gc]",
    "auto = 0",
    "[maintenance]",
    "auto = false",
  ];
  return `${lines.join("\n")}\n`;
}
