/** What a run may cost, and how its cost is settled at the end. */

import type { Limits, SpendingTotals } from "../protocol/limits.ts";

export interface RunSpending {
  /** The limits of the run, with the money limit that is in force. */
  readonly limits: Limits;
  /** Sets how the cost of the whole session is read, in US dollars. Without it, the cost before this process counts. */
  readonly follow: (sessionUsd: () => number) => void;
  /** Replaces the reservation by the cost of the session, once. Never rejects; a failure is a warning. */
  readonly settle: () => Promise<SpendingTotals | undefined>;
}

/** For a run that shares no limit with others. */
export function unsharedSpending(limits: Limits): RunSpending {
  return { limits, follow: () => {}, settle: async () => undefined };
}
