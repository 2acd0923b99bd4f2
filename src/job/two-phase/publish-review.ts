/** The review of an agent's job, posted by the publishing job. That job finds the lines by itself, and proves no suggestion because it runs nothing. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Finding } from "../../protocol/tools/finding.ts";
import { askReview } from "../../review/ask.ts";
import { createFindingReports, MAX_FINDINGS } from "../../review/check-finding.ts";
import { openReview, type OpenReview } from "../../review/open-review.ts";
import type { CheckedBundle } from "../../session/bundle-check.ts";
import { commitsOf, isReview, type JobContext } from "../context/job-context.ts";
import { checkOutHere, openJobGit, policyAt, type JobGit } from "../context/job-git.ts";
import type { PublishableRun } from "../deliver/deliver.ts";
import { deliverReview, nothingSaid, type ReviewEnd } from "../review/pull-review.ts";
import { differs } from "./expectations.ts";

type Range = NonNullable<ReturnType<typeof commitsOf>>;

interface HandedOver {
  readonly checked: CheckedBundle;
  readonly publishable: PublishableRun;
  /** Identifies the request, so that a repeated job posts nothing twice. */
  readonly key: string;
}

/** Posts the review; undefined for a run that is none. Throws `config.invalid` for a range that is not the run's, `git.failed`. */
export async function publishReview(context: JobContext, handed: HandedOver): Promise<ReviewEnd | undefined> {
  const { checked, publishable, key } = handed;
  const { begin, records } = checked;
  const { policy, run } = publishable;
  if (begin.review === undefined) return undefined;
  const { headCommit: head, baseCommit: base } = begin; // which were checked
  const [said, here] = [begin.review, { base, head }].map((range) => `${range.base}..${range.head}`);
  if (said !== here) throw differs("range", said, here);
  if (begin.review.since !== undefined) throw differs("beginning of the new range", begin.review.since, undefined);
  using own = await bring(context, { base, head });
  const { root, gitDir } = placeOf(own);
  const review = reviewOf(own, { base, head }, policy);
  const facts = { ...run.facts, findings: await checkedAnew(run.facts.findings, review) };
  return await deliverReview(context, {
    begin,
    key,
    records,
    publishable: { policy, run: { ...run, facts } },
    root,
    gitDir,
  });
}

/** Why the agent's job left no bundle of its review. Undefined where there is one, or should be. Throws `policy.invalid`, `git.failed`. */
export async function nothingToReview(context: JobContext): Promise<string | undefined> {
  const commits = commitsOf(context);
  if (existsSync(join(context.inputs.bundleDir, "journal.jsonl")) || commits === undefined || !isReview(context))
    return undefined;
  using own = await bring(context, commits);
  const policy = await policyAt(context, own, commits.base);
  const { nothing } = await askReview(reviewOf(own, commits, policy), new Map());
  return nothing === undefined ? undefined : nothingSaid(nothing);
}

/** Fetches the commits with the history between them, leaves the work tree as it is, and opens a git that sees them. */
async function bring(context: JobContext, commits: Range): Promise<JobGit> {
  await checkOutHere(context, { ...commits, isKept: true, withHistory: true, signal: context.stopper.signal });
  return await openJobGit(context);
}

function placeOf({ path, git: { gitDir }, repository: { root } }: JobGit) {
  return { root, path, gitDir };
}

function reviewOf(own: JobGit, range: Range, { review: { isIgnored } }: PublishableRun["policy"]): OpenReview {
  return openReview({ ...placeOf(own), isIgnored }, range);
}

/** What the model said, with the lines and marks of this job. */
async function checkedAnew(findings: readonly Finding[], review: OpenReview): Promise<readonly Finding[]> {
  const kept: Finding[] = [];
  const reports = createFindingReports({ ...review, known: () => kept });
  // A run keeps no more, and a forged bundle may have any number.
  for (const { path, quote, line, severity, title, evidence, replacement } of findings.slice(0, MAX_FINDINGS)) {
    const { finding } = await reports.check({ path, quote, line, severity, title, evidence, replacement });
    if (finding !== undefined) kept.push(finding);
  }
  return kept;
}
