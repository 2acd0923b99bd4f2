/** What a hostile shard can leave for the collect: bundles with a whole chain, and lines. None of it harms another shard's tasks, or the collect. */

import assert from "node:assert/strict";
import { appendFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { collectHere } from "../../../src/batch/collect/collect-here.ts";
import { planText } from "../../../src/batch/plan/plan-file.ts";
import { lineText } from "../../../src/batch/results/results-file.ts";
import { resultLine, startedLine } from "../../doubles/batch.ts";
import { temporaryDir } from "../../doubles/cli.ts";
import { forgeRun, type Forgery } from "../job/two-phase/forged-bundle.ts";
import { createBatchScene, type BatchScene } from "./batch-scene.ts";

const SHARDS = [["000000000001"], ["000000000002"]];
let batch: BatchScene;

before(async () => {
  batch = await createBatchScene({ tasks: 2, plan: { shards: SHARDS } });
  await batch.run();
  assert.deepEqual(batch.states(), ["1:done", "2:done"]);
});
after(async () => await batch[Symbol.asyncDispose]());

/** Collects what both shards left; `edit` gets the folder of the first one. */
function collect(edit: (shard: string) => void) {
  using folder = temporaryDir();
  const artifact = (name: string): string => join(folder.dir, `kimi-batch-${batch.plan.id}-${name}`);
  mkdirSync(artifact("plan"));
  writeFileSync(join(artifact("plan"), "plan.json"), planText(batch.plan));
  const lines = readFileSync(join(batch.dir, "results.jsonl"), "utf8").split("\n");
  for (const [at, ids] of SHARDS.entries()) {
    const to = artifact(`${at}-1`);
    for (const id of ids) cpSync(join(batch.dir, "tasks", id), join(to, "tasks", id), { recursive: true });
    const own = lines.filter((line) => ids.some((id) => line.includes(`"task":"${id}"`)));
    writeFileSync(join(to, "results.jsonl"), own.map((line) => `${line}\n`).join(""));
  }
  edit(artifact("0-1"));
  const collecting = () => collectHere(folder.dir, { redact: (text) => text, at: "2026-11-22T12:00:00.000Z" });
  const first = collecting();
  assert.deepEqual(collecting().state, first.state, "the record is as it was");
  return first;
}

const states = ({ state }: ReturnType<typeof collect>) => state.tasks.map((stand) => stand.state);
const bundleIn = (shard: string, task = SHARDS[0]?.[0] ?? ""): string => join(shard, "tasks", task, "1");

const HELD = { callId: "c", index: 0, tool: "write_to_file", summary: "write x", rule: "r", digest: "d".repeat(64) };
const WAITS = { outcome: "deferred", filesChanged: 0 };
const FORGED: Readonly<Record<string, Forgery>> = {
  "a held action without what it needs": { more: [{ type: "deferral.open", held: [HELD] }], end: WAITS },
  "a held action that needs something else than an action does": {
    more: [{ type: "deferral.open", held: [{ ...HELD, capabilities: [{ kind: "write" }, null] }] }],
    end: WAITS,
  },
  "an approved change without files": { more: [{ type: "change.approved", callId: "c" }] },
  "half a file": { end: { filesChanged: 0.5 } },
  "half a token": {
    more: [{ type: "step.usage", step: 1, usage: { input: 0.5, cacheRead: 0, cacheWrite: 0, output: 0 } }],
  },
  "a cost that no limit allows, which the ledger of the repository would count": {
    more: [{ type: "step.usage", step: 1, usage: { input: 1, cacheRead: 0, cacheWrite: 0, output: 0 }, costUsd: 1e9 }],
  },
  "a time that is none": { time: "soon" },
};

for (const [what, forgery] of Object.entries(FORGED)) {
  test(`${what}: the bundle is refused by name, and the other shard is collected`, () => {
    const collected = collect((shard) => {
      forgeRun(bundleIn(shard), forgery);
      rmSync(join(shard, "results.jsonl"));
    });
    assert.equal(collected.refused.length, 1, collected.refused.join("\n"));
    assert.match(collected.refused[0] ?? "", /-0-1\/tasks\/000000000001\/1: /);
    assert.deepEqual(states(collected), ["open", "done"]);
  });
}

test("lines of a shard about tasks of another shard do not count", () => {
  const [, other] = batch.plan.tasks;
  const session = batch.state().tasks[1]?.result?.session;
  const collected = collect((shard) => {
    cpSync(bundleIn(shard), bundleIn(shard, other!.id), { recursive: true });
    const attempt = { attempt: 9_007_199_254_740_991 };
    const refused = { ...attempt, bundle: null, state: "infra", outcome: null, patch: null } as const;
    const lines = [startedLine(other!, attempt), resultLine(other!, refused)];
    appendFileSync(join(shard, "results.jsonl"), lines.map(lineText).join(""));
  });
  assert.deepEqual(states(collected), ["done", "done"]);
  assert.equal(collected.state.tasks[1]?.result?.session, session);
  assert.deepEqual(collected.refused.length, 1);
  assert.match(collected.refused[0] ?? "", /-0-1\/tasks\/000000000002: it is a task of another shard\./);
});
