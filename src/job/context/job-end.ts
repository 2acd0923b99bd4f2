/** How a job ended. */

import { appendFileSync } from "node:fs";
import type { ArtifactResult, PublishResult } from "../../publish/result/publish-result.ts";
import type { Finding } from "../../protocol/tools/finding.ts";
import type { RunEnd } from "../../run/end/run-end.ts";
import type { JobParts, JobRequest } from "./job-parts.ts";
import { crashAt } from "../../base/crash.ts";
import { describeError } from "../../protocol/error.ts";

export type JobEnd =
  /** `found`: a review had nothing new to look at, and this stands of earlier ones. */
  | { readonly kind: "skipped"; readonly reason: string; readonly found?: FoundInReview | undefined }
  | { readonly kind: "replied"; readonly text: string }
  | {
      readonly kind: "ran";
      readonly end: RunEnd;
      readonly published: PublishResult | undefined;
      /** The artifact with the bundle that another job publishes. */
      readonly artifact?: ArtifactResult | undefined;
      readonly found?: FoundInReview | undefined;
    };

/** The branch and the pull request that have the change of a run; undefined where there is none. */
export function placeOnGitHub({ published }: Extract<JobEnd, { kind: "ran" }>) {
  const { branch, pullRequest } = published ?? {};
  return {
    branch: branch !== undefined && "branch" in branch ? branch : undefined,
    url: pullRequest !== undefined && "url" in pullRequest ? pullRequest.url : undefined,
  };
}

/** What a review found, with what was said before. */
export interface FoundInReview {
  readonly findings: readonly Finding[];
  /** How many of them the policy takes for a failure. */
  readonly failing: number;
}

/** Ends the job without a run, and writes the reason into the job summary. A skipped event is not a failure. */
export function skipped(reason: string, parts: Pick<JobParts, "job" | "world">): Extract<JobEnd, { kind: "skipped" }> {
  addToSummary(parts, `kimi-runner had nothing to do: ${reason}`);
  return { kind: "skipped", reason };
}

/** Ends the job without a run, like `skipped`, and takes back the reaction that said it had begun. */
export async function withdrawn(reason: string, request: JobRequest): Promise<JobEnd> {
  await request.reaction?.withdraw();
  return skipped(reason, request);
}

/** Adds `markdown` and a line break to GITHUB_STEP_SUMMARY, where that is set. Warns when it cannot be written. */
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
