/** How a run ended, for its caller. */

import type { SpendingTotals } from "../../protocol/limits.ts";
import { systemClock } from "../../base/clock.ts";
import { exitCode, type OutcomeRecord } from "../../protocol/outcome.ts";
import type { HeldCall } from "../../protocol/wire.ts";
import type { Bundle } from "../../session/bundle.ts";

export interface RunEnd {
  /** The recorded, redacted outcome. Publishing may have changed `outcome` and `reason` since. */
  readonly outcome: OutcomeRecord;
  readonly exitCode: number;
  readonly bundle: Bundle;
  readonly sessionId: string;
  /** The calls that wait for an answer, when the outcome is `deferred`. */
  readonly held: readonly HeldCall[];
  /** The change contains a secret: the patch in the bundle is empty, and the workspace is sent nowhere. */
  readonly isWithheld?: boolean | undefined;
  /** The cost of several runs together, where that is limited. */
  readonly totals?: SpendingTotals | undefined;
  /** When the process that ended the run began, in ms since the epoch. */
  readonly beganAt: number;
}

/** The end of a session that ended before, and that no process works on now. */
export function endedBefore(bundle: Bundle, sessionId: string, outcome: OutcomeRecord): RunEnd {
  return { outcome, exitCode: exitCode(outcome.outcome), bundle, sessionId, held: [], beganAt: systemClock.now() };
}
