/** Hands the end of a run to the publisher, which makes branch, pull request, comments and artifact, and adds the summary of the job. */

import { systemClock } from "../../base/clock.ts";
import { judgeChange } from "../../policy/judge-change.ts";
import { createOutputJudge } from "../../policy/judge-output.ts";
import type { Policy } from "../../policy/policy.ts";
import { artifactName, uploadBundle } from "../../publish/artifact.ts";
import { createSummaryGate } from "../../publish/render/outgoing.ts";
import { publish } from "../../publish/publish.ts";
import type { PublishRequest } from "../../publish/publish-request.ts";
import { isChange } from "../../run-model/held-calls.ts";
import { publishedOutcome, type ArtifactResult, type PublishResult } from "../../publish/result/publish-result.ts";
import type { RunFacts } from "../../run-model/facts.ts";
import { renderSummary } from "../../publish/render/render-summary.ts";
import { isBundleFile } from "../../session/bundle.ts";
import type { PublishGit } from "../../workspace/push.ts";
import { exitCode, hasTrait, type OutcomeRecord } from "../../protocol/outcome.ts";
import type { RunEnd } from "../../run/end/run-end.ts";
import type { OpenRun } from "../../run/agent/run-parts.ts";
import { showPage } from "./run-page.ts";
import { deferralTermsOf } from "./update-deferral.ts";
import { destinationOf, requesterOf, type JobContext } from "../context/job-context.ts";
import type { Saved } from "../sessions/own-session.ts";
import type { ReviewEnd } from "../review/pull-review.ts";
import { addToSummary } from "../context/job-end.ts";
import { type JobParts, remoteOf, repoOf } from "../context/job-parts.ts";
import type { Posts } from "../context/posts.ts";
import { repeatedKeyOf } from "../context/request-keys.ts";

/** What this job brings to the publishing of a run. */
export interface RunDelivery {
  readonly context: JobContext;
  readonly posts: Posts | undefined;
  /** Names the branch. It is the same for every job that works on one request. */
  readonly requestKey: string | undefined;
  /** Whether the session is saved on the server, so that people can answer in the thread; undefined where it never is. */
  readonly saved?: Saved | undefined;
  readonly isFirst?: boolean | undefined;
  /** The review that was posted in place of the answer; undefined where the run was none. */
  readonly review?: ReviewEnd | undefined;
  /** Deletes or keeps the stored session, according to what was published. */
  readonly settle?: PublishRequest["settle"];
}

/** What a run leaves to publish, and the policy that says how. */
export interface PublishableRun extends Pick<PublishRequest, "run" | "target"> {
  readonly policy: Policy;
}

/** A run that just ended in this process. */
export interface EndedRun {
  readonly end: RunEnd;
  readonly run: OpenRun;
  /** Folded from the whole journal. */
  readonly facts: RunFacts;
}

/** What it leaves to publish: the change of its outcome. Rejects only when git fails. */
export async function publishableRun(context: JobContext, { end, run, facts }: EndedRun): Promise<PublishableRun> {
  const { job, inputs } = context;
  const { bench, session } = run;
  const { repository, policy } = bench;
  const { headCommit: base, headTree } = repository;
  const trusted = await bench.git();
  const { tree = headTree } = end.outcome;
  const name = artifactName(end.sessionId, job.runAttempt);
  const git = trusted.objects;
  return {
    run: {
      facts: { ...facts, totals: end.totals, outcome: end.outcome },
      base,
      merge: session.state().begin?.origin?.merge,
      tree,
      changes: tree === headTree ? [] : await trusted.changes(base, tree),
      heldBy: judgeChange(policy, bench.cell.level, session.state().answered),
      filters: {
        trees: [bench.trustedCommit],
        before: await git.edits(headTree, trusted.startTree() ?? headTree),
        asIs: policy.asIs,
      },
      outputRefusal: outputRefusalOf(context, policy, true),
      redact: session.redact,
      search: session.leakCheck.search,
      beganAt: end.beganAt,
      artifact: job.artifacts.isThere ? name : undefined,
      page: async () => (inputs.publish === "github" ? await showPage(context, end.bundle.page, name) : undefined),
      upload: () => upload(context, { dir: end.bundle.dir, name, isWanted: inputs.publish === "github" }),
    },
    target: targetOf(context, git, policy),
    policy,
  };
}

/** Where the change of a run goes, and how. */
export function targetOf(context: JobContext, git: PublishGit, policy: Policy): PublishRequest["target"] {
  return {
    destination: destinationOf(context),
    git,
    remote: remoteOf(context),
    commit: context.inputs.commit,
    pullRequest: policy.publish.pullRequest,
  };
}

/** Why an output of the run may not be done on GitHub. `isJudged`: a process that this job trusts judged the calls. */
export function outputRefusalOf(
  { thread }: Pick<JobContext, "thread">,
  policy: Policy,
  isJudged: boolean,
): PublishRequest["run"]["outputRefusal"] {
  const judge = createOutputJudge({ policy, thread: thread?.number, isJudged });
  return (output) => {
    const reason = judge(output);
    const fix = "See `github` and `publish.outputs` in the policy, or do it by hand.";
    return reason === undefined ? undefined : { code: "not_permitted", reason, fix };
  };
}

interface Upload {
  readonly dir: string;
  readonly name: string;
  readonly isWanted: boolean;
}

const UNWANTED = { isThere: false, why: "This job publishes nothing.", fix: "Set `publish: github`." } as const;

/** Uploads a bundle, where that is wanted and possible. Never rejects. */
export async function upload(
  { job, world }: Pick<JobParts, "job" | "world">,
  { dir, name, isWanted }: Upload,
): Promise<ArtifactResult> {
  const { artifacts, retentionDays } = job;
  const service = isWanted ? artifacts : UNWANTED;
  const { warn } = world;
  return await uploadBundle({ dir, name, isPart: isBundleFile, service, retentionDays, clock: systemClock, warn });
}

/** Publishes, and writes the summary. Never rejects for what a server says. */
export async function deliver(delivery: RunDelivery, { run, target, policy }: PublishableRun): Promise<PublishResult> {
  const { context, posts, requestKey, saved, isFirst, settle, review } = delivery;
  const { job, inputs, trigger, thread, world, outbox } = context;
  const isAnswered = review?.kind === "refused" || review?.kind === "answered";
  const facts = isAnswered ? withFindings(run.facts, review.told) : run.facts;
  const command = inputs.start.trigger;
  // The request for approval leaves held files out where nothing may be published, as for a fork.
  const isNowhere = target.destination.kind === "none" && facts.asked.calls.some(isChange);
  const requester = requesterOf(trigger);
  const { view, ...published } = await publish({
    github: { client: outbox.api, repo: repoOf(context), self: context.self },
    target: { ...target, git: outbox.wrapGit(target.git) },
    run: { ...run, facts },
    origin: {
      thread: thread && { kind: thread.kind === "issue" ? "issue" : "pull-request", number: thread.number },
      replyTo: trigger.replyTo,
      verb: trigger.verb,
      title: thread?.title ?? trigger.text,
      requester,
      requestKey,
      outputKey: repeatedKeyOf(context),
      isFirst,
    },
    reply: {
      plan: trigger.verb === "plan" ? { command: `${command} fix` } : undefined,
      deferral:
        thread === undefined || facts.asked.round === 0 || isNowhere
          ? undefined
          : deferralTermsOf({
              policy,
              session: facts.sessionId,
              shownAt: systemClock.now(),
              saved,
              parts: context,
            }),
      goesOnWith: goesOnWith(delivery, facts),
      review: review?.kind === "clean" ? { kind: "none" } : review?.kind === "answered" ? undefined : review,
    },
    posts,
    settle,
    runUrl: job.runUrl,
    clock: systemClock,
    warn: world.warn,
  });
  addToSummary(context, renderSummary(view, createSummaryGate(run.redact)));
  return published;
}

/** The answer with the findings of a review that is not posted as one. */
function withFindings(facts: RunFacts, told: string): RunFacts {
  const { outcome } = facts;
  return outcome === undefined
    ? facts
    : { ...facts, outcome: { ...outcome, text: `${told}\n\n${outcome.text ?? ""}` } };
}

/** Command that resumes a stopped session. Undefined for a session that waits: it is answered instead. */
function goesOnWith({ saved, context: { inputs } }: RunDelivery, { outcome }: RunFacts): string | undefined {
  const isOver = outcome === undefined || hasTrait(outcome.outcome, "final") || outcome.outcome === "deferred";
  return saved?.kind === "saved" && !isOver ? `${inputs.start.trigger} resume` : undefined;
}

/** The outcome of a run after publishing: that of the run, or that something could not be published. */
export function outcomeAfterPublishing(
  { outcome, reason }: OutcomeRecord,
  { refusals }: Pick<PublishResult, "refusals">,
): Pick<OutcomeRecord, "outcome" | "reason"> {
  const met = publishedOutcome(outcome, refusals);
  if (met === outcome) return { outcome, reason };
  return { outcome: met, reason: refusals.map((refusal) => `${refusal.reason} ${refusal.fix}`)[0] ?? reason };
}

/** Publishes a run that an earlier process did, and returns how this job ends. Never rejects for what a server says. */
export async function deliverEnded(
  delivery: RunDelivery,
  publishable: PublishableRun,
  ended: Pick<RunEnd, "outcome" | "bundle" | "sessionId" | "held">,
) {
  const published = await deliver(delivery, publishable);
  const outcome = { ...ended.outcome, ...outcomeAfterPublishing(ended.outcome, published) };
  const end = { ...ended, outcome, exitCode: exitCode(outcome.outcome), beganAt: publishable.run.beganAt };
  return { kind: "ran", end, published, found: delivery.review?.found } as const;
}
