/** The end of a batch's reservation in the repository's ledger: the cost of its tasks takes its place, and the rest is free again. */

import type { JobGit } from "../../job/context/job-git.ts";
import { createLedgerRef } from "../../job/sessions/ledger-reference.ts";
import { describeError } from "../../protocol/error.ts";
import { batchSession, settle } from "../../spending/spending.ts";
import type { BatchState } from "../results/fold.ts";

/** Replaces the reservation of the phase `plan` by the cost of the batch, retries since then included. Never rejects. */
export async function settleMoney(
  { plan, spentUsd }: Pick<BatchState, "plan" | "spentUsd">,
  { refs, clock }: Pick<JobGit, "refs" | "clock">,
  warn: (text: string) => void,
): Promise<void> {
  const session = batchSession(plan.id);
  try {
    await createLedgerRef({ refs, thread: undefined, clock, random: Math.random }).change((ledger) => {
      const isBehind = ledger.some(
        (entry) => entry.session === session && (entry.reservedUsd > 0 || entry.sessionUsd < spentUsd),
      );
      return { ledger: isBehind ? settle(ledger, session, spentUsd) : ledger, result: undefined };
    });
  } catch (error) {
    warn(
      `The cost of the batch could not be written to the ledger, which goes on counting all that was reserved: ${describeError(error)}`,
    );
  }
}
