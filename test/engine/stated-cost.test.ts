/** The cost that a provider states beats the known price, and absurd ones are not believed. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { createBudget } from "../../src/engine/budget.ts";
import { DEFAULT_LIMITS } from "../../src/protocol/limits.ts";
import { NO_USAGE, type TokenUsage } from "../../src/protocol/model.ts";
import { systemClock } from "../../src/base/clock.ts";

const USAGE: TokenUsage = { input: 1_000, cacheRead: 0, cacheWrite: 0, output: 0 };

/** What is charged for an attempt whose tokens cost `known`. */
async function charged(known: number | undefined, stated: number | undefined): Promise<number | undefined> {
  const spent = { steps: 0, usage: NO_USAGE, costUsd: 0, denials: 0, pressed: [] };
  const budget = createBudget({ limits: DEFAULT_LIMITS, spent, clock: systemClock });
  const model = {
    maxOutputTokens: 1_000,
    window: 100_000,
    costUsd: ({ input }: TokenUsage) => (known === undefined ? undefined : (known * input) / 1_000),
  };
  const reserved = await budget.reserve({ purpose: "step", model, promptTokens: 1_000 });
  assert.ok(!("stop" in reserved));
  return budget.settle(reserved, { usage: USAGE, costUsd: stated }).costUsd;
}

test("a stated cost is charged if it is plausible", async () => {
  const table: readonly (readonly [
    known: number | undefined,
    stated: number | undefined,
    charged: number | undefined,
  ])[] = [
    [0.1, 0.07, 0.07],
    [0.1, 0.9, 0.9],
    [0.1, undefined, 0.1],
    [0.1, 1.1, 0.1],
    [0.1, 0.001, 0.1],
    [0.1, Number.MAX_VALUE, 0.1],
    [0.1, Number.MIN_VALUE, 0.1],
    [0, 3, 0],
    [undefined, 0.2, 0.2],
    [undefined, 1e9, undefined],
    [undefined, undefined, undefined],
  ];
  for (const [known, stated, expected] of table) assert.equal(await charged(known, stated), expected);
});
