/** `/kimi review` and the review of each push: the run's task, then one review on the pull request in place of the answer. */

import { describeError, RunnerError } from "../../protocol/error.ts";
import { hasTrait } from "../../protocol/outcome.ts";
import type { Finding } from "../../protocol/tools/finding.ts";
import { askReview, REVIEW_PROMPT } from "../../review/ask.ts";
import { openReview } from "../../review/open-review.ts";
import { postReview } from "../../review/post.ts";
import type { Proof } from "../../review/prove.ts";
import { listItem, reviewMark } from "../../review/render.ts";
import type { Standing } from "../../review/threads.ts";
import { isSuggestion, shownFindings } from "../../review/check-finding.ts";
import { createOutgoing } from "../../publish/render/outgoing.ts";
import type { CommentResult } from "../../publish/result/publish-result.ts";
import type { RunFacts } from "../../publish/result/run-facts.ts";
import type { OpenRun } from "../../run/agent/run-parts.ts";
import type { RunEnd } from "../../run/end/run-end.ts";
import { makeScratch, removeScratchDir } from "../../run/open/leftovers.ts";
import type { RunRequest } from "../../run/open/request.ts";
import { policyOfCommit } from "../../run/open/policy-source.ts";
import { proveFindings, type Proven } from "../../run/prove-findings.ts";
import { reviewRules } from "../../run/review-rules.ts";
import { failing } from "../../run/review.ts";
import { writeFindings } from "../../run/end/views.ts";
import { findCheckout } from "../../workspace/checkout.ts";
import { openRepository } from "../../workspace/repository.ts";
import { makeTrustedDirectory } from "../../workspace/trusted-directory.ts";
import { trustedPath } from "../../workspace/trusted-path.ts";
import type { FetchedCommits } from "../context/fetch-commits.ts";
import type { FoundInReview } from "../context/job-end.ts";
import type { JobContext } from "../context/job-context.ts";
import { repoOf } from "../context/job-parts.ts";
import { tellClean } from "./clean-check.ts";
import { closeFixed, readEarlier, standingsOf } from "./earlier.ts";

/** What became of a review. `told` has its findings for the answer, where the review was refused. */
export type ReviewEnd = ({ readonly kind: "clean" } | (CommentResult & { readonly told: string })) & {
  readonly found: FoundInReview;
};

/** The request as a review; unchanged where the difference cannot be read. Throws `review.empty` where there is nothing to review. */
export async function reviewRequest(
  context: JobContext,
  { request, commits }: { readonly request: RunRequest; readonly commits: FetchedCommits | undefined },
): Promise<RunRequest> {
  if (commits === undefined) return request;
  const { workbench } = request;
  const pathVar = context.world.env["PATH"] ?? "";
  const { root } = findCheckout(workbench.cwd);
  const scratch = makeScratch(root);
  try {
    const repository = await openRepository(workbench.cwd, pathVar);
    const place = { root, path: trustedPath(pathVar, root), gitDir: makeTrustedDirectory(repository, scratch) };
    const policy = await policyOfCommit({ ...workbench, ...place, commit: commits.base });
    const range = { base: commits.base, head: commits.head };
    const review = openReview({ ...place, isIgnored: policy.review.isIgnored }, range);
    const { warn } = context.world;
    const asked = await askReview(review, await reviewRules({ ...place, base: commits.base, review, warn }));
    if (asked.nothing !== undefined) {
      const message = `There is nothing to review: the pull request ${asked.nothing}.`;
      throw new RunnerError({ code: "review.empty", message });
    }
    const { text } = context.trigger;
    const prompt = text === "" ? REVIEW_PROMPT : `${REVIEW_PROMPT}\n\nWho asked adds: ${text}`;
    const data = [request.task.context, asked.context].filter((part) => part !== undefined).join("\n\n");
    const task = { ...request.task, prompt, context: data, review: range };
    return { ...request, agent: { mode: "review" }, task };
  } catch (error) {
    context.stopper.signal.throwIfAborted();
    if (isNothing(error)) throw error;
    context.world.warn(
      `The review is an answer in words, because the change could not be read: ${describeError(error)}`,
    );
    return request;
  } finally {
    removeScratchDir(scratch);
  }
}

function isNothing(error: unknown): boolean {
  return error instanceof RunnerError && error.code === "review.empty";
}

interface Ended {
  readonly end: RunEnd;
  readonly run: OpenRun;
  readonly facts: RunFacts;
  /** Identifies the request, so that a repeated job posts nothing twice. */
  readonly key: string;
}

/** Proves the suggestions and posts the review. Undefined for a run that is none. */
export async function deliverReview(
  context: JobContext,
  { end, run, facts, key }: Ended,
): Promise<ReviewEnd | undefined> {
  const { bench, session } = run;
  const { begin } = session.state();
  const { thread } = context;
  if (begin?.review === undefined || thread === undefined) return undefined;
  const { policy, repository, pathVar } = bench;
  const place = {
    client: context.outbox.api,
    repo: repoOf(context),
    number: thread.number,
    self: context.self,
    outgoing: createOutgoing(session.redact),
  };
  const all = shownFindings(facts.findings, policy.review);
  const { root } = repository;
  const { gitDir } = await bench.git();
  const source = { root, path: trustedPath(pathVar, root), gitDir, isIgnored: policy.review.isIgnored };
  const review = openReview(source, begin.review);
  const earlier = await readEarlier(context, thread.number);
  const { threads, unread } = earlier;
  const standing = await standingsOf(all, earlier, review);
  const standingOf = ({ fingerprint }: Finding): Standing | undefined => standing.get(fingerprint);
  const kept = all.filter((one) => standingOf(one) !== "ended");
  const findings = kept.filter((one) => [undefined, "fixed"].includes(standingOf(one)));
  await writeFindings(session, kept);
  const found = { findings: kept, failing: failing(kept, policy.review.failsOn) };
  const { head } = begin.review;
  const isGood = hasTrait(end.outcome.outcome, "good");
  const raised = new Set(facts.findings.map(({ fingerprint }) => fingerprint));
  if (isGood) await closeFixed(context, { threads, review, raised, head });
  const { unshown } = await askReview(review, new Map());
  if (isGood && kept.length === 0) await tellClean(context, { head, unshown });
  if (findings.length === 0) return isGood ? { kind: "clean", found } : undefined;
  // Without earlier comments all findings are listed, and a list has no suggestions.
  const proven = unread === undefined ? findings : [];
  const { proofs, hasNoChecks = false } = await proofOf(context, {
    findings: proven,
    review,
    commit: begin.review.base,
  });
  const posted = await postReview(place, {
    mark: reviewMark(key),
    head,
    findings,
    disputed: kept.filter((one) => standingOf(one) === "disputed"),
    unread,
    proofs,
    hasNoChecks,
    maxComments: unread === undefined ? policy.review.maxComments : 0,
    unshown,
    runUrl: context.job.runUrl,
  });
  return { ...posted, found, told: findings.map(listItem).join("\n") };
}

interface ToProve {
  readonly findings: readonly Finding[];
  readonly review: ReturnType<typeof openReview>;
  /** The commit whose policy holds. */
  readonly commit: string;
}

/**
 * Nothing of a fork, nothing for a person without write permission and nothing in a job of `pull_request_target` is carried out: there
 * suggestions are prose.
 */
async function proofOf(context: JobContext, { findings, review, commit }: ToProve): Promise<Proven> {
  const { inputs, world, stopper, thread } = context;
  const isTarget = inputs.context.eventName === "pull_request_target";
  if (context.outsider === true || thread?.pull?.fork !== false || isTarget) {
    const proof: Proof = {
      kind: "unproven",
      why: "not proven: code of forks, of outsiders and of pull_request_target is not run",
    };
    return { proofs: new Map(findings.filter(isSuggestion).map(({ fingerprint }) => [fingerprint, proof])) };
  }
  const workbench = { ...inputs.run.workbench, trusted: commit, world };
  return await proveFindings({ findings, review, workbench, signal: stopper.signal });
}
