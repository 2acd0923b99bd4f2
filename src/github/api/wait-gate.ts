/** Makes all calls of a client wait while one of them has met a rate limit or an outage. The waits of each kind have a common limit. */

import type { Clock } from "../../base/clock.ts";
import { RunnerError } from "../../protocol/error.ts";

export type WaitGate = ReturnType<typeof createWaitGate>;

interface Refusal {
  readonly waitMs: number;
  readonly error: RunnerError;
}

export interface WaitGateOptions {
  readonly clock: Clock;
  /** Time that the gate may be closed in total for rate limits, and again for outages, ms. */
  readonly maxWaitMs: number;
  readonly onWait?: ((wait: { readonly waitMs: number; readonly reason: string }) => void) | undefined;
}

export function createWaitGate({ clock, maxWaitMs, onWait }: WaitGateOptions) {
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
