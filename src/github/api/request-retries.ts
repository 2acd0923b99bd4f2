/**
 * Repeats a failed request within limits: after a rate limit it waits as long as GitHub asks, after an outage for growing times.
 * Where a repeated request could do something twice, it first looks whether that was done.
 */

import type { Clock } from "../../base/clock.ts";
import type { Repeat } from "./call.ts";
import { explained, isFailedAnswer, detailOf } from "./failure.ts";
import { rateLimitWaitMs } from "./rate-limit.ts";
import type { WaitGate } from "./wait-gate.ts";

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
  readonly gate: WaitGate;
  readonly clock: Clock;
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
export function createRequestRetries({ gate, clock, noticeGapMs }: RequestRetriesOptions) {
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
