/** The results that a new plan takes over from other plans of the same batch file, so that no task is paid for twice. Pure. */

import type { BatchPlan } from "../plan/batch-plan.ts";
import { foldResults, type TaskState } from "./fold.ts";
import type { ResultLine, ResultsLine } from "./results-line.ts";

export interface EarlierBatch {
  readonly plan: BatchPlan;
  readonly lines: readonly ResultsLine[];
}

export interface EarlierResult<B> {
  readonly from: B;
  readonly line: ResultLine;
  readonly taskState: TaskState;
}

/** The results by task. The first of `others` that has one counts. `isKept`: whether a batch still has the bundle or change of a result. */
export function earlierResults<B extends EarlierBatch>(
  plan: BatchPlan,
  others: readonly B[],
  isKept: (from: B, line: ResultLine, taskState: TaskState) => boolean,
): ReadonlyMap<string, EarlierResult<B>> {
  const keys = new Map(plan.tasks.map(({ id, key }) => [id, key]));
  const found = new Map<string, EarlierResult<B>>();
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
