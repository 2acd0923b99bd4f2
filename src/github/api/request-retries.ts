/**
 * Repeats a failed request within limits: after a rate limit it waits as long as GitHub asks, after an outage for growing times.
 * Where a repeated request could do something twice, it first looks whether that was done.
 */

import type { Clock } from "../../base/clock.ts";
import { RunnerError } from "../../protocol/error.ts";
import type { Repeat } from "./call.ts";
import { explained, isFailedAnswer, detailOf } from "./failure.ts";
import { rateLimitWaitMs } from "./rate-limit.ts";

interface RetriedRequest<T> {
  /** `METHOD /path`, for errors. */
  readonly route: string;
  readonly repeat: Repeat;
  readonly signal: AbortSignal | undefined;
  readonly send: () => Promise<T>;
  /** Makes the request's answer of what `Repeat.find` found. */
  readonly answerOf: (found: unknown) => T;
}

export interface RequestRetriesOptions {
  readonly clock: Clock;
  /** Limit for all waits for rate limits together, and again for all for outages. */
  readonly maxWaitMs: number;
  /** Called before each wait. */
  readonly onWait?: ((wait: { readonly waitMs: number; readonly reason: string }) => void) | undefined;
  /** Least time between two requests that notify people. */
  readonly noticeGapMs: number;
}

/** Waits after a lost answer or a 5xx, 40 s together: a restart of a server takes seconds, a failover half a minute. */
const OUTAGE_WAITS_MS = [500, 2_000, 8_000, 30_000] as const;
/** How many of these waits a `briefly` repeated request makes: 2.5 s together. */
const BRIEF_WAITS = 2;
/** Number of looks before a request is sent again, because lists can lag behind. */
const LOOKS = 2;
/** Requests that create what GitHub tells people about. */
const NOTIFIES = /^POST .*\/(?:comments|issues|pulls|replies|reviews)$/;

/** Creates the function through which all requests of a client go. It rejects with the error of the last attempt. */
export function createRequestRetries(options: RequestRetriesOptions) {
  const { clock, noticeGapMs } = options;
  const gate = createWaitGate(options);
  let nextNoticeAt = -Infinity;
  const turn = async ({ route, signal }: Pick<RetriedRequest<unknown>, "route" | "signal">): Promise<void> => {
    if (!NOTIFIES.test(route)) return;
    const now = clock.monotonic();
    const waitMs = nextNoticeAt - now;
    nextNoticeAt = Math.max(now, nextNoticeAt) + noticeGapMs;
    if (waitMs > 0) await clock.sleep(waitMs, signal);
  };
  return async <T>(request: RetriedRequest<T>): Promise<T> => {
    const { route, repeat, signal, send, answerOf } = request;
    const find = typeof repeat === "object" ? repeat.find : undefined;
    const waits = OUTAGE_WAITS_MS.slice(0, repeat === "briefly" ? BRIEF_WAITS : undefined);
    let limits = 0;
    let losses = 0;
    for (;;) {
      await gate.pass(signal);
      await turn(request);
      try {
        return await send();
      } catch (thrown) {
        signal?.throwIfAborted();
        const error = explained(route, thrown);
        const limitMs = limitOf(thrown, clock.now(), limits);
        if (limitMs !== undefined && repeat !== "never") {
          limits += 1;
          gate.closeForLimit({ waitMs: limitMs, error });
          continue;
        }
        const mayHelp = isLost(thrown) || (losses === 0 && isConflict(thrown) && EDITS.test(route));
        if (limitMs !== undefined || !mayHelp || repeat === "never") throw error;
        for (let looks = 1; ; looks += 1) {
          const waitMs = waits[losses];
          if (waitMs === undefined || !gate.closeForOutage({ waitMs, error })) throw error;
          losses += 1;
          await gate.pass(signal);
          if (find === undefined) break;
          const [found] = await Promise.allSettled([find()]);
          if (found.status === "rejected") continue; // the error of the request itself is the one to report
          if (found.value !== undefined) return answerOf(found.value);
          if (looks >= LOOKS) break;
        }
      }
    }
  };
}

/** Edits of texts, which replace the whole: GitHub refuses one of two at the same moment, and the second try meets no other. */
const EDITS = /^PATCH .*\/(?:comments|issues|pulls)\/\{[^/]*\}$/;

function isConflict(error: unknown): boolean {
  return isFailedAnswer(error) && error.status === 409;
}

/** Whether there was no answer, or a server error: the request may have been carried out. */
function isLost(error: unknown): boolean {
  return !isFailedAnswer(error) || error.status >= 500 || error.status === 408;
}

/** Milliseconds that a rate limit asks for; undefined for any other refusal. Each one without a number doubles the wait. */
function limitOf(error: unknown, now: number, before: number): number | undefined {
  if (!isFailedAnswer(error)) return undefined;
  const { status, response } = error;
  return rateLimitWaitMs({ status, headers: response.headers, message: detailOf(response.data) }, now, before);
}

interface Refusal {
  readonly waitMs: number;
  readonly error: RunnerError;
}

/** Makes all calls of a client wait while one of them has met a rate limit or an outage. The waits of each kind have a common limit. */
function createWaitGate({ clock, maxWaitMs, onWait }: RequestRetriesOptions) {
  let openAt = -Infinity;
  const leftMs = { limit: maxWaitMs, outage: maxWaitMs };
  /** Set after a limit that asks for too long a wait, until that time is over. */
  let stuck: { readonly until: number; readonly error: RunnerError } | undefined;
  /** False when the time that is left does not suffice. */
  const close = (kind: keyof typeof leftMs, { waitMs, error }: Refusal): boolean => {
    const now = clock.monotonic();
    // Concurrent calls are refused together, so only the time beyond the current wait counts.
    const added = now + waitMs - Math.max(now, openAt);
    if (added <= 0) return true;
    if (added > leftMs[kind]) return false;
    leftMs[kind] -= added;
    openAt = now + waitMs;
    onWait?.({ waitMs, reason: error.message });
    return true;
  };
  return {
    /** A rate limit closes the gate for `waitMs`. */
    closeForLimit: (refusal: Refusal): void => {
      if (!close("limit", refusal)) {
        stuck = { until: clock.monotonic() + refusal.waitMs, error: tooLong(refusal, maxWaitMs) };
      }
    },
    /** An outage closes the gate for `waitMs`. Returns false and leaves it open when such waits have used up their time. */
    closeForOutage: (refusal: Refusal): boolean => close("outage", refusal),
    /** Waits until the gate is open. Rejects with the refusal of a rate limit that asks for too long a wait. */
    pass: async (signal: AbortSignal | undefined): Promise<void> => {
      for (;;) {
        if (stuck !== undefined && clock.monotonic() < stuck.until) throw stuck.error;
        const waitMs = openAt - clock.monotonic();
        if (waitMs <= 0) return;
        await clock.sleep(waitMs, signal);
      }
    },
  };
}

function tooLong({ error, waitMs }: Refusal, maxWaitMs: number): RunnerError {
  return new RunnerError({
    code: "github.failed",
    message: `${error.message} GitHub's rate limit asks for a wait of ${Math.ceil(waitMs / 1000)} s; a run waits ${Math.round(maxWaitMs / 1000)} s at most.`,
    hint: "Run again after that time, or use an App token, which has a larger limit.",
    cause: error.cause,
  });
}
