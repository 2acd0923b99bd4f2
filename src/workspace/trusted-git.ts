/**
 * The controller's git: snapshots of the workspace and the differences between them. It has its own git directory and index, and
 * runs no hook, filter, helper or configuration from the workspace. It never writes the user's HEAD, index, refs and configuration.
 */

import { closeSync, existsSync, openSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Clock } from "../base/clock.ts";
import { crashAt } from "../base/crash.ts";
import { RunnerError } from "../protocol/error.ts";
import type { Ground } from "../protocol/ground.ts";
import type { Workspace } from "../protocol/turn.ts";
import { createBoundedGit } from "./git/bounded-git.ts";
import { createChangedPlaces } from "./git/changed-places.ts";
import { parseChanges, parseStatus, type FileChange, type Status } from "./changes.ts";
import { foreignTo } from "./git/foreign-changes.ts";
import { createFreshFiles } from "./fresh-files.ts";
import { createGitStream } from "./git/git-stream.ts";
import { createGit, type Git, type GitOptions } from "./git/git.ts";
import { createGroundGit, createGroundStream } from "./git/ground-git.ts";
import { createLeftOut, type LeftOut } from "./left-out.ts";
import { objectId } from "./git/object-id.ts";
import { createPublishGit, type PublishGit } from "./push.ts";
import { refusedPath, unencodablePath } from "./git/refused-path.ts";
import type { Repository } from "./repository.ts";
import { makeTrustedDirectory } from "./trusted-directory.ts";
import { trustedPath } from "./trusted-path.ts";

export interface TrustedGitOptions {
  readonly repository: Repository;
  /** The run's private copy of the workspace; without it the checkout itself is the workspace. */
  readonly ground?: Ground | undefined;
  /** The tree that the run begins with, where the first snapshot shows a later state. */
  readonly startTree?: string | undefined;
  /** Private folder of the controller. */
  readonly scratchDir: string;
  readonly pathVar: string;
  readonly clock: Clock;
  /** Called once for each thing that cannot be in a snapshot (a pipe, an unreadable file, submodules). */
  readonly warn?: (text: string) => void;
}

export interface TrustedGit extends Pick<Workspace, "snapshot"> {
  /** The git directory of the snapshots, for pushing them. */
  readonly gitDir: string;
  /** The trees and files of the snapshots, for judging and publishing them. */
  readonly objects: PublishGit;
  /** Writes a patch with which `git apply` makes the same tree, byte for byte. Empty when the trees are equal. */
  readonly diff: (from: string, to: string, file: string) => Promise<void>;
  /** The tree of the first snapshot, before the agent changed anything; undefined before there is one. */
  readonly startTree: () => string | undefined;
  /** What changed but is not in the newest snapshot. */
  readonly leftOut: () => readonly LeftOut[];
  readonly changes: (from: string, to: string) => Promise<readonly FileChange[]>;
  /** The difference of each tree to the next one, without lines around it. Throws `git.failed` where a tree is not there. */
  readonly stages: (trees: readonly string[]) => Promise<readonly string[]>;
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

/**
 * The first status notes which files each folder has, so that later ones need not read the folders. It is the only one to note it,
 * before any command has run: git compares whole seconds, and a command could hide a new file in a folder that was noted in the
 * same second.
 */
const NO_WRITES = { GIT_OPTIONAL_LOCKS: "0", GIT_LITERAL_PATHSPECS: "1" };

/** Notes the times of files whose content is as it was, so that git need not read them each time. Each status that is this much slower than the first leads to it. */
const REFRESH = ["update-index", "-q", "--refresh"];
const SLOW_MS = 500;

/** Removes paths from the index, so that git reads the files again. */
const FORGET = ["update-index", "-z", "--force-remove", "--verbose", "--stdin"];

/** Reads the list of paths from standard input. `--replace` lets a folder replace a file. `--verbose` gives it an output. */
const UPDATE = ["update-index", "-z", "--add", "--remove", "--replace", "--verbose", "--stdin"];

const DIFF = ["--no-ext-diff", "--no-textconv", "--no-renames", "--no-color"];

/** Sets up the trusted git directory before the agent runs. It writes a few files and starts no process. */
export function createTrustedGit(options: TrustedGitOptions): TrustedGit {
  const { repository, ground, scratchDir, pathVar, clock, warn } = options;
  const gitDir = makeTrustedDirectory(repository, scratchDir);
  const { root } = repository;
  /** Where this process sees the workspace. */
  const files = ground?.files ?? root;
  const env = { GIT_DIR: gitDir, GIT_WORK_TREE: ground?.root ?? root };
  const place = { cwd: root, path: trustedPath(pathVar, root), env };
  const gitOf = (options: GitOptions): Git =>
    createBoundedGit(ground === undefined ? createGit(options) : createGroundGit(ground, options), files);
  const git = gitOf(place);
  const reader = gitOf({ ...place, env: { ...env, ...NO_WRITES } });
  const stream = createBoundedGit(
    ground === undefined ? createGitStream(place) : createGroundStream(ground, place),
    files,
  );
  const isForeign = ground && foreignTo(ground, root);
  const hasSubmodules = existsSync(join(root, ".gitmodules"));
  if (hasSubmodules) warn?.("Changes inside submodules are not part of the patch.");
  const leftOut = createLeftOut(files, (text) => warn?.(text));
  const fresh = createFreshFiles(files, clock);
  const changedPlaces = ground && createChangedPlaces(ground.changes, clock);
  let usualMs: number | undefined;
  /** Files are stored as they are: `.gitattributes` names an encoding that one of them does not have. */
  let isLiteral = false;
  let lastTree: string | undefined;
  let { startTree } = options;
  let tail: Promise<unknown> = Promise.resolve();
  /** Runs one operation at a time on the index, also after a failed one. */
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    const result = tail.then(work, work);
    tail = result;
    return await result;
  };

  const stage = async (paths: readonly Buffer[]): Promise<boolean> => {
    let wanted = leftOut.sift(paths);
    while (wanted.length > 0) {
      try {
        crashAt("snapshot.stage.before");
        fresh.note(wanted);
        await git({ args: UPDATE, input: listOf(wanted) });
        crashAt("snapshot.stage.after");
        return true;
      } catch (error) {
        const unencodable = isLiteral ? undefined : unencodablePath(error);
        if (unencodable !== undefined) {
          isLiteral = true;
          writeFileSync(join(gitDir, "info/attributes"), "* !working-tree-encoding\n");
          warn?.(`working-tree-encoding is not followed in snapshots: ${unencodable} is not in the encoding it names.`);
          continue;
        }
        const path = refusedPath(error);
        if (path === undefined || !leftOut.refuse(path)) throw error;
        wanted = wanted.filter((other) => other.toString("utf8") !== path);
      }
    }
    return false;
  };

  /** What git's status says, and what it cannot see. */
  const look = async (places: readonly string[]): Promise<Status> => {
    const began = clock.monotonic();
    const isFirst = usualMs === undefined;
    const { changed, isStaged } = parseStatus(await (isFirst ? git : reader)({ args: [...STATUS, ...places] }));
    // What differs at the start is what the run begins with.
    const status = { isStaged, changed: changed.filter((path) => isFirst || isForeign?.(path) !== true) };
    const tookMs = clock.monotonic() - began;
    usualMs ??= tookMs;
    if (tookMs > 2 * usualMs + SLOW_MS) await git({ args: REFRESH });
    const unseen = fresh.changed();
    if (unseen.length === 0) return status;
    await git({ args: FORGET, input: listOf(unseen) });
    return { ...status, changed: [...status.changed, ...unseen] };
  };

  const snapshot = async (): Promise<string> => {
    const places = changedPlaces?.();
    if (places?.paths?.length === 0 && lastTree !== undefined) {
      places.done();
      return lastTree;
    }
    // The list of what is left out is made anew each time. git refuses a path in a submodule.
    const isPartial = lastTree !== undefined && !hasSubmodules && leftOut.list().length === 0;
    const { changed, isStaged } = await look(isPartial && places?.paths ? ["--", ...places.paths] : []);
    const staged = await stage(changed);
    places?.done();
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
    objects: createPublishGit({ gitDir, path: trustedPath(pathVar, root), clock }),
    snapshot: async () =>
      await inTurn(async () => {
        const tree = await snapshot();
        startTree ??= tree;
        return tree;
      }),
    startTree: () => startTree,
    leftOut: leftOut.list,
    async diff(from, to, file) {
      const args = ["diff-tree", "-r", "-p", "--binary", "--full-index", ...DIFF, objectId(from), objectId(to)];
      const output = openSync(file, "w", 0o600);
      try {
        await stream({ args, output });
      } finally {
        closeSync(output);
      }
    },
    changes: async (from, to) =>
      parseChanges(
        await git({ args: ["diff-tree", "-r", "-z", "--raw", "--numstat", ...DIFF, objectId(from), objectId(to)] }),
      ),
    async stages(trees) {
      const pairs = trees.slice(1).map((to, at) => `${objectId(trees[at] ?? "")} ${objectId(to)}\n`);
      const args = ["diff-tree", "--stdin", "-r", "-p", "-U0", "--full-index", ...DIFF];
      const text = (await git({ args, input: Buffer.from(pairs.join("")) })).toString("utf8");
      // Each difference stands behind its pair. git may leave out a pair without one.
      const parts = text.split(PAIR);
      const found = new Map(pairs.map((_, at) => [parts[at * 2 + 1], parts[at * 2 + 2]]));
      return pairs.map((pair) => found.get(pair.trim()) ?? "");
    },
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

/** Two object ids in a line, which no line of a patch has: each begins with a sign or a word. */
const PAIR = /^([0-9a-f]{40,64} [0-9a-f]{40,64})\n/m;

const NUL = Buffer.from([0]);

function listOf(paths: readonly Buffer[]): Buffer {
  return Buffer.concat(paths.flatMap((path) => [path, NUL]));
}
