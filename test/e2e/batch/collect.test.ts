/** Bundles of real runs on their way back: the highest attempt of each task counts, and none is believed that is not of its task. */

import assert from "node:assert/strict";
import { appendFileSync, cpSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { collectHere } from "../../../src/batch/collect/collect-here.ts";
import { planText } from "../../../src/batch/plan/plan-file.ts";
import { writeFileSync } from "node:fs";
import { loadPolicy } from "../../../src/policy/file/load.ts";
import { temporaryDir } from "../../doubles/cli.ts";
import { BATCH_POLICY, createBatchScene, type BatchScene } from "./batch-scene.ts";

const AT = "2026-11-22T12:00:00.000Z";
const options = { redact: (text: string) => text, at: AT };

let batch: BatchScene;
/** The batch as its first and second run left it. */
const first = temporaryDir();
const second = temporaryDir();

before(async () => {
  // The plan is from an older program, which gave the policy another digest.
  const [, policyDigest = ""] = (await loadPolicy(BATCH_POLICY, { file: "p.yml" })).digests;
  batch = await createBatchScene({ tasks: 3, plan: { policyDigest } });
  const results = join(batch.dir, "results.jsonl");
  for (const { dir } of [first, second]) {
    await batch.run();
    assert.deepEqual(batch.states(), ["1:done", "2:done", "3:done"]);
    cpSync(batch.dir, dir, { recursive: true });
    // The second run is of the second task only.
    const [, two = ""] = ids();
    rmSync(join(batch.dir, "tasks", two), { recursive: true });
    const others = readFileSync(results, "utf8").split("\n");
    writeFileSync(results, others.filter((line) => !line.includes(`"task":"${two}"`)).join("\n"));
  }
  for (const path of [results, join(batch.dir, "tasks")]) rmSync(path, { recursive: true });
});
after(async () => {
  for (const one of [first, second]) one[Symbol.dispose]();
  await batch[Symbol.asyncDispose]();
});

/** A folder of artifacts: `0-1` is what the first attempt of the workflow run left of shard 0. */
function artifacts(of: Readonly<Record<string, string>>): { readonly dir: string } & Disposable {
  const folder = temporaryDir();
  const { plan } = batch;
  mkdirSync(join(folder.dir, `kimi-batch-${plan.id}-plan`));
  writeFileSync(join(folder.dir, `kimi-batch-${plan.id}-plan`, "plan.json"), planText(plan));
  for (const [name, from] of Object.entries(of)) {
    const to = join(folder.dir, `kimi-batch-${plan.id}-${name}`);
    mkdirSync(to);
    for (const part of ["results.jsonl", "tasks"]) cpSync(join(from, part), join(to, part), { recursive: true });
  }
  return folder;
}

const ids = (): readonly string[] => batch.plan.tasks.map(({ id }) => id);
const bundleOf = (dir: string, task: number): string => join(dir, "tasks", ids()[task - 1] ?? "", "1");
const sessionOf = (dir: string, task: number): string =>
  (JSON.parse(readFileSync(join(bundleOf(dir, task), "session.json"), "utf8")) as { sessionId: string }).sessionId;
const own = (folder: { readonly dir: string }, name: string): string =>
  join(folder.dir, `kimi-batch-${batch.plan.id}-${name}`);

test("failed jobs that are run again: the newest attempt of each task counts, and collecting twice adds nothing", () => {
  using folder = artifacts({ "0-2": second.dir, "0-1": first.dir });
  rmSync(bundleOf(own(folder, "0-2"), 1), { recursive: true });
  const collected = collectHere(folder.dir, options);
  assert.deepEqual(collected.refused, []);
  assert.deepEqual(
    collected.state.tasks.map(({ state, result }) => [state, result?.session]),
    [
      ["done", sessionOf(first.dir, 1)],
      ["done", sessionOf(second.dir, 2)],
      ["done", sessionOf(second.dir, 3)],
    ],
  );
  const lines = readFileSync(join(collected.dir, "results.jsonl"), "utf8");
  collectHere(folder.dir, options);
  assert.equal(readFileSync(join(collected.dir, "results.jsonl"), "utf8"), lines);
});

test("a bundle that is missing, changed, or of another task is infra and named", () => {
  using folder = artifacts({ "0-1": first.dir });
  const root = own(folder, "0-1");
  appendFileSync(join(bundleOf(root, 1), "changes.patch"), "\n");
  rmSync(bundleOf(root, 2), { recursive: true });
  rmSync(bundleOf(root, 3), { recursive: true });
  cpSync(bundleOf(first.dir, 2), bundleOf(root, 3), { recursive: true });
  const { state, refused } = collectHere(folder.dir, options);
  assert.deepEqual(
    state.tasks.map((stand) => stand.state),
    ["infra", "infra", "infra"],
  );
  const [one, , three] = ids();
  assert.equal(refused.length, 2);
  assert.match(refused[0] ?? "", new RegExp(`${one}/1: .*changes\\.patch: it is not the patch that was recorded`));
  assert.match(refused[1] ?? "", new RegExp(`${three}/1: it was asked for something other than the task ${three}`));
});

test("the folder of a batch itself: whole bundles add nothing, a lost one turns its task into infra, exit code 1", async () => {
  cpSync(first.dir, batch.dir, { recursive: true });
  const results = (): string => readFileSync(join(batch.dir, "results.jsonl"), "utf8");
  const before = results();
  const whole = await batch.scene.cli(["batch", "collect", batch.dir]);
  assert.equal(whole.code, 0, whole.stderr);
  assert.equal(results(), before);
  rmSync(bundleOf(batch.dir, 2), { recursive: true });
  const lost = await batch.scene.cli(["batch", "collect", batch.dir]);
  assert.equal(lost.code, 1);
  assert.match(lost.stdout, /1 failed outside of the task/);
});

test("the rest after the canary starts with the digest of its release only", async () => {
  await using held = await createBatchScene({ tasks: 2, plan: { canary: { first: 1 } } });
  await held.run();
  assert.deepEqual(held.states(), ["1:done", "2:open"]);
  const { stdout: out } = await held.scene.cli(["batch", "status", held.dir]);
  const digest = /They wait for an approval of ([0-9a-f]{12})\./.exec(out)?.[1] ?? assert.fail(out);
  await held.run(["--approve", "0".repeat(12)]);
  await held.run(["--approve", "all"]);
  assert.deepEqual(held.states()[1], "2:open");
  await held.run(["--approve", digest]);
  assert.deepEqual(held.states()[1], "2:done");
});
