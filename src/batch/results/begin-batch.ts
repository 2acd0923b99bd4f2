/**
 * Makes the folder of a plan. When a batch file is planned again, with more money or with other tasks, its plan has another folder. What
 * is done in the earlier folder under the same key is taken over, so that no task is paid for twice.
 */

import { cpSync, existsSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { RunnerError } from "../../protocol/error.ts";
import type { BatchPlan } from "../plan/batch-plan.ts";
import { plannedDirs } from "../plan/batch-dir.ts";
import { readPlan, writePlan } from "../plan/plan-file.ts";
import { earlierResults, type EarlierBatch } from "./earlier-results.ts";
import { openResults, readResults } from "./results-file.ts";
import type { ResultLine } from "./results-line.ts";

export interface BegunBatch {
  /** Path of plan.json. */
  readonly path: string;
  /** Number of tasks whose results come from an earlier plan. */
  readonly takenOver: number;
}

/** Writes the plan. A folder without results gets those of its neighbours that still count. */
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
