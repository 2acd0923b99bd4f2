/**
 * Reads one event stream to its end within three limits: the caller's signal, an idle time that only content resets, and a total
 * time. It knows no event format; `take` classifies an event.
 */

import type { Clock } from "../base/clock.ts";
import { unusable } from "./errors.ts";

export interface Timeouts {
  /** Longest wait for the next piece of content, ms. Pings and comments are not content. */
  readonly idleMs: number;
  /** Longest time for one request as a whole, ms. */
  readonly totalMs: number;
}

/** 120 s covers the longest silent reasoning seen in practice; 600 s is a full 128k-token answer at 200 tokens/s. */
export const DEFAULT_TIMEOUTS: Timeouts = { idleMs: 120_000, totalMs: 600_000 };

/** Wait after the finish marker, which only usage and [DONE] follow. */
const SETTLE_MS = 2_000;
/** Interval between checks of the limits, which are minutes. */
const POLL_MS = 1_000;

/** The kind of an event: nothing (ping, empty delta), content, or the finish marker. */
export type EventWorth = "nothing" | "content" | "finished";

export interface ReadStreamOptions<E> {
  /** Sends the request. Its signal aborts when the stream is given up. */
  readonly open: (signal: AbortSignal) => Promise<AsyncIterable<E>>;
  readonly take: (event: E) => EventWorth;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly timeouts: Timeouts;
}

/**
 * Resolves when the stream has ended, or broke after its finish marker, when the message is complete. Rejects with the signal's
 * reason, with what `open`, the stream or `take` threw, or with `provider.unavailable` for a stall or a stream without a finish
 * marker.
 */
export async function readStream<E>({ open, take, signal, clock, timeouts }: ReadStreamOptions<E>): Promise<void> {
  signal.throwIfAborted();
  const request = new AbortController();
  const watching = new AbortController();
  const relay = (): void => {
    request.abort(signal.reason);
    watching.abort(signal.reason);
  };
  signal.addEventListener("abort", relay, { once: true });

  const start = clock.monotonic();
  let lastContent = start;
  let finished = false;
  const read = async (): Promise<undefined> => {
    for await (const event of await open(request.signal)) {
      const wasFinished = finished;
      finished = false; // when `take` throws, the answer is not complete, even after a finish marker
      const worth = take(event);
      if (worth !== "nothing") lastContent = clock.monotonic();
      // Content after a finish marker needs another marker, or a stream that breaks there would pass for complete.
      finished = worth === "nothing" ? wasFinished : worth === "finished";
    }
  };
  const watch = async (): Promise<string> => {
    for (;;) {
      const now = clock.monotonic();
      const idleLeft = lastContent + (finished ? SETTLE_MS : timeouts.idleMs) - now;
      const totalLeft = start + timeouts.totalMs - now;
      if (idleLeft <= 0) return `stalled: no content for ${timeouts.idleMs / 1000} s`;
      if (totalLeft <= 0) return `not finished after ${timeouts.totalMs / 1000} s`;
      await clock.sleep(Math.min(idleLeft, totalLeft, POLL_MS), watching.signal);
    }
  };

  try {
    const givenUp = await Promise.race([read(), watch()]);
    signal.throwIfAborted(); // the SDKs end an aborted stream silently
    if (finished) {
      if (givenUp !== undefined) request.abort();
      return;
    }
    throw unusable(givenUp === undefined ? "the stream ended without a finish marker" : `the stream ${givenUp}`);
  } catch (error) {
    request.abort();
    signal.throwIfAborted();
    if (!finished) throw error;
  } finally {
    signal.removeEventListener("abort", relay);
    watching.abort();
  }
}
