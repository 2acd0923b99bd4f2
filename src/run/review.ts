/** One review: the run in which the model reports findings, and the proof of its suggestions. */

import { SEVERITIES, type Finding, type ReviewRange } from "../protocol/tools/finding.ts";
import { askReview, REVIEW_PROMPT } from "../review/ask.ts";
import { shownFindings } from "../review/check-finding.ts";
import { openReview } from "../review/open-review.ts";
import type { ShownReview } from "../review/terminal.ts";
import { readJournal } from "../session/journal.ts";
import { stateOf } from "../session/session-state.ts";
import { trustedPath } from "../workspace/trusted-path.ts";
import type { RunHost } from "./agent/run-parts.ts";
import type { RunEnd } from "./end/run-end.ts";
import type { RunRequest } from "./open/request.ts";
import { policyOfCommit } from "./open/policy-source.ts";
import { proveFindings } from "./prove-findings.ts";
import { reviewRules } from "./review-rules.ts";
import { startRun } from "./run.ts";
import { readerOf } from "../workspace/git/open-reader.ts";

export interface ReviewOptions {
  readonly request: Omit<RunRequest, "task">;
  readonly range: ReviewRange;
  readonly root: string;
  /** The controller's git directory with both commits. */
  readonly gitDir: string;
}

export interface Reviewed extends ShownReview {
  /** How many findings the policy takes for a failure. */
  readonly failsOn: number;
  /** Why there was nothing to review, and so no run: the end of a sentence about the change. */
  readonly nothing?: string | undefined;
  readonly end?: RunEnd | undefined;
}

export async function reviewRun({ request, range, root, gitDir }: ReviewOptions, host: RunHost): Promise<Reviewed> {
  const { world, stopper } = host;
  const { trusted = range.base } = request;
  const path = trustedPath(world.env["PATH"] ?? "", root);
  const place = { root, path, gitDir, read: readerOf(gitDir, path).read };
  const policy = await policyOfCommit({ ...request.workbench, ...place, commit: trusted });
  const { failsOn, isIgnored } = policy.review;
  const review = openReview({ ...place, isIgnored }, range);
  const asked = await askReview(review, await reviewRules({ ...place, base: trusted, review, warn: world.warn }));
  const { nothing } = asked;
  if (nothing !== undefined)
    return { range, findings: [], proofs: new Map(), hasNoChecks: false, unshown: [], failsOn: 0, nothing };
  const task = { prompt: REVIEW_PROMPT, context: asked.context, readOnly: true, review: { ...range, ...asked.areas } };
  const end = await startRun({ ...request, trusted, agent: { mode: "review" }, task }, host);
  const { findings: reported, areas } = stateOf(readJournal(end.bundle.journal).records.map(({ event }) => event));
  const findings = shownFindings(reported, policy.review);
  const workbench = { ...request.workbench, trusted, world };
  const { proofs, hasNoChecks = false } = await proveFindings({ findings, review, workbench, signal: stopper.signal });
  const { unshown } = await askReview(review, new Map(), areas);
  return { range, findings, proofs, hasNoChecks, unshown, failsOn: failing(findings, failsOn), end };
}

/** How many findings the policy takes for a failure. */
export function failing(findings: readonly Finding[], failsOn: "bug" | "risk" | undefined): number {
  if (failsOn === undefined) return 0;
  return findings.filter(({ severity }) => SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(failsOn)).length;
}
