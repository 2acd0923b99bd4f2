/**
 * Reads one event stream to its end under three clocks: the caller's signal, an idle limit that only content resets, and a
 * total limit. It knows no event format; `take` says what an event was worth.
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

/** After the finish marker only bookkeeping (usage, [DONE]) follows; a server that holds the line is not waited for. */
const SETTLE_MS = 2_000;
/** How often the limits are looked at: one timer a second is cheap, and a limit of minutes needs no better. */
const POLL_MS = 1_000;

/** What an event was: nothing (ping, empty delta), content, or the finish marker. */
export type EventWorth = "nothing" | "content" | "finished";

export interface ReadStreamOptions<E> {
  /** Sends the request; the signal it gets aborts when reading is given up. */
  readonly open: (signal: AbortSignal) => Promise<AsyncIterable<E>>;
  readonly take: (event: E) => EventWorth;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly timeouts: Timeouts;
}

/**
 * Resolves when the stream has ended, or broke after its finish marker: by then the message is whole. Rejects with the
 * signal's reason, with what `open`, the stream or `take` threw, or with `provider.unavailable` for a stall or a stream
 * without finish marker.
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
      finished = false; // what cannot be taken is no answer, wherever it stands
      const worth = take(event);
      if (worth !== "nothing") lastContent = clock.monotonic();
      // Content behind a finish marker needs one of its own, or a cut there would pass for the end.
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
