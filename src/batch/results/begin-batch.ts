/** Makes the folder of a plan. What is done in the folder of an earlier plan under the same key is taken over, and not paid for twice. */

import { cpSync, existsSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { configError, RunnerError } from "../../protocol/error.ts";
import type { BatchPlan } from "../plan/batch-plan.ts";
import { plannedDirs } from "../plan/batch-dir.ts";
import { readPlan, writePlan } from "../plan/plan-file.ts";
import { openResults, readResults } from "./results-file.ts";
import type { ResultLine, ResultsLine } from "./results-line.ts";
import { foldResults, type TaskState } from "./fold.ts";

/**
 * Writes the plan to the returned path. A folder without results gets those of its neighbours that still count: those of `takenOver`
 * tasks. Throws `config.invalid` for a folder with the results of another plan, whose bundles the attempts of this one would replace.
 */
export function beginBatch(dir: string, plan: BatchPlan): { readonly path: string; readonly takenOver: number } {
  const [there] = readBatch(dir);
  if (there !== undefined && there.plan.id !== plan.id && there.lines.length > 0)
    throw configError(
      `The folder ${dir} has the results of another plan, ${there.plan.id}.`,
      "Name another folder with --dir. What is done under the same keys is taken over from a folder beside it.",
    );
  const path = writePlan(dir, plan);
  if (readResults(dir).length > 0) return { path, takenOver: 0 };
  const isThere = (from: Neighbour, { bundle }: ResultLine): boolean =>
    bundle === null || existsSync(join(from.dir, bundle));
  const found = earlierResults(plan, neighbours(dir), isThere);
  if (found.size === 0) return { path, takenOver: 0 };
  for (const { from, line } of found.values())
    if (line.bundle !== null) copyBundle(join(from.dir, line.bundle), join(dir, line.bundle));
  using results = openResults(dir);
  results.append(...[...found.values()].map(({ line }) => line));
  return { path, takenOver: found.size };
}

interface Neighbour extends EarlierBatch {
  readonly dir: string;
}

/** The batches in the folders beside this one, the newest plan first. */
function neighbours(dir: string): readonly Neighbour[] {
  return plannedDirs(dirname(dir))
    .filter((other) => other !== dir)
    .flatMap(readBatch);
}

/** None for a broken folder, or for one of another version: nothing is taken from it. */
function readBatch(dir: string): readonly Neighbour[] {
  try {
    return [{ dir, plan: readPlan(dir), lines: readResults(dir) }];
  } catch (error) {
    if (error instanceof RunnerError) return [];
    throw error;
  }
}

/** A copy that a killed process left unfinished is made again. */
function copyBundle(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true });
  cpSync(from, to, { recursive: true });
}

interface EarlierBatch {
  readonly plan: BatchPlan;
  readonly lines: readonly ResultsLine[];
}

/** The results by task. The first of `others` that has one counts. `isKept`: whether a batch still has the bundle or change of a result. */
export function earlierResults<B extends EarlierBatch>(
  plan: BatchPlan,
  others: readonly B[],
  isKept: (from: B, line: ResultLine, taskState: TaskState) => boolean,
) {
  const keys = new Map(plan.tasks.map(({ id, key }) => [id, key]));
  const found = new Map<string, { readonly from: B; readonly line: ResultLine; readonly taskState: TaskState }>();
  for (const from of others) {
    if (from.plan.name !== plan.name) continue;
    for (const taskState of foldResults(from.plan, from.lines).tasks) {
      const { task, state, result } = taskState;
      if (result === undefined || (state !== "done" && state !== "nothing")) continue;
      if (keys.get(task.id) !== task.key || found.has(task.id)) continue;
      if (isKept(from, result, taskState)) found.set(task.id, { from, line: result, taskState });
    }
  }
  return found;
}
