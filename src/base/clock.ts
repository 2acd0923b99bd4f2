/** Time as a dependency, so that a test can run a day of back-off in a millisecond. */

import { setTimeout as delay } from "node:timers/promises";

export interface Clock {
  /** Wall time in ms since the epoch. It may jump, so it is only for times that people read. */
  readonly now: () => number;
  /** Monotonic ms since an arbitrary start. For limits and durations. */
  readonly monotonic: () => number;
  /** Resolves after `ms`; rejects with the signal's reason when it aborts first. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
}

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

/** `850 ms`, `4.2 s`, `3 min 5 s`, `1 h 2 min`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const minutes = Math.floor(ms / 60_000);
  return minutes < 60
    ? `${minutes} min ${Math.floor((ms % 60_000) / 1000)} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
