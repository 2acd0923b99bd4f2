/** Limits are outcomes, reached exactly, before the call that would pass them. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { createBudget } from "../../src/engine/budget.ts";
import { findModel, priceOf } from "../../src/llm/catalog/known-models.ts";
import type { Reservation } from "../../src/protocol/budget.ts";
import { RunnerError } from "../../src/protocol/error.ts";
import { DEFAULT_LIMITS } from "../../src/protocol/limits.ts";
import type { TokenUsage } from "../../src/protocol/model.ts";
import { EMPTY_STATE } from "../../src/session/session-state.ts";
import { createHarness, resultsOf, testTool } from "../doubles/turn.ts";

const look = (turn: number) => ({ calls: [{ name: "look", arguments: { turn } }] });
const usage = { input: 1000, cacheRead: 0, cacheWrite: 0, output: 500 };

test("steps: N allows exactly N model calls", async () => {
  const harness = createHarness({
    replies: [look(1), look(2), look(3), { text: "never asked for" }],
    tools: [testTool({ name: "look" })],
    limits: { steps: 3 },
  });
  assert.deepEqual(await harness.run(), { stop: "limit_steps", reason: "The limit of 3 model calls is reached." });
  assert.equal(harness.requests.length, 3);
  assert.deepEqual(resultsOf(harness.messages()), ["call_1_0: ok", "call_2_0: ok", "call_3_0: ok"]);
});

test("messages use the singular for a limit of one", async () => {
  const tools = [testTool({ name: "look" })];
  const harness = createHarness({ replies: [look(1)], tools, limits: { steps: 1 } });
  assert.deepEqual(await harness.run(), { stop: "limit_steps", reason: "The limit of 1 model call is reached." });
});

test("steps of earlier runs count", async () => {
  const harness = createHarness({
    replies: [look(1), look(2)],
    tools: [testTool({ name: "look" })],
    limits: { steps: 3 },
    spent: { steps: 2 },
  });
  assert.equal((await harness.run()).stop, "limit_steps");
  assert.equal(harness.requests.length, 1);
});

test("a session that comes back with all its steps used makes no call, for closing words neither", async () => {
  const harness = createHarness({ replies: [{ text: "words" }], limits: { steps: 10 }, spent: { steps: 10 } });
  assert.deepEqual(await harness.run(), { stop: "limit_steps", reason: "The limit of 10 model calls is reached." });
  assert.equal(harness.requests.length, 0);
});

test("tokens: the answer is capped at what is left, and the call that cannot fit is not made", async () => {
  const harness = createHarness({
    replies: [
      { ...look(1), usage },
      { ...look(2), usage },
    ],
    tools: [testTool({ name: "look" })],
    limits: { tokens: 3000 },
    estimate: 1000,
  });
  // First call: 1000 estimated · 1.5 uncalibrated · 1.05 headroom = 1575 reserved for the prompt.
  // Second: the estimate was exact, so 1050 are reserved and 3000 − 1500 − 1050 = 450 are left for the answer.
  const stop = await harness.run();
  assert.deepEqual(
    harness.requests.map(({ maxOutputTokens }) => maxOutputTokens),
    [1425, 450],
  );
  assert.deepEqual(stop, {
    stop: "limit_tokens",
    reason: "The next model call could pass the limit of 3000 tokens; 3000 are used.",
  });
});

test("money: prompt and answer are reserved before the call", async () => {
  const harness = createHarness({
    replies: [
      { ...look(1), usage },
      { ...look(2), usage },
    ],
    tools: [testTool({ name: "look" })],
    limits: { costUsd: 0.02 },
    prices: { inputUsd: 2, outputUsd: 10 },
    estimate: 1000,
  });
  // One call costs 1000 · $2/M + 500 · $10/M = $0.007. After two, $0.006 is left: $0.0021 for the prompt, 390 tokens.
  const stop = await harness.run().catch((error: unknown) => error);
  assert.deepEqual(
    harness.requests.map(({ maxOutputTokens }) => maxOutputTokens),
    [1685, 1090, 390],
  );
  assert.ok(stop instanceof Error, "the script ended at the third call");
});

test("money: a prompt is reserved at the price of writing it to the cache, where that is the dearer one", async () => {
  const costUsd = ({ input, cacheWrite, output }: TokenUsage): number =>
    (input * 2 + cacheWrite * 2.5 + output * 10) / 1e6;
  const limits = { ...DEFAULT_LIMITS, costUsd: 0.02 };
  const model = { costUsd, maxOutputTokens: 8000, window: 200_000 };
  const budget = createBudget({ limits, spent: EMPTY_STATE.spent, clock: { monotonic: () => 0 } });
  const request = { purpose: "step", model, promptTokens: 1000 } as const;
  // 1575 tokens of the prompt at $2.50/M leave $0.016625, at $10/M.
  assert.deepEqual(await budget.reserve(request), {
    request,
    usage: { input: 0, cacheRead: 0, cacheWrite: 1575, output: 1606 },
    costUsd: 0.0199975,
    maxOutputTokens: 1606,
  });
});

test("money: a prompt above the tier is reserved and charged at the dearer prices, its answer too", async () => {
  const known = findModel("anthropic/claude-haiku-5-5") ?? assert.fail();
  const model = { costUsd: (used: TokenUsage) => priceOf(known, used), maxOutputTokens: 8000, window: known.window };
  const limits = { ...DEFAULT_LIMITS, costUsd: 0.07 };
  const budget = createBudget({ limits, spent: EMPTY_STATE.spent, clock: { monotonic: () => 0 } });
  const request = { purpose: "step", model, promptTokens: 64_000 } as const;
  // 100 800 tokens at $0.625/M, the price of writing them above 100 000, leave $0.007 at $2.50/M.
  const reserved = await budget.reserve(request);
  assert.ok("request" in reserved);
  assert.deepEqual(reserved, {
    request,
    usage: { input: 0, cacheRead: 0, cacheWrite: 100_800, output: 2800 },
    costUsd: 0.07,
    maxOutputTokens: 2800,
  });
  const answered = { usage: { input: 800, cacheRead: 0, cacheWrite: 100_000, output: 1000 } };
  const charge = budget.settle(reserved, answered);
  assert.deepEqual(charge, { ...answered, costUsd: 0.0654 });
  assert.partialDeepStrictEqual(await budget.reserve(request), { stop: "limit_cost" });
});

test("money: stops when not even a short answer is affordable", async () => {
  const harness = createHarness({
    replies: [],
    limits: { costUsd: 0.005 },
    prices: { inputUsd: 2, outputUsd: 10 },
    estimate: 1000,
  });
  assert.deepEqual(await harness.run(), {
    stop: "limit_cost",
    reason: "The next model call could pass the limit of $0.005; $0.00 is spent.",
  });
  assert.equal(harness.requests.length, 0);
});

test("agents at the same time: open reservations count, and an agent that gets too little waits", async () => {
  for (const [limits, costUsd, left, stop] of [
    [{ tokens: 20_000 }, () => undefined, 1950, "20000 tokens; 17000 are used."],
    [{ costUsd: 0.02 }, (one: TokenUsage) => (one.input + one.output) / 1e6, 1949, "$0.02; $0.017 is spent."],
  ] as const) {
    const budget = createBudget({
      limits: { ...DEFAULT_LIMITS, ...limits },
      spent: EMPTY_STATE.spent,
      clock: { monotonic: () => 0 },
    });
    const order: string[] = [];
    const request = { purpose: "step", model: { costUsd, maxOutputTokens: 8000, window: 200_000 } } as const;
    const ask = async (name: string): Promise<Reservation> => {
      const reserved = await budget.reserve({ ...request, promptTokens: 1000 });
      assert.ok(!("stop" in reserved), name);
      order.push(`${name} ${reserved.maxOutputTokens ?? "all"}`);
      return reserved;
    };
    const [first, second] = [await ask("first"), await ask("second")]; // 1575 + 8000 each
    const third = ask("third");
    const fourth = ask("fourth");
    await setImmediate();
    assert.deepEqual(order, ["first all", "second all"]);
    budget.settle(first, { usage: { ...usage, input: 1000, output: 7500 } });
    await setImmediate();
    assert.equal(order.length, 2, "875 tokens are no room for an answer yet");
    budget.settle(second, { usage: { ...usage, input: 1000, output: 7500 } });
    // 3000 tokens are left, 1050 of them for the prompt: for one call, and for nobody beside it.
    assert.deepEqual([(await third).maxOutputTokens, order.length], [left, 3]);
    const free = { usage: { ...usage, input: 0, output: 0 }, isFree: true };
    budget.settle(await third, free);
    assert.equal((await fourth).maxOutputTokens, left);
    budget.settle(await fourth, free);
    const last = await budget.reserve({ ...request, promptTokens: 3000 });
    assert.ok("reason" in last && last.reason?.endsWith(stop), JSON.stringify(last));
  }
});

test("mistakes: at the limit the model is warned, the next step ends the turn; a good call starts anew", async () => {
  const wrong = (n: number) => ({ calls: [{ name: "nosuch", arguments: { n } }] });
  const harness = createHarness({
    replies: [wrong(1), wrong(2), wrong(3), look(3), wrong(4), wrong(5), wrong(6), wrong(7)],
    tools: [testTool({ name: "look" })],
  });
  assert.deepEqual(await harness.run(), {
    stop: "stuck",
    reason: "4 steps in a row contained only mistakes of the model.",
  });
  assert.equal(harness.requests.length, 8);
  const warned = resultsOf(harness.messages()).map((result) => result.includes("One more such message ends the run."));
  assert.deepEqual(warned, [false, false, true, false, false, false, true, false]);
});

test("failures that differ: after six messages without a success the model is told, and the run goes on", async () => {
  const replies = Array.from({ length: 14 }, (_, n) => look(n));
  const harness = createHarness({
    replies: [...replies, { text: "done" }],
    tools: [
      testTool({
        name: "look",
        plan: (input) => ({
          run: async () => ({ text: `Error: no file ${String(input["turn"])}`, isError: input["turn"] !== 7 }),
        }),
      }),
    ],
  });
  assert.deepEqual(await harness.run(), { stop: "end_turn", text: "done" });
  const told = resultsOf(harness.messages()).flatMap((result, at) =>
    result.includes("in your last 6 messages") ? [at] : [],
  );
  assert.deepEqual(told, [5, 13]);
});

test("denials: rejections are told to the model until the limit", async () => {
  const harness = createHarness({
    replies: [look(1), look(2), look(3)],
    tools: [testTool({ name: "look" })],
    limits: { denials: 2 },
    decide: () => ({ verdict: "reject", rule: "no-looking", reason: "private" }),
  });
  assert.deepEqual(await harness.run(), {
    stop: "rejected",
    reason: "The policy rejected actions in 2 steps; the limit is 2.",
  });
  assert.deepEqual(
    resultsOf(harness.messages()),
    [1, 2].map(
      (n) =>
        `call_${n}_0 (error): Error: rejected by no-looking: private. This is final. Reach the goal in another allowed way, or say what is missing.`,
    ),
  );
});

test("time: an abort with run.time_limit is limit_time, any other is interrupted", async () => {
  for (const [code, stop] of [
    ["run.time_limit", "limit_time"],
    ["run.interrupted", "interrupted"],
  ] as const) {
    const harness = createHarness({
      replies: [{ during: () => harness.controller.abort(new RunnerError({ code, message: "Stop." })) }],
    });
    assert.deepEqual(await harness.run(), { stop, reason: "Stop." });
  }
});
