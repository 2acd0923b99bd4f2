/** What a record of a batch takes in, and what it knows already. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { CheckedAttempt } from "../../../src/batch/collect/bundle-line.ts";
import { takeIn, withNew, type TakeIn } from "../../../src/batch/collect/take-in.ts";
import { heldBySession } from "../../../src/batch/collect/waiting-session.ts";
import { withRecorded } from "../../../src/batch/run/held-answers.ts";
import { foldResults } from "../../../src/batch/results/fold.ts";
import type { ResultLine, ResultsLine } from "../../../src/batch/results/results-line.ts";
import { AT, batchPlan, plannedTask, resultLine, startedLine } from "../../doubles/batch.ts";
import { heldWrite, waitingAttempt } from "./collect-scene.ts";

const task = plannedTask(1);
const plan = batchPlan([task, plannedTask(2)]);

function arrived(attempts: readonly CheckedAttempt[], more: Partial<TakeIn> = {}): TakeIn {
  const nothing = { shardLines: [], unproven: [], shards: new Set([0]), planned: [], asked: undefined };
  return { plan, own: undefined, attempts, workflowRun: "run 1", at: AT, ...nothing, ...more };
}

/** An attempt that waits for the write of a file, after so many steps. */
function waiting(path: string, more: Partial<ResultLine>): CheckedAttempt {
  const line = resultLine(task, { state: "waiting", outcome: "deferred", patch: null, session: "s", ...more });
  const attempt = { line, dir: "", patch: Buffer.alloc(0), report: "", session: undefined };
  return waitingAttempt(attempt, [heldWrite(path, "", path.repeat(64))]);
}

/** The second wait was taken for the first one, and the task waited for ever for an answer that it had. */
test("a session that waits again after its answer is recorded, and its old bundle does not come back", () => {
  const first = waiting("a", { steps: 3, costUsd: 0.1 });
  const second = waiting("b", { steps: 5, costUsd: 0.2 });
  const once = takeIn(undefined, arrived([first]));
  const twice = takeIn(once, arrived([second]));
  const held = (record: typeof twice) => heldBySession(record.sessions.get(task.id)!).map(({ summary }) => summary);
  assert.deepEqual([held(once), held(twice)], [["write a (+1 −0)"], ["write b (+1 −0)"]]);
  assert.equal(foldResults(plan, twice.lines).tasks[0]?.spentUsd, 0.2);
  assert.equal(takeIn(twice, arrived([second])), twice, "the same bundle adds nothing");

  const other = { ...first, line: resultLine(plan.tasks[1]!), patch: Buffer.from("x") };
  const late = takeIn(twice, arrived([first, other]));
  assert.equal(late.lines.length, twice.lines.length + 1);
  assert.deepEqual(held(late), ["write b (+1 −0)"]);
  const large = takeIn(twice, arrived([{ ...waiting("c", { steps: 7 }), session: undefined }]));
  assert.equal(large.sessions.size, 0, "an answered session does not stand for one that is too large");
});

/** Both were recorded, so that the task could never go on. */
test("of two answers to an action the first one counts, and a pull request is closed once, or once again", () => {
  const record = takeIn(undefined, arrived([waiting("a", {})]));
  const of = { task: task.id, key: task.key, attempt: 1, at: AT };
  const answer = (verdict: "approve" | "reject", by: string): ResultsLine => ({
    type: "answer",
    digest: "a",
    paths: [],
    verdict,
    by,
    ...of,
  });
  const said = withNew(record, [answer("reject", "mona"), answer("approve", "nora")]);
  assert.deepEqual(
    foldResults(plan, said.lines).tasks[0]?.answers.map(({ by }) => by),
    ["mona"],
  );
  assert.equal(withNew(said, [answer("approve", "nora")]), said);
  const rejected = (...whys: readonly (string | undefined)[]) =>
    withRecorded(
      { approve: [], reject: [], by: "" },
      whys.map((why) => ({ type: "answer", digest: "a", paths: [], verdict: "reject", by: "mona", why, ...of })),
    ).why;
  assert.deepEqual(
    [rejected("No."), rejected("No.", "Never."), rejected("No.", undefined), rejected()],
    ["No.", "No. Never.", undefined, undefined],
    "without a reason the task ends",
  );
  const given = { approve: [], reject: ["b"], why: "use npm", by: "me" };
  const verdict = "reject" as const;
  const ofA = { type: "answer" as const, digest: "a", paths: [], verdict, by: "mona", why: undefined, ...of };
  assert.equal(withRecorded(given, [ofA]).why, undefined, "a reason on the command line is not that of another answer");
  assert.equal(withRecorded({ ...given, reject: [] }, [{ ...ofA, why: "No." }]).why, "No.");
  const pull = (state: "open" | "closed"): ResultsLine => ({
    type: "delivery",
    tasks: [task.id],
    branch: "b",
    state,
    at: AT,
    pullRequest: 1,
  });
  const closed = withNew(record, [pull("open"), pull("closed"), pull("closed")]);
  assert.equal(closed.lines.length, record.lines.length + 2);
  const again = withNew(closed, [pull("open"), pull("closed")]);
  assert.equal(again.lines.length, closed.lines.length + 2, "a person opened it again");
});

/** Each line was compared with each other one: 20 s of a processor for the largest batch. */
test("ten thousand tasks are taken in, twice, in no time of a processor", () => {
  const tasks = Array.from({ length: 10_000 }, (_, n) => plannedTask(n + 1));
  const refused = { state: "infra", outcome: "sandbox_refused", bundle: null, patch: null } as const;
  const lines = [...tasks.map((one) => startedLine(one)), ...tasks.map((one) => resultLine(one, refused))];
  const all = { ...arrived([]), plan: batchPlan(tasks), shardLines: lines };
  const before = process.cpuUsage();
  const record = takeIn(undefined, all);
  assert.equal(record.lines.length, 20_000);
  assert.equal(takeIn(record, all), record);
  const { user } = process.cpuUsage(before);
  assert.ok(user < 5_000_000, `${user} µs of a processor`);
});
