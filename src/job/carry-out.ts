/** Carries out what an event asks for, once the job knows that there is something to do: a run, or an answer without one. */

import type { Access } from "../github/people/access.ts";
import type { Trigger } from "../github/event/trigger.ts";
import { RunnerError } from "../protocol/error.ts";
import { NO_FACTS } from "../run-model/facts.ts";
import { handleDecision } from "./answers/handle-decision.ts";
import { tellStatus } from "./answers/tell-status.ts";
import { withBase } from "./context/base-branch.ts";
import { examine, requireUsable } from "./context/examine.ts";
import { jobClient } from "./context/job-client.ts";
import { trustedPolicy } from "./context/job-git.ts";
import { accessOf, readJobContext, whoAmI, type JobContext, type ReadContext } from "./context/job-context.ts";
import { skipped, withdrawn, type JobEnd } from "./context/job-end.ts";
import type { JobParts, JobRequest } from "./context/job-parts.ts";
import { outboxOf } from "./context/outbox.ts";
import { createPosts, earlyReaction, postReply } from "./context/posts.ts";
import { reportBroken } from "./deliver/report-broken.ts";
import { isAnswerOnly, type RunTrigger } from "./context/task.ts";
import { withBaseRestored } from "./guards/pull-request-target.ts";
import { runFor } from "./run-for.ts";
import { publishPhase } from "./two-phase/publish-phase.ts";
import { failureOf } from "../github/api/failure.ts";

/** Carries out what the event asks for. Throws `RunnerError` for an error before a session exists. */
export async function carryOut(
  given: Omit<JobParts, "client" | "outbox">,
  trigger: Exclude<Trigger, { kind: "skip" }>,
): Promise<JobEnd> {
  const { inputs, job, world } = given;
  const client = jobClient(inputs, job, world);
  const parts = { ...given, client, outbox: outboxOf(inputs, client) };
  if (trigger.kind !== "run") return await answer(parts, trigger);
  return await carryOutRun({ ...parts, trigger, reaction: earlyReaction({ ...parts, trigger }) });
}

/** A job whose event asks for a run: access, context, guards, then the run or the publication of another job's run. */
async function carryOutRun(request: JobRequest): Promise<JobEnd> {
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

/**
 * The context of a run that only reads, for people without write permission, where the policy of the base or of the checked-out commit
 * allows such runs; undefined where these people may start none. Throws `policy.invalid`, `git.failed`.
 */
async function admitOutsider(context: ReadContext): Promise<ReadContext | undefined> {
  const trigger = readingTrigger(context.trigger);
  if (trigger === undefined || context.inputs.run.workbench.sandbox !== "sealed") return undefined;
  if ((await trustedPolicy(context)).outsiders === undefined) return undefined;
  const asked = { ...context, trigger, outsider: true } as const;
  if (trigger.verb === context.trigger.verb) return asked;
  const { thread, self } = context;
  const findings = await examine(asked, { thread: Promise.resolve(thread), self: Promise.resolve(self) });
  return { ...asked, findings };
}

/** What an outsider may ask for: an answer. The workflow's prompt for a fix becomes a question; their own slash commands are not run. */
function readingTrigger(trigger: RunTrigger): RunTrigger | undefined {
  const { verb, isSlash, isPrompted = false, authority } = trigger;
  if (authority.kind === "workflow") return undefined;
  if (isPrompted) return isAnswerOnly(verb) ? trigger : { ...trigger, verb: "ask" };
  return isAnswerOnly(verb) && !isSlash ? trigger : undefined;
}

async function workOn(context: JobContext): Promise<JobEnd> {
  return context.inputs.phase === "publish" ? await publishPhase(context) : await runFor(context);
}

async function readUnlessGone(request: JobRequest) {
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
      return await postReply({ ...parts, trigger }, trigger.text);
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

/** The statuses of a thread that was deleted, transferred to another repository, or cannot be seen. */
const GONE: ReadonlySet<number | undefined> = new Set([404, 410, 301]);

/** The reason to skip the run if `error` means that its thread is gone. Asks GitHub only after a refusal. Never rejects. */
async function goneThread({ client, job, trigger }: JobRequest, error: unknown): Promise<string | undefined> {
  if (trigger.thread === undefined || !GONE.has(failureOf(error)?.status)) return undefined;
  const { number } = trigger.thread;
  const at = { owner: job.owner, repo: job.repo };
  const refusal = async (route: string, more: object): Promise<number | undefined> =>
    await client.request(route, { ...at, ...more }, { redirects: "refuse" }).then(
      () => undefined,
      (refused: unknown) => failureOf(refused)?.status ?? 0,
    );
  const told = await refusal("GET /repos/{owner}/{repo}/issues/{number}", { number });
  // A token without permission for issues gets a 404 for the list as well, and a renamed repository redirects it.
  const isGone =
    told === 410 ||
    (GONE.has(told) && (await refusal("GET /repos/{owner}/{repo}/issues", { per_page: 1 })) === undefined);
  return isGone ? `#${number} no longer exists: it was deleted or moved before the run began.` : undefined;
}
