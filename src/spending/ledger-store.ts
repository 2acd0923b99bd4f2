/** The place where a ledger is kept, as reserving and settling use it. Other processes change the ledger at the same time. */

import type { SpendingLedger, LedgerEntry } from "./spending.ts";

export interface Edited<T> {
  /** Nothing is written where it is the same object. */
  readonly ledger: SpendingLedger;
  readonly result: T;
}

export interface LedgerStore {
  /** Calls `edit` again with the new ledger where another process was faster. Throws where the ledger cannot be read or written. */
  readonly change: <T>(edit: (ledger: SpendingLedger) => Edited<T>) => Promise<T>;
  /** Whether the run of a reservation may have vanished. Only then its cost is looked up. */
  readonly mayBeLost: (entry: LedgerEntry, now: number) => boolean;
  /** The cost of a vanished session, no less than `mayUsd`; `unknown` without a save, `running` while it goes on. */
  readonly lastCost: (session: string, now: number, mayUsd?: number) => Promise<number | "unknown" | "running">;
  /** The journal of a session that goes on here has all that it cost. Elsewhere its newest steps may be lost. */
  readonly hasWholeJournals?: boolean | undefined;
  /** The fields that tell entries of this process from those of others. */
  readonly owner: Pick<LedgerEntry, "thread" | "root" | "process">;
}
