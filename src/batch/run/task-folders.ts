/** The folder of each task: a private copy of the checkout, or a work tree of its own. The checkout itself is never changed. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Clock } from "../../base/clock.ts";
import { describeError } from "../../protocol/error.ts";
import { makeScratch, removeScratchDir } from "../../run/open/leftovers.ts";
import type { RunSettings, World } from "../../run/open/request.ts";
import { objectId } from "../../workspace/git/object-id.ts";
import { trustedPath } from "../../workspace/trusted-path.ts";
import type { Repository } from "../../workspace/repository.ts";
import { createWorkTrees } from "../../workspace/git/work-trees.ts";
import type { BatchPlan, PlannedTask } from "../plan/batch-plan.ts";

export type TaskFolders = Awaited<ReturnType<typeof createTaskFolders>>;

export interface TaskFoldersOptions {
  readonly repository: Repository;
  readonly dir: string;
  readonly plan: Pick<BatchPlan, "base">;
  readonly settings: Pick<RunSettings, "workbench">;
  readonly world: Pick<World, "env" | "warn">;
  readonly clock: Clock;
}

const MAX_NAMED = 3;

/** Tasks get copies of the checkout where their runs are sealed and its content is that of the plan's commit. */
export async function createTaskFolders(options: TaskFoldersOptions) {
  const { repository, dir, settings, world } = options;
  const { base } = options.plan;
  const trees = createWorkTrees({
    root: repository.root,
    path: trustedPath(options.world.env["PATH"] ?? "", repository.root),
  });
  const treeOf = ({ id }: PlannedTask): string => join(dir, "trees", id);
  let isCopied = settings.workbench.sandbox === "sealed" && (await isAtBase(options));
  return {
    /**
     * Gives a new attempt the folder that its run is started in. With `needsCopy` the run must make a copy of it, or refuse. A sentence
     * where the task's commit is not there. Throws `git.failed` for what would stop every task, such as a full disk.
     */
    open: async (task: PlannedTask) => {
      const { base: commit = base } = task;
      if (isCopied && commit === base) return { cwd: repository.root, needsCopy: true };
      try {
        await trees.add(treeOf(task), objectId(commit));
      } catch (error) {
        if (await trees.hasCommit(objectId(commit))) throw error;
        return describeError(error);
      }
      return { cwd: treeOf(task), needsCopy: false };
    },
    /** Gives each further task a work tree, because no copy can be made here. */
    withoutCopies: () => {
      if (isCopied)
        world.warn(
          "No copy of the checkout can be mounted here: each task gets a work tree of its own, without what git ignores.",
        );
      isCopied = false;
    },
    /** Is called when the task will not run again. Never rejects. */
    close: async (task: PlannedTask) => {
      if (existsSync(treeOf(task))) await trees.remove(treeOf(task)).catch(() => {}); // it only costs disk, and a later batch replaces it
    },
  };
}

async function isAtBase(options: TaskFoldersOptions): Promise<boolean> {
  const { repository, plan, world } = options;
  const without = "each task gets a work tree of the plan's commit, without what git ignores";
  if (repository.headCommit !== plan.base) {
    const [here, planned] = [repository.headCommit.slice(0, 12), plan.base.slice(0, 12)];
    world.warn(`The checkout is at ${here}, the plan at ${planned}: ${without}.`);
    return false;
  }
  const changed = await changedIn(options);
  if (changed.length === 0) return true;
  const more = changed.length > MAX_NAMED ? `, and ${changed.length - MAX_NAMED} more` : "";
  world.warn(`The checkout has changes (${changed.slice(0, MAX_NAMED).join(", ")}${more}): ${without}.`);
  return false;
}

async function changedIn(options: TaskFoldersOptions): Promise<readonly string[]> {
  const { repository, clock } = options;
  const { createTrustedGit } = await import("../../workspace/trusted-git.ts");
  const scratchDir = makeScratch(repository.root);
  try {
    const { snapshot, objects } = createTrustedGit({
      repository,
      scratchDir,
      pathVar: options.world.env["PATH"] ?? "",
      clock,
    });
    return (await objects.edits(repository.headTree, await snapshot())).map(({ path }) => path);
  } finally {
    removeScratchDir(scratchDir);
  }
}
