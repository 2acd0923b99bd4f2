/** Reads one event stream to its end, within limits of silence and time. It knows no wire format. */

import type { Clock } from "../base/clock.ts";
import { errorBody } from "./wire/thrown.ts";
import { unusable } from "./wire/wire-value.ts";

export interface Timeouts {
  /**
   * Longest silence of the connection, ms. Pings and comments end a silence too. The first byte may take twice as long, because
   * servers queue requests, and the next piece of content four times as long, because a model may think silently.
   */
  readonly idleMs: number;
  /** Longest time for one whole request, ms. The run's own limit is mostly shorter. */
  readonly totalMs: number;
}

/** Timeouts for models that do not think. The total is GitHub's limit of a job. */
export const DEFAULT_TIMEOUTS: Timeouts = { idleMs: 120_000, totalMs: 6 * 3_600_000 };
/** `idleMs` for models that think. Reasoning at the highest effort is silent for 3 to 15 minutes; most servers send pings meanwhile. */
export const THINKING_IDLE_MS = 300_000;

const FIRST_BYTE_SHARE = 2;
const CONTENT_SHARE = 4;

/** Wait after the finish marker, after which only usage and [DONE] can follow. */
const SETTLE_MS = 2_000;
/** Interval between checks of the limits, which are minutes long. */
const POLL_MS = 1_000;

/** What an event contains: nothing (ping, empty delta), content, or the finish marker. */
export type EventWorth = "nothing" | "content" | "finished";

export interface ReadStreamOptions<E> {
  /** Sends the request. The signal of `attempt` aborts when the stream is abandoned. */
  readonly open: (attempt: StreamAttempt) => Promise<AsyncIterable<E>>;
  readonly take: (event: E) => EventWorth;
  /** Whether the answer is longer than it may be. Asked after each event. */
  readonly isOver?: (() => boolean) | undefined;
  /** Most bytes of an answer that is not streamed. */
  readonly maxWholeBytes?: number | undefined;
  /** Called before the rest of an answer that is too long is left unread. */
  readonly stopped?: (() => void) | undefined;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly timeouts: Timeouts;
  /** Called before a stream is abandoned because of silence. */
  readonly stalled?: (() => void) | undefined;
}

export interface StreamAttempt {
  readonly signal: AbortSignal;
  /** Must be called for each chunk of the answer, also for comments. `bytes`: of an answer in one piece, which is not streamed. */
  readonly heard: (bytes?: number) => void;
}

/**
 * Resolves when the stream has ended or was stopped as too long. A stream that breaks after its finish marker counts as ended, because
 * the message is complete. Rejects with the signal's reason, with what `open`, the stream or `take` threw, or with
 * `provider.unavailable` for a stall or a stream without a finish marker.
 */
export async function readStream<E>(options: ReadStreamOptions<E>): Promise<void> {
  const { open, take, isOver, maxWholeBytes = Infinity, stopped, signal, clock, timeouts, stalled } = options;
  signal.throwIfAborted();
  const request = new AbortController();
  const watching = new AbortController();
  const awake = AbortSignal.any([signal, watching.signal]);

  const start = clock.monotonic();
  let lastContent = start;
  let lastByte: number | undefined;
  let finished = false;
  let isStopped = false;
  let wholeBytes = 0;
  const stop = (): void => {
    isStopped = true;
    stopped?.();
    request.abort();
  };
  const requireRead = (): void => {
    if (wholeBytes > maxWholeBytes) throw unusable(`it has more than ${maxWholeBytes} bytes and is not streamed`);
  };
  const heard = (bytes = 0): void => {
    lastByte = clock.monotonic();
    wholeBytes += bytes;
    if (wholeBytes > maxWholeBytes) stop();
  };
  const read = async (): Promise<undefined> => {
    const events = await open({ signal: AbortSignal.any([signal, request.signal]), heard });
    for await (const event of events) {
      heard();
      const wasFinished = finished;
      finished = false; // if `take` throws, the answer is not complete, even after a finish marker
      const worth = take(event);
      if (worth !== "nothing") lastContent = clock.monotonic();
      // Content after a finish marker needs another marker. Otherwise a stream that breaks there would pass for complete.
      finished = worth === "nothing" ? wasFinished : worth === "finished";
      if (isOver?.() === true) {
        stop();
        return;
      }
    }
  };
  const watch = async (): Promise<string> => {
    const { idleMs, totalMs } = timeouts;
    for (;;) {
      const now = clock.monotonic();
      const bytesLeft = lastByte === undefined ? start + FIRST_BYTE_SHARE * idleMs - now : lastByte + idleMs - now;
      const contentLeft = lastContent + (finished ? SETTLE_MS : CONTENT_SHARE * idleMs) - now;
      const totalLeft = start + totalMs - now;
      if (Math.min(bytesLeft, contentLeft) <= 0) {
        if (!finished) stalled?.();
        const [what, since] = bytesLeft <= 0 ? ["sign of life", lastByte ?? start] : ["content", lastContent];
        return `stalled: no ${what} for ${Math.round((now - since) / 100) / 10} s`;
      }
      if (totalLeft <= 0) return `not finished after ${totalMs / 1000} s`;
      await clock.sleep(Math.min(bytesLeft, contentLeft, totalLeft, POLL_MS), awake);
    }
  };

  try {
    const givenUp = await Promise.race([read(), watch()]);
    signal.throwIfAborted(); // the SDKs end an aborted stream silently
    if (isStopped) return requireRead();
    if (finished) return;
    throw unusable(givenUp === undefined ? "the stream ended without a finish marker" : `the stream ${givenUp}`);
  } catch (error) {
    signal.throwIfAborted();
    if (isStopped) return requireRead();
    // An error that the provider reports counts, also after a finish marker.
    if (!finished || errorBody(error) !== undefined) throw error;
  } finally {
    request.abort(); // does nothing to a complete answer, whose connection may serve the next request: see base/network/http.ts
    watching.abort();
  }
}
