/** The money of a batch: reserved in one write, drawn in slices without asking anybody, and never more than was planned. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { answersIn, BATCH_POLICY, createBatchScene, obedient, type Json } from "./batch-scene.ts";
import { IS_FULL } from "../../doubles/size.ts";

/** Of the double's model, in US dollars for a token. */
const PRICE = 1 / 1_000_000;
const CHEAP = BATCH_POLICY.replace("{ input: 10, output: 10 }", "{ input: 1, output: 1 }");
/** About what the first request has. */
const PROMPT_TOKENS = 1_800;
const [TASKS, JOBS] = IS_FULL ? [64, 64] : [4, 4];
const TOTAL = TASKS / 64;

test(`${TASKS} processes on slices of $${TOTAL}: the bill is at most that, and one capped answer each`, async () => {
  let billed = 0;
  let most = 0;
  await using batch = await createBatchScene({
    tasks: TASKS,
    task: () => ({ costUsd: TOTAL / TASKS }),
    plan: { limits: { costUsd: 1, totalUsd: TOTAL, minutes: 20, parallel: 4, tasks: 500 } },
    policy: `${CHEAP}limits: { cost_usd_per_day: 2 }\n`,
    // A model that never comes to an end, and bills the most that it may answer.
    replies: (request) => {
      const { json } = request as { readonly json: Json };
      const output = Math.min(300, Number(json["max_completion_tokens"] ?? json["max_tokens"] ?? 300));
      const total = PROMPT_TOKENS + output;
      const usage = { prompt_tokens: PROMPT_TOKENS, completion_tokens: output, total_tokens: total };
      billed += total * PRICE;
      most = Math.max(most, total * PRICE);
      const content = `${answersIn(json)}\n`.repeat(3);
      return { calls: [{ name: "write_file", arguments: { path: "out/more.txt", content } }], usage };
    },
  });
  const end = await batch.run(["-j", String(JOBS)]);
  const { tasks, spentUsd } = batch.state();
  assert.equal(end.code, 1, end.stderr);
  assert.deepEqual([...new Set(tasks.map(({ result }) => result?.outcome))], ["limit_cost"], end.stderr);
  assert.ok(billed > TOTAL / 2 && billed <= TOTAL + TASKS * most, `${billed} of ${TOTAL}`);
  assert.ok(Math.abs(billed - spentUsd) < 1e-9, `billed ${billed}, counted ${spentUsd}`);
  const ledger = readFileSync(join(batch.home, ".local/state/kimi-runner/ledger.json"), "utf8");
  const { entries } = JSON.parse(ledger) as { readonly entries: readonly Record<string, unknown>[] };
  const [entry] = entries;
  assert.equal(entries.length, 1, "one entry, for the whole plan");
  assert.deepEqual(
    { session: entry?.["session"], reserved: entry?.["reservedUsd"], cost: entry?.["costUsd"] },
    { session: `batch-${batch.plan.id}`, reserved: 0, cost: Math.round(spentUsd * 1e6) / 1e6 },
  );
});

test("a batch spends no more than the day has left, and its other tasks wait", async () => {
  await using batch = await createBatchScene({
    tasks: 4,
    task: () => ({ costUsd: 0.6 }),
    policy: `${BATCH_POLICY}limits: { cost_usd_per_day: 0.9 }\n`,
    replies: (request) => {
      const { json } = request as { readonly json: Json };
      const tokens = answersIn(json) === 0 ? 19_900 : 1_900;
      const usage = { prompt_tokens: tokens, completion_tokens: 100, total_tokens: tokens + 100 };
      return { ...obedient(json), usage };
    },
  });
  const end = await batch.run(["-j", "1"]);
  assert.equal(end.code, 3, end.stderr);
  assert.match(end.stderr, /The daily limit leaves \$0\.90 of the \$2 of the plan\./);
  assert.deepEqual(batch.states(), ["1:done", "2:done", "3:done", "4:open"]);
});
