import type { Clock } from "../../src/base/clock.ts";

/** Time that passes only when somebody sleeps. */
export function jumpClock(): Clock {
  let ms = Date.now();
  return {
    now: () => ms,
    monotonic: () => ms,
    sleep: async (wait, signal) => {
      signal?.throwIfAborted();
      ms += wait;
    },
  };
}
