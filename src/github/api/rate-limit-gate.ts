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
