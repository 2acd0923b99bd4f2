/**
 * A server that ignores the output cap, or lies about what it used: the answer is stopped, the run ends at its limit, and no limit is
 * passed by more than one capped answer.
 */

import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { systemClock } from "../../src/base/clock.ts";
import { createBudget } from "../../src/engine/budget.ts";
import { createRetryBudget } from "../../src/llm/retry-budget.ts";
import { mostBytes, mostTokens } from "../../src/llm/wire/overrun.ts";
import { DEFAULT_LIMITS } from "../../src/protocol/limits.ts";
import { EMPTY_STATE, stateOf } from "../../src/session/session-state.ts";
import type { DoubleReply } from "../doubles/model-reply.ts";
import { createHarness, testTool } from "../doubles/turn.ts";
import { ask, serve, virtualClock, WIRE_NAMES, wireModel, type WireName } from "./workbench.ts";

const CAP = 400;
const PRICE = { input: 1, cacheRead: 1, cacheWrite: 1, output: 100 };
const CAPPED_USD = (CAP * PRICE.output) / 1e6;
/** Pays for a prompt and one capped answer, and for no second one. */
const LIMIT_USD = CAPPED_USD + 0.002;
const LONG = "The words go on and on. ".repeat(500);

/** How a run under a limit of money ends with a server that answers every request so: its stop, its requests, its output tokens. */
async function endOf(t: TestContext, format: WireName, reply: DoubleReply) {
  const server = await serve(t, () => reply);
  const model = await wireModel(format, server, { own: { maxOutputTokens: CAP, price: PRICE } });
  const limits = { ...DEFAULT_LIMITS, costUsd: LIMIT_USD };
  const budget = createBudget({ limits, spent: EMPTY_STATE.spent, clock: systemClock });
  const { clock } = virtualClock();
  const retryBudget = createRetryBudget({ model, limits, clock, random: () => 0 });
  const parts = { model, budget, clock, outage: { retryBudget } };
  const harness = createHarness({ replies: [], tools: [testTool({ name: "look" })], parts });
  const { stop } = await harness.run();
  assert.deepEqual(server.violations, []);
  const { usage, costUsd } = stateOf(harness.events).spent;
  assert.ok(costUsd <= LIMIT_USD + CAPPED_USD, `$${costUsd}`);
  return [stop, server.requests.length, usage.output];
}

/** A server that holds the connection open behind its last byte would be waited for. */
const HELD = { usage: null, stallAfterBytes: 50_000_000 };
const OVERRUNS: Readonly<Record<string, DoubleReply>> = {
  "text without an end": { text: LONG, ...HELD },
  "reasoning without an end": { think: LONG, text: "x", ...HELD },
  "arguments without an end": { calls: [{ name: "look", arguments: { a: LONG } }], usage: null },
  "a long text that ends well, with a small count": { text: LONG },
  "many calls": { calls: Array.from({ length: 500 }, (_, n) => ({ name: "look", arguments: { n, why: "to know" } })) },
};

for (const format of WIRE_NAMES) {
  for (const [name, reply] of Object.entries(OVERRUNS)) {
    test(`${format}: ${name} is stopped at the cap, and the run ends at its limit`, { timeout: 20_000 }, async (t) => {
      assert.deepEqual(await endOf(t, format, reply), ["limit_cost", 1, mostTokens(CAP)]);
    });
  }

  test(
    `${format}: an answer that is not streamed is read up to a limit, and charged`,
    { timeout: 20_000 },
    async (t) => {
      const long = LONG.repeat(Math.ceil(mostBytes(CAP) / LONG.length) + 1);
      assert.deepEqual(await endOf(t, format, { raw: WHOLE[format](long), ...HELD }), [
        "limit_cost",
        1,
        mostTokens(CAP),
      ]);
      // One that ended within that is whole, and there is nothing to ask for any more.
      assert.deepEqual(await endOf(t, format, { raw: WHOLE[format](LONG) }), ["end_turn", 1, mostTokens(CAP)]);
    },
  );
}

/** An answer in one piece, as servers send it that do not stream. */
const WHOLE: Readonly<Record<WireName, (text: string) => string>> = {
  openai: (content) => JSON.stringify({ choices: [{ index: 0, message: { content }, finish_reason: "stop" }] }),
  anthropic: (text) => JSON.stringify({ type: "message", content: [{ type: "text", text }], stop_reason: "end_turn" }),
  responses: (text) => JSON.stringify({ output: [{ type: "message", content: [{ type: "output_text", text }] }] }),
  gemini: (text) => JSON.stringify([{ candidates: [{ content: { parts: [{ text }] }, finishReason: "STOP" }] }]),
};

const OUTPUT: Readonly<Record<WireName, string>> = {
  openai: "completion_tokens",
  anthropic: "output_tokens",
  responses: "output_tokens",
  gemini: "candidatesTokenCount",
};
/** Each is about 60 characters, so that the double sends about 10 tokens. */
const SENTENCE = "It is done: the words of the answer are written down here.";
const LIES: readonly (readonly [count: unknown, text: string, output: number])[] = [
  ...[0, -5, Number.NaN, "400", 1e308, 1.5, null].map((count) => [count, SENTENCE, 18] as const),
  [1, SENTENCE, 1],
  [300, SENTENCE, 300],
  [1, SENTENCE.repeat(20), 284],
  [2 ** 32 - 2, SENTENCE, mostTokens(CAP)],
  [Number.MAX_SAFE_INTEGER, SENTENCE, mostTokens(CAP)],
];

for (const format of WIRE_NAMES) {
  test(`${format}: a count that cannot be is replaced by an estimate, and a large one is bounded`, async (t) => {
    const server = await serve(
      t,
      LIES.map(([count, text]) => ({ text, usage: { [OUTPUT[format]]: count } })),
    );
    const model = await wireModel(format, server, { own: { maxOutputTokens: CAP } });
    const counted: number[] = [];
    for (const _ of LIES) counted.push((await ask(model)).usage.output);
    assert.deepEqual(
      counted,
      LIES.map(([, , output]) => output),
    );
  });
}
