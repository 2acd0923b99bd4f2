/**
 * A job on GitHub: an event in, a published result out. It decides whether there is anything to do and for whom, starts the run, and hands its end to the publisher. `run --event` on a laptop is the same job.
 */

import type { Access } from "../github/people/access.ts";
import { parseEvent } from "../github/event/event.ts";
import { decideTrigger } from "../github/event/decide-trigger.ts";
import { STATUS_ELSEWHERE } from "../github/event/reply.ts";
import type { Trigger } from "../github/event/trigger.ts";
import { describeError, RunnerError } from "../protocol/error.ts";
import { NO_FACTS } from "../publish/result/run-facts.ts";
import type { World } from "../run/open/request.ts";
import type { Sink } from "../protocol/wire.ts";
import { startRun } from "../run/run.ts";
import type { Stopper } from "../run/open/stopper.ts";
import { claimRequest, type Claim } from "./sessions/claim-request.ts";
import { doneReason } from "./sessions/done-record.ts";
import { jobClient } from "./context/job-client.ts";
import { fetchCommits } from "./context/fetch-commits.ts";
import { githubJob, type GitHubJob } from "./context/github-job.ts";
import { obstacles, requireUsable } from "./context/examine.ts";
import type { JobInputs } from "./context/inputs.ts";
import { skipped, type JobEnd } from "./context/job-end.ts";
import type { JobParts, JobRequest } from "./context/job-parts.ts";
import { reportBroken } from "./deliver/report-broken.ts";
import { botChainReason } from "./guards/bot-chain.ts";
import { createThreadGuards } from "./guards/thread-guards.ts";
import { taskKeyOf } from "./context/task-key.ts";
import type { OpenTask } from "./keyed/open-task.ts";
import { takenReason } from "./sessions/lease.ts";
import { lineageDepth, MAX_DEPTH, tooDeepReason } from "./guards/lineage.ts";
import { outboxOf } from "./context/outbox.ts";
import { createPosts, earlyReaction, postReply } from "./context/posts.ts";
import { buildRunRequest } from "./context/build-run-request.ts";
import { accessOf, planWarnings, readJobContext, whoAmI, type JobContext } from "./context/job-context.ts";
import { createRunHooks, type WriteDelivery } from "./deliver/run-hooks.ts";

/** What the event asks for, without asking GitHub anything and without a model. Throws `config.invalid`. */
export function readTrigger(inputs: JobInputs, world: World): { readonly job: GitHubJob; readonly trigger: Trigger } {
  const { eventName, payload, payloadFile } = inputs.context;
  const job = githubJob(inputs.context, world.env);
  const event = parseEvent(eventName, payload, payloadFile);
  return { job, trigger: decideTrigger(event, inputs.start) };
}

/** Runs the job. Throws `RunnerError` for what is wrong before a session exists. */
export async function runJob(given: JobInputs, world: World, stopper: Stopper): Promise<JobEnd> {
  const inputs: JobInputs = given.phase === "agent" ? { ...given, publish: "none" } : given;
  const { job, trigger: read } = readTrigger(inputs, world);
  const isTold = read.kind === "status" && inputs.phase !== "all";
  const trigger: Trigger = isTold ? { ...read, kind: "reply", text: STATUS_ELSEWHERE } : read;
  const publishing = inputs.phase === "publish" ? await import("./two-phase/publish-phase.ts") : undefined;
  if (trigger.kind !== "run") publishing?.requireNoBundle(inputs);
  if (trigger.kind === "skip") return skipped(trigger.reason, { job, world });
  const parts: JobParts = { inputs, world, stopper, job, client: jobClient(inputs, job, world) };
  if (trigger.kind === "run") {
    const { access, context } = await readOrReport({
      ...parts,
      trigger,
      reaction: earlyReaction({ ...parts, trigger }),
    });
    let asked = context;
    if (!access.allowed) {
      const reading = await admitted(access, context);
      if (reading === undefined) return turnedAway(access, parts);
      asked = reading;
    }
    try {
      requireUsable(asked.findings, parts);
    } catch (error) {
      await asked.reaction?.withdraw();
      throw error;
    }
    if (inputs.context.eventName !== "pull_request_target") return publishing?.publishPhase(asked) ?? runFor(asked);
    const putBack = await (await import("./guards/pull-request-target.ts")).guardTarget(asked);
    try {
      return await (publishing?.publishPhase(asked) ?? runFor(asked));
    } finally {
      await putBack?.();
    }
  }
  if (trigger.kind !== "reply" && inputs.phase !== "all") return skipped(NO_ANSWERS, parts);
  const access = await accessOf({ ...parts, trigger });
  if (!access.allowed) return turnedAway(access, parts);
  if (trigger.kind === "reply") {
    if (inputs.publish === "github") await postReply({ ...parts, trigger });
    return { kind: "replied", text: trigger.text };
  }
  if (trigger.kind === "status") {
    const { tellStatus } = await import("./answers/tell-status.ts");
    return tellStatus({ ...parts, trigger });
  }
  const { handleDecision } = await import("./answers/handle-decision.ts");
  return handleDecision({ ...parts, trigger });
}

type TurnedAway = Exclude<Access, { allowed: true }>;

/** The context of a person without write permission whom the policy lets ask; undefined for all others. */
async function admitted(access: TurnedAway, context: JobContext): Promise<JobContext | undefined> {
  if (access.isOutsider !== true) return undefined;
  return await (await import("./guards/outsiders.ts")).admitOutsider(access, context);
}

const NO_ANSWERS = "A workflow of two jobs keeps no sessions, so there is none to answer, resume or cancel.";

/** People who may not ask are skipped; where GitHub did not say who may, the job failed. Throws `github.failed` then. */
async function turnedAway({ reason, isUnchecked = false }: TurnedAway, parts: JobParts): Promise<JobEnd> {
  if (!isUnchecked) return skipped(reason, parts);
  const error = new RunnerError({ code: "github.failed", message: reason });
  await reportBroken({ parts, facts: NO_FACTS, posts: undefined }, error);
  throw error;
}

/** Most threads that cannot be read can still be written to, so people who may ask get the error there. */
async function readOrReport(request: JobRequest): ReturnType<typeof readJobContext> {
  try {
    return await readJobContext(request);
  } catch (error) {
    const { allowed } = await accessOf(request);
    const posts =
      allowed && request.inputs.publish === "github"
        ? createPosts({ ...request, self: await whoAmI(request.client) }, request.client)
        : undefined;
    await reportBroken({ parts: request, facts: NO_FACTS, posts }, error);
    throw error;
  }
}

/** A run that an earlier job ended and did not publish, or whose request for approval may be missing. */
async function publishEnded(
  context: JobContext,
  { session, open }: Extract<Claim, { kind: "ended" }>,
): Promise<JobEnd> {
  try {
    const { publishStored } = await import("./deliver/publish-stored.ts");
    return await publishStored(context, { session, open });
  } finally {
    open.close();
  }
}

async function runFor(context: JobContext): Promise<JobEnd> {
  const { inputs, world, stopper } = context;
  const depth = await lineageDepth(context);
  const chained = depth > MAX_DEPTH ? tooDeepReason(depth) : botChainReason(context);
  if (chained !== undefined) {
    await context.reaction?.withdraw();
    return skipped(chained, context);
  }
  const key = taskKeyOf(context);
  let task: OpenTask | undefined;
  if (key !== undefined && (inputs.publish === "github" || inputs.phase === "agent")) {
    task = await (await import("./keyed/open-task.ts")).openTask(context, key);
    if (task.resting !== undefined) return skipped(task.resting, context);
  }
  const warnings = [...obstacles(context.findings), ...planWarnings(context)];
  for (const text of warnings) world.warn(text);
  const outbox = outboxOf(context);
  const posts = inputs.publish === "none" ? undefined : createPosts(context, outbox.api);
  const claim = await claimRequest(context, depth);
  if (claim.kind === "taken") return skipped(takenReason(claim.lease), context);
  if (claim.kind === "done") {
    await context.reaction?.withdraw();
    return skipped(doneReason(claim.done), context);
  }
  if (claim.kind === "ended") return publishEnded(context, claim);
  void posts?.reaction.seen();
  const { sync, unsaved, claimed, sessionId, origin } = claim;
  const guards = claimed && createThreadGuards(context, claimed);
  const writeDelivery: WriteDelivery | undefined =
    inputs.phase === "agent"
      ? async (run) => (await import("./two-phase/write-delivery.ts")).writeDelivery(run)
      : undefined;
  const admit = guards?.admit;
  const followed = createRunHooks({ context, outbox, posts, warnings, sync, unsaved, admit, writeDelivery });
  try {
    const commits = await fetchCommits(context);
    const merge = commits?.merge?.kind === "prepared" ? ([commits.head, commits.base] as const) : undefined;
    const request = { ...buildRunRequest(context, commits), sessionId, origin: { ...origin, merge } };
    // Not before the model has answered once, since no person waits for it.
    const dropped: Sink = {
      name: "dropped commands",
      write: ({ event }) => void (event.type === "step.usage" && guards?.checkDropped()),
    };
    const end = await startRun(request, {
      world,
      stopper,
      hooks: { ...followed.hooks, sinks: [...(followed.hooks.sinks ?? []), dropped] },
    });
    await task?.maintenance?.ended(end, followed.published());
    return { kind: "ran", end, published: followed.published(), artifact: followed.artifact() };
  } catch (error) {
    await sync?.abandon();
    const isOverspent = context.outsider === true && error instanceof RunnerError && error.code === "run.cost_limit";
    if (isOverspent) {
      await posts?.reaction.done("skipped");
      return skipped(describeError(error), context);
    }
    if (error instanceof RunnerError && error.code === "run.too_many") {
      await Promise.all([guards?.tellTooMany(), posts?.reaction.done("skipped")]);
      return skipped(describeError(error), context);
    }
    const facts = followed.facts();
    if (followed.published() === undefined) await reportBroken({ parts: context, facts, posts }, error);
    throw error;
  } finally {
    await guards?.settled();
    claim.close();
  }
}
