/** What a provider charges for attempts that came to nothing is in the sums of the run: the built program and a real HTTP model. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { eventsOf, outcomeOf } from "../../doubles/cli.ts";
import type { DoubleReply } from "../../doubles/model-reply.ts";
import { CANARY, createScene, FILES, FIX, POLICY } from "../harness.ts";

const POLICY_MODELS = `limits: { cost_usd: 2 }
models: { "compatible/qwen3": { window: 64000, output: 1000, price: { input: 1, output: 4, cached_input: 0.5 } } }
`;

test("a model of another server runs under a limit of money at the policy's price, and a replay has the same sum", async () => {
  const files = { ...FILES, ".github/kimi-policy.yml": `${POLICY}${POLICY_MODELS}` };
  await using scene = await createScene({ files });
  const env = { COMPATIBLE_API_KEY: CANARY, COMPATIBLE_BASE_URL: scene.server.url };
  const { code, stderr } = await scene.run(["--model", "compatible/qwen3"], { env });
  assert.equal(code, 0, stderr);
  assert.doesNotMatch(stderr, /warning/);
  const { outcome, costUsd } = outcomeOf(scene.bundle);
  // Three calls of 60 tokens in, 40 cached and 20 out.
  assert.deepEqual([outcome, costUsd], ["completed", 0.00016 + 0.00016 + 0.00016]);
  const [begin] = eventsOf(scene.bundle);
  const price = { input: 1, output: 4, cacheRead: 0.5, cacheWrite: 1 };
  assert.partialDeepStrictEqual(begin, { type: "session.begin", window: 64_000, prices: { price } });
  const replayed = await scene.cli(["replay", scene.bundle]);
  assert.equal(replayed.code, 0, replayed.stdout);
});

/** Counted by the provider at its begin, and broken off before its end. */
const broken: DoubleReply = { text: "half", noFinish: true };

test("a step whose attempts all break off is charged for each of them, and a replay has the same sum", async () => {
  await using scene = await createScene({
    provider: "anthropic",
    replies: [FIX[0] ?? {}, broken, broken, broken],
  });
  const { code, stderr } = await scene.run();
  assert.equal(code, 75);
  assert.equal(stderr.match(/· [\d,]+ tokens.* for an attempt without an answer\n/g)?.length, 3);
  // Of the answer only a first token is counted; the rest is what was streamed.
  const usage = { input: 60, cacheRead: 30, cacheWrite: 10, output: 6 };
  assert.deepEqual(
    eventsOf(scene.bundle).flatMap((event) => (event.type === "model.wasted" ? [event] : [])),
    [0, 1, 2].map(() => ({ type: "model.wasted", why: "failed", usage })),
  );
  const outcome = outcomeOf(scene.bundle);
  assert.deepEqual(outcome["usage"], { input: 4 * 60, cacheRead: 4 * 30, cacheWrite: 4 * 10, output: 20 + 3 * 6 });
  assert.deepEqual(outcome["unanswered"], { paid: 3, free: 0, tokens: 3 * 106, costUsd: 0 });
  const replayed = await scene.cli(["replay", scene.bundle]);
  assert.equal(replayed.code, 0, replayed.stdout);
});

test("a server that ignores the output cap under a limit of money: the run ends at the limit, and so does its replay", async () => {
  const policy = `${POLICY}${POLICY_MODELS.replace("cost_usd: 2", "cost_usd: 0.02")}`;
  const reply: DoubleReply = { text: "It goes on. ".repeat(3_000), usage: null, stallAfterBytes: 50_000_000 };
  await using scene = await createScene({
    files: { ...FILES, ".github/kimi-policy.yml": policy },
    replies: () => reply,
  });
  const env = { COMPATIBLE_API_KEY: CANARY, COMPATIBLE_BASE_URL: scene.server.url };
  const { code, stderr } = await scene.run(["--model", "compatible/qwen3"], { env });
  assert.equal(code, 3, stderr);
  const { outcome, usage, costUsd } = outcomeOf(scene.bundle);
  assert.equal(outcome, "limit_cost");
  // Two answers, stopped at twice their caps of 1,000 tokens and of what the limit left for the second.
  assert.ok(Object(usage).output > 2_000 && Number(costUsd) <= 0.02 + 0.004, JSON.stringify([usage, costUsd]));
  const replayed = await scene.cli(["replay", scene.bundle]);
  assert.equal(replayed.code, 0, replayed.stdout);
});
