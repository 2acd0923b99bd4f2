/** Decides when git asks a failing server again. Only this file knows which words mean that a later attempt can succeed. */

import type { Clock } from "../../base/clock.ts";
import { RunnerError } from "../../protocol/error.ts";
import type { Git } from "./git.ts";

/** Waits after a failure, 40 s together: a restart of a server takes seconds, a failover half a minute. */
const WAITS_MS = [500, 2_000, 8_000, 30_000] as const;
/** GitHub's advice for a rate limit that names no time: a minute, then longer. */
const RATE_LIMIT_WAITS_MS = [60_000, 120_000] as const;
/** The longest wait for a rate limit that names a time, as the API's client has it. */
const MAX_LIMIT_MS = 180_000;

/**
 * git shows only the status of a refused upload. A server refuses a missing right earlier, when git asks for the references, so a
 * 403 of an upload is a rate limit.
 */
const RATE_LIMIT =
  /\b429\b|rate limit|abuse detection|too many requests|RPC failed; HTTP 403|^retry-after:|^x-ratelimit-remaining: 0$/im;
/** Missing rights, rules, names that do not exist, and failures on this machine. */
const PERMANENT =
  /\b40[0134]\b|denied|deny|declined|permission|read-only|not allowed|refusing|rejected\]|GH\d{3}|exceeds|could not read username|authentication failed|remote ref|not our ref|not found|does not match any|bad object|transport '|no space left/i;
/** Failures of GitHub's own that look like refusals of a push: `[remote rejected] main -> main (Internal Server Error)`. */
const OUTAGE = /internal server error|fatal error in commit_refs/i;
/** The address that git quotes, whose names could look like any of these. */
const ADDRESS = /https?:\/\/[^\s'"]+/g;

/** GitHub answers a rate limit with 403 too, so this is checked before a missing right. `said` is the output of git and the server. */
export function isRateLimit(said: string): boolean {
  return RATE_LIMIT.test(said.replaceAll(ADDRESS, ""));
}

/** Whether the server failed although git calls it a refusal. */
export function isOutage(said: string): boolean {
  return OUTAGE.test(said.replaceAll(ADDRESS, ""));
}

/** The wait before attempt number `attempt` + 1; undefined where another attempt would not help or there were enough. */
export function waitBeforeNext(said: string, attempt: number): number | undefined {
  const words = said.replaceAll(ADDRESS, "");
  if (isRateLimit(words)) {
    const askedMs = Number(/^retry-after: *(\d{1,9})$/im.exec(words)?.[1] ?? Number.NaN) * 1000;
    if (Number.isNaN(askedMs)) return RATE_LIMIT_WAITS_MS[attempt - 1];
    return attempt <= WAITS_MS.length && askedMs <= MAX_LIMIT_MS ? Math.max(1_000, askedMs) : undefined;
  }
  if (attempt === 1 && isUnexplained(words)) return WAITS_MS[1];
  return PERMANENT.test(words) && !isOutage(words) ? undefined : WAITS_MS[attempt - 1];
}

/** A 403 without a word of the server: a server names a missing right, but git does not show the headers of a rate limit at first. */
function isUnexplained(said: string): boolean {
  return said.includes("returned error: 403") && !/\bremote: /.test(said);
}

/** The same git with repeated attempts, for commands that only read from the server. */
export function retryingGit(git: Git, clock: Pick<Clock, "sleep">): Git {
  return async (call) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await git({ ...call, showsLimits: attempt > 1 });
      } catch (error) {
        call.signal?.throwIfAborted();
        const waitMs = error instanceof RunnerError ? waitBeforeNext(error.message, attempt) : undefined;
        if (waitMs === undefined) throw error;
        await clock.sleep(waitMs, call.signal);
      }
    }
  };
}
