/**
 * A job on GitHub: an event in, a published result out. It decides whether there is anything to do and for whom, lets the
 * run happen, and hands the end to the publisher. `run --event` on a laptop is the same job.
 */

import { systemClock } from "../base/clock.ts";
import { proxyEnvOf } from "../base/proxy-env.ts";
import type { Access } from "../github/people/access.ts";
import { createGitHub, type GitHubClient } from "../github/api/client.ts";
import { parseEvent } from "../github/event/event.ts";
import { decideTrigger } from "../github/event/decide-trigger.ts";
import type { Trigger } from "../github/event/trigger.ts";
import { describeError, RunnerError } from "../protocol/error.ts";
import { NO_FACTS } from "../publish/result/run-facts.ts";
import type { World } from "../run/open/request.ts";
import { startRun, type RunHooks } from "../run/run.ts";
import type { Stopper } from "../run/open/stopper.ts";
import { claimRequest } from "./sessions/claim-request.ts";
import { fetchCommits } from "./context/fetch-commits.ts";
import { githubJob, type GitHubJob } from "./context/github-job.ts";
import { examine, obstacles, requireUsable } from "./context/examine.ts";
import type { JobInputs } from "./context/inputs.ts";
import { skipped, type JobEnd } from "./context/job-end.ts";
import { reportBroken } from "./deliver/report-broken.ts";
import { createThreadGuards } from "./guards/thread-guards.ts";
import { takenReason } from "./sessions/lease.ts";
import { lineageDepth, MAX_DEPTH, tooDeepReason } from "./guards/lineage.ts";
import { createOutbox, outboxDir } from "./context/outbox.ts";
import { NO_PICTURES, picturesOf } from "./context/pictures.ts";
import { createPosts, postReply } from "./context/posts.ts";
import { buildRunRequest } from "./context/build-run-request.ts";
import {
  accessOf,
  missingToken,
  planWarnings,
  readJobContext,
  whoAmI,
  type JobContext,
} from "./context/job-context.ts";
import type { RunTrigger } from "./context/task.ts";
import { createRunHooks, type WriteDelivery } from "./deliver/run-hooks.ts";
import { repoOf } from "./context/repository.ts";

/** What the event asks for, without asking GitHub anything and without a model. Throws `config.invalid`. */
export function readTrigger(inputs: JobInputs, world: World): { readonly job: GitHubJob; readonly trigger: Trigger } {
  const { eventName, payload, payloadFile } = inputs.context;
  const job = githubJob(inputs.context, world.env);
  const event = parseEvent(eventName, payload, payloadFile);
  const { trigger, label, assignee, prompt } = inputs;
  return { job, trigger: decideTrigger(event, { trigger, label, assignee, prompt }) };
}

/** Runs the job. Throws `RunnerError` for what is wrong before a session exists. */
export async function runJob(given: JobInputs, world: World, stopper: Stopper): Promise<JobEnd> {
  const inputs: JobInputs = given.phase === "agent" ? { ...given, publish: "none" } : given;
  const { job, trigger } = readTrigger(inputs, world);
  const publishing = inputs.phase === "publish" ? await import("./two-phase/publish-phase.ts") : undefined;
  if (trigger.kind !== "run") publishing?.requireNoBundle(inputs);
  if (trigger.kind === "skip") return skipped(trigger.reason, job, world);
  const client = clientOf(inputs, job, world);
  if (trigger.kind === "reply") {
    const access = await accessOf(client, trigger, job);
    if (!access.allowed) return turnedAway(access, { inputs, job, world });
    if (inputs.publish === "github") await postReply({ client, trigger, job, clock: systemClock });
    return { kind: "replied", text: trigger.text };
  }
  if (trigger.kind !== "run") {
    if (inputs.phase !== "all") return skipped(NO_ANSWERS, job, world);
    const access = await accessOf(client, trigger, job);
    if (!access.allowed) return turnedAway(access, { inputs, job, world });
    const { handleDecision } = await import("./answers/handle-decision.ts");
    return handleDecision({ inputs, job, world, client, stopper, trigger });
  }
  const { signal } = stopper;
  const reading = readJobContext(client, trigger, job, {
    examine: (known) => examine(client, { inputs, world, job, trigger, ...known }),
    look: async (access) =>
      publishing === undefined ? picturesOf({ inputs, world, job, trigger, access, signal }) : NO_PICTURES,
  });
  const scene = await reading.catch(async (error: unknown) => {
    await reportUnread({ inputs, world, job, trigger, client }, error);
    throw error;
  });
  if (!scene.access.allowed) return turnedAway(scene.access, { inputs, job, world });
  requireUsable(scene.findings, job, world.warn);
  const parts = { inputs, world, stopper, job, trigger, scene, client };
  return publishing?.publishPhase(parts) ?? runFor(parts);
}

const NO_ANSWERS = "A workflow of two jobs keeps no sessions, so there is none to answer, resume or cancel.";

/** Who may not ask is skipped; where GitHub did not say who may, the job failed. Throws `github.failed` then. */
async function turnedAway(
  { reason, isUnchecked = false }: Exclude<Access, { allowed: true }>,
  parts: Pick<Parts, "inputs" | "job" | "world">,
): Promise<JobEnd> {
  if (!isUnchecked) return skipped(reason, parts.job, parts.world);
  const error = new RunnerError({ code: "github.failed", message: reason });
  await reportBroken({ ...parts, facts: NO_FACTS, posts: undefined }, error);
  throw error;
}

function clientOf(inputs: JobInputs, job: GitHubJob, world: World): GitHubClient {
  if (inputs.token === undefined) throw missingToken();
  return createGitHub({
    token: inputs.token,
    apiUrl: job.apiUrl,
    graphqlUrl: job.graphqlUrl,
    userAgent: "kimi-runner",
    clock: systemClock,
    proxyEnv: proxyEnvOf(world.env),
    onWait: ({ waitMs, reason }) => world.err(`GitHub asks to wait ${Math.ceil(waitMs / 1000)} s: ${reason}\n`),
  });
}

/** A thread that cannot be read can mostly be written to: who asked, and may, is told there. */
async function reportUnread(parts: Omit<Parts, "stopper" | "scene">, error: unknown): Promise<void> {
  const { inputs, world, job, trigger, client } = parts;
  const { allowed } = await accessOf(client, trigger, job);
  const posts =
    allowed && inputs.publish === "github"
      ? createPosts({
          api: client,
          repo: repoOf(job),
          job,
          trigger,
          scene: { thread: trigger.thread, self: await whoAmI(client) },
          warn: world.warn,
        })
      : undefined;
  await reportBroken({ job, inputs, world, facts: NO_FACTS, posts }, error);
}

interface Parts {
  readonly inputs: JobInputs;
  readonly world: World;
  readonly stopper: Stopper;
  readonly job: GitHubJob;
  readonly trigger: RunTrigger;
  readonly scene: JobContext;
  readonly client: GitHubClient;
}

async function runFor(parts: Parts): Promise<JobEnd> {
  const { inputs, world, stopper, job, trigger, scene, client } = parts;
  const { warn } = world;
  const depth = await lineageDepth(parts);
  if (depth > MAX_DEPTH) return skipped(tooDeepReason(depth), job, world);
  const warnings = [...obstacles(scene.findings), ...scene.pictures.warnings, ...planWarnings(trigger, scene)];
  for (const text of warnings) warn(text);
  const repo = repoOf(job);
  const outbox = inputs.publish === "dry" ? createOutbox(outboxDir(inputs), client) : undefined;
  const api = outbox?.client ?? client;
  const posts = inputs.publish === "none" ? undefined : createPosts({ api, repo, job, trigger, scene, warn });
  const claim = await claimRequest({ inputs, job, world, trigger, scene, stopper, depth });
  if (claim.kind === "taken") return skipped(takenReason(claim.lease), job, world);
  void posts?.reaction.seen();
  const wrapGit = outbox?.git ?? ((git) => git);
  const { sync, whyUnsaved, claimed } = claim;
  const guards =
    claimed && scene.thread && createThreadGuards({ ...parts, claimed, repo, thread: scene.thread.number });
  const admit = guards?.admit;
  const writeDelivery: WriteDelivery | undefined =
    inputs.phase === "agent"
      ? async (run) => (await import("./two-phase/write-delivery.ts")).writeDelivery(run)
      : undefined;
  const followed = createRunHooks({
    ...parts,
    posts,
    warnings,
    api,
    wrapGit,
    repo,
    sync,
    whyUnsaved,
    admit,
    writeDelivery,
  });
  try {
    const commits = await fetchCommits(parts);
    const { sessionId, origin } = claim;
    const request = { ...buildRunRequest({ inputs, trigger, scene, trusted: commits?.base }), sessionId, origin };
    const opened: RunHooks["opened"] = (bench, leaks) => {
      followed.hooks.opened?.(bench, leaks);
      guards?.checkDropped();
    };
    const end = await startRun(request, world, stopper, { ...followed.hooks, opened });
    return { kind: "ran", end, published: followed.published(), artifact: followed.artifact() };
  } catch (error) {
    await sync?.abandon();
    if (error instanceof RunnerError && error.code === "run.too_many") {
      await Promise.all([guards?.tellTooMany(), posts?.reaction.done("skipped")]);
      return skipped(describeError(error), job, world);
    }
    if (followed.published() === undefined)
      await reportBroken({ job, inputs, world, facts: followed.facts(), posts }, error);
    throw error;
  } finally {
    await guards?.settled();
    claim.close();
  }
}
