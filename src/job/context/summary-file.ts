/** The job summary as a file: written where there is one, and worth a warning, never a run, where it cannot be. */

import { appendFileSync } from "node:fs";
import { crashAt } from "../../base/crash.ts";
import { describeError } from "../../protocol/error.ts";
import type { JobParts } from "./job-parts.ts";

/** Adds `markdown` and a line break to GITHUB_STEP_SUMMARY. Never throws. */
export function addToSummary({ job: { summaryPath }, world }: Pick<JobParts, "job" | "world">, markdown: string): void {
  if (summaryPath === undefined) return;
  try {
    crashAt("summary.append.before");
    appendFileSync(summaryPath, `${markdown}\n`);
    crashAt("summary.append.after");
  } catch (error) {
    world.warn(`The job summary cannot be written: ${describeError(error)}.`);
  }
}
