/**
 * From the end of a run to what people see: branch, pull request, comment, summary, artifact - through one publisher, whether
 * the run just ended here or left a bundle in another job.
 */

import { systemClock } from "../../base/clock.ts";
import { judgeChange } from "../../policy/judge-change.ts";
import type { Policy } from "../../policy/policy.ts";
import type { JournalRecord } from "../../protocol/wire.ts";
import { artifactName, uploadBundle } from "../../publish/artifact.ts";
import { createSummaryGate } from "../../publish/render/outgoing.ts";
import { publish } from "../../publish/publish.ts";
import type { PublishRequest } from "../../publish/publish-request.ts";
import { isChange } from "../../publish/result/held-calls.ts";
import { publishedOutcome, type ArtifactResult, type PublishResult } from "../../publish/result/publish-result.ts";
import type { RunFacts } from "../../publish/result/run-facts.ts";
import { renderSummary } from "../../publish/render/render-summary.ts";
import type { CallDecision } from "../../report/decided-calls.ts";
import type { ResultView } from "../../publish/render/result-view.ts";
import { readJournal } from "../../session/journal.ts";
import { isBundleFile } from "../../session/bundle.ts";
import type { PublishGit } from "../../workspace/push.ts";
import { hasTrait, type OutcomeRecord } from "../../protocol/outcome.ts";
import type { RunEnd } from "../../run/end/run-end.ts";
import type { OpenRun } from "../../run/agent/run-parts.ts";
import type { GitHubJob } from "../context/github-job.ts";
import { showPage } from "./run-page.ts";
import { outputRefusalOf } from "./judge-outputs.ts";
import { deferralTermsOf } from "./deferral-terms.ts";
import { destinationOf, repeatedKeyOf, requesterOf, type JobContext } from "../context/job-context.ts";
import type { Saved } from "../sessions/own-session.ts";
import { addToSummary } from "../context/job-end.ts";
import { type JobParts, remoteOf, repoOf } from "../context/job-parts.ts";
import type { Outbox } from "../context/outbox.ts";
import type { Posts } from "../context/posts.ts";

/** How the end of a run reaches people. */
export interface RunDelivery {
  readonly context: JobContext;
  readonly outbox: Outbox;
  readonly posts: Posts | undefined;
  /** Names the branch: the same for every job that works on one request. */
  readonly requestKey: string | undefined;
  /** Whether the session is saved on the server, for people to answer in the thread; undefined where it never is. */
  readonly saved?: Saved | undefined;
  /** No job published anything of the request before. */
  readonly isFirst?: boolean | undefined;
  /** Gives the session up or leaves it to others, by what came of publishing. */
  readonly settle?: PublishRequest["settle"];
}

/** What a run leaves to publish, and the policy that says how. */
export interface PublishableRun extends Pick<PublishRequest, "run" | "target"> {
  readonly policy: Policy;
  /** What was decided about its calls, where this job saw the run. */
  readonly decided?: (() => Promise<readonly CallDecision[]>) | undefined;
}

interface EndedHere {
  readonly context: JobContext;
  readonly end: RunEnd;
  readonly run: OpenRun;
  /** Folded from the whole journal. */
  readonly facts: RunFacts;
}

/** The run that just ended here. Rejects only for git: a bug or a full disk. */
export async function publishableRun({ context, end, run, facts }: EndedHere): Promise<PublishableRun> {
  const { job, inputs } = context;
  const { bench, session } = run;
  const { repository, policy } = bench;
  const { headCommit: base, headTree } = repository;
  const trusted = await bench.git();
  const tree = await trusted.snapshot();
  const name = artifactName(end.sessionId, job.runAttempt);
  const git = trusted.objects;
  return {
    run: {
      facts: { ...facts, totals: end.totals, outcome: end.outcome },
      base,
      merge: session.state().begin?.origin?.merge,
      tree,
      changes: tree === headTree ? [] : await trusted.changes(base, tree),
      heldBy: judgeChange(policy, bench.cell.rung, session.state().answered),
      outputRefusal: outputRefusalOf(context, policy, true),
      redact: session.redact,
      search: session.leakCheck.search,
      beganAt: end.beganAt,
      artifact: job.artifacts.isThere ? name : undefined,
      page: async () =>
        inputs.publish === "github" ? await showPage(context, { path: end.bundle.page, artifact: name }) : undefined,
      upload: () => upload(context, { dir: end.bundle.dir, name, isWanted: inputs.publish === "github" }),
    },
    target: targetOf(context, { git, policy, into: intoOf(job, repository) }),
    policy,
    decided: async () => await decidedIn(() => readJournal(end.bundle.journal).records),
  };
}

interface Target {
  readonly git: PublishGit;
  readonly policy: Policy;
  /** The branch that a pull request of our own would be merged into. */
  readonly into: string;
}

/** Where the change of a job's run goes. */
export function targetOf(context: JobContext, { git, policy, into }: Target): PublishRequest["target"] {
  return {
    destination: destinationOf(context, into),
    git,
    remote: remoteOf(context),
    commit: context.inputs.commit,
    pullRequest: policy.publish.pullRequest,
  };
}

/** The branch that a pull request of our own would be merged into. */
export function intoOf({ branch }: Pick<GitHubJob, "branch">, here: { readonly branch?: string | undefined }): string {
  return branch ?? here.branch ?? "main";
}

interface Upload {
  readonly dir: string;
  readonly name: string;
  readonly isWanted: boolean;
}

const UNWANTED = { isThere: false, why: "This job publishes nothing.", fix: "Set `publish: github`." } as const;

/** Uploads a bundle, where that is wanted and can be. Never rejects. */
export async function upload(
  { job, world }: Pick<JobParts, "job" | "world">,
  { dir, name, isWanted }: Upload,
): Promise<ArtifactResult> {
  const { artifacts, retentionDays } = job;
  const service = isWanted ? artifacts : UNWANTED;
  const { warn } = world;
  return await uploadBundle({ dir, name, isPart: isBundleFile, service, retentionDays, clock: systemClock, warn });
}

/** The decisions about a run's calls, as the page of the run has them. Loads what reads them. */
export async function decidedIn(records: () => readonly JournalRecord[]): Promise<readonly CallDecision[]> {
  const [{ readReport }, { decidedCalls }] = await Promise.all([
    import("../../report/read-report.ts"),
    import("../../report/decided-calls.ts"),
  ]);
  return decidedCalls(readReport(records()));
}

/** Publishes. Never rejects for what a server says. */
export async function deliver(
  delivery: RunDelivery,
  { run, target, policy, decided }: PublishableRun,
): Promise<PublishResult> {
  const { context, outbox, posts, requestKey, saved, isFirst, settle } = delivery;
  const { job, inputs, trigger, thread, world } = context;
  const { facts } = run;
  const command = inputs.start.trigger;
  // Files that wait are not asked about where nothing may be published, as for a fork.
  const isNowhere = target.destination.kind === "none" && facts.asked.calls.some(isChange);
  const requester = requesterOf(trigger);
  let view: ResultView | undefined;
  const published = await publish({
    github: { client: outbox.api, repo: repoOf(context), self: context.self },
    target: { ...target, git: outbox.wrapGit(target.git) },
    run,
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
              command,
              session: facts.sessionId,
              shownAt: systemClock.now(),
              saved,
              parts: context,
            }),
      goesOnWith: goesOnWith(delivery, facts),
    },
    posts,
    settle,
    told: (said) => void (view = said),
    runUrl: job.runUrl,
    clock: systemClock,
    warn: world.warn,
  });
  if (view !== undefined) {
    const decisions = await decided?.();
    addToSummary(context, renderSummary({ ...view, decisions }, createSummaryGate(run.redact)));
  }
  return published;
}

/** Command that resumes a stopped session; a session that waits is answered instead. */
function goesOnWith({ saved, context: { inputs } }: RunDelivery, { outcome }: RunFacts): string | undefined {
  const isOver = outcome === undefined || hasTrait(outcome.outcome, "final") || outcome.outcome === "deferred";
  return saved?.kind === "saved" && !isOver ? `${inputs.start.trigger} resume` : undefined;
}

/** The outcome of a run once people have it, or what of it could not reach them. */
export function outcomeAfterPublishing(
  { outcome, reason }: OutcomeRecord,
  { refusals }: Pick<PublishResult, "refusals">,
): Pick<OutcomeRecord, "outcome" | "reason"> {
  const met = publishedOutcome(outcome, refusals);
  if (met === outcome) return { outcome, reason };
  return { outcome: met, reason: refusals.map((refusal) => `${refusal.reason} ${refusal.fix}`)[0] ?? reason };
}
