/** A call of the model that was paid for and came to nothing: charged and recorded like any other. */

import { totalTokens, type TokenUsage } from "../../protocol/model.ts";
import type { Turn } from "../../protocol/turn.ts";

/** Charges it. Its prompt may have been sent several times, so that estimates are not measured by it. */
export async function chargeWasted(
  { budget, emit }: Pick<Turn, "budget" | "emit">,
  why: "failed" | "cut",
  usage: TokenUsage,
): Promise<void> {
  if (totalTokens(usage) === 0) return;
  await emit({ type: "model.wasted", why, usage, costUsd: budget.settle(usage, 0) });
}
