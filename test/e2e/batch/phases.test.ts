/** The phases of a batch as steps of jobs, with the artifact service of a runner: what each leaves, and a run of failed jobs again. */

import assert from "node:assert/strict";
import { spawn, type ChildProcess } from "node:child_process";
import { test } from "node:test";
import { identityOf } from "../../../src/base/process-identity.ts";
import { systemClock } from "../../../src/base/clock.ts";
import { createRecordRef, type BatchRecord, type RecordRef } from "../../../src/batch/collect/record-ref.ts";
import type { BatchPlan } from "../../../src/batch/plan/batch-plan.ts";
import { parsePlan } from "../../../src/batch/plan/plan-file.ts";
import { foldResults } from "../../../src/batch/results/fold.ts";
import { parseResults } from "../../../src/batch/results/results-file.ts";
import type { ResultLine, ResultsLine } from "../../../src/batch/results/results-line.ts";
import { createSeal } from "../../../src/job/sessions/session-seal.ts";
import { makeTrustedDirectory } from "../../../src/workspace/trusted-directory.ts";
import { openRepository } from "../../../src/workspace/repository.ts";
import { createRemoteRefs } from "../../../src/workspace/remote-refs.ts";
import { AT, resultLine, startedLine } from "../../doubles/batch.ts";
import { createScratch } from "../../doubles/scratch.ts";
import { createRepository } from "../../doubles/repository.ts";
import { startArtifactService, type ArtifactService } from "../../doubles/artifact-service.ts";
import { CANARY, NO_BWRAP } from "../harness.ts";
import { createJobScene, REPOSITORY, TOKEN, type JobScene } from "../job/job-scene.ts";
import { BATCH_FILES, obedient, taskOf, type Json } from "./batch-scene.ts";

/** Runs a phase in a job of its own. */
async function phase(
  scene: JobScene,
  artifacts: ArtifactService,
  inputs: Readonly<Record<string, string>>,
  attempt = 1,
) {
  const event = { event: "workflow_dispatch", inputs: { batch: "mend" } } as const;
  const env = { GITHUB_RUN_ATTEMPT: String(attempt) };
  return await scene.run(event, { inputs: { model: "kimi/test-model", ...inputs }, artifacts, env });
}

function resultsIn(artifacts: ArtifactService, name: string): readonly ResultLine[] {
  const file = artifacts.unpack(name).find(({ path }) => path === "results.jsonl");
  return parseResults(file?.bytes ?? Buffer.alloc(0), name).filter((line) => line.type === "result");
}

const CAREFUL = `${BATCH_FILES[".github/kimi-batch/mend.yml"]}canary: { first: 1, then: approve }\n`;

test(
  "a shard goes on with what its last attempt left, and before a release runs the canary's tasks only",
  {
    skip: NO_BWRAP,
  },
  async () => {
    let isDown = true;
    await using artifacts = await startArtifactService();
    await using scene = await createJobScene({
      files: { ...BATCH_FILES, ".github/kimi-batch/careful.yml": CAREFUL },
      replies: (request) => {
        const { json } = request as { readonly json: Json };
        return isDown && taskOf(json) === 1 ? { status: 503, body: "down" } : obedient(json);
      },
    });
    const planned = await phase(scene, artifacts, { phase: "plan", batch: "mend" });
    assert.equal(planned.code, 0, planned.log);
    const { batch = "", shards, parallel } = planned.outputs;
    assert.deepEqual({ shards, parallel }, { shards: "[0,1]", parallel: "2" });
    assert.equal(scene.model.requests.length, 0, "a plan asks no model");

    const shard = { phase: "shard", batch, shard: "0", "max-patience": "0.01" };
    const failed = await phase(scene, artifacts, shard);
    assert.equal(failed.code, 1, failed.log);
    const first = resultsIn(artifacts, `kimi-batch-${batch}-0-1`);
    assert.equal(first.filter(({ state }) => state === "done").length, 1);
    assert.equal(first.filter(({ state }) => state === "infra").length, 3, "twice again");

    isDown = false;
    const asked = scene.model.requests.length;
    const again = await phase(scene, artifacts, { ...shard, "max-patience": "" }, 2);
    assert.equal(again.code, 1, "a task that failed three times is not repeated by itself");
    assert.equal(scene.model.requests.length, asked);
    assert.deepEqual(
      resultsIn(artifacts, `kimi-batch-${batch}-0-2`),
      first,
      "the newer artifact has all of the older one",
    );

    const careful = (await phase(scene, artifacts, { phase: "plan", batch: "careful" })).outputs;
    const [only, ...others] = JSON.parse(careful["shards"] ?? "[]") as readonly number[];
    assert.deepEqual(others, []);
    const canaryShard = { phase: "shard", batch: careful["batch"] ?? "", shard: String(only) };
    artifacts.fail("CreateArtifact", 403);
    const unsaved = await phase(scene, artifacts, canaryShard);
    assert.equal(unsaved.code, 1, "the failed jobs are those that a person runs again");
    assert.match(
      unsaved.outputs["reason"] ?? "",
      /^Shard 0: 1 done\. These results cannot be collected\. The artifact/,
    );
    const end = await phase(scene, artifacts, canaryShard, 2);
    assert.equal(end.code, 0, end.log);
    const canary = resultsIn(artifacts, `kimi-batch-${careful["batch"]}-${only}-2`);
    assert.deepEqual(
      canary.map(({ state }) => state),
      ["done"],
    );
    assert.deepEqual(artifacts.violations, []);
  },
);

/** An answer of the model costs $0.20. */
const DEAR = { prompt_tokens: 19_900, completion_tokens: 100, total_tokens: 20_000 };

test(
  "a plan is reserved once and freed when it is collected; a lost shard counts with its share, and runs again with what the others left",
  { skip: NO_BWRAP },
  async () => {
    let isLost = true;
    let answers = 0;
    await using artifacts = await startArtifactService();
    await using lost = await startArtifactService();
    const mend = BATCH_FILES[".github/kimi-batch/mend.yml"] ?? "";
    await using scene = await createJobScene({
      files: { ...limitedTo(3.5), ".github/kimi-batch/other.yml": mend.replace("Mend", "Tend") },
      replies: (request) => {
        if (!isLost) return obedient((request as { readonly json: Json }).json);
        answers += 1;
        return {
          calls: [{ name: "write_file", arguments: { path: "out/a.txt", content: `${answers}\n` } }],
          usage: DEAR,
        };
      },
    });
    const { batch = "" } = (await phase(scene, artifacts, { phase: "plan", batch: "mend" })).outputs;
    // Its artifact goes to another service: nothing of this attempt is left.
    assert.equal((await phase(scene, lost, { phase: "plan", batch: "mend" })).code, 0, "the same plan again");
    const refused = await phase(scene, artifacts, { phase: "plan", batch: "other" });
    assert.equal(refused.code, 3, refused.log);
    assert.match(refused.outputs["reason"] ?? "", /^The daily limit leaves \$1\.50, and batch other may cost \$2\./);
    await phase(scene, lost, { phase: "shard", batch, shard: "0" });
    isLost = false;
    await phase(scene, artifacts, { phase: "shard", batch, shard: "1" });
    await phase(scene, artifacts, { phase: "collect", batch });
    const other = await phase(scene, artifacts, { phase: "plan", batch: "other" });
    assert.equal(other.code, 0, other.log);

    const again = await phase(scene, artifacts, { phase: "shard", batch, shard: "0" }, 2);
    assert.deepEqual(secondStates(artifacts, batch), ["done", "done"], again.log);
    assert.equal(again.outputs["outcome"], "completed", again.log);
    assert.ok(
      answers > 0 && answers * 0.2 <= 2 + 4 * 0.2,
      `${answers} answers of $0.20, one above its share for each task`,
    );
  },
);

test("where the others left nothing of the total, the tasks of a lost shard do not run again", async () => {
  await using artifacts = await startArtifactService();
  await using scene = await createJobScene({ files: BATCH_FILES, replies: [] });
  const { batch = "" } = (await phase(scene, artifacts, { phase: "plan", batch: "mend" })).outputs;
  const plan = planIn(artifacts, batch);
  const lost = { state: "infra", outcome: null, costUsd: null, bundle: null, patch: null } as const;
  const lines = plan.tasks.map((task) =>
    resultLine(task, plan.shards[0]?.includes(task.id) === true ? lost : { costUsd: 0.5 }),
  );
  await writeRecord(scene, plan, lines);
  const again = await phase(scene, artifacts, { phase: "shard", batch, shard: "0" }, 2);
  assert.equal(again.outputs["outcome"], "limit_cost", again.log);
  assert.deepEqual([secondStates(artifacts, batch), scene.model.requests.length], [[], 0]);

  artifacts.fail("CreateArtifact", 403);
  const unsaved = await phase(scene, artifacts, { phase: "shard", batch, shard: "0" }, 3);
  assert.equal(unsaved.outputs["outcome"], "failed", "a job whose results are lost is to run again");
  assert.match(unsaved.outputs["reason"] ?? "", /too little money .* These results cannot be collected\. The artifact/);
  artifacts.fail("CreateArtifact", 403);
  const unknown = await phase(scene, artifacts, { phase: "shard", batch, shard: "9" });
  assert.match(unknown.outputs["reason"] ?? "", /^The plan has no shard 9\./);
  assert.match(unknown.log, /The results of shard 9 cannot be collected: The artifact was not uploaded/);
});

test(
  "what an earlier attempt began goes on, on another machine at once, and here when its process has ended",
  { skip: NO_BWRAP },
  async (t) => {
    await using artifacts = await startArtifactService();
    const elsewhere = { pid: 1, host: "another-machine", namespace: "pid:[1]", started: "1" };
    const here = new Set<number>();
    const early: number[] = [];
    let child: ChildProcess | undefined;
    await using scene = await createJobScene({
      files: BATCH_FILES,
      replies: (request) => {
        const { json } = request as { readonly json: Json };
        if (!here.has(taskOf(json))) child?.kill();
        else if (child?.signalCode === null) early.push(taskOf(json));
        return obedient(json);
      },
    });
    const { batch = "" } = (await phase(scene, artifacts, { phase: "plan", batch: "mend" })).outputs;
    const plan = planIn(artifacts, batch);
    const [first] = plan.shards[0] ?? [];
    child = spawn("sleep", ["600"]); // until another task of the shard is at work
    t.after(() => child?.kill());
    const running = identityOf(child.pid ?? 0);
    const lines = plan.tasks.map((task) => {
      if (task.id !== first) return startedLine(task, { process: elsewhere });
      here.add(Number(/src\/(\d+)\.ts/.exec(task.prompt)?.[1]));
      return startedLine(task, { process: running });
    });
    await writeRecord(scene, plan, lines);
    const again = await phase(scene, artifacts, { phase: "shard", batch, shard: "0" }, 2);
    assert.equal(again.outputs["outcome"], "completed", again.log);
    const results = resultsIn(artifacts, `kimi-batch-${batch}-0-2`);
    assert.deepEqual(
      results.map(({ state, attempt }) => [state, attempt]),
      [
        ["done", 1],
        ["done", 1],
      ],
    );
    assert.deepEqual([here.has(NaN), early], [false, []], "one process at a time works on a task");
  },
);

/** How the tasks of shard 0 ended in the second attempt. */
function secondStates(artifacts: ArtifactService, batch: string): readonly string[] {
  const results = resultsIn(artifacts, `kimi-batch-${batch}-0-2`).filter(({ attempt }) => attempt === 2);
  return results.map(({ state }) => state);
}

function planIn(artifacts: ArtifactService, id = ""): BatchPlan {
  const name = `kimi-batch-${id}-plan`;
  return parsePlan(
    artifacts
      .unpack(name)
      .find(({ path }) => path === "plan.json")
      ?.bytes.toString("utf8") ?? "",
    name,
  );
}

/** The record that a collecting job would have left. */
async function writeRecord(
  scene: JobScene,
  plan: BatchPlan,
  lines: readonly ResultsLine[],
  changes: BatchRecord["changes"] = new Map(),
): Promise<void> {
  await withRecord(scene, plan, (record) => record.change(() => ({ plan, lines, changes, sessions: new Map() })));
}

async function readRecord(scene: JobScene, plan: BatchPlan): Promise<BatchRecord | undefined> {
  return await withRecord(scene, plan, (record) => record.read());
}

async function withRecord<T>(
  { github }: JobScene,
  plan: BatchPlan,
  use: (record: RecordRef) => Promise<T>,
): Promise<T> {
  using repository = createRepository({ files: { "a.txt": "a\n" } });
  using scratch = createScratch();
  const checkout = await openRepository(repository.dir, process.env["PATH"] ?? "");
  const refs = createRemoteRefs({
    gitDir: makeTrustedDirectory(checkout, scratch.dir),
    path: process.env["PATH"] ?? "",
    remote: { url: `${github.serverUrl}/${REPOSITORY}.git`, token: TOKEN },
    clock: systemClock,
    identity: { name: "test", email: "test@example.invalid" },
  });
  const record = createRecordRef({
    refs,
    id: plan.id,
    seal: createSeal(CANARY),
    clock: systemClock,
  });
  return await use(record);
}

/** Under a policy with a limit of a day. */
function limitedTo(usd: number): Readonly<Record<string, string>> {
  const policy = BATCH_FILES[".github/kimi-policy.yml"] ?? "";
  return { ...BATCH_FILES, ".github/kimi-policy.yml": `${policy}limits: { cost_usd_per_day: ${usd} }\n` };
}

test("the plan of a recorded batch goes on with the record; a new plan takes over its results, with changes and pull requests", async () => {
  const file = (BATCH_FILES[".github/kimi-batch/mend.yml"] ?? "")
    .replace('{ files: "src/*.ts" }', "{ issues: { labels: [todo] } }")
    .replace("{{path}}", "src/{{number}}.ts");
  await using artifacts = await startArtifactService();
  await using second = await startArtifactService();
  await using later = await startArtifactService();
  await using scene = await createJobScene({ files: { ...BATCH_FILES, ".github/kimi-batch/mend.yml": file } });
  const addIssue = (): void => void scene.github.addIssue(REPOSITORY, { title: "x", user: "alice", labels: ["todo"] });
  for (const _ of [1, 2, 3, 4]) addIssue();
  const first = planIn(artifacts, (await phase(scene, artifacts, { phase: "plan", batch: "mend" })).outputs["batch"]);
  const [one, two, three, four] = first.tasks;
  assert.ok(one && two && three && four);
  const done = [one, two, three].map((task) => resultLine(task));
  const pull: ResultsLine = {
    type: "delivery",
    tasks: [two.id],
    at: AT,
    state: "open",
    branch: "kimi/x",
    pullRequest: 7,
  };
  const kept = new Map([one, two].map(({ id }) => [id, { patch: Buffer.from("patch"), report: "" }]));
  const failed = resultLine(four, { state: "infra" });
  await writeRecord(scene, first, [...done, failed, pull], kept);

  const same = await phase(scene, second, { phase: "plan", batch: "mend" });
  const shards = first.shards.flatMap((ids, shard) => (ids.includes(four.id) ? [shard] : []));
  assert.deepEqual([same.outputs["batch"], same.outputs["shards"]], [first.id, JSON.stringify(shards)], same.log);
  assert.deepEqual(resultsIn(second, `kimi-batch-${first.id}-plan`), [...done, failed]);

  addIssue();
  const again = await phase(scene, later, { phase: "plan", batch: "mend" });
  assert.equal(again.code, 0, again.log);
  const plan = planIn(later, again.outputs["batch"]);
  assert.notEqual(plan.id, first.id);
  const taken = [resultLine(one, { bundle: null }), resultLine(two, { bundle: null })];
  assert.deepEqual(resultsIn(later, `kimi-batch-${plan.id}-plan`), taken, "the change of the third is lost");
  const record = await readRecord(scene, plan);
  assert.deepEqual(record?.lines, [...taken, pull]);
  assert.deepEqual([...(record?.changes.keys() ?? [])].toSorted(), [one.id, two.id].toSorted());
  assert.deepEqual(
    foldResults(plan, record?.lines ?? []).tasks.map(({ state, isReady }) => [state, isReady]),
    [
      ["done", true],
      ["done", false],
      ["open", false],
      ["open", false],
      ["open", false],
    ],
  );
});
