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
import { earlierResults, type EarlierBatch } from "./earlier-results.ts";
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

/** The batches of the folders beside this one, the newest plan first. */
function neighbours(dir: string): readonly Neighbour[] {
  return namesIn(dirname(dir))
    .map((name) => join(dirname(dir), name))
    .filter((other) => other !== dir && existsSync(join(other, PLAN_FILE)))
    .map((other) => ({ other, atMs: statSync(join(other, PLAN_FILE)).mtimeMs }))
    .toSorted((a, b) => b.atMs - a.atMs)
    .flatMap(({ other }) => readBatch(other));
}

/** None for a folder of another version, or a broken one: nothing is taken from it. */
function readBatch(dir: string): readonly Neighbour[] {
  try {
    return [{ dir, plan: readPlan(dir), lines: readResults(dir) }];
  } catch (error) {
    if (error instanceof RunnerError) return [];
    throw error;
  }
}

/** What a killed process has copied of it is copied again. */
function copyBundle(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true });
  cpSync(from, to, { recursive: true });
}
