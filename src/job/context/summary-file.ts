/** The job summary as a file: written where there is one, and worth a warning, never a run, where it cannot be. */

import { appendFileSync } from "node:fs";
import { crashAt } from "../../base/crash.ts";
import { describeError } from "../../protocol/error.ts";
import type { Warn } from "../../publish/result/ports.ts";
import type { GitHubJob } from "./github-job.ts";

/** Adds `markdown` and a line break to GITHUB_STEP_SUMMARY. Never throws. */
export function addToSummary({ summaryPath }: Pick<GitHubJob, "summaryPath">, markdown: string, warn: Warn): void {
  if (summaryPath === undefined) return;
  try {
    crashAt("summary.append.before");
    appendFileSync(summaryPath, `${markdown}\n`);
    crashAt("summary.append.after");
  } catch (error) {
    warn(`The job summary cannot be written: ${describeError(error)}.`);
  }
}
