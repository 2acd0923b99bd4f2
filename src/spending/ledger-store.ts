/** Where a ledger is kept, seen by who reserves and settles: changed against everybody else who changes it. */

import type { SpendingLedger, LedgerEntry } from "./spending.ts";

export interface Edited<T> {
  /** The same object: nothing is written. */
  readonly ledger: SpendingLedger;
  readonly result: T;
}

export interface LedgerStore {
  /** `edit` is called again with the new ledger where another process was faster. Throws when the ledger can be neither read nor written. */
  readonly change: <T>(edit: (ledger: SpendingLedger) => Edited<T>) => Promise<T>;
  /** Whether the run of a reservation may have vanished: only then it is worth a look. */
  readonly mayBeLost: (entry: LedgerEntry, now: number) => boolean;
  /** What a vanished session had cost in all when it was last saved; `unknown` when no save tells, `running` while it goes on. */
  readonly lastCost: (session: string, now: number) => Promise<number | "unknown" | "running">;
  /** How entries of this process are told from others'. */
  readonly owner: Pick<LedgerEntry, "thread" | "root" | "pid">;
}
