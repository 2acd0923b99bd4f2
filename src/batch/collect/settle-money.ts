/** The end of a batch's reservation in the repository's ledger: what its tasks cost takes its place, and the rest is free again. */

import type { Clock } from "../../base/clock.ts";
import { createLedgerRef } from "../../job/sessions/ledger-reference.ts";
import { describeError } from "../../protocol/error.ts";
import { batchSession, settle } from "../../spending/spending.ts";
import type { RemoteRefs } from "../../workspace/remote-refs.ts";
import type { BatchState } from "../results/fold.ts";

interface Settling {
  readonly refs: RemoteRefs;
  readonly clock: Pick<Clock, "now" | "sleep">;
  readonly warn: (text: string) => void;
}

/** Settles what the phase `plan` reserved, and adds what tasks cost that were run again since. Nothing where nothing was reserved. Never rejects. */
export async function settleMoney(
  { plan, spentUsd }: Pick<BatchState, "plan" | "spentUsd">,
  { refs, clock, warn }: Settling,
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
      `What the batch cost could not be written to the ledger, which goes on counting all it reserved: ${describeError(error)}`,
    );
  }
}
