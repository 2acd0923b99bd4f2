/** Writes the reports of a batch. They are views of its plan and results, which are never read back. */

import { readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { needsRetry, type BatchState } from "./fold.ts";
import { junitReport } from "./junit-report.ts";
import { predictionFiles, type PatchOf } from "./predictions.ts";
import { unwritable } from "./results-file.ts";
import { tableReport } from "./table-report.ts";
import { textReport } from "./text-report.ts";
import { makeFolders } from "../../base/make-folders.ts";

const PREDICTIONS = /^preds(?:-[\w.-]+)?\.jsonl$/;

/** File name → text. */
export function reportsOf(state: BatchState, patchOf: PatchOf): ReadonlyMap<string, string> {
  return new Map([
    ["report.md", textReport(state)],
    ["report.csv", tableReport(state)],
    ["junit.xml", junitReport(state)],
    ["retry.txt", retryList(state)],
    ...predictionFiles(state, patchOf),
  ]);
}

/** The ids of the tasks that `--retry` runs again, one in each line. */
function retryList({ tasks }: BatchState): string {
  return tasks
    .filter(needsRetry)
    .map(({ task }) => `${task.id}\n`)
    .join("");
}

/** Writes each report whole or not at all. Returns their names. Throws `session.write`. */
export function writeReports(dir: string, state: BatchState, patchOf: PatchOf): readonly string[] {
  const reports = reportsOf(state, patchOf);
  try {
    makeFolders(dir);
    for (const name of readdirSync(dir)) if (PREDICTIONS.test(name) && !reports.has(name)) rmSync(join(dir, name));
    for (const [name, text] of reports) {
      const next = join(dir, `.${name}.${process.pid}`);
      writeFileSync(next, text, { mode: 0o600 });
      renameSync(next, join(dir, name));
    }
  } catch (cause) {
    throw unwritable("The reports of the batch", dir, cause);
  }
  return [...reports.keys()];
}
