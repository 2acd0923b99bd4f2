/**
 * The git directory of a sealed cell: a disposable copy of the small files (HEAD, index, refs) with the objects mounted read-only. Nothing
 * outside reads it, and the user's own one, with credentials and hooks, is not in the cell. It takes milliseconds, even for 1 GB.
 */

import {
  constants,
  copyFileSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import type { OpenCellOptions } from "../process/options.ts";
import { lstatOrNone } from "../../base/file-text.ts";
import { alternatesIn, quotedLines } from "../../base/paths/quoted-lines.ts";
import { DISPOSABLE_NAME } from "../process/frames.ts";
import { shown, type Mount } from "../process/mounts.ts";
import { isWithin } from "../../base/paths/is-within.ts";

export interface GitDirectoryOptions extends Pick<OpenCellOptions, "workDir" | "gitDir" | "scratchDir"> {
  /** A file with nothing in it. */
  readonly empty: string;
}

/** Where the copy is mounted when `.git` is a file. */
const GIT_AT = "/opt/kimi/git";

/** Files that are copied. The rest (hooks, logs, FETCH_HEAD with its URLs) stays outside. */
const COMMON_FILES = ["packed-refs", "shallow", "info/exclude"];
const COMMON_FOLDERS = ["refs", "reftable"];
const WORKTREE_FILES = [
  ["HEAD", "index", "info/sparse-checkout"],
  // A merge, cherry-pick or revert that has stopped. Its message stays outside: it may name an address.
  ["ORIG_HEAD", "MERGE_HEAD", "MERGE_MODE", "CHERRY_PICK_HEAD", "REVERT_HEAD"],
].flat();

/**
 * Makes the copy. Returns its mounts, which come after the workspace, and where the user's objects are in the cell. Undefined when the
 * workspace has no `.git`; then the cell has no repository.
 */
export function makeGitDirectory({ workDir, gitDir, scratchDir, empty }: GitDirectoryOptions) {
  const dotGit = join(workDir, ".git");
  if (lstatOrNone(dotGit) === undefined) return undefined;
  const at = realpathSync(dotGit);
  const isFile = lstatSync(at).isFile();
  const copy = join(scratchDir, "cell-git");
  const stores = createObjectStores();
  const worktreeDir = isFile ? pointedTo(at, workDir) : at;
  copyDirectory({ gitDir, worktreeDir, copy, config: [], stores });
  const pathOf = (count: number): string => join(dirname(empty), `git-file-${count}`);
  const pointers: Mount[] = [];
  for (const { name, module, config, pointer } of isFile
    ? modulesElsewhere([worktreeDir, gitDir], workDir)
    : modulesOf(gitDir)) {
    copyDirectory({ gitDir: module, worktreeDir: module, copy: join(copy, "modules", name), config, stores });
    if (pointer !== undefined)
      pointers.push(pointerFile(pointer, pathOf(pointers.length + 1), `${GIT_AT}/modules/${name}`));
  }

  // A git directory elsewhere in the workspace would be mounted with the workspace, so it is covered.
  const isElsewhere = isWithin(gitDir, workDir) && gitDir !== at;
  const cover: Mount[] = isElsewhere ? [{ kind: "tmpfs", at: gitDir, sizeBytes: 4096 }] : [];
  const own: Mount[] = isFile
    ? [pointerFile(at, pathOf(0), GIT_AT), { kind: "rw", from: copy, at: GIT_AT }]
    : [{ kind: "rw", from: copy, at }];
  return { objectsDir: OBJECTS_AT, mounts: [...cover, ...own, ...pointers, ...stores.mounts(empty)] };
}

interface CopyOptions {
  readonly gitDir: string;
  /** The folder of HEAD and index. Differs from `gitDir` in a linked worktree. */
  readonly worktreeDir: string;
  readonly copy: string;
  /** Further lines for `[core]`. */
  readonly config: readonly string[];
  readonly stores: ObjectStores;
}

function copyDirectory({ gitDir, worktreeDir, copy, config, stores }: CopyOptions): void {
  for (const folder of ["info", "objects/info", "objects/pack", "refs"])
    mkdirSync(join(copy, folder), { recursive: true });
  // The folders come before `packed-refs`: when git packs a reference, it writes it there first and removes its own file afterwards.
  for (const name of COMMON_FOLDERS) copyFolder(join(gitDir, name), join(copy, name));
  for (const name of COMMON_FILES) copyIfThere(join(gitDir, name), join(copy, name));
  const sharedIndexes = readdirSync(worktreeDir).filter((name) => name.startsWith("sharedindex."));
  for (const name of [...WORKTREE_FILES, ...sharedIndexes]) copyIfThere(join(worktreeDir, name), join(copy, name));
  writeFileSync(join(copy, DISPOSABLE_NAME), "The runner made this directory for one run and never reads it.\n");
  // The settings of one work tree come first, as they do for git.
  const settings = [configText(worktreeDir, "config.worktree"), configText(gitDir)].join("\n");
  writeFileSync(join(copy, "config"), configOf(settings, config));
  writeFileSync(join(copy, "objects/info/alternates"), quotedLines(stores.add(join(gitDir, "objects"))));
}

/** The git directory of a submodule. */
interface Module {
  readonly name: string;
  readonly module: string;
  /** Its lines for `[core]`. */
  readonly config: readonly string[];
  /** The `.git` of its work tree, where that would lead out of the cell. */
  readonly pointer?: string;
}

/** Those of a usual checkout, whose work trees lead to them by relative paths. */
function modulesOf(gitDir: string): readonly Module[] {
  return moduleNames(join(gitDir, "modules")).map((name) => {
    const module = join(gitDir, "modules", name);
    return { name, module, config: worktreeOf(module).map((path) => `worktree = "${path}"`) };
  });
}

/** Those of a linked work tree or of a submodule, which are outside of the workspace: both directions get paths of the cell. */
function modulesElsewhere(dirs: readonly string[], workDir: string): readonly Module[] {
  const found = new Map<string, Module>();
  for (const dir of new Set(dirs)) {
    for (const name of moduleNames(join(dir, "modules"))) {
      const module = join(dir, "modules", name);
      const [path] = worktreeOf(module);
      const pointer = path === undefined ? undefined : join(resolve(module, path), ".git");
      if (pointer === undefined || found.has(name) || !isWithin(pointer, workDir) || /["\\\n]/.test(pointer)) continue;
      if (lstatOrNone(pointer)?.isFile() !== true) continue;
      found.set(name, { name, module, config: [`worktree = "${dirname(pointer)}"`], pointer });
    }
  }
  return [...found.values()];
}

/** Names of the submodules' git directories. A name may contain slashes, and a submodule may have submodules. */
function moduleNames(modules: string, below = ""): string[] {
  if (!isFolder(join(modules, below))) return [];
  return readdirSync(join(modules, below)).flatMap((entry) => {
    const name = join(below, entry);
    if (!isFolder(join(modules, name))) return [];
    const isRepository = isFolder(join(modules, name, "objects"));
    return isRepository ? [name, ...moduleNames(modules, join(name, "modules"))] : moduleNames(modules, name);
  });
}

/** Replaces `.git` of a linked worktree or submodule, which is a file, by a file that points to the copy. */
function pointerFile(at: string, from: string, target: string): Mount {
  writeFileSync(from, `gitdir: ${target}\n`);
  return shown(from, at);
}

function pointedTo(file: string, workDir: string): string {
  const target = /^gitdir: (.+)$/m.exec(readFileSync(file, "utf8"))?.[1] ?? ".";
  return resolve(workDir, target.trimEnd());
}

/** Copies a file if it exists, with its time in whole seconds: git checks entries as new as the index, and else would miss a change. */
function copyIfThere(from: string, to: string): void {
  const stats = lstatOrNone(from);
  if (stats?.isFile() !== true) return;
  const seconds = Math.floor(stats.mtimeMs / 1000);
  unlessGone(() => {
    copyFileSync(from, to, constants.COPYFILE_FICLONE);
    utimesSync(to, seconds, seconds);
  });
}

/** Copies a folder if it exists. The user's git may remove folders at the same time, at which `cpSync` would end the process. */
function copyFolder(from: string, to: string): void {
  const entries = unlessGone(() => readdirSync(from, { withFileTypes: true }));
  if (entries === undefined) return;
  mkdirSync(to, { recursive: true });
  for (const entry of entries) {
    const copy = entry.isDirectory() ? copyFolder : copyIfThere;
    copy(join(from, entry.name), join(to, entry.name));
  }
}

/** The result, or undefined when the file or folder does not exist. */
function unlessGone<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

function isFolder(path: string): boolean {
  return lstatOrNone(path)?.isDirectory() === true;
}

function configText(gitDir: string, name = "config"): string {
  return unlessGone(() => readFileSync(join(gitDir, name), "utf8")) ?? "";
}

/** The `core.worktree` of a submodule's git directory. Anything but a plain relative path is left out. */
function worktreeOf(module: string): readonly string[] {
  const path = /^[ \t]*worktree[ \t]*=[ \t]*((?:\.\.\/)+[^"#;\\\n]+)$/m.exec(configText(module))?.[1]?.trimEnd();
  return path === undefined ? [] : [path];
}

/** The configuration of the copy: the repository's format and what names branches. The rest may contain tokens and commands. */
function configOf(text: string, extra: readonly string[]): string {
  const taken = (name: string, values: string): string | undefined =>
    new RegExp(`^[ \\t]*${name}[ \\t]*=[ \\t]*(${values})[ \\t]*$`, "im").exec(text)?.[1];
  const objectFormat = taken("objectformat", "sha256");
  const refStorage = taken("refstorage", "reftable");
  const sparse = taken("sparsecheckout", "true|false");
  const cone = taken("sparsecheckoutcone", "true|false");
  const lines = [
    "[core]",
    `repositoryformatversion = ${objectFormat === undefined && refStorage === undefined ? 0 : 1}`,
    `filemode = ${taken("filemode", "false") ?? "true"}`,
    "bare = false",
    "logallrefupdates = true",
    ...extra,
    ...(sparse === undefined ? [] : [`sparsecheckout = ${sparse}`, `sparsecheckoutcone = ${cone ?? "false"}`]),
    "[extensions]",
    ...(objectFormat === undefined ? [] : [`objectformat = ${objectFormat}`]),
    ...(refStorage === undefined ? [] : [`refstorage = ${refStorage}`]),
    "[gc]",
    "auto = 0",
    "[maintenance]",
    "auto = false",
    ...namedSections(text),
  ];
  return `${lines.join("\n")}\n`;
}

const SECTION = /^[ \t]*\[(submodule|remote|branch)(?: "([^"\\\n]+)")?\]([^[]*)/gm;

/** What git and its tools ask of remotes, branches and submodules, in the forms that hold no login. */
function namedSections(text: string): readonly string[] {
  return [...text.matchAll(SECTION)].flatMap(([, kind = "", name, lines = ""]) => {
    const taken = (key: string, values: RegExp): readonly string[] =>
      [...lines.matchAll(new RegExp(`^[ \\t]*${key}[ \\t]*=[ \\t]*(${values.source})[ \\t]*$`, "gm"))].map(
        ([, value = ""]) => `${key} = ${withoutLogin(value)}`,
      );
    const found = {
      // git tells by the URL whether a submodule is active, and that is left out.
      submodule:
        [
          taken("active", /[\w./*-]+/),
          name !== undefined && /^[ \t]*url[ \t]*=/m.test(lines) ? ["active = true"] : [],
        ].find((active) => active.length > 0) ?? [],
      remote: [...taken("url", ADDRESS), ...taken("fetch", /\+?refs\/[\w./*-]+:refs\/[\w./*-]+/)],
      branch: [...taken("remote", /[\w./-]+/), ...taken("merge", /refs\/[^\s"#;\\]+/)],
    }[kind as "submodule" | "remote" | "branch"];
    const header = name === undefined ? `[${kind}]` : `[${kind} "${name}"]`;
    return found.length === 0 || (kind === "remote" && !found[0]?.startsWith("url")) ? [] : [header, ...found];
  });
}

/** An address of a server, in whose path no word is like a token. */
const ADDRESS = new RegExp(
  [
    String.raw`(?:(?:https?|git):\/\/(?:[^@/\s]*@)?[\w.-]+(?::\d+)?\/|ssh:\/\/(?:[\w-]{1,20}@)?[\w.-]+(?::\d+)?\/|(?:[\w-]{1,20}@)?[\w.-]+:(?!\/\/))`,
    String.raw`(?!\S*(?:[A-Za-z0-9_]{30}|gh[opsu]_|glpat-))[\w./~+-]+`,
  ].join(""),
);

function withoutLogin(address: string): string {
  return address.replace(/^((?:https?|git):\/\/)[^@/]*@/, "$1");
}

/** Where the first store is mounted in the cell. The paths of others have a number at the end. */
const OBJECTS_AT = "/opt/kimi/objects";

type ObjectStores = ReturnType<typeof createObjectStores>;

function createObjectStores() {
  /** Host path → path in the cell. */
  const places = new Map<string, string>();
  const place = (store: string): string => {
    const at = places.get(store) ?? (places.size === 0 ? OBJECTS_AT : `${OBJECTS_AT}-${places.size}`);
    places.set(store, at);
    return at;
  };
  return {
    /** Adds an object folder with its alternates, and returns their paths in the cell. */
    add: (objectsDir: string): readonly string[] => borrowed(objectsDir).map(place),
    /** `empty` is an empty file. It covers the lists of alternates, whose paths are the host's, so that git does not complain. */
    mounts: (empty: string): readonly Mount[] =>
      [...places].flatMap(([from, at]) => [shown(from, at), ...(hasList(from) ? [shown(empty, join(at, LIST))] : [])]),
  };
}

const LIST = "info/alternates";

function hasList(store: string): boolean {
  return lstatOrNone(join(store, LIST)) !== undefined;
}

/** An object folder and all its alternates (`git clone --shared`, `--reference`), as absolute real paths. */
function borrowed(objectsDir: string): string[] {
  const found: string[] = [];
  const queue = [realpathSync(objectsDir)];
  for (let store = queue.shift(); store !== undefined; store = queue.shift()) {
    if (found.includes(store)) continue;
    found.push(store);
    if (!hasList(store)) continue;
    for (const line of alternatesIn(readFileSync(join(store, LIST), "utf8"))) {
      const path = isAbsolute(line) ? line : resolve(store, line);
      if (lstatOrNone(path) !== undefined) queue.push(realpathSync(path));
    }
  }
  return found;
}
