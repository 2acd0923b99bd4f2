/** Which failed attempts are repeated, and when. Refused ones cost only time; those that may be charged are counted. */

import { backoffMs, type Backoff } from "../base/backoff.ts";
import type { Clock } from "../base/clock.ts";
import { counted } from "../base/words.ts";
import { RunnerError } from "../protocol/error.ts";
import { DEFAULT_RETRY_MINUTES, type Limits } from "../protocol/limits.ts";
import { failedCallOf, type ChatModel, type AfterFailure, type RetryBudget } from "../protocol/model.ts";

export interface RetryBudgetOptions {
  readonly model: Pick<ChatModel, "name">;
  readonly limits: Pick<Limits, "retries" | "patienceMinutes">;
  readonly clock: Pick<Clock, "monotonic">;
  /** Returns 0 ≤ x < 1. */
  readonly random: () => number;
  /** The end of the run on the clock's scale. A wait beyond it is not started. */
  readonly deadlineMs?: number | undefined;
}

/** Rate limits are counted per minute, and overloads last for minutes. More requests would only add to them. */
const BACKOFF: Backoff = { initialMs: 1_000, maxMs: 60_000, jitterMs: 1_000 };

/** Creates the retry budget of a run. Each model call begins with all of it. */
export function createRetryBudget({ model, limits, clock, random, deadlineMs }: RetryBudgetOptions): RetryBudget {
  const minutes = limits.patienceMinutes ?? DEFAULT_RETRY_MINUTES;
  return () => {
    let began: number | undefined;
    let attempt = 0;
    /** Failed attempts that may be charged. */
    let charged = 0;
    /** Failed attempts in which nothing came within the time limit. */
    let silent = 0;

    /** Why there is no further attempt after this wait; undefined when there is one. `asked`: the wait that the provider asked for. */
    const reasonToStop = (waitMs: number, leftMs: number, asked: number | undefined): string | undefined => {
      // One silent attempt may be a lost connection. Two mean that the model thinks longer, and each attempt is billed.
      if (silent > 1)
        return "two attempts were silent until the timeout; raise idle_seconds if the model thinks for longer";
      if (charged >= limits.retries)
        return `limits.retries allows ${counted(limits.retries, "attempt that is", "attempts that are")} charged`;
      if (asked !== undefined && asked > leftMs)
        return `the provider asks for a wait of ${seconds(asked)}, past the patience of ${counted(minutes, "minute")}`;
      if (leftMs <= 0) return `the patience of ${counted(minutes, "minute")} is over`;
      if (deadlineMs === undefined || clock.monotonic() + waitMs < deadlineMs) return undefined;
      return `the next one would have to wait ${seconds(waitMs)}, past the run's time limit`;
    };

    return (error): AfterFailure => {
      if (!(error instanceof RunnerError) || error.code !== "provider.unavailable") return { kind: "give_up", error };
      const failure = failedCallOf(error);
      attempt += 1;
      if (failure?.isFree !== true) charged += 1;
      if (failure?.isSilent === true) silent += 1;
      const now = clock.monotonic();
      began ??= now;
      const leftMs = began + minutes * 60_000 - now;
      const asked = failure?.retryAfterMs;
      const waitMs = asked ?? Math.min(backoffMs(attempt, BACKOFF, random), Math.max(0, leftMs));
      const why = reasonToStop(waitMs, leftMs, asked);
      if (why === undefined) {
        const notice = { attempt, waitMs, patienceMs: leftMs, reason: error.message, status: failure?.status };
        return { kind: "wait", notice };
      }
      const attempts = `${counted(attempt, "attempt")}${attempt === 1 ? "" : ` in ${seconds(now - began)}`}`;
      const message = `No answer from ${model.name} (${attempts}; ${why}). Last seen: ${error.message}`;
      const { code, cause } = error;
      return { kind: "give_up", error: new RunnerError({ code, message, hint: "Try again later.", cause }) };
    };
  };
}

function seconds(ms: number): string {
  return `${Math.ceil(ms / 1000)} s`;
}
