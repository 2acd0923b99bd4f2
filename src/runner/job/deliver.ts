/** From a finished run to what people see: branch, pull request, comment, summary, artifact - through one publisher. */

import type { Clock } from "../../base/clock.ts";
import { artifactName, uploadBundle } from "../../publish/artifact.ts";
import { createSummaryGate } from "../../publish/outgoing.ts";
import type { GitHubApi, Repo, Warn } from "../../publish/ports.ts";
import type { ProgressComment } from "../../publish/progress-comment.ts";
import { publish } from "../../publish/publish.ts";
import type { Reaction } from "../../publish/reaction.ts";
import type { PublishResult } from "../../publish/result.ts";
import type { RunFacts } from "../../publish/run-facts.ts";
import { renderSummary } from "../../publish/summary.ts";
import { trustedPath } from "../../workspace/git.ts";
import { createPublishGit, type PublishGit } from "../../workspace/push.ts";
import type { FinishedRun } from "../run.ts";
import type { JobEnvironment } from "./environment.ts";
import type { JobInputs } from "./inputs.ts";
import { destinationOf, requesterOf, type Scene } from "./scene.ts";
import type { Saved } from "./session-store.ts";
import { addToSummary } from "./summary-file.ts";
import { isAnswerOnly, type RunTrigger } from "./task.ts";

export interface Delivery {
  readonly job: JobEnvironment;
  readonly inputs: JobInputs;
  readonly trigger: RunTrigger;
  readonly scene: Scene;
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

/** Publishes. Never rejects for what a server says; git failing here is a bug or a full disk. */
export async function deliver(delivery: Delivery, finished: FinishedRun, facts: RunFacts): Promise<Delivered> {
  const { job, inputs, trigger, scene, client, wrapGit, repo, pathVar, clock, warn } = delivery;
  const { bench, bundle, redact, outcome } = finished;
  const { repository, policy } = bench;
  const trusted = await bench.git();
  const tree = await trusted.snapshot();
  const changes = tree === repository.headTree ? [] : await trusted.changes(repository.headCommit, tree);
  const name = artifactName(facts.sessionId, job.runAttempt);
  const links = { runUrl: job.runUrl, artifact: job.hasArtifacts ? name : undefined };
  const ended: RunFacts = { ...facts, outcome };
  const { thread } = scene;
  const requester = requesterOf(trigger);
  const git = wrapGit(createPublishGit({ gitDir: trusted.gitDir, path: trustedPath(pathVar, repository.root) }));
  const into = job.branch ?? repository.branch ?? "main";
  const result = await publish({
    client,
    repo,
    git,
    remote: { url: `${repo.serverUrl}/${repo.owner}/${repo.name}.git`, token: inputs.token ?? "" },
    self: scene.self,
    facts: ended,
    changes,
    work: { base: repository.headCommit, tree, atSeconds: Math.floor(finished.beganAt / 1000) },
    destination: destinationOf(trigger, scene, { into, serverUrl: repo.serverUrl }),
    thread: thread && { kind: thread.kind === "issue" ? "issue" : "pull-request", number: thread.number },
    title: thread?.title ?? trigger.text,
    requestKey: delivery.requestKey,
    requester,
    closes: thread?.kind === "issue" ? thread.number : undefined,
    settings: { pullRequest: policy.publish.pullRequest, commit: inputs.commit },
    rules: { isProtected: policy.isProtected, approved: new Set() },
    links,
    progress: delivery.progress,
    reaction: delivery.reaction,
    upload: () =>
      uploadBundle({
        dir: bundle.dir,
        name,
        hasService: job.hasArtifacts && inputs.publish === "github",
        retentionDays: job.retentionDays,
        clock,
        warn,
      }),
    plan: trigger.verb === "plan" ? { command: `${inputs.trigger} fix` } : undefined,
    announce: isAnswerOnly(trigger.verb),
    beganAt: finished.beganAt,
    redact,
    clock,
    warn,
  });
  const summary = renderSummary({ facts: ended, changes, links, parts: result, requester }, createSummaryGate(redact));
  addToSummary(job, summary, warn);
  return { result, summary };
}
