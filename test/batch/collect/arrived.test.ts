/** What a folder of artifacts may hold, whoever made it, and what is taken of it. */

import assert from "node:assert/strict";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { canonicalJson } from "../../../src/base/canonical-json.ts";
import { readArrived } from "../../../src/batch/collect/arrived.ts";
import { takeIn } from "../../../src/batch/collect/take-in.ts";
import { planText } from "../../../src/batch/plan/plan-file.ts";
import { foldResults } from "../../../src/batch/results/fold.ts";
import type { ResultsLine } from "../../../src/batch/results/results-line.ts";
import { AT, batchPlan, plannedTask, resultLine, startedLine } from "../../doubles/batch.ts";
import { createScratch } from "../../doubles/scratch.ts";

const tasks = [1, 2, 3, 4].map((n) => plannedTask(n));
const [one, two, three, four] = tasks as [(typeof tasks)[0], (typeof tasks)[0], (typeof tasks)[0], (typeof tasks)[0]];
const plan = batchPlan(tasks, {
  shards: [
    [one.id, two.id],
    [three.id, four.id],
  ],
});
const other = batchPlan(tasks.slice(1));
const plain = (text: string): string => text;

function write(root: string, name: string, files: Readonly<Record<string, string>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(root, name, path, ".."), { recursive: true });
    writeFileSync(join(root, name, path), content);
  }
}

const jsonl = (...lines: readonly ResultsLine[]): string => lines.map((line) => `${canonicalJson(line)}\n`).join("");
const takenIn = (dir: string) =>
  takeIn(undefined, { ...readArrived(dir, plain), asked: undefined, workflowRun: "run 1, attempt 1", at: AT });

test("a folder without a plan, with two, or with a plan under another id is refused by name", () => {
  using scratch = createScratch();
  assert.throws(() => readArrived(scratch.dir, plain), /There is no plan\.json and no artifact kimi-batch-<id>-plan/);
  write(scratch.dir, `kimi-batch-${plan.id}-plan`, { "plan.json": planText(plan) });
  assert.equal(readArrived(scratch.dir, plain).plan.id, plan.id);
  write(scratch.dir, `kimi-batch-${other.id}-plan`, { "plan.json": planText(other) });
  assert.throws(() => readArrived(scratch.dir, plain), /the plans of several batches/);
  using renamed = createScratch();
  write(renamed.dir, `kimi-batch-${other.id}-plan`, { "plan.json": planText(plan) });
  assert.throws(() => readArrived(renamed.dir, plain), new RegExp(`holds the plan of batch ${plan.id}`));
});

test("a missing bundle is infra and never a success; a shard that arrived says which tasks it did not begin", () => {
  using scratch = createScratch();
  write(scratch.dir, `kimi-batch-${plan.id}-plan`, { "plan.json": planText(plan) });
  write(scratch.dir, `kimi-batch-${plan.id}-0-1`, { "results.jsonl": jsonl(startedLine(one), resultLine(one)) });
  const { tasks: stands } = foldResults(plan, takenIn(scratch.dir).lines);
  assert.deepEqual(
    stands.map(({ state, result }) => [state, result?.reason]),
    [
      ["infra", "Its bundle is missing or was refused."],
      ["open", undefined],
      ["infra", "No bundle arrived from run 1, attempt 1."],
      ["infra", "No bundle arrived from run 1, attempt 1."],
    ],
  );
  const record = takenIn(scratch.dir);
  const again = { ...readArrived(scratch.dir, plain), asked: undefined, workflowRun: "run 1, attempt 1", at: AT };
  assert.equal(takeIn(record, again), record, "the same artifacts add nothing");
});

/** A task that was not asked for counted with its whole share. Then one counted with nothing that had been asked for by a tick or a release. */
test("a lost shard counts the tasks that people had asked for when it was started, and no others", () => {
  const stuck = resultLine(one, { state: "person", outcome: "stuck", patch: null, bundle: null });
  const wish: ResultsLine = { type: "wish", task: one.id, wish: "retry", by: "mona", at: AT };
  const release: ResultsLine = { type: "approved", digest: "d", by: "mona", at: AT, upTo: 4 };
  const careful = batchPlan(tasks, { shards: plan.shards, canary: { first: 1 } });
  const lostOf = (
    which: typeof plan,
    recorded: readonly ResultsLine[],
    planned: readonly ResultsLine[],
    from?: readonly ResultsLine[],
  ) => {
    using scratch = createScratch();
    const files = { "plan.json": planText(which), "results.jsonl": jsonl(...planned) };
    write(scratch.dir, `kimi-batch-${which.id}-plan`, files);
    const before = { plan: which, lines: recorded, changes: new Map(), sessions: new Map() };
    const arrived = { ...readArrived(scratch.dir, plain), asked: undefined, workflowRun: "run 1", at: AT, from };
    const { tasks: stands } = foldResults(which, takeIn(before, arrived).lines);
    return stands.map(({ state, attempt, spentUsd }) => `${state} ${attempt} $${spentUsd}`);
  };
  const lost = Array.from({ length: 3 }, () => "infra 1 $0.5");
  assert.deepEqual(lostOf(plan, [stuck, wish], [stuck]), ["person 1 $0.1", ...lost]);
  assert.deepEqual(lostOf(plan, [stuck, wish], [stuck, wish]), ["infra 2 $0.6", ...lost]);
  // A further attempt of a shard starts from the record.
  assert.deepEqual(lostOf(plan, [stuck, wish], [stuck], [stuck, wish]), ["infra 2 $0.6", ...lost]);
  const done = resultLine(one);
  const open = Array.from({ length: 3 }, () => "open 0 $0");
  assert.deepEqual(lostOf(careful, [done, release], [done]), ["done 1 $0.1", ...open]);
  assert.deepEqual(lostOf(careful, [done, release], [done, release]), ["done 1 $0.1", ...lost]);
});

test("what another batch made is refused and named, and so are links, strange tasks and damaged lines", () => {
  using scratch = createScratch();
  write(scratch.dir, `kimi-batch-${plan.id}-plan`, { "plan.json": planText(plan) });
  write(scratch.dir, `kimi-batch-${other.id}-0-1`, { "results.jsonl": jsonl(resultLine(two)) });
  const own = `kimi-batch-${plan.id}-0-1`;
  write(scratch.dir, own, {
    "results.jsonl": jsonl(resultLine({ ...one, key: "stolen" }), {
      type: "approved",
      digest: "d",
      by: "x",
      at: AT,
      upTo: 4,
    }),
    "tasks/ffffffffffff/1/journal.jsonl": "",
    [`tasks/${one.id}/1/journal.jsonl`]: "{}\n",
    [`tasks/${one.id}/x/journal.jsonl`]: "",
  });
  symlinkSync("/etc", join(scratch.dir, own, "tasks", two.id));
  write(scratch.dir, `kimi-batch-${plan.id}-1-1`, { "results.jsonl": "not json\n" });
  const { refused, attempts, shardLines } = readArrived(scratch.dir, plain);
  assert.deepEqual([attempts, shardLines], [[], []]);
  assert.deepEqual(
    refused.map((text) => text.replace(/: .*journal.*$/, ": journal").replaceAll(scratch.dir, "DIR")).toSorted(),
    [
      `kimi-batch-${other.id}-0-1: it belongs to another batch than ${plan.id}.`,
      `${own}/results.jsonl: the line of task ${one.id} belongs to another plan.`,
      `${own}/tasks/${one.id}/1: journal`,
      `${own}/tasks/${two.id}: the plan ${plan.id} has no such task.`,
      `${own}/tasks/ffffffffffff: the plan ${plan.id} has no such task.`,
      refused.find((text) => text.startsWith(`kimi-batch-${plan.id}-1-1`))!.replaceAll(scratch.dir, "DIR"),
    ].toSorted(),
  );
});
