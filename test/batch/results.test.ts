/** plan.json and results.jsonl on the disk, and the state that is folded from them. */

import assert from "node:assert/strict";
import { appendFileSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { planText, readPlan, writePlan } from "../../src/batch/plan/plan-file.ts";
import { foldResults, needsRetry, nextOf, runnableOf, type BatchState } from "../../src/batch/results/fold.ts";
import { releaseOf } from "../../src/batch/results/release.ts";
import { openResults, readResults, RESULTS_FILE } from "../../src/batch/results/results-file.ts";
import { failuresInARow } from "../../src/batch/run/run-plan.ts";
import { stateAfter, type ResultsLine } from "../../src/batch/results/results-line.ts";
import { OUTCOME_NAMES } from "../../src/protocol/outcome.ts";
import { AT, batchPlan, plannedTask, resultLine, startedLine } from "../doubles/batch.ts";
import { createScratch } from "../doubles/scratch.ts";

const one = plannedTask(1);
const two = plannedTask(2);
const three = plannedTask(3);
const plan = batchPlan([one, two, three]);

test("a plan is read as it was written, and the same plan is the same bytes", () => {
  using scratch = createScratch();
  const { dir } = scratch;
  const path = writePlan(dir, plan);
  assert.deepEqual(readPlan(dir), plan);
  assert.equal(readFileSync(path, "utf8"), planText(batchPlan([plannedTask(1), plannedTask(2), plannedTask(3)])));
});

test("a plan that was changed or cut, or is not a plan, is refused with the place", () => {
  using scratch = createScratch();
  const { dir } = scratch;
  assert.throws(() => readPlan(dir), { code: "config.invalid", message: /There is no plan to read: .*plan\.json/ });
  writeFileSync(join(dir, "file"), "");
  assert.throws(() => writePlan(join(dir, "file/x"), plan), {
    code: "config.invalid",
    message: /^The plan cannot be written: .*\/file\/x\/plan\.json: not a directory\.$/,
  });
  const path = writePlan(dir, plan);
  const text = readFileSync(path, "utf8");
  for (const [changed, reason] of [
    [text.replace("Mend src/2.ts.", "Drop src/2.ts."), /its digest does not match it/],
    [text.replace(`"id":"${plan.id}"`, `"id":"${"0".repeat(12)}"`), /its digest does not match it/],
    [text.slice(0, -9), /it is not JSON/],
    [text.replace('"version":1', '"version":2'), /its field version is not as this version writes it/],
    [text.replace('"version":1', '"more":1,"version":1'), /its field \(root\) is not as this version writes it/],
  ] as const) {
    writeFileSync(path, changed);
    assert.throws(() => readPlan(dir), { code: "session.corrupt", message: reason });
  }
});

test("lines are read as they were appended, also by a second process", () => {
  using scratch = createScratch();
  const { dir } = scratch;
  assert.deepEqual(readResults(dir), []);
  const lines: readonly ResultsLine[] = [
    startedLine(one, { session: "s" }),
    resultLine(one, { model: "kimi/k2" }),
    { type: "delivery", tasks: [one.id], at: AT, state: "open", branch: "kimi/batch/1", pullRequest: 7 },
    { type: "approved", digest: "d", by: "octocat", at: AT, upTo: 3 },
    { type: "wish", task: two.id, wish: "skip", by: "octocat", at: AT },
  ];
  {
    using file = openResults(dir);
    file.append(...lines.slice(0, 2));
  }
  {
    using file = openResults(dir);
    file.append(...lines.slice(2));
  }
  assert.deepEqual(readResults(dir), lines);
});

test("a last line that was torn at any byte is ignored, and the next writer removes it", () => {
  using scratch = createScratch();
  const { dir } = scratch;
  const path = join(dir, RESULTS_FILE);
  {
    using file = openResults(dir);
    file.append(startedLine(one), resultLine(one, { reason: "Fertig: ä€😀." }));
  }
  const bytes = readFileSync(path);
  const first = bytes.indexOf("\n") + 1;
  for (let length = first; length < bytes.length; length += 1) {
    writeFileSync(path, bytes.subarray(0, length));
    assert.deepEqual(readResults(dir), [startedLine(one)], `${length} bytes`);
  }
  {
    using file = openResults(dir);
    file.append(startedLine(two));
  }
  assert.deepEqual(readResults(dir), [startedLine(one), startedLine(two)]);
  truncateSync(path, 3);
  assert.deepEqual(readResults(dir), []);
});

/** A second writer took the line that the first one was writing for a torn one, and cut it off. */
test("the record of a batch has one writer at a time", () => {
  using scratch = createScratch();
  const { dir } = scratch;
  {
    using file = openResults(dir);
    assert.throws(() => openResults(dir), {
      code: "config.invalid",
      message: `Another process is working on this batch: ${dir}.`,
    });
    file.append(startedLine(one));
  }
  using file = openResults(dir);
  file.append(resultLine(one));
  assert.equal(readResults(dir).length, 2);
});

test("an invalid line is an error with its place, and is never skipped", () => {
  using scratch = createScratch();
  const { dir } = scratch;
  const path = join(dir, RESULTS_FILE);
  for (const [line, reason] of [
    ["{", /results\.jsonl:2: it is not JSON/],
    ["", /results\.jsonl:2: it is not JSON/],
    [`{"type":"later"}`, /results\.jsonl:2: /],
    [JSON.stringify({ ...resultLine(one), state: "perfect" }), /results\.jsonl:2: its field state /],
    [JSON.stringify({ ...resultLine(one), costUsd: -1 }), /results\.jsonl:2: its field costUsd /],
  ] as const) {
    writeFileSync(path, `${JSON.stringify(startedLine(one))}\n${line}\n`);
    assert.throws(() => readResults(dir), { code: "session.corrupt", message: reason });
    appendFileSync(path, "torn");
    assert.throws(() => readResults(dir), { code: "session.corrupt", message: reason });
  }
});

test("every outcome has a state; a missing bundle or red checks are never a success", () => {
  assert.deepEqual(Object.fromEntries(OUTCOME_NAMES.map((name) => [name, stateAfter(name, "none")])), {
    completed: "done",
    no_change: "nothing",
    deferred: "waiting",
    skipped: "person",
    rejected: "person",
    stuck: "person",
    failed: "person",
    config_error: "person",
    limit_steps: "limit",
    limit_time: "limit",
    limit_cost: "limit",
    limit_tokens: "limit",
    sandbox_refused: "infra",
    published_partially: "person",
    provider_unavailable: "infra",
    interrupted: "infra",
  });
  assert.equal(stateAfter(null, "none"), "infra");
  assert.equal(stateAfter("completed", "green"), "done");
  assert.equal(stateAfter("completed", "red"), "person");
  assert.equal(stateAfter("no_change", "red"), "person");
  assert.equal(stateAfter("interrupted", "red"), "infra");
});

/** What the fold says about the first task, in short. */
function first(lines: readonly ResultsLine[], task = one): unknown {
  const [stand] = foldResults(batchPlan([task]), lines).tasks;
  assert.ok(stand);
  const { state, attempt, spentUsd, next, isReady } = stand;
  const short = ({ kind, ...more }: typeof next): string => [kind, ...Object.values(more)].join(" ");
  return [state, attempt, spentUsd, short(next), short(nextOf(stand, { retry: true })), isReady ? "ready" : "-"].join(
    ", ",
  );
}

const infra = (attempt: number): ResultsLine =>
  resultLine(one, { attempt, state: "infra", outcome: null, bundle: null, costUsd: 0.1, patch: null });

test("the state of a task follows its lines", () => {
  const start = (attempt: number): ResultsLine => startedLine(one, { attempt, session: "own" });
  const withdrawn = (attempt: number, session = "own"): ResultsLine => ({
    type: "withdrawn",
    task: one.id,
    key: one.key,
    attempt,
    at: AT,
    session,
    reason: "No key.",
  });
  const ended = (state: "done" | "nothing" | "waiting" | "person" | "limit"): ResultsLine => resultLine(one, { state });
  const wish = (name: "retry" | "open" | "skip"): ResultsLine => ({
    type: "wish",
    task: one.id,
    wish: name,
    by: "octocat",
    at: AT,
  });
  const delivery = (state: "claimed" | "open" | "merged" | "closed" | "failed" | "left_out"): ResultsLine => ({
    type: "delivery",
    tasks: [one.id],
    at: AT,
    state,
    branch: "b",
  });
  for (const [lines, expected] of [
    [[], "open, 0, 0, run 1, run 1, -"],
    [[start(1)], "started, 1, 0.5, resume 1, resume 1, -"],
    [[start(1), ended("done")], "done, 1, 0.1, none, none, ready"],
    [[start(1), ended("nothing")], "nothing, 1, 0.1, none, none, -"],
    [[start(1), ended("waiting")], "waiting, 1, 0.1, resume 1, resume 1, -"],
    [[start(1), ended("waiting"), start(1)], "started, 1, 0.5, resume 1, resume 1, -"],
    [[start(1), ended("waiting"), start(1), ended("done")], "done, 1, 0.1, none, none, ready"],
    [[start(1), ended("person")], "person, 1, 0.1, none, run 2, -"],
    [[start(1), ended("limit")], "limit, 1, 0.1, none, run 2, -"],
    // What was paid nothing for has not begun, and only under its own session.
    [[start(1), withdrawn(1)], "open, 0, 0, run 1, run 1, -"],
    [[start(1), withdrawn(1, "other")], "started, 1, 0.5, resume 1, resume 1, -"],
    [[start(1), withdrawn(1), start(1)], "started, 1, 0.5, resume 1, resume 1, -"],
    [[infra(1), start(2), withdrawn(2)], "infra, 1, 0.1, run 2, run 2, -"],
    [[start(1), ended("waiting"), start(1), withdrawn(1)], "waiting, 1, 0.1, resume 1, resume 1, -"],
    // Tried again twice, and then by a person only.
    [[infra(1)], "infra, 1, 0.1, run 2, run 2, -"],
    [[infra(1), start(2), infra(2)], "infra, 2, 0.2, run 3, run 3, -"],
    [[infra(1), infra(2), infra(3)], "infra, 3, 0.30000000000000004, none, run 4, -"],
    [[infra(1), infra(2), infra(3), wish("retry")], "infra, 3, 0.30000000000000004, run 4, run 4, -"],
    // The highest attempt counts, also when an older one is told of later.
    [[resultLine(one, { attempt: 2 }), infra(1)], "done, 2, 0.2, none, none, ready"],
    // An attempt without a price has cost its slice.
    [[resultLine(one, { costUsd: null })], "done, 1, 0.5, none, none, ready"],
    // Without a patch there is nothing to deliver.
    [[resultLine(one, { patch: null })], "done, 1, 0.1, none, none, -"],
    // Deliveries.
    [[ended("done"), delivery("claimed")], "done, 1, 0.1, none, none, -"],
    [[ended("done"), delivery("open")], "done, 1, 0.1, none, none, -"],
    [[ended("done"), delivery("left_out")], "done, 1, 0.1, none, none, -"],
    [[ended("done"), delivery("closed")], "done, 1, 0.1, none, none, -"],
    [[ended("done"), delivery("failed")], "done, 1, 0.1, none, none, ready"],
    [[ended("done"), delivery("open"), resultLine(one, { attempt: 2 })], "done, 2, 0.2, none, none, ready"],
    // Wishes.
    [[wish("skip")], "open, 0, 0, none, none, -"],
    [[ended("done"), wish("skip")], "done, 1, 0.1, none, none, -"],
    [[ended("limit"), wish("retry")], "limit, 1, 0.1, run 2, run 2, -"],
    [[ended("limit"), wish("retry"), start(2)], "started, 2, 0.6, resume 2, resume 2, -"],
    [[ended("limit"), wish("retry"), resultLine(one, { attempt: 2, state: "limit" })], "limit, 2, 0.2, none, run 3, -"],
    // Of another key or task.
    [[resultLine({ ...one, key: "old" })], "open, 0, 0, run 1, run 1, -"],
    [[resultLine(two)], "open, 0, 0, run 1, run 1, -"],
  ] as const) {
    assert.equal(first(lines), expected, JSON.stringify(lines));
  }
});

test("a wish to open stays until the task is open", () => {
  const wish: ResultsLine = { type: "wish", task: one.id, wish: "open", by: "octocat", at: AT };
  const delivery: ResultsLine = {
    type: "delivery",
    tasks: [one.id],
    at: AT,
    state: "open",
    branch: "b",
    pullRequest: 1,
  };
  const wishes = (...lines: readonly ResultsLine[]): unknown =>
    foldResults(plan, lines).tasks.map((stand) => stand.wish?.wish);
  assert.deepEqual(wishes(resultLine(one), wish), ["open", undefined, undefined]);
  assert.deepEqual(wishes(resultLine(one), wish, delivery), [undefined, undefined, undefined]);
});

test("what runs next is in the order of the plan, with and without --retry", () => {
  const state = foldResults(plan, [resultLine(three, { state: "limit" }), resultLine(one), startedLine(two)]);
  const ids = (retry: boolean): readonly unknown[] =>
    runnableOf(state, { retry }).map((stand) => [stand.task.id, nextOf(stand, { retry })]);
  assert.deepEqual(ids(false), [[two.id, { kind: "resume", attempt: 1 }]]);
  assert.deepEqual(ids(true), [
    [two.id, { kind: "resume", attempt: 1 }],
    [three.id, { kind: "run", attempt: 2 }],
  ]);
  assert.deepEqual(state.tasks.map(needsRetry), [false, false, true]);
  assert.equal(state.spentUsd, 0.1 + 0.5 + 0.1);
});

test("a canary holds the rest until it is released for just this plan and cost", () => {
  const held = batchPlan([one, two, three], { canary: { first: 2 } });
  const fold = (...lines: readonly ResultsLine[]): BatchState => foldResults(held, lines);
  const released = (state: BatchState): unknown => [
    state.released,
    state.isHeld,
    runnableOf(state, { retry: true }).length,
  ];
  assert.deepEqual(released(fold()), [2, false, 2]);
  assert.deepEqual(released(fold(resultLine(one), startedLine(two))), [2, false, 1]);
  const over = fold(resultLine(one), resultLine(two, { state: "nothing", costUsd: 0.3 }));
  assert.deepEqual(released(over), [2, true, 0]);
  assert.deepEqual(
    { ...releaseOf(over), digest: "" },
    {
      digest: "",
      measuredUsd: 0.4,
      restUsd: 0.2,
      restMaxUsd: 0.5,
      left: 1,
      upTo: 3,
    },
  );
  assert.notEqual(releaseOf(over)?.digest, releaseOf(fold(resultLine(one), resultLine(two)))?.digest);
  const other = foldResults(batchPlan([one, two, plannedTask(4)], { canary: { first: 2 } }), [
    resultLine(one),
    resultLine(two, { state: "nothing", costUsd: 0.3 }),
  ]);
  assert.notEqual(releaseOf(over)?.digest, releaseOf(other)?.digest);
  const free = fold(resultLine(one), resultLine(two), { type: "approved", digest: "d", by: "o", at: AT, upTo: 3 });
  assert.deepEqual(released(free), [3, false, 1]);
  assert.equal(releaseOf(free), undefined);
});

test("ten tasks in a row that end alike are enough where no task has succeeded, and a comparison goes on", () => {
  const tasks = Array.from({ length: 30 }, (_, at) => plannedTask(at + 1));
  const stuck = { state: "person", outcome: "stuck", reason: "The check npm test failed." } as const;
  const other = { ...stuck, reason: "Another one." };
  /** How many results it takes; undefined where all 30 are let through. */
  const stopsAfter = (ends: readonly object[], state = foldResults(batchPlan(tasks), [])): number | undefined => {
    const begin = failuresInARow(state);
    const at = tasks.findIndex((task, index) => begin()(resultLine(task, ends[index % ends.length])));
    return at === -1 ? undefined : at + 1;
  };
  assert.equal(stopsAfter([stuck]), 10);
  assert.equal(stopsAfter([{ ...stuck, state: "infra", outcome: null }]), 10);
  assert.equal(stopsAfter([stuck, stuck, other]), undefined);
  assert.equal(stopsAfter([{}, ...Array.from({ length: 29 }, () => stuck)]), undefined);
  const worked = foldResults(batchPlan(tasks), [resultLine(tasks[29] ?? one)]);
  assert.equal(stopsAfter([stuck], worked), undefined);
  const spent = Array.from({ length: 30 }, (_, n) => ({
    state: "person",
    outcome: "config_error",
    reason: `The account has no quota left (request id: req_${n}).`,
  }));
  assert.equal(stopsAfter(spent, worked), 10, "an account without credit fails every task that comes");
  assert.equal(stopsAfter([{ ...stuck, state: "infra", outcome: null }], worked), 10);
  assert.equal(stopsAfter([...spent.slice(0, 9), {}], worked), undefined);
  const outage = { state: "infra", outcome: "provider_unavailable", reason: "The provider is down." } as const;
  const begin = failuresInARow(worked);
  const underWay = tasks.slice(0, 16).map((task) => ({ task, isHopeless: begin() }));
  const stopped = underWay.map(({ task, isHopeless }) => isHopeless(resultLine(task, outage)));
  assert.ok(!stopped.includes(true), "a short outage is one moment for all tasks under way");
  const later = tasks.slice(1, 10).map((task) => begin()(resultLine(task, outage)));
  assert.equal(later.indexOf(true), 8, "the first one, and nine that began after it");
  const four = failuresInARow(foldResults(batchPlan(tasks), []));
  const tries = [...tasks.slice(0, 4), ...tasks.slice(0, 4), ...tasks.slice(0, 4)];
  assert.ok(!tries.some((task) => four()(resultLine(task, outage))), "four tasks, each tried three times");
  const compare = { models: [], prompts: ["a", "b"], repeat: 1 };
  assert.equal(stopsAfter([stuck], foldResults(batchPlan(tasks, { compare, deliver: null }), [])), undefined);
});
