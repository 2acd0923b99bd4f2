/**
 * From the end of a run to what people see: branch, pull request, comment, summary, artifact - through one publisher, whether
 * the run just ended here or left a bundle in another job.
 */

import { systemClock } from "../../base/clock.ts";
import type { Redact } from "../../base/redact.ts";
import type { Policy } from "../../policy/policy.ts";
import type { OutcomeRecord } from "../../protocol/wire.ts";
import { artifactName, uploadBundle } from "../../publish/artifact.ts";
import type { HeldBy } from "../../publish/branch/changed-paths.ts";
import { createSummaryGate } from "../../publish/render/outgoing.ts";
import { publish } from "../../publish/publish.ts";
import { publishedOutcome, type ArtifactResult, type PublishResult } from "../../publish/result/publish-result.ts";
import type { RunFacts } from "../../publish/result/run-facts.ts";
import { renderSummary } from "../../publish/render/render-summary.ts";
import { isBundleFile } from "../../session/bundle.ts";
import type { FileChange } from "../../workspace/changes.ts";
import { trustedPath } from "../../workspace/trusted-path.ts";
import type { LeakSearch } from "../../workspace/leaks.ts";
import { createPublishGit } from "../../workspace/push.ts";
import { hasTrait } from "../../protocol/outcome.ts";
import type { FinishedRun } from "../../run/run.ts";
import type { GitHubJob } from "../context/github-job.ts";
import { deferralTermsOf } from "./deferral-terms.ts";
import { heldPaths, stillApproved } from "./held-paths.ts";
import { destinationOf, requesterOf, type JobContext } from "../context/job-context.ts";
import type { Saved } from "../sessions/session-store.ts";
import { addToSummary } from "../context/summary-file.ts";
import { isAnswerOnly } from "../context/task.ts";
import type { JobParts } from "../context/job-parts.ts";
import type { Outbox } from "../context/outbox.ts";
import type { Posts } from "../context/posts.ts";
import { remoteOf, repoOf } from "../context/repository.ts";

/** How the end of a run reaches people. */
export interface RunDelivery {
  readonly context: JobContext;
  readonly outbox: Outbox;
  readonly posts: Posts | undefined;
  /** Names the branch: the same for every job that works on one request. */
  readonly requestKey: string | undefined;
  /** Whether the session is saved on the server, for people to answer in the thread; undefined where it never is. */
  readonly saved?: Saved | undefined;
}

/** What a run came to. */
export interface EndedRun {
  /** Folded from its whole journal, with its outcome. */
  readonly facts: RunFacts;
  /** The commit it started from. */
  readonly commit: string;
  /** Its workspace at the end, an object of `gitDir`, and how that differs from the commit. */
  readonly tree: string;
  readonly changes: readonly FileChange[];
  readonly gitDir: string;
  /** Of the checkout. */
  readonly root: string;
  /** Where a pull request of our own goes. */
  readonly into: string;
  readonly policy: Policy;
  readonly heldBy: HeldBy;
  readonly redact: Redact;
  readonly search: LeakSearch;
  /** When the process that ended it took it up, ms since the epoch. */
  readonly beganAt: number;
  /** Name of the artifact with its bundle. */
  readonly artifact: string | undefined;
  readonly upload?: (() => Promise<ArtifactResult>) | undefined;
}

/** The run that just ended here. Rejects only for git: a bug or a full disk. */
export async function endedHere(context: JobContext, finished: FinishedRun, facts: RunFacts): Promise<EndedRun> {
  const { job, inputs } = context;
  const { bench, bundle, redact, leakCheck, outcome, beganAt } = finished;
  const { repository, policy } = bench;
  const { headCommit: commit, headTree, root } = repository;
  const trusted = await bench.git();
  const tree = await trusted.snapshot();
  const name = artifactName(facts.sessionId, job.runAttempt);
  return {
    facts: { ...facts, outcome },
    commit,
    tree,
    changes: tree === headTree ? [] : await trusted.changes(commit, tree),
    gitDir: trusted.gitDir,
    root,
    into: intoOf(job, repository),
    policy,
    heldBy: heldPaths(policy, facts.rung ?? "none", await stillApproved(facts.approved, { git: trusted, tree })),
    redact,
    search: leakCheck.search,
    beganAt,
    artifact: job.hasArtifacts ? name : undefined,
    upload: async () => await upload(context, { dir: bundle.dir, name, isWanted: inputs.publish === "github" }),
  };
}

/** The branch that a pull request of our own would be merged into. */
export function intoOf({ branch }: Pick<GitHubJob, "branch">, here: { readonly branch?: string | undefined }): string {
  return branch ?? here.branch ?? "main";
}

interface Upload {
  /** The bundle. */
  readonly dir: string;
  readonly name: string;
  readonly isWanted: boolean;
}

/** Uploads a bundle, where that is wanted and can be. Never rejects. */
export async function upload(
  { job, world }: Pick<JobParts, "job" | "world">,
  { dir, name, isWanted }: Upload,
): Promise<ArtifactResult> {
  const { hasArtifacts, retentionDays } = job;
  const hasService = hasArtifacts && isWanted;
  const { warn } = world;
  return await uploadBundle({ dir, name, isPart: isBundleFile, hasService, retentionDays, clock: systemClock, warn });
}

/** Publishes. Never rejects for what a server says. */
export async function deliver(delivery: RunDelivery, ended: EndedRun): Promise<PublishResult> {
  const { context, outbox, posts, requestKey, saved } = delivery;
  const { job, inputs, trigger, thread, world } = context;
  const { facts, changes, commit: base, tree, policy, redact, search, beganAt } = ended;
  const links = { runUrl: job.runUrl, artifact: ended.artifact };
  const requester = requesterOf(trigger);
  const path = trustedPath(world.env["PATH"] ?? "", ended.root);
  const result = await publish({
    client: outbox.api,
    repo: repoOf(context),
    git: outbox.wrapGit(createPublishGit({ gitDir: ended.gitDir, path })),
    remote: remoteOf(context),
    self: context.self,
    facts,
    changes,
    work: { base, tree, atSeconds: Math.floor(beganAt / 1000) },
    destination: destinationOf(context, ended.into),
    thread: thread && { kind: thread.kind === "issue" ? "issue" : "pull-request", number: thread.number },
    title: thread?.title ?? trigger.text,
    requestKey,
    deferral:
      thread === undefined || facts.asked.round === 0
        ? undefined
        : deferralTermsOf({
            policy,
            command: inputs.start.trigger,
            session: facts.sessionId,
            shownAt: systemClock.now(),
            saved,
          }),
    goesOnWith: goesOnWith(delivery, facts),
    requester,
    closes: thread?.kind === "issue" ? thread.number : undefined,
    settings: { pullRequest: policy.publish.pullRequest, commit: inputs.commit },
    heldBy: ended.heldBy,
    links,
    progress: posts?.progress,
    reaction: posts?.reaction,
    upload: ended.upload,
    plan: trigger.verb === "plan" ? { command: `${inputs.start.trigger} fix` } : undefined,
    announce: isAnswerOnly(trigger.verb),
    beganAt,
    redact,
    search,
    clock: systemClock,
    warn: world.warn,
  });
  addToSummary(context, renderSummary({ facts, changes, links, parts: result, requester }, createSummaryGate(redact)));
  return result;
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
