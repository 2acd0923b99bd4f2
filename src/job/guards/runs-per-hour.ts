/** How many runs were asked for in a thread within an hour. */

import { systemClock } from "../../base/clock.ts";
import type { RunHooks } from "../../run/agent/run-parts.ts";
import type { ClaimedRequest } from "../sessions/claim-request.ts";
import { noticeMark } from "../../publish/result/markers.ts";
import { ownCommentOf } from "../context/posts.ts";
import type { JobContext } from "../context/job-context.ts";
import { RunnerError } from "../../protocol/error.ts";
import { parseSessionId } from "../sessions/session-id.ts";

const HOUR_MS = 3_600_000;
/** One run in three minutes: more than people ask for, and few enough to stop a loop before it costs much. */
const DEFAULT_RUNS_PER_HOUR = 20;

/** Says in the thread that there were too many runs, at most once an hour. Never rejects. */
export async function tellTooMany(context: JobContext, { thread }: ClaimedRequest): Promise<void> {
  const mark = noticeMark(`t${thread}`, "runs_per_hour");
  const notBefore = systemClock.now() - HOUR_MS;
  const comment = ownCommentOf(context, { thread, self: context.self, mark, notBefore });
  await comment.put(
    "The last run was skipped: more runs were asked for in this thread within an hour than `limits.runs_per_hour` of the policy allows. Requests that are skipped count too. Ask again when the last hour has fewer.",
  );
}

/** Counts the claims of the last hour by their names, and refuses a run above the limit with `run.too_many`. Refused runs count as well, so that a loop stays stopped. */
export function capRuns(
  { world }: Pick<JobContext, "world">,
  { thread, ids }: ClaimedRequest,
): NonNullable<RunHooks["admit"]> {
  return async ({ policy }) => {
    const most = policy.limits.runsPerHour ?? DEFAULT_RUNS_PER_HOUR;
    const from = systemClock.now() - HOUR_MS;
    const { claims } = await ids.catch(() => {
      world.warn("The runs of this thread could not be counted, so their limit for an hour was not checked.");
      return { claims: [] };
    });
    const begun = claims.map(parseSessionId).filter((name) => name?.thread === thread && name.at > from).length;
    if (begun <= most) return;
    throw new RunnerError({
      code: "run.too_many",
      message: `${begun} runs were requested in this thread within an hour; ${most} may begin.`,
      hint: "Ask again later, or raise limits.runs_per_hour in the policy.",
    });
  };
}
