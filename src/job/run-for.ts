/** The run that an event asked for, once the requester is known to be allowed: it is claimed, done, and published. */

import { describeError, RunnerError } from "../protocol/error.ts";
import type { Sink } from "../protocol/wire.ts";
import { outcomeOfError } from "../run/end/outcome.ts";
import type { RunHooks } from "../run/agent/run-parts.ts";
import type { RunEnd } from "../run/end/run-end.ts";
import { startRun } from "../run/run.ts";
import { claimRequest, type Claim } from "./sessions/claim-request.ts";
import { doneReason } from "./sessions/done-record.ts";
import { baseWarnings } from "./context/base-branch.ts";
import { fetchCommits, mergeWarnings, withFilesOfGit } from "./context/fetch-commits.ts";
import { obstacles } from "./context/examine.ts";
import { skipped, withdrawn, type FoundInReview, type JobEnd } from "./context/job-end.ts";
import { publishStored } from "./deliver/publish-stored.ts";
import { replyToDroppedCommands } from "./guards/dropped-commands.ts";
import { capRuns, tellTooMany } from "./guards/runs-per-hour.ts";
import { taskKeyOf } from "./context/request-keys.ts";
import { openTask, type OpenTask } from "./keyed/open-task.ts";
import { takenReason } from "./sessions/lease.ts";
import { chainReason, lineageDepth } from "./guards/lineage.ts";
import { createPosts } from "./context/posts.ts";
import { buildRunRequest } from "./context/build-run-request.ts";
import { isFixReview, isReview, planWarnings, type JobContext } from "./context/job-context.ts";
import { followRun } from "./deliver/follow-run.ts";
import { writeDelivery } from "./two-phase/write-delivery.ts";

/** Carries out the request of the event. Throws `RunnerError` for an error before a session exists. */
export async function runFor(context: JobContext): Promise<JobEnd> {
  const depth = await lineageDepth(context);
  const chained = chainReason(context, depth);
  if (chained !== undefined) return await withdrawn(chained, context);
  if (isFixReview(context)) return await (await import("./review/fix-review.ts")).fixReview(context, depth);
  const task = await taskOf(context);
  if (task?.resting !== undefined) return skipped(task.resting, context);
  try {
    const ended = await claimAndRun(context, depth);
    if (ended.kind === "ran") await task?.maintenance?.ended(ended.end.outcome, ended.published);
    return ended;
  } catch (error) {
    await task?.maintenance?.ended(outcomeOfError(error), undefined);
    throw error;
  }
}

/** The task without a thread that this job works on; undefined for another request, and where nothing is published. */
async function taskOf(context: JobContext): Promise<OpenTask | undefined> {
  const { publish, phase } = context.inputs;
  const key = taskKeyOf(context);
  return key !== undefined && (publish === "github" || phase === "agent") ? await openTask(context, key) : undefined;
}

/** Claims the request and carries it out, or publishes what an earlier job did for it. `depth` counts the runs that led to it. */
async function claimAndRun(context: JobContext, depth: number): Promise<JobEnd> {
  const warnings = [
    ...obstacles(context.findings),
    ...baseWarnings(context),
    ...planWarnings(context),
    ...mergeWarnings(context),
  ];
  for (const text of warnings) context.world.warn(text);
  const claim = await claimRequest(context, depth);
  switch (claim.kind) {
    case "taken":
      return skipped(takenReason(claim.lease), context);
    case "done":
      return await withdrawn(doneReason(claim.done), context);
    case "ended":
      return await publishEnded(context, claim);
    case "mine":
      return await runClaimed(context, claim, warnings);
  }
}

/** Publishes a run that an earlier job ended: it was not published, or its request for approval may be missing. */
async function publishEnded(context: JobContext, claim: Extract<Claim, { kind: "ended" }>): Promise<JobEnd> {
  using open = claim.open;
  open.store.adopt(claim.session.remote);
  return await publishStored(context, { session: claim.session, open });
}

type Claimed = Extract<Claim, { kind: "mine" }>;

/** Runs the request that this job claimed, and publishes the end. */
async function runClaimed(context: JobContext, claim: Claimed, warnings: readonly string[]): Promise<JobEnd> {
  const { sync, unsaved, claimed, isFirst } = claim;
  const made = context.inputs.publish === "none" ? undefined : createPosts(context, { isFirst });
  // A review leaves no comment where it finds nothing, and so no live one either.
  const posts = made && isReview(context) ? { ...made, progress: undefined } : made;
  void posts?.reaction.seen();
  // Dropped commands are answered once, after the first answer of the model, so that the run does not wait for it.
  let answering: Promise<void> | undefined;
  let found: FoundInReview | undefined;
  const dropped: Sink = {
    name: "dropped commands",
    write: ({ event }) => {
      if (event.type !== "step.usage" || claimed === undefined) return;
      answering ??= replyToDroppedCommands(context, claimed.ids).catch(() => {}); // the next run tries again
    },
  };
  const following = { context, posts, warnings, sync, unsaved, isFirst, sinks: [dropped], isTold: isToldIn(context) };
  const admit = claimed && capRuns(context, claimed);
  const delivery = context.inputs.phase === "agent" ? writeDelivery : undefined;
  const stands = (those: FoundInReview): void => void (found = those);
  try {
    return await followRun({ ...following, admit, writeDelivery: delivery }, (hooks) =>
      startClaimed(context, claim, hooks, stands),
    );
  } catch (error) {
    if (!following.isTold(error)) throw error;
    if (codeOf(error) === "run.too_many" && claimed !== undefined) await tellTooMany(context, claimed);
    await posts?.reaction.done("skipped");
    return { ...skipped(describeError(error), context), found };
  } finally {
    await answering;
    claim.close();
  }
}

/** Fetches the commits, and starts the run on them. `stands` is told of what a review found before it asks the model. */
async function startClaimed(
  context: JobContext,
  { sync, sessionId, origin }: Claimed,
  hooks: RunHooks,
  stands: (found: FoundInReview) => void,
): Promise<RunEnd> {
  const { world, stopper } = context;
  try {
    const commits = await fetchCommits(context);
    const merge = commits?.merge?.kind === "prepared" ? ([commits.head, commits.base] as const) : undefined;
    const plain = buildRunRequest(await withFilesOfGit(context), commits);
    const request = isReview(context)
      ? await (await import("./review/pull-review.ts")).reviewRequest(context, { request: plain, commits, stands })
      : plain;
    return await startRun({ ...request, sessionId, origin: { ...origin, merge } }, { world, stopper, hooks });
  } catch (error) {
    await sync?.abandon();
    throw withoutSecrets(context, error);
  }
}

/** Errors of which the job tells in its own words. */
function isToldIn({ outsider }: JobContext): (error: unknown) => boolean {
  return (error) => {
    const code = codeOf(error);
    return code === "run.too_many" || code === "review.empty" || (code === "run.cost_limit" && outsider === true);
  };
}

function codeOf(error: unknown): string | undefined {
  return error instanceof RunnerError ? error.code : undefined;
}

const FORK_HINT =
  "GitHub gives this event of a fork's pull request no secrets and a read-only token. Write the command in a comment in the conversation, whose event has both.";
const DEPENDABOT_HINT =
  "GitHub gives an event of Dependabot only the secrets under Settings → Secrets and variables → Dependabot. Add the key there too.";

/** Says of a missing key why an event has no secrets; returns any other error as it is. */
function withoutSecrets({ inputs, trigger: { thread, authority } }: JobContext, error: unknown): unknown {
  if (!(error instanceof RunnerError) || error.code !== "config.missing_key") return error;
  const isFork = thread !== undefined && "fork" in thread && thread.fork;
  const isByDependabot = authority.kind === "people" && authority.users.at(-1)?.login === "dependabot[bot]";
  if (!isByDependabot && (!isFork || inputs.context.eventName === "pull_request_target")) return error;
  const hint = isByDependabot ? DEPENDABOT_HINT : FORK_HINT;
  return new RunnerError({ code: error.code, message: error.message, hint, cause: error });
}
