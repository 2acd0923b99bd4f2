/** Exponential back-off with additive jitter, as a pure function of the attempt. */

export interface Backoff {
  readonly initialMs: number;
  /** Where doubling stops. */
  readonly maxMs: number;
  /** Upper bound of the random part added to each wait, also to the longest one: processes that lost together part again. */
  readonly jitterMs: number;
}

/** Wait after attempt number `attempt` (from 1) failed. `random` yields 0 ≤ x < 1. */
export function backoffMs(attempt: number, { initialMs, maxMs, jitterMs }: Backoff, random: () => number): number {
  const exponential = initialMs * 2 ** (attempt - 1);
  return Math.round(Math.min(maxMs, exponential) + random() * jitterMs);
}
