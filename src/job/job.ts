/**
 * A job on GitHub: an event in, a published result out. It decides whether there is anything to do and for whom, and starts the run,
 * whose end goes to the publisher. `run --event` on a laptop is the same job.
 */

import { systemClock } from "../base/clock.ts";
import type { Access } from "../github/people/access.ts";
import { parseEvent } from "../github/event/event.ts";
import { decideTrigger } from "../github/event/decide-trigger.ts";
import { STATUS_ELSEWHERE } from "../github/event/reply.ts";
import type { Trigger } from "../github/event/trigger.ts";
import { RunnerError } from "../protocol/error.ts";
import { NO_FACTS } from "../publish/result/run-facts.ts";
import type { World } from "../run/open/request.ts";
import type { Stopper } from "../run/open/stopper.ts";
import { jobClient } from "./context/job-client.ts";
import { githubJob, type GitHubJob } from "./context/github-job.ts";
import { requireUsable } from "./context/examine.ts";
import type { JobInputs } from "./context/inputs.ts";
import { skipped, type JobEnd } from "./context/job-end.ts";
import { outboxOf } from "./context/outbox.ts";
import type { JobParts, JobRequest } from "./context/job-parts.ts";
import { reportBroken } from "./deliver/report-broken.ts";
import { createPosts, earlyReaction, postReply } from "./context/posts.ts";
import { accessOf, readJobContext, whoAmI } from "./context/job-context.ts";

/** What the event asks for. It sends no request. Throws `config.invalid`. */
export function readTrigger(inputs: JobInputs, world: World): { readonly job: GitHubJob; readonly trigger: Trigger } {
  const { eventName, payload, payloadFile } = inputs.context;
  const job = githubJob(inputs.context, world.env);
  const event = parseEvent(eventName, payload, payloadFile);
  return { job, trigger: decideTrigger(event, inputs.start) };
}

/** Runs the job. Throws `RunnerError` for an error before a session exists. */
export async function runJob(given: JobInputs, world: World, stopper: Stopper): Promise<JobEnd> {
  const inputs: JobInputs = given.phase === "agent" ? { ...given, publish: "none" } : given;
  const { job, trigger: decided } = readTrigger(inputs, world);
  const isTold = decided.kind === "status" && inputs.phase !== "all";
  const trigger: Trigger = isTold ? { ...decided, kind: "reply", text: STATUS_ELSEWHERE } : decided;
  const publishing = inputs.phase === "publish" ? await import("./two-phase/publish-phase.ts") : undefined;
  if (trigger.kind !== "run") publishing?.requireNoBundle(inputs);
  if (trigger.kind === "skip") {
    if (trigger.isMistake === true) world.warn(trigger.reason);
    return skipped(trigger.reason, { job, world });
  }
  const written = Promise.withResolvers<void>();
  const client = jobClient(inputs, job, world, written.resolve);
  const parts: JobParts = { inputs, world, stopper, job, client, outbox: outboxOf(inputs, client) };
  if (trigger.kind === "run") {
    const request = { ...parts, trigger, reaction: earlyReaction({ ...parts, trigger }) };
    const reading = readJobContext(request).catch(async (error: unknown) => {
      const { goneThread } = await import("./guards/gone-thread.ts");
      const gone = await goneThread(request, error);
      return gone === undefined ? await orReport(request, Promise.reject(error)) : { gone };
    });
    const [read, { runFor, withBase }] = await Promise.all([reading, loadRun(written.promise)]);
    if ("gone" in read) return skipped(read.gone, parts);
    const { access, context } = read;
    let asked = context;
    if (!access.allowed) {
      const reader = access.isOutsider && (await (await import("./guards/outsiders.ts")).admitOutsider(context));
      if (reader === undefined) return turnedAway(access, parts);
      asked = reader;
    }
    const { commandMinimised = "" } = asked.thread ?? {};
    if (["spam", "abuse"].includes(commandMinimised)) {
      await asked.reaction?.withdraw();
      return skipped(`The comment with the command was hidden as ${commandMinimised}.`, parts);
    }
    try {
      requireUsable(asked.findings, parts);
    } catch (error) {
      await asked.reaction?.withdraw();
      throw error;
    }
    const ready = await orReport(asked, withBase(asked));
    if (inputs.context.eventName !== "pull_request_target") return publishing?.publishPhase(ready) ?? runFor(ready);
    const putBack = await (await import("./guards/pull-request-target.ts")).guardTarget(ready);
    try {
      return await (publishing?.publishPhase(ready) ?? runFor(ready));
    } finally {
      await putBack();
    }
  }
  if (trigger.kind !== "reply" && inputs.phase !== "all") return skipped(NO_ANSWERS, parts);
  const access = await accessOf({ ...parts, trigger });
  if (!access.allowed) return turnedAway(access, parts);
  if (trigger.kind === "reply") {
    await postReply({ ...parts, trigger });
    return { kind: "replied", text: trigger.text };
  }
  if (trigger.kind === "status") {
    const { tellStatus } = await import("./answers/tell-status.ts");
    return tellStatus({ ...parts, trigger });
  }
  const { handleDecision } = await import("./answers/handle-decision.ts");
  return handleDecision({ ...parts, trigger });
}

/** The loading waits at most this long for a connection to GitHub. */
const LOADS_AFTER_MS = 100;

/** Loads the modules of a run while GitHub answers. That takes 60 ms, in which this process sends nothing. */
async function loadRun(written: Promise<void>) {
  await Promise.race([written, systemClock.sleep(LOADS_AFTER_MS)]);
  const modules = [import("./run-for.ts"), import("./context/base-branch.ts")] as const;
  const [{ runFor }, { withBase }] = await Promise.all(modules);
  return { runFor, withBase };
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
async function orReport<T>(request: JobRequest, reading: Promise<T>): Promise<T> {
  try {
    return await reading;
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
