/**
 * The controller's git: snapshots of the workspace and the differences between them. It has its own git directory and index, and
 * runs no hook, filter, helper or configuration from the workspace. It never writes the user's HEAD, index, refs and configuration.
 */

import { existsSync, lstatSync } from "node:fs";
import { join } from "node:path";
import { crashAt } from "../base/crash.ts";
import { RunnerError } from "../protocol/error.ts";
import type { Workspace } from "../protocol/turn.ts";
import { createBoundedGit } from "./bounded-git.ts";
import { parseChanges, parseStatus, type FileChange } from "./changes.ts";
import { createGit } from "./git.ts";
import { isGitsOwn } from "./git-names.ts";
import { objectId } from "./object-id.ts";
import type { Repository } from "./repository.ts";
import { makeTrustedDirectory } from "./trusted-directory.ts";
import { trustedPath } from "./trusted-path.ts";

export interface TrustedGitOptions {
  readonly repository: Repository;
  /** Private folder of the controller. */
  readonly scratchDir: string;
  readonly pathVar: string;
  /** Called once for each thing that cannot be in a snapshot (a pipe, an unreadable file, submodules). */
  readonly warn?: (text: string) => void;
}

export interface TrustedGit extends Workspace {
  /** The git directory of the snapshots, for pushing them. */
  readonly gitDir: string;
  /** A patch with which `git apply` makes the same tree, byte for byte. Empty when the trees are equal. */
  readonly diff: (from: string, to: string) => Promise<Buffer>;
  readonly changes: (from: string, to: string) => Promise<readonly FileChange[]>;
  /** UTF-8 text of a file in a commit or tree; undefined when there is none. */
  readonly readFile: (commit: string, path: string) => Promise<string | undefined>;
  /** Makes the workspace equal to a tree. Ignored files stay. */
  readonly restore: (tree: string) => Promise<void>;
}

/**
 * Submodules are left out: git would run `git status` in them, under a configuration that the agent can write. `--branch` gives
 * the command an output; simple-git waits 50 ms for a command without one.
 */
const STATUS = ["status", "-z", "--branch", "--untracked-files=all", "--ignore-submodules=all", "--no-renames"];

/** Reads the list of paths from standard input. `--replace` lets a folder replace a file. `--verbose` gives it an output. */
const UPDATE = ["update-index", "-z", "--add", "--remove", "--replace", "--verbose", "--stdin"];

const DIFF = ["--no-ext-diff", "--no-textconv", "--no-renames", "--no-color"];

/** Paths that git may refuse before the snapshot fails. Each costs one more run of git. */
const MAX_REFUSED = 50;

/** Sets up the trusted git directory before the agent runs. It writes a few files and starts no process. */
export function createTrustedGit({ repository, scratchDir, pathVar, warn }: TrustedGitOptions): TrustedGit {
  const gitDir = makeTrustedDirectory(repository, scratchDir);
  const { root } = repository;
  const env = { GIT_DIR: gitDir, GIT_WORK_TREE: root };
  const git = createBoundedGit(createGit({ cwd: root, path: trustedPath(pathVar, root), env }), root);
  const hasSubmodules = existsSync(join(root, ".gitmodules"));
  if (hasSubmodules) warn?.("Changes inside submodules are not part of the patch.");
  const refused = new Set<string>();
  let lastTree: string | undefined;
  let tail: Promise<unknown> = Promise.resolve();
  /** Runs one operation at a time on the index, also after a failed one. */
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    const result = tail.then(work, work);
    tail = result;
    return await result;
  };

  const leaveOut = (path: string, why: string): void => {
    if (!refused.has(path)) warn?.(`${path} is left out of the snapshots: ${why}.`);
    refused.add(path);
  };

  const stage = async (paths: readonly Buffer[]): Promise<boolean> => {
    let wanted = paths.filter((path) => {
      const name = path.toString("utf8");
      const why = refused.has(name) ? undefined : unfit(root, path);
      if (why !== undefined) leaveOut(name, why);
      return !refused.has(name);
    });
    while (wanted.length > 0) {
      try {
        crashAt("snapshot.stage.before");
        await git({ args: UPDATE, input: Buffer.concat(wanted.flatMap((path) => [path, NUL])) });
        crashAt("snapshot.stage.after");
        return true;
      } catch (error) {
        const path = refusedPath(error);
        if (path === undefined || refused.size >= MAX_REFUSED) throw error;
        leaveOut(path, "git cannot store it");
        wanted = wanted.filter((other) => other.toString("utf8") !== path);
      }
    }
    return false;
  };

  const snapshot = async (): Promise<string> => {
    const { changed, isStaged } = parseStatus(await git({ args: STATUS }));
    const staged = await stage(changed);
    // Without changes the tree is the commit's. The status does not show a submodule's staged commit.
    if (!isStaged && !staged && !hasSubmodules) lastTree ??= repository.headTree;
    if (!staged && lastTree !== undefined) return lastTree;
    crashAt("snapshot.tree.before");
    lastTree = (await git({ args: ["write-tree"] })).toString("utf8").trim();
    crashAt("snapshot.tree.after");
    return lastTree;
  };

  return {
    gitDir,
    snapshot: async () => await inTurn(snapshot),
    diff: async (from, to) =>
      await git({ args: ["diff-tree", "-r", "-p", "--binary", "--full-index", ...DIFF, objectId(from), objectId(to)] }),
    changes: async (from, to) =>
      parseChanges(
        await git({ args: ["diff-tree", "-r", "-z", "--raw", "--numstat", ...DIFF, objectId(from), objectId(to)] }),
      ),
    async readFile(commit, path) {
      try {
        return (await git({ args: ["cat-file", "blob", `${objectId(commit)}:${path}`] })).toString("utf8");
      } catch (error) {
        if (error instanceof RunnerError && /does not exist in|exists on disk, but not in/.test(error.message))
          return undefined;
        throw error;
      }
    },
    restore: async (tree) =>
      await inTurn(async () => {
        // The snapshot adds every file but ignored ones to the index, so that the restore removes new files too.
        await snapshot();
        lastTree = undefined;
        crashAt("workspace.restore.before");
        await git({ args: ["read-tree", "--reset", "-u", objectId(tree)] });
        crashAt("workspace.restore.after");
        lastTree = tree;
      }),
  };
}

const NUL = Buffer.from([0]);

/** GitHub takes no larger file. Storing a sparse file of 4 GB would take git a minute. */
const MAX_FILE_BYTES = 100 * 1024 * 1024;

/** Why a changed path is left out before git reads it; undefined when it may be stored. */
function unfit(root: string, path: Buffer): string | undefined {
  if (isGitsOwn(path.toString("utf8"))) return "other systems read its name as a file of git";
  const stats = lstatSync(Buffer.concat([Buffer.from(`${root}/`), path]), { throwIfNoEntry: false });
  if (stats === undefined || !stats.isFile()) return undefined;
  if (stats.size > MAX_FILE_BYTES) return `${stats.size} bytes are more than GitHub takes (${MAX_FILE_BYTES})`;
  // With fs.protected_hardlinks=0 a hard link makes root read a file that its creator may not read.
  const isTheirs = stats.nlink > 1 && stats.uid !== lstatSync(root).uid;
  return isTheirs ? "it is a hard link to a file of another user" : undefined;
}

/** The path in `fatal: Unable to process path x`. */
function refusedPath(error: unknown): string | undefined {
  return error instanceof RunnerError ? /Unable to process path (.+)$/m.exec(error.message)?.[1] : undefined;
}
