/** What a run may cost, and how its cost is told at the end. */

import type { Limits, SpendingTotals } from "../protocol/limits.ts";

export interface RunSpending {
  /** With the money limit that is in force. */
  readonly limits: Limits;
  /** Tells where to read what the whole session cost, in US dollars; until then it is what it had cost before. */
  readonly follow: (sessionUsd: () => number) => void;
  /** What the session cost takes the place of the reservation, once. Never rejects: a failure is warned of. */
  readonly settle: () => Promise<SpendingTotals | undefined>;
}

/** Of a run that shares no limit with others. */
export function unsharedSpending(limits: Limits): RunSpending {
  return { limits, follow: () => {}, settle: async () => undefined };
}
