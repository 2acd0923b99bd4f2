/**
 * Finds the repositories inside of the checkout that a run changed, whose files are not in its snapshots. git's own status of one would
 * follow a configuration that the agent can write, so each has a git of the controller, which compares its start with its end.
 */

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileText, exactStats } from "../base/file-text.ts";
import type { WorkspaceOverlay } from "../protocol/overlay.ts";
import { OWN_REPOSITORY, type LeftOut } from "./left-out.ts";
import { openRepository, type Repository } from "./repository.ts";

/** The part of `TrustedGit` that is used here. */
export interface InnerGit {
  readonly snapshot: () => Promise<string>;
  readonly leftOut: () => readonly LeftOut[];
  readonly changedInside: () => Promise<readonly LeftOut[]>;
}

interface InnerOptions {
  readonly repository: Repository;
  readonly overlay: WorkspaceOverlay | undefined;
  readonly scratchDir: string;
  readonly startTree?: string | undefined;
}

interface InnerRepositoriesOptions {
  readonly root: string;
  /** The run's private copy. With one, the checkout still shows the start at the end of the run. */
  readonly overlay: WorkspaceOverlay | undefined;
  readonly scratchDir: string;
  /** PATH without folders of the checkout, which include those of its repositories. */
  readonly pathVar: string;
  readonly open: (options: InnerOptions) => InnerGit;
}

interface State {
  /** Everything that a later state is compared with. */
  readonly text: string;
  readonly isClean: boolean;
  /** Undefined where a repository is not checked out. */
  readonly git?: InnerGit;
  readonly tree?: string;
}

const WHY = "it is a submodule; a run that is started in it can change it";
const NOT_THERE = "it is a submodule that is not checked out";
const UNLISTED = "it is a submodule without an entry in .gitmodules";

export function createInnerRepositories(options: InnerRepositoriesOptions) {
  const { root, overlay, pathVar, open } = options;
  const files = overlay?.files ?? root;
  /** Path → whether it is a gitlink. */
  const paths = new Map<string, boolean>();
  const starts = new Map<string, State>();
  let hasBegun = false;

  /** Undefined where git fails, as in a damaged repository. */
  const stateOf = async (git: InnerGit, headTree?: string): Promise<State | undefined> => {
    const tree = await git.snapshot().catch(() => undefined);
    if (tree === undefined) return undefined;
    const left = git.leftOut().map(({ path, why }) => `${path}: ${why}`);
    return { text: [tree, ...left].join("\n"), isClean: tree === headTree && left.length === 0, git, tree };
  };
  const startOf = async (path: string, at: number): Promise<State> => {
    const dir = join(root, path);
    const repository = await openRepository(dir, pathVar).catch(() => undefined);
    if (repository?.root !== dir) return filesState(dir);
    const scratchDir = join(options.scratchDir, `inner-${at}`);
    const start = await stateOf(open({ repository, overlay: undefined, scratchDir }), repository.headTree);
    if (start === undefined) return filesState(dir);
    if (overlay === undefined) return start;
    const [files, changes] = [join(overlay.files, path), join(overlay.changes, path)];
    const own = { ...overlay, root: join(overlay.root, path), files, changes };
    return { ...start, git: open({ repository, overlay: own, scratchDir, startTree: start.tree }) };
  };
  const compare = async (path: string, start: State): Promise<readonly LeftOut[]> => {
    const here = join(files, path);
    const git = kindOf(here) === "folder" ? start.git : undefined;
    const now = (git && (await stateOf(git))) ?? filesState(here);
    const inner = ((await git?.changedInside()) ?? []).map((one) => ({ ...one, path: `${path}/${one.path}` }));
    const isOld = now.text === start.text;
    return isOld && start.isClean ? inner : [{ path, why: whyOf(path, start), isOld }, ...inner];
  };
  const whyOf = (path: string, { git }: State): string => {
    if (paths.get(path) !== true) return OWN_REPOSITORY;
    const listed = (fileText(join(root, ".gitmodules")) ?? "").matchAll(/^[ \t]*path[ \t]*=[ \t]*(\S.*)$/gm);
    if (!Array.from(listed, ([, name]) => name).includes(path)) return UNLISTED;
    return git === undefined ? NOT_THERE : WHY;
  };

  return {
    /** Takes the paths at which the index has a commit, and those of other repositories, as the run begins. Later calls do nothing. */
    begin: async (gitlinks: readonly string[], others: readonly string[]): Promise<void> => {
      if (hasBegun) return;
      hasBegun = true;
      for (const path of gitlinks) paths.set(path, true);
      for (const path of others) paths.set(path, false);
      if (overlay !== undefined) return;
      for (const [at, path] of [...paths.keys()].entries()) starts.set(path, await startOf(path, at));
    },
    has: (path: string): boolean => paths.has(path),
    /** Those that the run changed, and those that had changes when it began (`isOld`). Changes of ignored files do not count. */
    changed: async (): Promise<readonly LeftOut[]> => {
      const found: LeftOut[] = [];
      for (const [at, path] of [...paths.keys()].entries()) {
        if (overlay !== undefined && kindOf(join(overlay.changes, path)) === "missing") continue;
        found.push(...(await compare(path, starts.get(path) ?? (await startOf(path, at)))));
      }
      return found;
    },
  };
}

/** A path that this process may not look at is none of the two. */
function kindOf(path: string): "folder" | "missing" | "other" {
  try {
    const stats = exactStats(path);
    if (stats === undefined) return "missing";
    return stats.isDirectory() ? "folder" : "other";
  } catch {
    return "other";
  }
}

/** The state of a folder without a repository. */
function filesState(dir: string): State {
  const lines = filesBelow(dir).toSorted();
  return { text: lines.join("\n"), isClean: lines.length === 0 };
}

/** The files below a folder, each with what changes when it does. A folder that cannot be read counts as a file. */
function filesBelow(root: string, below = ""): readonly string[] {
  try {
    const entries = readdirSync(join(root, below), { withFileTypes: true }).filter(({ name }) => name !== ".git");
    return entries.flatMap((entry) => {
      const path = join(below, entry.name);
      if (entry.isDirectory()) return filesBelow(root, path);
      const stats = exactStats(join(root, path));
      return [`${path} ${stats?.ino} ${stats?.size} ${stats?.ctimeNs}`];
    });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === "ENOENT" ? [] : [`${below} ${code}`];
  }
}
