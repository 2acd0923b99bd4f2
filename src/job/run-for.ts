/** The run that an event asked for, once the requester is known to be allowed: it is claimed, done, and published. */

import { describeError, RunnerError } from "../protocol/error.ts";
import type { Sink } from "../protocol/wire.ts";
import { outcomeOfError } from "../run/end/outcome.ts";
import { beginOpening, type Opening } from "../run/open/opening.ts";
import { startRun } from "../run/run.ts";
import { claimRequest, sessionOriginOf, type Claim } from "./sessions/claim-request.ts";
import { doneReason } from "./sessions/done-record.ts";
import { baseWarnings } from "./context/base-branch.ts";
import { fetchCommits, mergeWarnings, withFilesOfGit } from "./context/fetch-commits.ts";
import { obstacles } from "./context/examine.ts";
import { skipped, type JobEnd } from "./context/job-end.ts";
import { publishStored } from "./deliver/publish-stored.ts";
import { reportBroken } from "./deliver/report-broken.ts";
import { withoutSecrets } from "./guards/fork-event.ts";
import { createThreadGuards } from "./guards/thread-guards.ts";
import { taskKeyOf } from "./context/request-keys.ts";
import { openTask, type OpenTask } from "./keyed/open-task.ts";
import { takenReason } from "./sessions/lease.ts";
import { chainReason, lineageDepth } from "./guards/lineage.ts";
import { createPosts } from "./context/posts.ts";
import { buildRunRequest } from "./context/build-run-request.ts";
import { commitsOf, planWarnings, type JobContext } from "./context/job-context.ts";
import { createRunHooks } from "./deliver/run-hooks.ts";
import { writeDelivery } from "./two-phase/write-delivery.ts";

/**
 * Opens the workbench while the claim is made, which takes two requests. Only for a run that works on the checkout as it is. `early`
 * closes what was opened, until the run takes it over.
 */
function openEarly(context: JobContext, early: AsyncDisposableStack): Opening | undefined {
  const { inputs, world, stopper } = context;
  if (commitsOf(context) !== undefined) return undefined;
  const dropping = new AbortController();
  const request = { ...inputs.run, origin: sessionOriginOf(context) };
  const opening = beginOpening(request, world, AbortSignal.any([stopper.signal, dropping.signal]));
  early.defer(async () => {
    dropping.abort();
    const bench = await opening.bench.catch(() => undefined); // what made the job drop it is reported instead
    await bench?.close();
  });
  return opening;
}

/** Publishes a run that an earlier job ended: it was not published, or its request for approval may be missing. */
async function publishEnded(
  context: JobContext,
  { session, open }: Extract<Claim, { kind: "ended" }>,
): Promise<JobEnd> {
  try {
    open.store.adopt(session.remote);
    return await publishStored(context, { session, open });
  } finally {
    open.close();
  }
}

/** Carries out the request of the event. Throws `RunnerError` for an error before a session exists. */
export async function runFor(context: JobContext): Promise<JobEnd> {
  const { inputs } = context;
  const depth = await lineageDepth(context);
  const chained = chainReason(context, depth);
  if (chained !== undefined) {
    await context.reaction?.withdraw();
    return skipped(chained, context);
  }
  const key = taskKeyOf(context);
  let task: OpenTask | undefined;
  if (key !== undefined && (inputs.publish === "github" || inputs.phase === "agent")) {
    task = await openTask(context, key);
    if (task.resting !== undefined) return skipped(task.resting, context);
  }
  try {
    const ended = await claimAndRun(context, depth);
    if (ended.kind === "ran") await task?.maintenance?.ended(ended.end.outcome, ended.published);
    return ended;
  } catch (error) {
    await task?.maintenance?.ended(outcomeOfError(error), undefined);
    throw error;
  }
}

/** Claims the request and carries it out, or publishes what an earlier job did for it. `depth` counts the runs that led to it. */
async function claimAndRun(context: JobContext, depth: number): Promise<JobEnd> {
  const { inputs, world, stopper } = context;
  const warnings = [
    ...obstacles(context.findings),
    ...baseWarnings(context),
    ...planWarnings(context),
    ...mergeWarnings(context),
  ];
  for (const text of warnings) world.warn(text);
  // Opening the workbench keeps this process busy for 100 ms, so git sends the claim first.
  const asked = Promise.withResolvers<void>();
  const claiming = claimRequest(context, depth, asked.resolve);
  await Promise.race([asked.promise, claiming]);
  await using early = new AsyncDisposableStack();
  const opening = openEarly(context, early);
  const claim = await claiming;
  if (claim.kind !== "mine") await early.disposeAsync();
  if (claim.kind === "taken") return skipped(takenReason(claim.lease), context);
  if (claim.kind === "done") {
    await context.reaction?.withdraw();
    return skipped(doneReason(claim.done), context);
  }
  if (claim.kind === "ended") return publishEnded(context, claim);
  const { sync, unsaved, claimed, isFirst, sessionId, origin } = claim;
  const posts = inputs.publish === "none" ? undefined : createPosts(context, { isFirst });
  void posts?.reaction.seen();
  const guards = claimed && createThreadGuards(context, claimed);
  const followed = createRunHooks({
    context,
    posts,
    warnings,
    sync,
    unsaved,
    isFirst,
    admit: guards?.admit,
    writeDelivery: inputs.phase === "agent" ? writeDelivery : undefined,
  });
  try {
    const commits = await fetchCommits(context);
    const merge = commits?.merge?.kind === "prepared" ? ([commits.head, commits.base] as const) : undefined;
    const request = {
      ...buildRunRequest(await withFilesOfGit(context), commits),
      sessionId,
      origin: { ...origin, merge },
    };
    // Dropped commands are answered after the first answer of the model, so that the run does not wait for it.
    const dropped: Sink = {
      name: "dropped commands",
      write: ({ event }) => void (event.type === "step.usage" && guards?.checkDropped()),
    };
    early.move(); // the run closes it from now on
    const end = await startRun(request, {
      world,
      stopper,
      opening,
      hooks: { ...followed.hooks, sinks: [...(followed.hooks.sinks ?? []), dropped] },
    });
    return { kind: "ran", end, published: followed.published(), artifact: followed.artifact() };
  } catch (thrown) {
    await sync?.abandon();
    const error = withoutSecrets(context, thrown);
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
