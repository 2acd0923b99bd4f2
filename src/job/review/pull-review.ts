/** `/kimi review` and the review of each push: the run's task, then one review on the pull request in place of the answer. */

import type { Redact } from "../../base/redact.ts";
import { forgeOf } from "../../github/api/forge.ts";
import type { Policy } from "../../policy/policy.ts";
import { describeError, RunnerError } from "../../protocol/error.ts";
import { hasTrait } from "../../protocol/outcome.ts";
import type { Finding } from "../../protocol/tools/finding.ts";
import type { EventOf, JournalRecord } from "../../protocol/wire.ts";
import { askReview, REVIEW_PROMPT } from "../../review/ask.ts";
import { openReview } from "../../review/open-review.ts";
import { postedReview, postReview } from "../../review/post.ts";
import type { Proof } from "../../review/prove.ts";
import { listItem, reviewMark } from "../../review/render.ts";
import { isSuggestion } from "../../review/check-finding.ts";
import { createOutgoing } from "../../publish/render/outgoing.ts";
import type { CommentResult } from "../../publish/result/publish-result.ts";
import type { RunFacts } from "../../run-model/facts.ts";
import { writeFindings } from "../../run/end/views.ts";
import { makeScratch, removeScratchDir } from "../../run/open/leftovers.ts";
import type { RunRequest } from "../../run/open/request.ts";
import { policyOfCommit } from "../../run/open/policy-source.ts";
import { proveFindings, type Proven } from "../../run/prove-findings.ts";
import { reviewRules } from "../../run/review-rules.ts";
import type { Bundle } from "../../session/bundle.ts";
import { findCheckout } from "../../workspace/checkout.ts";
import { openRepository } from "../../workspace/repository.ts";
import { makeTrustedDirectory } from "../../workspace/trusted-directory.ts";
import { trustedPath } from "../../workspace/trusted-path.ts";
import type { FetchedCommits } from "../context/fetch-commits.ts";
import type { FoundInReview } from "../context/job-end.ts";
import type { JobContext } from "../context/job-context.ts";
import { refsOf } from "../context/job-git.ts";
import { repoOf } from "../context/job-parts.ts";
import { asksForAll, lastReview, atHeadOfToday } from "./heads.ts";
import { readRecord, writeRecord, type ReadRecord } from "./review-record.ts";
import { notSaidMeanwhile, settleFindings } from "./settle-findings.ts";
import { readerOf } from "../../workspace/git/open-reader.ts";
import { member } from "../../base/member.ts";
import { safeInline } from "../../publish/render/safe-markdown.ts";
import { inRepo } from "../../publish/result/ports.ts";
import { briefNames } from "../../review/areas.ts";
import { shownPath } from "../../review/foreign-words.ts";

/** What became of a review. `told` has its findings for the answer, where the server has no such reviews or refused this one. */
export type ReviewEnd = (
  | { readonly kind: "clean" }
  | { readonly kind: "answered"; readonly told: string }
  | (CommentResult & { readonly told: string })
) & {
  readonly found: FoundInReview;
};

interface ToAsk {
  readonly request: RunRequest;
  readonly commits: FetchedCommits | undefined;
  /** Called with what stands of earlier reviews where there is nothing new to review. */
  readonly stands: (found: FoundInReview) => void;
}

/** The request as a review; unchanged where the difference cannot be read. Throws `review.empty` where there is nothing to review. */
export async function reviewRequest(context: JobContext, { request, commits, stands }: ToAsk): Promise<RunRequest> {
  if (commits === undefined) return request;
  const { workbench } = request;
  const pathVar = context.world.env["PATH"] ?? "";
  const { root } = findCheckout(workbench.cwd);
  const scratch = makeScratch(root);
  try {
    const repository = await openRepository(workbench.cwd, pathVar);
    const { objectsDir } = repository;
    const path = trustedPath(pathVar, root);
    const gitDir = makeTrustedDirectory(repository, scratch);
    const place = { root, path, gitDir, read: readerOf(gitDir, path).read };
    const policy = await policyOfCommit({ ...workbench, ...place, commit: commits.base });
    const { head } = commits;
    const { record, since, listed } = await lastReview(context, { ...place, objectsDir }, head);
    const range = { base: commits.base, head, ...(since === undefined ? {} : { since }) };
    const review = openReview({ ...place, isIgnored: policy.review.isIgnored }, range);
    const { warn } = context.world;
    const asked = await askReview(review, await reviewRules({ ...place, base: commits.base, review, warn }));
    if (asked.nothing !== undefined) {
      if (record !== undefined && since !== undefined) {
        const settling = { reported: [], record, review, policy, head, isGood: true };
        const { found } = await settleFindings(context, settling);
        const { findings } = found;
        // What is closed now is news when its lines come back, which the next review sees from this head only.
        if (findings.length < record.findings.length)
          await writeRecord(context, refsOf(context, gitDir, root), {
            record: { ...record, head, findings, proven: head === record.head ? record.proven : [] },
            listed,
          });
        stands(found);
      }
      throw new RunnerError({ code: "review.empty", message: nothingSaid(asked.nothing) });
    }
    const { text } = context.trigger;
    const prompt = text === "" || asksForAll(text) ? REVIEW_PROMPT : `${REVIEW_PROMPT}\n\nWho asked adds: ${text}`;
    const data = [request.task.context, asked.context].filter((part) => part !== undefined).join("\n\n");
    const task = { ...request.task, prompt, context: data, review: { ...range, ...asked.areas } };
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

/** Of the end of a sentence about the pull request. */
export function nothingSaid(nothing: string): string {
  return `There is nothing to review: the pull request ${nothing}.`;
}

function isNothing(error: unknown): boolean {
  return error instanceof RunnerError && error.code === "review.empty";
}

/** A review whose run ended, here or in an earlier job. Its commits are in `gitDir`, and the head is checked out. */
interface Ended {
  readonly begin: EventOf<"session.begin"> | undefined;
  /** Identifies the request, so that a repeated job posts nothing twice. */
  readonly key: string;
  /** No job had the request before, so that nothing of it can have been posted. */
  readonly isFirst?: boolean | undefined;
  readonly records: readonly Pick<JournalRecord, "event">[];
  /** The run, and the policy that it was judged by. */
  readonly publishable: {
    readonly policy: Policy;
    readonly run: { readonly facts: RunFacts; readonly redact: Redact };
  };
  readonly root: string;
  readonly gitDir: string;
  /** Gets the file with the findings that did not end. Left out for the bundle of another job, which stays as it was handed over. */
  readonly bundle?: Bundle | undefined;
}

/** Proves the suggestions, posts the review and records it. Undefined for a run that is none. */
export async function deliverReview(context: JobContext, ended: Ended): Promise<ReviewEnd | undefined> {
  const { begin, key, records, root, gitDir, bundle } = ended;
  const { policy, run } = ended.publishable;
  const { facts, redact } = run;
  const { thread, self, outbox } = context;
  if (begin?.review === undefined || thread === undefined || facts.outcome === undefined) return undefined;
  const { sessionId: id } = begin;
  const { head } = begin.review;
  const source = {
    root,
    path: trustedPath(context.world.env["PATH"] ?? "", root),
    gitDir,
    isIgnored: policy.review.isIgnored,
  };
  const review = openReview(source, begin.review);
  const refs = refsOf(context, gitDir, root);
  const before = await readRecord(context, refs, id);
  const { record } = before;
  const isGood = hasTrait(facts.outcome.outcome, "good");
  const settled = await settleFindings(context, { reported: facts.findings, record, review, policy, head, isGood });
  const { found, news, disputed, unread } = settled;
  if (bundle !== undefined) await writeFindings({ bundle, warn: context.world.warn }, found.findings);
  // `next` is an area of a large change that the model was not shown.
  const { unshown, next } = await askReview(review, new Map(), facts.areas);
  const recorded = async (suggested: readonly string[], now: ReadRecord = before): Promise<void> => {
    const { record: newest, listed } = now;
    const isOfAnother = newest !== undefined && newest.id !== record?.id;
    // A resumed review adds to what it posted, and any review to what another job posted meanwhile. Else a further review of the same
    // head takes the place of the last one, unless it suggests nothing.
    const isAdded = newest?.head === head && (isOfAnother || newest.id === id || suggested.length === 0);
    const proven = [...new Set([...(isAdded ? newest.proven : []), ...suggested])];
    const others = isOfAnother ? newest.findings : [];
    const findings = [...new Map([...others, ...found.findings].map((one) => [one.fingerprint, one])).values()];
    // Who adds words may lead the review away from a part, which the next one has to read then.
    const isWhole = begin.task === REVIEW_PROMPT || context.trigger.isPrompted === true;
    const isDone = isGood && isWhole && next === undefined;
    const fresh = { id, head, isDone, findings, proven };
    await writeRecord(context, refs, { record: fresh, listed });
  };
  const { hasGraphql: hasReviews } = forgeOf(context.job);
  if (isGood && found.findings.length === 0 && hasReviews) await tellClean(context, head, unshown);
  const resumes = records.filter(({ event }) => event.type === "session.resume").length;
  const mark = reviewMark(resumes === 0 ? key : `${key}.${resumes}`);
  const outgoing = createOutgoing(redact);
  const place = { client: outbox.api, repo: repoOf(context), number: thread.number, self, outgoing };
  if (news.length === 0) {
    // An earlier attempt may have posted them and ended before it recorded which suggestions are proven.
    const isLooked = hasReviews && found.findings.length > 0 && ended.isFirst !== true;
    const posted = isLooked ? await postedReview(place, mark).catch(() => undefined) : undefined;
    if (isGood) await recorded(posted?.suggested ?? []);
    return isGood ? { kind: "clean", found } : undefined;
  }
  const told = news.map((one) => listItem(one)).join("\n");
  if (!hasReviews) {
    await recorded([]);
    return { kind: "answered", found, told };
  }
  const { maxComments } = policy.review;
  // Without earlier comments all findings are listed, and a list has no suggestions.
  const inline = unread === undefined ? news.filter(({ anchor }) => anchor !== undefined).slice(0, maxComments) : [];
  const placing = { findings: news, review, source, head };
  const early = await atHeadOfToday(context, placing);
  const toProve = { findings: early.unfit === undefined ? inline : [], review, commit: begin.review.base };
  const { proofs, hasNoChecks = false } = await proofOf(context, toProve);
  // The checks may have taken minutes.
  const { rest, now } =
    proofs.size === 0 ? { rest: news, now: before } : await notSaidMeanwhile(context, { news, before, refs });
  if (rest.length === 0) {
    if (isGood) await recorded([], now);
    return isGood ? { kind: "clean", found } : undefined;
  }
  const { commit, findings, movedTo, unfit } =
    proofs.size === 0 ? early : await atHeadOfToday(context, { ...placing, findings: rest });
  const posted = await postReview(place, {
    mark,
    head,
    commit,
    movedTo,
    findings,
    disputed,
    unread,
    proofs: unfit === undefined ? proofs : unprovenFor(inline, unfit).proofs,
    hasNoChecks,
    maxComments: unread === undefined ? maxComments : 0,
    unshown,
    runUrl: context.job.runUrl,
  });
  // After a refusal the next review says it all.
  if (posted.kind !== "refused") await recorded(posted.suggested ?? [], now);
  return { ...posted, found, told };
}

/** The suggestions as prose. `why` is a clause. */
function unprovenFor(findings: readonly Finding[], why: string): Proven {
  const proof: Proof = { kind: "unproven", why: `not proven: ${why}` };
  return { proofs: new Map(findings.filter(isSuggestion).map(({ fingerprint }) => [fingerprint, proof])) };
}

interface ToProve {
  readonly findings: readonly Finding[];
  readonly review: ReturnType<typeof openReview>;
  /** The commit whose policy holds. */
  readonly commit: string;
}

/**
 * Nothing for a person without write permission and nothing in a job of `pull_request_target` is carried out, and nothing of a fork unless
 * a person with write permission asks in a comment: then in a cell that reaches nothing.
 */
async function proofOf(context: JobContext, { findings, review, commit }: ToProve): Promise<Proven> {
  const { inputs, world, stopper, thread, trigger } = context;
  if (inputs.phase === "publish") return unprovenFor(findings, "the job that publishes runs nothing");
  const isTarget = inputs.context.eventName === "pull_request_target";
  const { fork: isFork = true, baseRef } = thread?.pull ?? {};
  const isAsked = trigger.comment !== undefined && trigger.authority.kind === "people";
  if (context.outsider === true || isTarget || (isFork && !(isAsked && inputs.run.workbench.sandbox === "sealed"))) {
    return unprovenFor(findings, "code of forks, of outsiders and of pull_request_target is not run");
  }
  const closedOn = isFork ? baseRef : undefined;
  const workbench = { ...inputs.run.workbench, trusted: commit, world, closedOn };
  return await proveFindings({ findings, review, workbench, signal: stopper.signal });
}

const NAME = "kimi review";

/** Says it once for a commit. Where GitHub refuses, for a missing right or another reason, the review stays silent. Never rejects. */
async function tellClean(context: JobContext, head: string, unshown: readonly string[]): Promise<void> {
  const { outbox, job } = context;
  const place = inRepo(repoOf(context));
  const named = briefNames(unshown, (path) => safeInline(shownPath(path)));
  const rest = unshown.length === 0 ? "" : ` Not reviewed in full: ${named}.`;
  const output = { title: "No findings", summary: `The review of ${head.slice(0, 12)} has no findings.${rest}` };
  try {
    const of = { ...place, ref: head, check_name: NAME, filter: "latest" };
    const { data } = await outbox.api.request("GET /repos/{owner}/{repo}/commits/{ref}/check-runs", of);
    if (isTold(data, output.title)) return;
    await outbox.api.request("POST /repos/{owner}/{repo}/check-runs", {
      ...place,
      name: NAME,
      head_sha: head,
      status: "completed",
      conclusion: "neutral",
      output,
      ...(job.runUrl === undefined ? {} : { details_url: job.runUrl }),
    });
  } catch {
    // A check run is a courtesy: a token that may not make one is no reason for noise.
  }
}

function isTold(data: unknown, title: string): boolean {
  const runs = member(data, "check_runs");
  return (
    Array.isArray(runs) &&
    runs.some((run: unknown) => member(run, "name") === NAME && member(member(run, "output"), "title") === title)
  );
}
