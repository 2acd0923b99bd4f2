/** The gate for all calls of a client. A rate limit of one call closes it for all, and the sum of all waits has a limit. */

import type { Clock } from "../../base/clock.ts";
import { RunnerError } from "../../protocol/error.ts";

export interface RateLimitGate {
  /** Waits until the gate is open. Rejects with the refusal that closed it when the wait would be too long. */
  readonly pass: (signal: AbortSignal | undefined) => Promise<void>;
  /** Closes the gate for `waitMs` because of `error`. */
  readonly close: (refusal: { readonly waitMs: number; readonly error: RunnerError }) => void;
}

export interface RateLimitGateOptions {
  readonly clock: Clock;
  /** Time the gate may be closed in total, ms. */
  readonly maxWaitMs: number;
  readonly onWait?: ((wait: { readonly waitMs: number; readonly reason: string }) => void) | undefined;
}

export function createRateLimitGate({ clock, maxWaitMs, onWait }: RateLimitGateOptions): RateLimitGate {
  let openAt = -Infinity;
  let leftMs = maxWaitMs;
  let stuck: RunnerError | undefined;
  return {
    close: ({ waitMs, error }) => {
      const now = clock.monotonic();
      // Concurrent calls are refused together, so only the time beyond the current wait counts.
      const added = now + waitMs - Math.max(now, openAt);
      if (added <= 0) return;
      if (added > leftMs) {
        stuck = tooLong(error, waitMs, maxWaitMs);
        return;
      }
      leftMs -= added;
      openAt = now + waitMs;
      onWait?.({ waitMs, reason: error.message });
    },
    pass: async (signal) => {
      for (;;) {
        if (stuck !== undefined) throw stuck;
        const waitMs = openAt - clock.monotonic();
        if (waitMs <= 0) return;
        await clock.sleep(waitMs, signal);
      }
    },
  };
}

function tooLong(error: RunnerError, waitMs: number, maxWaitMs: number): RunnerError {
  return new RunnerError({
    code: "github.failed",
    message: `${error.message} GitHub's rate limit asks for a wait of ${Math.ceil(waitMs / 1000)} s; a run waits ${Math.round(maxWaitMs / 1000)} s at most.`,
    hint: "Run again after that time, or use an App token, which has a larger limit.",
    cause: error.cause,
  });
}

interface RefusedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number | undefined>>;
  /** The `message` of the answer's body. */
  readonly message: string;
}

/** GitHub's advice for a secondary limit without a number: at least a minute. */
const UNSAID_WAIT_MS = 60_000;
/** The least wait. At the edge of a window GitHub answers "0 seconds", and refuses an immediate request again. */
const LEAST_WAIT_MS = 1_000;
const LIMIT_WORDS = /rate limit|abuse detection/i;

/**
 * Milliseconds to wait before asking again; undefined when the answer is no rate limit. `now` is wall time in ms. GitHub has three
 * forms of limits: `retry-after`, `x-ratelimit-*`, or only words
 * (https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api).
 */
export function rateLimitWaitMs({ status, headers, message }: RefusedResponse, now: number): number | undefined {
  if (status !== 429 && status !== 403) return undefined;
  const asked = retryAfterMs(headers["retry-after"], now);
  if (asked !== undefined) return Math.max(LEAST_WAIT_MS, asked);
  const spent = headers["x-ratelimit-remaining"] === "0";
  const reset = Number(headers["x-ratelimit-reset"] ?? Number.NaN);
  if (spent && Number.isFinite(reset)) return Math.max(LEAST_WAIT_MS, reset * 1000 - now);
  return status === 429 || spent || LIMIT_WORDS.test(message) ? UNSAID_WAIT_MS : undefined;
}

/** Reads seconds or an HTTP date; undefined for any other text. */
function retryAfterMs(value: string | number | undefined, now: number): number | undefined {
  const text = String(value ?? "").trim();
  if (/^\d{1,12}$/.test(text)) return Number(text) * 1000;
  // Date.parse reads many invalid texts as years. An HTTP date has a weekday and a clock time.
  if (!/^[A-Z][a-z]{2}.*\d\d:\d\d:\d\d/.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : at - now;
}
