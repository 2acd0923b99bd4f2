/** A paid call of the model without a result. It is charged and recorded like any other. */

import { totalTokens, type TokenUsage } from "../../protocol/model.ts";
import type { Turn } from "../../protocol/turn.ts";

/** Charges the call. It does not calibrate estimates, because its prompt may have been sent several times. */
export async function chargeWasted(
  { budget, emit }: Pick<Turn, "budget" | "emit">,
  why: "failed" | "cut",
  usage: TokenUsage,
): Promise<void> {
  if (totalTokens(usage) === 0) return;
  await emit({ type: "model.wasted", why, usage, costUsd: budget.settle(usage, 0) });
}
