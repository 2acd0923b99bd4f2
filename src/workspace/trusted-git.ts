/**
 * The controller's git: snapshots of the workspace and the differences between them. It has its own git directory and index, and
 * uses no hook, filter, helper or configuration from the workspace. It never writes the user's HEAD, index, refs or configuration.
 */

import { closeSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Clock } from "../base/clock.ts";
import { asyncEffect } from "../base/crash.ts";
import { createInTurn } from "../base/in-turn.ts";
import { bytesBelow, nulEnded, pathText } from "../base/paths/byte-paths.ts";
import type { WorkspaceOverlay } from "../protocol/overlay.ts";
import { createBoundedGit } from "./git/bounded-git.ts";
import { createChangedPlaces } from "./git/changed-places.ts";
import { parseChanges, parseStatus, type FileChange } from "./changes.ts";
import { createHiddenContents, type HiddenContents, type HiddenFiles } from "./git/hidden-contents.ts";
import { createForeignChanges } from "./git/foreign-changes.ts";
import { createFreshFiles } from "./fresh-files.ts";
import { createGitStream, type GitStream } from "./git/git-stream.ts";
import { createGit, type Git, type GitOptions } from "./git/git.ts";
import { createOverlayGit, createOverlayStream } from "./git/overlay-git.ts";
import { createInnerRepositories, type InnerGit } from "./inner-repositories.ts";
import { createLeftOut, type LeftOut } from "./left-out.ts";
import { idOf, objectId } from "./git/object-id.ts";
import { createHeaderQuoter } from "./git/patch-headers.ts";
import { createPublishGit } from "./push.ts";
import type { Repository } from "./repository.ts";
import { ATTRIBUTES, makeTrustedDirectory, SHOW_ALL } from "./trusted-directory.ts";
import { keepUserAttributes } from "./git/user-attributes.ts";
import { createUnseenPaths } from "./git/unseen-paths.ts";
import { trustedPath } from "./trusted-path.ts";
import { RunnerError } from "../protocol/error.ts";

export interface TrustedGitOptions {
  readonly repository: Repository;
  /** The run's private copy of the workspace; without it the checkout itself is the workspace. */
  readonly overlay?: WorkspaceOverlay | undefined;
  /** The tree that the run began with, if the first snapshot here shows a later state. */
  readonly startTree?: string | undefined;
  readonly scratchDir: string;
  /** Folder with git objects to read besides those of the repository. */
  readonly moreObjects?: string | undefined;
  readonly pathVar: string;
  readonly clock: Clock;
  /** The user's environment, to find the attributes that the user's git adds to those of the repository. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** What is hidden from commands, and files of secrets. */
  readonly hidden?: Promise<HiddenFiles> | undefined;
  /** Called once for each thing that cannot be in a snapshot (a pipe, an unreadable file). */
  readonly warn?: (text: string) => void;
}

export type TrustedGit = ReturnType<typeof createTrustedGit>;

/**
 * Submodules are left out: git would run `git status` in them, under a configuration that the agent can write. `--branch` gives
 * the command an output; simple-git waits 50 ms for a command without one.
 */
const STATUS = ["status", "-z", "--branch", "--untracked-files=all", "--ignore-submodules=all", "--no-renames"];

/**
 * Only the first status, before any command has run, notes which files each folder has: git compares whole seconds, and a command could
 * hide a new file in a folder that was noted in the same second.
 */
const NO_WRITES = { GIT_OPTIONAL_LOCKS: "0", GIT_LITERAL_PATHSPECS: "1" };

/** Records the new times of unchanged files in the index, after a status that took twice the first one's time and `SLOW_MS` more. */
const REFRESH = ["update-index", "-q", "--refresh"];
const SLOW_MS = 500;

/** Removes paths from the index, so that git reads these files again. */
const FORGET = ["update-index", "-z", "--force-remove", "--verbose", "--stdin"];

/** Stores the paths of standard input. `--replace` lets a folder replace a file. `--verbose` gives the command an output. */
const UPDATE = ["update-index", "-z", "--add", "--remove", "--replace", "--verbose", "--stdin"];

const DIFF = ["diff-tree", "-r", "--no-ext-diff", "--no-textconv", "--no-renames", "--no-color"];
/** A line with two object ids. No line of a patch looks like it, because each begins with a sign or a word; content may behind a \r. */
const PAIR = /(?<![^\n])([0-9a-f]{40,64} [0-9a-f]{40,64})\n/;

/** Sets up the trusted git directory before the agent runs. It writes a few files and starts no process. */
export function createTrustedGit(options: TrustedGitOptions) {
  const { repository, overlay, scratchDir, pathVar, clock, warn } = options;
  const gitDir = makeTrustedDirectory(repository, scratchDir, { ...options, files: "all" });
  const { root } = repository;
  /** The workspace's folder as this process sees it. */
  const files = overlay?.files ?? root;
  const env = { GIT_DIR: gitDir, GIT_WORK_TREE: overlay?.root ?? root };
  const place = { cwd: root, path: trustedPath(pathVar, root), env };
  keepUserAttributes({ gitDir, repository, env: options.env, path: place.path });
  const leftOut = createLeftOut(files, (text) => warn?.(text));
  const gitOf = (options: GitOptions): Git => {
    const heard = { ...options, onSaid: leftOut.hear };
    return createBoundedGit(overlay === undefined ? createGit(heard) : createOverlayGit(overlay, heard), files);
  };
  const git = gitOf(place);
  const reader = gitOf({ ...place, env: { ...env, ...NO_WRITES } });
  const stream = createBoundedGit(
    overlay === undefined ? createGitStream(place) : createOverlayStream(overlay, place),
    files,
  );
  const ownOf = overlay && createForeignChanges({ ...overlay, root, git: reader, startTree: () => startTree });
  const unseen = createUnseenPaths({
    gitDir,
    files,
    git,
    begun: (more) => createGitStream({ ...place, env: { ...env, GIT_WORK_TREE: root, ...more } }),
    warn: (text) => warn?.(text),
  });
  const inner = createInnerRepositories({
    root,
    overlay,
    scratchDir: gitDir,
    pathVar: place.path,
    open: (one): InnerGit => createTrustedGit({ ...one, pathVar: place.path, clock }),
  });
  const fresh = createFreshFiles(files, clock);
  const changedPlaces = overlay && createChangedPlaces(overlay.changes, clock);
  let usualMs: number | undefined;
  /** Encodings in `.gitattributes` are ignored, because a file does not have the encoding that they name. */
  let isLiteral = false;
  let lastTree: string | undefined;
  let { startTree } = options;
  /** Runs one operation at a time on the index. */
  const inTurn = createInTurn();

  const pathsAtStart = async (path: string): Promise<readonly string[]> =>
    startTree === undefined ? [] : await pathsWithContent(stream, startTree, bytesBelow(files, path));
  let contents: HiddenContents | undefined;
  /** The changed paths that may be stored, and why others may not. The state at the start is what it is. */
  const sifted = async (paths: readonly string[], isFirst: boolean) => {
    contents ??= options.hidden && createHiddenContents({ root, files, ...(await options.hidden), pathsAtStart });
    const isAtStart = isFirst && startTree === undefined;
    return contents === undefined || isAtStart
      ? { stored: paths, unwanted: new Map() }
      : await contents(paths, isFirst);
  };

  const stage = async (all: readonly string[], isFirst: boolean): Promise<boolean> => {
    const { stored, unwanted } = await sifted(all, isFirst);
    let wanted = leftOut.sift(stored, await unseen.replacing(stored), unwanted);
    while (wanted.length > 0) {
      try {
        fresh.note(wanted);
        const input = nulEnded(wanted);
        await asyncEffect("snapshot.stage", () => git({ args: UPDATE, input }));
        return true;
      } catch (error) {
        const unencodable = isLiteral ? undefined : pathIn(error, UNENCODABLE);
        if (unencodable !== undefined) {
          isLiteral = true;
          writeFileSync(join(gitDir, ATTRIBUTES), `${SHOW_ALL}* !working-tree-encoding\n`);
          warn?.(`working-tree-encoding is not followed in snapshots: ${unencodable} is not in the encoding it names.`);
          continue;
        }
        const said = pathIn(error, UNPROCESSED);
        const failed = wanted.filter((path) => asSaid(path) === said);
        if (failed.length === 0 || !failed.every(leftOut.refuse)) throw error;
        wanted = wanted.filter((path) => !failed.includes(path));
      }
    }
    return false;
  };

  /** The changes that git's status reports, and those that it cannot see. */
  const look = async (places: readonly string[]) => {
    const began = clock.monotonic();
    const isFirst = usualMs === undefined;
    const status = async () => parseStatus(await (isFirst ? git : reader)({ args: [...STATUS, ...places] }));
    const [found, isMarked] = await Promise.all([status(), isFirst && unseen.find()]);
    if (isMarked) await unseen.reveal();
    const { gone, isStaged, ...all } = isMarked ? await status() : found;
    const back = await unseen.putBack(gone);
    const changed = all.changed.filter((path) => !back.has(path));
    const tookMs = clock.monotonic() - began;
    usualMs ??= tookMs;
    if (tookMs > 2 * usualMs + SLOW_MS) await git({ args: REFRESH });
    const missed = fresh.changed();
    if (missed.length > 0) await git({ args: FORGET, input: nulEnded(missed) });
    // Differences at the first status are the state that the run begins with.
    const own = isFirst || ownOf === undefined ? changed : await ownOf(changed);
    return { changed: [...own, ...missed], isStaged, isPutBack: back.size > 0 };
  };

  const snapshot = async (): Promise<string> => {
    const places = changedPlaces?.();
    if (places?.paths?.length === 0 && lastTree !== undefined) {
      places.done();
      return lastTree;
    }
    // The list of what is left out is made anew each time, from a whole status. git refuses a path in a submodule.
    const isPartial = lastTree !== undefined && unseen.gitlinks().length === 0 && leftOut.list().length === 0;
    const some = isPartial ? places?.paths : undefined;
    const isFirst = usualMs === undefined;
    const { changed, isStaged, isPutBack } = await look(some === undefined ? [] : ["--", ...some]);
    const staged = (await stage(changed, isFirst)) || isPutBack;
    places?.done();
    // Without changes the tree is the commit's. The status does not show a submodule's staged commit.
    if (!isStaged && !staged && unseen.gitlinks().length === 0) lastTree ??= repository.headTree;
    if (!staged && lastTree !== undefined) return lastTree;
    const written = await asyncEffect("snapshot.tree", () => git({ args: ["write-tree", "--missing-ok"] }));
    lastTree = written.toString("utf8").trim();
    return lastTree;
  };

  return {
    /** The git directory of the snapshots, for pushing them. */
    gitDir,
    /** The trees and files of the snapshots, for judging and publishing them. */
    objects: createPublishGit({ gitDir, path: trustedPath(pathVar, root), clock }),
    /** Returns the tree of the workspace as it is now. */
    snapshot: async (): Promise<string> =>
      await inTurn(async () => {
        const tree = await snapshot();
        startTree ??= tree;
        await inner.begin(unseen.gitlinks(), leftOut.repositories());
        return tree;
      }),
    /** The tree of the first snapshot, before the agent changed anything; undefined before there is one. */
    startTree: (): string | undefined => startTree,
    /** Changed files that are not in the newest snapshot. */
    leftOut: (): readonly LeftOut[] => leftOut.list().filter(({ path }) => !inner.has(path)),
    /** Submodules, and other repositories that were there at the start, whose files changed. To be called after the last snapshot. */
    changedInside: async (): Promise<readonly LeftOut[]> => await inTurn(inner.changed),
    /** Those of these paths that a sparse checkout, or a mark of the user, kept out of the checkout when the run began. */
    hiddenAmong: unseen.hiddenAmong,
    /** Writes a patch with which `git apply` makes the same tree, byte for byte. Empty when the trees are equal. */
    diff: async (from: string, to: string, file: string): Promise<void> => {
      const output = openSync(file, "w", 0o600);
      try {
        const quoter = createHeaderQuoter((bytes) => writeFileSync(output, bytes));
        const args = ["-p", "--binary", "--full-index", objectId(from), objectId(to)];
        await stream({ args: [...DIFF, ...args], output: quoter.add });
        quoter.end();
      } finally {
        closeSync(output);
      }
    },
    changes: async (from: string, to: string): Promise<readonly FileChange[]> =>
      parseChanges(await git({ args: [...DIFF, "-z", "--raw", "--numstat", objectId(from), objectId(to)] })),
    /** The difference between each tree and the next one, without context lines. Throws `git.failed` for a missing tree. */
    stages: async (trees: readonly string[]): Promise<readonly string[]> => {
      const pairs = trees.slice(1).map((to, at) => `${objectId(trees[at] ?? "")} ${objectId(to)}\n`);
      const args = [...DIFF, "--stdin", "-p", "-U0", "--full-index"];
      const text = (await git({ args, input: Buffer.from(pairs.join("")) })).toString("utf8");
      // Each difference follows its pair. git may leave out the pair of two equal trees.
      const parts = text.split(PAIR);
      const found = new Map(pairs.map((_, at) => [parts[at * 2 + 1], parts[at * 2 + 2]]));
      return pairs.map((pair) => found.get(pair.trim()) ?? "");
    },
    /** Makes the workspace equal to a tree. Ignored files stay. */
    restore: async (tree: string): Promise<void> =>
      await inTurn(async () => {
        // The snapshot adds all files that are not ignored to the index, so that the restore removes new files too.
        await snapshot();
        lastTree = undefined;
        await unseen.removeReplacing();
        const args = ["read-tree", "--reset", "-u", objectId(tree)];
        await asyncEffect("workspace.restore", () => git({ args }));
        lastTree = tree;
      }),
  };
}

/** Paths at which a tree has the content of a file, one character for each byte. */
async function pathsWithContent(stream: GitStream, tree: string, file: Buffer): Promise<readonly string[]> {
  const pieces: Buffer[] = [];
  await stream({ args: ["ls-tree", "-r", "-z", objectId(tree)], output: (piece) => void pieces.push(piece) });
  const mark = ` blob ${idOf("blob", readFileSync(file), tree.length)}\t`;
  const entries = Buffer.concat(pieces).toString("latin1").split("\0");
  return entries.flatMap((entry) => (entry.includes(mark) ? [entry.slice(entry.indexOf("\t") + 1)] : []));
}

/** git's words about the first file that does not have the encoding that `.gitattributes` gives it. */
const UNENCODABLE = /(?:BOM is (?:required|prohibited) in|failed to encode) '(.+)' (?:if|from) /;
const UNPROCESSED = /Unable to process path (.+)$/m;

/** How git's error shows a path, as far as `UNPROCESSED` reads it. */
function asSaid(path: string): string | undefined {
  return pathText(path)
    .replaceAll(/[\x00-\x08\v-\x1f\x7f]/g, "?")
    .split(/[\n\u2028\u2029]/, 1)[0];
}

function pathIn(error: unknown, words: RegExp): string | undefined {
  return error instanceof RunnerError ? words.exec(error.message)?.[1] : undefined;
}
