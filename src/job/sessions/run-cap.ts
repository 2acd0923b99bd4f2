/** How many runs may begin in a thread within an hour. Claims are counted, by their names; nothing of them is read. */

import type { Clock } from "../../base/clock.ts";
import { RunnerError } from "../../protocol/error.ts";
import type { RunHooks } from "../../run/agent/run-parts.ts";
import type { ClaimedIds } from "./claim-request.ts";
import { parseSessionId } from "./session-id.ts";

export const HOUR_MS = 3_600_000;
/** One in three minutes: more than people ask for, few enough that a loop is stopped before it is dear. */
const DEFAULT_RUNS_PER_HOUR = 20;

export interface CapOptions {
  readonly thread: number;
  readonly ids: Promise<Pick<ClaimedIds, "claims">>;
  readonly clock: Pick<Clock, "now">;
  readonly warn: (text: string) => void;
}

/** Refuses with `run.too_many` a run that is one too many. Those that were refused count as well: a loop stays stopped while it turns. */
export function capRuns({ thread, ids, clock, warn }: CapOptions): NonNullable<RunHooks["admit"]> {
  return async ({ policy }) => {
    const most = policy.limits.runsPerHour ?? DEFAULT_RUNS_PER_HOUR;
    const from = clock.now() - HOUR_MS;
    const { claims } = await ids.catch(() => {
      warn("The runs of this thread could not be counted, so that their limit for an hour was not checked.");
      return { claims: [] };
    });
    const begun = claims.map(parseSessionId).filter((name) => name?.thread === thread && name.at > from).length;
    if (begun <= most) return;
    throw new RunnerError({
      code: "run.too_many",
      message: `${begun} runs were asked for in this thread within an hour; ${most} may begin.`,
      hint: "Ask again later, or raise limits.runs_per_hour in the policy.",
    });
  };
}
