/** Exponential back-off with additive jitter, as a pure function of the attempt. */

export interface Backoff {
  readonly initialMs: number;
  /** The longest wait, without the jitter. */
  readonly maxMs: number;
  /** Upper bound of the random part of each wait, so that processes that failed together do not try again together. */
  readonly jitterMs: number;
}

/** How long to wait after attempt number `attempt` (from 1) has failed. `random` returns 0 ≤ x < 1. */
export function backoffMs(attempt: number, { initialMs, maxMs, jitterMs }: Backoff, random: () => number): number {
  const exponential = initialMs * 2 ** (attempt - 1);
  return Math.round(Math.min(maxMs, exponential) + random() * jitterMs);
}
