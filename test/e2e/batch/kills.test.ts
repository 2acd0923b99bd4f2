/**
 * A batch killed with SIGKILL at random points: the same command goes on, what is done is never asked of the model again, and the
 * day's ledger has in the end what was spent.
 */

import assert from "node:assert/strict";
import type { ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { mayRun } from "../../../src/base/process-identity.ts";
import { readResults } from "../../../src/batch/results/results-file.ts";
import type { StartedLine } from "../../../src/batch/results/results-line.ts";
import { readJournal } from "../../../src/session/journal.ts";
import { createRandom } from "../../doubles/random.ts";
import { IS_FULL } from "../../doubles/size.ts";
import { parseLedger } from "../../../src/spending/spending.ts";
import { BATCH_POLICY, createBatchScene, obedient, taskOf, type BatchScene, type Json } from "./batch-scene.ts";

const [TASKS, KILLS] = IS_FULL ? [24, 10] : [6, 2];

/** The newest process of each task. */
function processesOf(dir: string): readonly NonNullable<StartedLine["process"]>[] {
  const newest = new Map<string, StartedLine>();
  for (const line of readResults(dir)) if (line.type === "started") newest.set(line.task, line);
  return [...newest.values()].flatMap(({ process: found }) => found ?? []);
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended.
  }
}

async function goneWithin(dir: string, ms: number): Promise<boolean> {
  for (let waited = 0; waited < ms; waited += 50) {
    if (processesOf(dir).every((one) => !mayRun(one))) return true;
    await delay(50);
  }
  return false;
}

test(`${TASKS} tasks, killed ${KILLS} times: as many results, and no finished task asks the model again`, async () => {
  const random = createRandom(17);
  const again: number[] = [];
  let batch: BatchScene | undefined;
  const isDone = (task: number): boolean =>
    batch?.state().tasks.some(({ task: { id }, result }) => Number(id) === task && result !== undefined) === true;
  await using made = await createBatchScene({
    tasks: TASKS,
    policy: `${BATCH_POLICY}limits: { cost_usd_per_day: 50 }\n`,
    replies: (request) => {
      const { json } = request as { readonly json: Json };
      if (isDone(taskOf(json))) again.push(taskOf(json));
      return { ...obedient(json), delayMs: random(100) };
    },
  });
  batch = made;
  const { dir, run, states, state, scene } = made;
  for (let n = 0; n < KILLS; n += 1) {
    const before = readResults(dir).length;
    const lines = 1 + random(5);
    const waitMs = random(400);
    // Every second time its tasks are killed with it, as on a machine that is lost.
    const end = async (child: ChildProcess): Promise<void> => {
      while (child.exitCode === null && readResults(dir).length < before + lines) await delay(10);
      await delay(waitMs);
      child.kill("SIGKILL");
      if (n % 2 === 1) processesOf(dir).forEach(({ pid }) => kill(pid));
    };
    const ended = await run(["-j", "4"], { onStart: (child) => void end(child) });
    if (ended.code === 0) break;
    assert.equal(ended.signal, "SIGKILL", ended.stderr);
    if (n === 0) assert.ok(await goneWithin(dir, 20_000), "the tasks of a killed batch end by themselves");
  }
  const last = await run(["-j", "4"]);
  assert.equal(last.code, 0, last.stderr);
  assert.deepEqual(
    states(),
    Array.from({ length: TASKS }, (_, at) => `${at + 1}:done`),
  );
  assert.deepEqual(again, []);
  for (const { task, attempt, result } of state().tasks) {
    assert.equal(attempt, 1, "a kill of the batch is no failure of its tasks");
    const bundle = join(dir, result?.bundle ?? "");
    assert.match(readFileSync(join(bundle, "changes.patch"), "utf8"), new RegExp(`^\\+${Number(task.id)}$`, "m"));
    assert.equal(readJournal(join(bundle, "journal.jsonl")).problem, undefined);
  }
  const ledger = join(made.home, ".local/state/kimi-runner/ledger.json");
  const entries = parseLedger(readFileSync(ledger, "utf8"), ledger);
  assert.deepEqual(
    entries.map(({ session, reservedUsd, costUsd }) => [session, reservedUsd, costUsd.toFixed(4)]),
    [[`batch-${made.plan.id}`, 0, state().spentUsd.toFixed(4)]],
  );
  const asked = scene.server.requests.length;
  assert.equal((await run()).code, 0);
  assert.equal(scene.server.requests.length, asked);
});

test("a task whose process dies is tried again, twice at most, and once by --retry", async () => {
  const deaths = new Map<number, number>();
  let dir = "";
  let runner: ChildProcess | undefined;
  await using batch = await createBatchScene({
    tasks: 2,
    task: () => ({ costUsd: 0.1 }),
    replies: (request) => {
      const { json } = request as { readonly json: Json };
      const task = taskOf(json);
      const died = deaths.get(task) ?? 0;
      if (task === 2 && died > 0) return obedient(json);
      deaths.set(task, died + 1);
      if (died > 5) runner?.kill("SIGKILL");
      const line = readResults(dir).findLast((one) => one.type === "started" && Number(one.task) === task);
      if (line?.type === "started") kill(line.process?.pid ?? 0);
      return { delayMs: 60_000 };
    },
  });
  ({ dir } = batch);
  const onStart = (child: ChildProcess): void => void (runner = child);
  const ends = (): unknown =>
    batch.state().tasks.map(({ state, attempt, result }) => [state, attempt, result?.outcome]);
  const end = await batch.run(["-j", "2"], { onStart });
  assert.equal(end.code, 1, end.stderr);
  assert.deepEqual(ends(), [
    ["infra", 3, null],
    ["done", 2, "completed"],
  ]);
  assert.match(batch.state().tasks[0]?.result?.reason ?? "", /SIGKILL/);
  assert.equal((await batch.run()).code, 1);
  assert.equal(deaths.get(1), 3, "not again by itself");
  const again = await batch.run(["--retry"], { onStart });
  assert.equal(again.code, 1, again.stderr);
  assert.deepEqual(ends(), [
    ["infra", 4, null],
    ["done", 2, "completed"],
  ]);
});

test("a second process does not run the same batch, and collects nothing of it", async () => {
  const held = Promise.withResolvers<void>();
  const refused = Promise.withResolvers<void>();
  await using batch = await createBatchScene({
    tasks: 1,
    replies: (request, n) => {
      held.resolve();
      const reply = obedient((request as { readonly json: Json }).json);
      return n === 0 ? { ...reply, until: refused.promise } : reply;
    },
  });
  const first = batch.run([], { isProcess: true });
  await held.promise;
  const second = await batch.run();
  const collected = await batch.scene.cli(["batch", "collect", batch.dir]);
  refused.resolve();
  assert.deepEqual([collected.code, /Another process is working on this batch: /.test(collected.stderr)], [2, true]);
  assert.equal(second.code, 2);
  assert.match(second.stderr, /^error: Another process is working on this batch: /m);
  assert.equal((await first).code, 0);
});
