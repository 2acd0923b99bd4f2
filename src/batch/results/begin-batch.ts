/**
 * Makes the folder of a plan. A plan of the same batch file that was made anew - with more money, with other tasks beside - has
 * another folder: what is done there under the same key is taken over, so that no task is paid for twice.
 */

import { cpSync, existsSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { RunnerError } from "../../protocol/error.ts";
import { namesIn } from "../../session/bundle.ts";
import type { BatchPlan } from "../plan/batch-plan.ts";
import { PLAN_FILE, readPlan, writePlan } from "../plan/plan-file.ts";
import { foldResults } from "./fold.ts";
import { openResults, readResults } from "./results-file.ts";
import type { ResultLine } from "./results-line.ts";

export interface BegunBatch {
  /** Of plan.json. */
  readonly path: string;
  /** Tasks whose results are those of an earlier plan. */
  readonly takenOver: number;
}

/** Writes the plan, and where the folder has no results yet, those of its neighbours that still hold. */
export function beginBatch(dir: string, plan: BatchPlan): BegunBatch {
  const path = writePlan(dir, plan);
  if (readResults(dir).length > 0) return { path, takenOver: 0 };
  const found = earlierResults(dir, plan);
  if (found.size === 0) return { path, takenOver: 0 };
  for (const { from, line } of found.values())
    if (line.bundle !== null) copyBundle(join(from, line.bundle), join(dir, line.bundle));
  using results = openResults(dir);
  results.append(...[...found.values()].map(({ line }) => line));
  return { path, takenOver: found.size };
}

interface EarlierResult {
  /** The other batch's folder. */
  readonly from: string;
  readonly line: ResultLine;
}

/** By task; those of the newest plan first. */
function earlierResults(dir: string, plan: BatchPlan): ReadonlyMap<string, EarlierResult> {
  const keys = new Map(plan.tasks.map(({ id, key }) => [id, key]));
  const found = new Map<string, EarlierResult>();
  for (const from of neighbours(dir)) {
    const other = readBatch(from);
    if (other?.plan.name !== plan.name) continue;
    for (const { task, state, result } of foldResults(other.plan, other.lines).tasks) {
      if (result === undefined || (state !== "done" && state !== "nothing")) continue;
      if (keys.get(task.id) !== task.key || found.has(task.id)) continue;
      if (result.bundle === null || existsSync(join(from, result.bundle))) found.set(task.id, { from, line: result });
    }
  }
  return found;
}

/** Folders with a plan beside this one, the newest plan first. */
function neighbours(dir: string): readonly string[] {
  return namesIn(dirname(dir))
    .map((name) => join(dirname(dir), name))
    .filter((other) => other !== dir && existsSync(join(other, PLAN_FILE)))
    .map((other) => ({ other, atMs: statSync(join(other, PLAN_FILE)).mtimeMs }))
    .toSorted((a, b) => b.atMs - a.atMs)
    .map(({ other }) => other);
}

/** Undefined for a folder of another version, or a broken one: nothing is taken from it. */
function readBatch(
  dir: string,
): { readonly plan: BatchPlan; readonly lines: ReturnType<typeof readResults> } | undefined {
  try {
    return { plan: readPlan(dir), lines: readResults(dir) };
  } catch (error) {
    if (error instanceof RunnerError) return undefined;
    throw error;
  }
}

/** What a killed process has copied of it is copied again. */
function copyBundle(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true });
  cpSync(from, to, { recursive: true });
}
