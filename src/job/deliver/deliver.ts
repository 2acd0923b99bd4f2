/**
 * From the end of a run to what people see: branch, pull request, comment, summary, artifact - through one publisher, whether
 * the run just ended here or left a bundle in another job.
 */

import type { Clock } from "../../base/clock.ts";
import type { Redact } from "../../base/redact.ts";
import type { Policy } from "../../policy/policy.ts";
import type { OutcomeRecord } from "../../protocol/wire.ts";
import { artifactName, uploadBundle } from "../../publish/artifact.ts";
import type { HeldBy } from "../../publish/branch/changed-paths.ts";
import { createSummaryGate } from "../../publish/render/outgoing.ts";
import type { GitHubApi, Repo, Warn } from "../../publish/result/ports.ts";
import type { ProgressComment } from "../../publish/comments/progress-comment.ts";
import { publish } from "../../publish/publish.ts";
import type { Reaction } from "../../publish/comments/reaction.ts";
import { publishedOutcome, type ArtifactResult, type PublishResult } from "../../publish/result/publish-result.ts";
import type { RunFacts } from "../../publish/result/run-facts.ts";
import { renderSummary } from "../../publish/render/render-summary.ts";
import { isBundleFile } from "../../session/bundle.ts";
import type { FileChange } from "../../workspace/changes.ts";
import { trustedPath } from "../../workspace/trusted-path.ts";
import type { LeakSearch } from "../../workspace/leaks.ts";
import { createPublishGit, type PublishGit } from "../../workspace/push.ts";
import { isSessionOver } from "../../run/resume.ts";
import type { FinishedRun } from "../../run/run.ts";
import type { GitHubJob } from "../context/github-job.ts";
import type { JobInputs } from "../context/inputs.ts";
import { deferralTermsOf } from "./deferral-terms.ts";
import { heldPaths, stillApproved } from "./held-paths.ts";
import { destinationOf, requesterOf, type JobContext } from "../context/job-context.ts";
import type { Saved } from "../sessions/session-store.ts";
import { addToSummary } from "../context/summary-file.ts";
import { isAnswerOnly, type RunTrigger } from "../context/task.ts";
import { remoteOf } from "../context/repository.ts";

export interface Delivery {
  readonly job: GitHubJob;
  readonly inputs: JobInputs;
  readonly trigger: RunTrigger;
  readonly scene: JobContext;
  /** Names the branch: the same for every job that works on one request. */
  readonly requestKey: string | undefined;
  /** Whether the session is kept on the server, for people to answer in the thread; undefined where it never is. */
  readonly saved?: Saved | undefined;
  /** GitHub, or an outbox. */
  readonly client: GitHubApi;
  readonly wrapGit: (git: PublishGit) => PublishGit;
  readonly repo: Repo;
  readonly reaction: Reaction | undefined;
  readonly progress: ProgressComment<RunFacts> | undefined;
  readonly pathVar: string;
  readonly clock: Clock;
  readonly warn: Warn;
}

export interface Delivered {
  readonly result: PublishResult;
  /** Markdown of the job summary, as written. */
  readonly summary: string;
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
export async function endedHere(delivery: Delivery, finished: FinishedRun, facts: RunFacts): Promise<EndedRun> {
  const { job, inputs } = delivery;
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
    upload: async () => await upload(delivery, { dir: bundle.dir, name, isWanted: inputs.publish === "github" }),
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
  { job, clock, warn }: Pick<Delivery, "job" | "clock" | "warn">,
  { dir, name, isWanted }: Upload,
): Promise<ArtifactResult> {
  const { hasArtifacts, retentionDays } = job;
  const hasService = hasArtifacts && isWanted;
  return await uploadBundle({ dir, name, isPart: isBundleFile, hasService, retentionDays, clock, warn });
}

/** Publishes. Never rejects for what a server says. */
export async function deliver(delivery: Delivery, ended: EndedRun): Promise<Delivered> {
  const { job, inputs, trigger, scene, client, wrapGit, repo, pathVar, clock, warn } = delivery;
  const { facts, changes, commit: base, tree, policy, redact, search, beganAt, into } = ended;
  const links = { runUrl: job.runUrl, artifact: ended.artifact };
  const { thread } = scene;
  const requester = requesterOf(trigger);
  const git = wrapGit(createPublishGit({ gitDir: ended.gitDir, path: trustedPath(pathVar, ended.root) }));
  const result = await publish({
    client,
    repo,
    git,
    remote: remoteOf(job, inputs),
    self: scene.self,
    facts,
    changes,
    work: { base, tree, atSeconds: Math.floor(beganAt / 1000) },
    destination: destinationOf(trigger, scene, { into, serverUrl: repo.serverUrl }),
    thread: thread && { kind: thread.kind === "issue" ? "issue" : "pull-request", number: thread.number },
    title: thread?.title ?? trigger.text,
    requestKey: delivery.requestKey,
    deferral:
      thread === undefined || facts.asked.round === 0
        ? undefined
        : deferralTermsOf({
            policy,
            command: inputs.trigger,
            session: facts.sessionId,
            shownAt: clock.now(),
            saved: delivery.saved,
          }),
    goesOnWith: goesOnWith(delivery, facts),
    requester,
    closes: thread?.kind === "issue" ? thread.number : undefined,
    settings: { pullRequest: policy.publish.pullRequest, commit: inputs.commit },
    heldBy: ended.heldBy,
    links,
    progress: delivery.progress,
    reaction: delivery.reaction,
    upload: ended.upload,
    plan: trigger.verb === "plan" ? { command: `${inputs.trigger} fix` } : undefined,
    announce: isAnswerOnly(trigger.verb),
    beganAt,
    redact,
    search,
    clock,
    warn,
  });
  const summary = renderSummary({ facts, changes, links, parts: result, requester }, createSummaryGate(redact));
  addToSummary(job, summary, warn);
  return { result, summary };
}

/** A session that waits for answers goes on by these. */
function goesOnWith({ saved, inputs }: Delivery, { outcome }: RunFacts): string | undefined {
  const isOver = outcome === undefined || isSessionOver(outcome.outcome) || outcome.outcome === "deferred";
  return saved?.kind === "saved" && !isOver ? `${inputs.trigger} resume` : undefined;
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
