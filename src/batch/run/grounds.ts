/**
 * Where each task works: on a private copy of the checkout, as any sealed run does, or in a linked work tree of its own. The
 * checkout itself is never changed.
 */

import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Clock } from "../../base/clock.ts";
import { makeScratch, removeScratchDir } from "../../run/open/leftovers.ts";
import { objectId } from "../../workspace/git/object-id.ts";
import { trustedPath } from "../../workspace/trusted-path.ts";
import type { Repository } from "../../workspace/repository.ts";
import { createWorkTrees } from "../../workspace/git/work-trees.ts";
import type { PlannedTask } from "../plan/batch-plan.ts";

export interface TaskGround {
  /** The folder that the run is started in. */
  readonly cwd: string;
  /** The run makes a copy of it, or refuses. */
  readonly needsCopy: boolean;
}

export interface Grounds {
  /** For a new attempt. Throws `git.failed`. */
  readonly open: (task: PlannedTask) => Promise<TaskGround>;
  /** From now on each task gets a work tree: copies cannot be made here. */
  readonly withoutCopies: () => void;
  /** When the task has ended for good. Never rejects. */
  readonly close: (task: PlannedTask) => Promise<void>;
}

export interface GroundsOptions {
  readonly repository: Repository;
  readonly dir: string;
  /** The commit that tasks start at. */
  readonly base: string;
  /** Whether runs may get copies: they are sealed. */
  readonly areCopied: boolean;
  readonly pathVar: string;
  readonly clock: Clock;
  readonly warn: (text: string) => void;
}

const MAX_NAMED = 3;

/** Looks at the checkout: with other content than the plan's commit it is no ground for copies. */
export async function createGrounds(options: GroundsOptions): Promise<Grounds> {
  const { repository, dir, base, pathVar, warn } = options;
  const trees = createWorkTrees({ root: repository.root, path: trustedPath(pathVar, repository.root) });
  const treeOf = ({ id }: PlannedTask): string => join(dir, "trees", id);
  let isCopied = options.areCopied && (await isAt(base, options));
  return {
    open: async (task) => {
      const { base: commit = base } = task;
      if (isCopied && commit === base) return { cwd: repository.root, needsCopy: true };
      await trees.add(treeOf(task), objectId(commit));
      return { cwd: treeOf(task), needsCopy: false };
    },
    withoutCopies: () => {
      if (isCopied)
        warn(
          "No copy of the checkout can be mounted here: each task gets a work tree of its own, without what git ignores.",
        );
      isCopied = false;
    },
    close: async (task) => {
      if (existsSync(treeOf(task))) await trees.remove(treeOf(task)).catch(() => {}); // it costs disk, and a later batch replaces it
    },
  };
}

async function isAt(base: string, { repository, pathVar, clock, warn }: GroundsOptions): Promise<boolean> {
  const without = "each task gets a work tree of the plan's commit, without what git ignores";
  if (repository.headCommit !== base) {
    warn(`The checkout is at ${repository.headCommit.slice(0, 12)}, the plan at ${base.slice(0, 12)}: ${without}.`);
    return false;
  }
  const changed = await changedIn({ repository, pathVar, clock });
  if (changed.length === 0) return true;
  const more = changed.length > MAX_NAMED ? `, and ${changed.length - MAX_NAMED} more` : "";
  warn(`The checkout has changes (${changed.slice(0, MAX_NAMED).join(", ")}${more}): ${without}.`);
  return false;
}

async function changedIn({
  repository,
  pathVar,
  clock,
}: Pick<GroundsOptions, "repository" | "pathVar" | "clock">): Promise<readonly string[]> {
  const { createTrustedGit } = await import("../../workspace/trusted-git.ts");
  const scratchDir = makeScratch(repository.root);
  try {
    const { snapshot, objects } = createTrustedGit({ repository, scratchDir, pathVar, clock });
    return (await objects.edits(repository.headTree, await snapshot())).map(({ path }) => path);
  } finally {
    removeScratchDir(scratchDir);
  }
}
