/** How a run ended, as its caller gets it. */

import type { SpendingTotals } from "../../protocol/limits.ts";
import type { OutcomeRecord } from "../../protocol/outcome.ts";
import type { HeldCall } from "../../protocol/wire.ts";
import type { Bundle } from "../../session/bundle.ts";

export interface RunEnd {
  /** As it is recorded, redacted. What became of publishing may have changed outcome and reason since. */
  readonly outcome: OutcomeRecord;
  readonly exitCode: number;
  readonly bundle: Bundle;
  readonly sessionId: string;
  /** What waits for an answer, when the outcome is `deferred`. */
  readonly held: readonly HeldCall[];
  /** The change holds a secret: the patch in the bundle is empty, and the workspace is sent nowhere. */
  readonly isWithheld: boolean;
  /** What runs cost together, where that is limited. */
  readonly totals?: SpendingTotals | undefined;
  /** When the process that ended it took the session up, ms since the epoch. */
  readonly beganAt: number;
}
