/** Comparisons: exact rates and intervals, infra apart, and baselines that fail only beyond chance. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { compareTasks, differencesTo, wilsonInterval } from "../../src/batch/compare/comparison.ts";
import type { BatchPlan } from "../../src/batch/plan/batch-plan.ts";
import { parsePlan, writePlan } from "../../src/batch/plan/plan-file.ts";
import { foldResults } from "../../src/batch/results/fold.ts";
import { openResults } from "../../src/batch/results/results-file.ts";
import type { ResultsLine } from "../../src/batch/results/results-line.ts";
import { callBatch } from "../doubles/batch-cli.ts";
import { batchPlan, plannedTask, resultLine } from "../doubles/batch.ts";
import { createRepository } from "../doubles/repository.ts";
import { createScratch } from "../doubles/scratch.ts";

test("Wilson's interval: values that textbooks give", () => {
  const rounded = (passed: number, tries: number): readonly number[] => {
    const { low, high } = wilsonInterval(passed, tries);
    return [Number(low.toFixed(4)), Number(high.toFixed(4))];
  };
  assert.deepEqual(rounded(0, 10), [0, 0.2775]);
  assert.deepEqual(rounded(10, 10), [0.7225, 1]);
  assert.deepEqual(rounded(5, 10), [0.2366, 0.7634]);
  assert.deepEqual(rounded(8, 10), [0.4902, 0.9433]);
  assert.deepEqual(rounded(1, 1), [0.2065, 1]);
  assert.deepEqual(rounded(15, 50), [0.191, 0.4375]);
  assert.deepEqual(rounded(0, 0), [0, 1]);
  // The ends solve the equation that defines them: |p̂ − p| = z √(p (1 − p) / n).
  for (const [passed, tries] of [
    [3, 7],
    [49, 50],
    [500, 1000],
  ] as const) {
    const { low, high } = wilsonInterval(passed, tries);
    for (const end of [low, high]) {
      assert.ok(
        Math.abs(Math.abs(passed / tries - end) - 1.959963984540054 * Math.sqrt((end * (1 - end)) / tries)) < 1e-12,
      );
    }
  }
});

/** Numbers from 0 to 1, the same each time. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const PRICED = `version: 1
models:
  "kimi/a": { price: { input: 1, output: 2 } }
  "openai/b": { price: { input: 1, output: 2 } }
`;

async function plannedComparison(dir: string, home: string): Promise<BatchPlan> {
  const list = Array.from({ length: 10 }, (_, index) => `{ path: f${index} }`).join(", ");
  const text = `version: 1\ntask: { prompt: "Mend {{path}}.", verify: ["true"] }\nsource: { list: [${list}] }\nlimits: { cost_usd: 1, total_usd: 100 }\ncompare: { models: [kimi/a, openai/b], repeat: 5 }\n`;
  using repository = createRepository({
    files: { ".github/kimi-batch/eval.yml": text, ".github/kimi-policy.yml": PRICED },
  });
  const { out, err } = await callBatch(["plan", "eval", "--json", "--dir", dir], { cwd: repository.dir, home });
  assert.notEqual(out, "", err);
  return parsePlan(out, "out");
}

test("2 models × 10 tasks × 5 repetitions: exact rates and intervals, infra apart", async () => {
  using scratch = createScratch();
  const dir = join(scratch.dir, "batch");
  const plan = await plannedComparison(dir, scratch.dir);
  assert.equal(plan.tasks.length, 100);
  const random = seeded(42);
  const counted = {
    "kimi/a": { passed: 0, tries: 0, infra: 0, steps: 0 },
    "openai/b": { passed: 0, tries: 0, infra: 0, steps: 0 },
  };
  const lines = plan.tasks.map((task): ResultsLine => {
    const model = task.model === "kimi/a" ? "kimi/a" : "openai/b";
    const count = counted[model];
    const [luck, steps] = [random(), 1 + Math.floor(random() * 9)];
    if (luck > 0.9) {
      count.infra += 1;
      return resultLine(task, {
        attempt: 3,
        state: "infra",
        outcome: "provider_unavailable",
        patch: null,
        verification: "none",
        steps,
      });
    }
    const isGreen = luck < (model === "kimi/a" ? 0.7 : 0.3);
    count.passed += isGreen ? 1 : 0;
    count.tries += 1;
    count.steps += steps;
    return resultLine(
      task,
      isGreen
        ? { steps }
        : { state: luck < 0.8 ? "person" : "limit", verification: luck < 0.8 ? "red" : "none", steps },
    );
  });
  {
    using results = openResults(dir);
    results.append(...lines);
  }
  const { out, code } = await callBatch(["compare", dir, "--json"], { cwd: scratch.dir, home: scratch.dir });
  assert.equal(code, 0);
  const { rows, measure } = JSON.parse(out) as { rows: Record<string, unknown>[]; measure: string };
  assert.equal(measure, "verified");
  for (const [index, model] of (["kimi/a", "openai/b"] as const).entries()) {
    const { passed, tries, infra, steps } = counted[model];
    assert.ok(infra > 0 && passed > 0 && tries + infra === 50);
    const { costUsd, totalUsd, seconds, ...row } = rows[index] ?? {};
    assert.deepEqual(row, {
      model,
      passed,
      tries,
      rate: passed / tries,
      interval: { ...wilsonInterval(passed, tries) },
      infra,
      left: 0,
      steps: steps / tries,
    });
    assert.deepEqual([Number(costUsd).toFixed(6), Number(totalUsd).toFixed(6), seconds], ["0.100000", "5.000000", 12]);
  }
  const table = await callBatch(["compare", dir], { cwd: scratch.dir, home: scratch.dir });
  assert.match(table.out, /^\| Model +\| Passed \| +Rate \| +95 % \|/);
  assert.match(table.out, new RegExp(`\n\\| kimi/a +\\| +${counted["kimi/a"].passed}/${counted["kimi/a"].tries} \\|`));
});

const FAILED = { state: "person", verification: "red" };

test("a baseline fails only where the intervals do not overlap, in the wrong direction", async () => {
  using scratch = createScratch();
  const batchWith = (name: string, passed: number, model = "kimi/a", failed: object = FAILED): string => {
    const dir = join(scratch.dir, name);
    const tasks = Array.from({ length: 20 }, (_, index) =>
      plannedTask(index + 1, { model, repeat: 1, item: "1".repeat(12) }),
    );
    writePlan(dir, batchPlan(tasks));
    using results = openResults(dir);
    results.append(...tasks.map((task, index) => resultLine(task, index < passed ? {} : failed)));
    return dir;
  };
  const good = batchWith("good", 18);
  const bad = batchWith("bad", 5);
  const near = batchWith("near", 14);
  const other = batchWith("other", 5, "openai/b");
  const compare = async (dir: string, baseline: string): Promise<readonly [number, string]> => {
    const { code, out, err } = await callBatch(["compare", dir, "--baseline", baseline], {
      cwd: scratch.dir,
      home: scratch.dir,
    });
    return [code, (out || err).trimEnd().split("\n").at(-1) ?? ""];
  };
  assert.deepEqual(await compare(bad, good), [1, "kimi/a: worse than the baseline (18/20, 69.9 %–97.2 %)."]);
  assert.deepEqual(await compare(near, join(good, "results.jsonl")), [
    0,
    "kimi/a: no difference from the baseline beyond chance (18/20, 69.9 %–97.2 %).",
  ]);
  assert.deepEqual(await compare(good, "bad/results.jsonl"), [
    0,
    "kimi/a: better than the baseline (5/20, 11.2 %–46.9 %).",
  ]);
  assert.deepEqual(await compare(other, good), [1, "openai/b: worse than the baseline (18/20, 69.9 %–97.2 %)."]);
  assert.deepEqual((await compare(good, "none/results.jsonl"))[0], 2);
  const lost = batchWith("lost", 0, "kimi/a", { state: "infra", verification: "none" });
  assert.deepEqual(await compare(lost, good), [2, "kimi/a: nothing to compare, no task was answered here."]);
  assert.deepEqual(await compare(good, lost), [2, "kimi/a: nothing to compare, no task was answered in the baseline."]);
});

test("rows without a counterpart, without an answer, and without checks", () => {
  const task = (number: number, variant: string): ReturnType<typeof plannedTask> =>
    plannedTask(number, { variant, model: "kimi/a", repeat: 1 });
  const tasks = [task(1, "short"), task(2, "short"), task(3, "long"), task(4, "long")];
  const state = foldResults(batchPlan(tasks), [
    resultLine(tasks[0] ?? task(1, ""), { verification: "none" }),
    resultLine(tasks[1] ?? task(1, ""), { verification: "none", state: "nothing" }),
    resultLine(tasks[2] ?? task(1, ""), { verification: "none", state: "infra" }),
  ]);
  const { rows, measure } = compareTasks(state);
  assert.equal(measure, "ended");
  assert.deepEqual(
    rows.map(({ variant, passed, tries, rate, infra, left, steps }) => [
      variant,
      passed,
      tries,
      rate,
      infra,
      left,
      steps,
    ]),
    [
      ["short", 1, 2, 0.5, 0, 0, 3],
      ["long", 0, 0, undefined, 1, 1, undefined],
    ],
  );
  const beside = differencesTo({ rows: rows.slice(0, 1), measure }, { rows, measure });
  assert.deepEqual(
    beside.map(({ before, kind }) => [before?.variant, kind]),
    [
      ["short", "noise"],
      [undefined, "none"],
    ],
  );
  const other = compareTasks(
    foldResults(batchPlan([plannedTask(9, { model: "x/y" }), plannedTask(8, { model: "x/z" })]), []),
  );
  assert.throws(() => differencesTo(other, { rows, measure }), /none of these models and prompts/);
  assert.throws(
    () => differencesTo({ rows: rows.slice(0, 1), measure: "verified" }, { rows, measure }),
    /only one of the two has checks/,
  );
});
