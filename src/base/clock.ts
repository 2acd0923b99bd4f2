/**
 * Time as a dependency. Code that waits or reads the time takes a `Clock`, so that a test can run a day of back-off in a
 * millisecond and two runs with the same clock write the same bytes.
 */

import { setTimeout as delay } from "node:timers/promises";

export interface Clock {
  /** Wall time in ms since the epoch. It may jump, so it is only for times that people read. */
  readonly now: () => number;
  /** Monotonic ms since an arbitrary start. For limits and durations. */
  readonly monotonic: () => number;
  /** Resolves after `ms`; rejects with the signal's reason when it aborts first. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: async (ms, signal) => {
    signal?.throwIfAborted();
    try {
      await delay(ms, undefined, signal ? { signal } : {});
    } catch (error) {
      signal?.throwIfAborted(); // node wraps the reason in an AbortError; callers want the reason itself
      throw error;
    }
  },
};
