/**
 * A job on GitHub: an event in, a published result out. It decides whether there is anything to do and for whom, and carries it
 * out. `run --event` on a laptop is the same job.
 */

import type { Access } from "../github/people/access.ts";
import { parseEvent } from "../github/event/event.ts";
import { decideTrigger } from "../github/event/decide-trigger.ts";
import { STATUS_ELSEWHERE } from "../github/event/reply.ts";
import type { Trigger } from "../github/event/trigger.ts";
import { RunnerError } from "../protocol/error.ts";
import { NO_FACTS } from "../publish/result/run-facts.ts";
import type { World } from "../run/open/request.ts";
import type { Stopper } from "../run/open/stopper.ts";
import { handleDecision } from "./answers/handle-decision.ts";
import { tellStatus } from "./answers/tell-status.ts";
import { withBase } from "./context/base-branch.ts";
import { requireUsable } from "./context/examine.ts";
import { githubJob, type GitHubJob } from "./context/github-job.ts";
import type { JobInputs } from "./context/inputs.ts";
import { jobClient } from "./context/job-client.ts";
import { accessOf, readJobContext, whoAmI, type JobContext, type ReadContext } from "./context/job-context.ts";
import { skipped, withdrawn, type JobEnd } from "./context/job-end.ts";
import type { JobParts, JobRequest } from "./context/job-parts.ts";
import { outboxOf } from "./context/outbox.ts";
import { createPosts, earlyReaction, postReply } from "./context/posts.ts";
import { reportBroken } from "./deliver/report-broken.ts";
import { goneThread } from "./guards/gone-thread.ts";
import { admitOutsider } from "./guards/outsiders.ts";
import { withBaseRestored } from "./guards/pull-request-target.ts";
import { runFor } from "./run-for.ts";
import { publishPhase, requireNoBundle } from "./two-phase/publish-phase.ts";

/** What the event asks for. It sends no request. Throws `config.invalid`. */
export function readTrigger(inputs: JobInputs, world: World): { readonly job: GitHubJob; readonly trigger: Trigger } {
  const { eventName, payload, payloadFile } = inputs.context;
  const job = githubJob(inputs.context, world.env);
  const event = parseEvent(eventName, payload, payloadFile);
  const trigger = decideTrigger(event, inputs.start);
  const isElsewhere = trigger.kind === "status" && inputs.phase !== "all";
  return { job, trigger: isElsewhere ? { ...trigger, kind: "reply", text: STATUS_ELSEWHERE } : trigger };
}

/** Runs the job. Throws `RunnerError` for an error before a session exists. */
export async function runJob(given: JobInputs, world: World, stopper: Stopper): Promise<JobEnd> {
  const inputs: JobInputs = given.phase === "agent" ? { ...given, publish: "none" } : given;
  const { job, trigger } = readTrigger(inputs, world);
  if (trigger.kind !== "run" && inputs.phase === "publish") requireNoBundle(inputs);
  if (trigger.kind === "skip") {
    if (trigger.isMistake === true) world.warn(trigger.reason);
    return skipped(trigger.reason, { job, world });
  }
  const client = jobClient(inputs, job, world);
  const parts: JobParts = { inputs, world, stopper, job, client, outbox: outboxOf(inputs, client) };
  if (trigger.kind !== "run") return await answer(parts, trigger);
  return await carryOut({ ...parts, trigger, reaction: earlyReaction({ ...parts, trigger }) });
}

/** A job whose event asks for a run: access, context, guards, then the run or the publication of another job's run. */
async function carryOut(request: JobRequest): Promise<JobEnd> {
  const read = await orReport(request, () => readUnlessGone(request));
  if ("gone" in read) return skipped(read.gone, request);
  const { access } = read;
  let admitted: ReadContext = read.context;
  if (!access.allowed) {
    const reading = access.isOutsider === true ? await admitOutsider(read.context) : undefined;
    if (reading === undefined) return await turnedAway(access, request);
    admitted = reading;
  }
  const { commandMinimised = "" } = admitted.thread ?? {};
  if (["spam", "abuse"].includes(commandMinimised)) {
    return await withdrawn(`The comment with the command was hidden as ${commandMinimised}.`, admitted);
  }
  await requireNoObstacle(admitted);
  const context = await orReport(admitted, () => withBase(admitted));
  const isTarget = request.inputs.context.eventName === "pull_request_target";
  return isTarget ? await withBaseRestored(context, workOn) : await workOn(context);
}

async function workOn(context: JobContext): Promise<JobEnd> {
  return context.inputs.phase === "publish" ? await publishPhase(context) : await runFor(context);
}

async function readUnlessGone(
  request: JobRequest,
): Promise<Awaited<ReturnType<typeof readJobContext>> | { readonly gone: string }> {
  try {
    return await readJobContext(request);
  } catch (error) {
    const gone = await goneThread(request, error);
    if (gone === undefined) throw error;
    return { gone };
  }
}

/** Throws `config.invalid` where no run can succeed. */
async function requireNoObstacle(context: ReadContext): Promise<void> {
  try {
    requireUsable(context.findings, context);
  } catch (error) {
    await context.reaction?.withdraw();
    throw error;
  }
}

/** A job whose event needs no run of its own: a reply, the state of a thread, an answer about a session. */
async function answer(parts: JobParts, trigger: Exclude<Trigger, { kind: "run" | "skip" }>): Promise<JobEnd> {
  if (trigger.kind !== "reply" && parts.inputs.phase !== "all") return skipped(NO_ANSWERS, parts);
  const access = await accessOf({ ...parts, trigger });
  if (!access.allowed) return await turnedAway(access, parts);
  switch (trigger.kind) {
    case "reply":
      await postReply({ ...parts, trigger });
      return { kind: "replied", text: trigger.text };
    case "status":
      return await tellStatus({ ...parts, trigger });
    case "answer":
    case "resume":
    case "cancel":
      return await handleDecision({ ...parts, trigger });
  }
}

const NO_ANSWERS = "A workflow of two jobs keeps no sessions, so there is none to answer, resume or cancel.";

/** Skips the request of a person who may not ask. Throws `github.failed` where GitHub did not say who may. */
async function turnedAway(
  { reason, isUnchecked = false }: Exclude<Access, { allowed: true }>,
  parts: JobParts,
): Promise<JobEnd> {
  if (!isUnchecked) return skipped(reason, parts);
  const error = new RunnerError({ code: "github.failed", message: reason });
  await reportBroken({ parts, facts: NO_FACTS, posts: undefined }, error);
  throw error;
}

/** An error is reported in the thread, for people who may ask: most threads that cannot be read can still be written to. */
async function orReport<T>(request: JobRequest, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    const { allowed } = await accessOf(request);
    const posts =
      allowed && request.inputs.publish === "github"
        ? createPosts({ ...request, self: await whoAmI(request.client) })
        : undefined;
    await reportBroken({ parts: request, facts: NO_FACTS, posts }, error);
    throw error;
  }
}
