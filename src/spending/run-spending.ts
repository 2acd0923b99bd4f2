/** What a run may cost, and how its cost is settled at the end. */

import type { Limits, SpendingTotals } from "../protocol/limits.ts";
import type { Sink } from "../protocol/wire.ts";

export interface RunSpending {
  /** The limits of the run, with the money limit that is in force. */
  readonly limits: Limits;
  /** Sets how the cost of the whole session is read, in US dollars, alone and with all requests under way. */
  readonly follow: (sessionUsd: () => number, mayUsd?: () => number) => void;
  /** Before a model is asked, the ledger knows what the session may have cost then. */
  readonly sinks: readonly Sink[];
  /** Replaces the reservation by the cost of the session, once. Never rejects; a failure is a warning. */
  readonly settle: () => Promise<SpendingTotals | undefined>;
}

/** For a run that shares no limit with others. */
export function unsharedSpending(limits: Limits): RunSpending {
  return { limits, follow: () => {}, sinks: [], settle: async () => undefined };
}
