/** The phases of a batch as steps of jobs, with the artifact service of a runner: what each leaves, and a run of failed jobs again. */

import assert from "node:assert/strict";
import { test } from "node:test";
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
import { AT, resultLine } from "../../doubles/batch.ts";
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

test("a shard that is run again goes on with what its last attempt left", { skip: NO_BWRAP }, async () => {
  let isDown = true;
  await using artifacts = await startArtifactService();
  await using scene = await createJobScene({
    files: BATCH_FILES,
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
  assert.deepEqual(artifacts.violations, []);
});

/** An answer of the model costs $0.20. */
const DEAR = { prompt_tokens: 19_900, completion_tokens: 100, total_tokens: 20_000 };

for (const [name, isDear, left] of [
  ["and its tasks run again with what the others left", false, ["done", "done"]],
  ["and where nothing is left, its tasks do not run", true, []],
] as const) {
  test(`the attempt of a shard that was lost counts with its share, ${name}`, { skip: NO_BWRAP }, async () => {
    let isLost = true;
    let answers = 0;
    await using artifacts = await startArtifactService();
    await using lost = await startArtifactService();
    await using scene = await createJobScene({
      files: BATCH_FILES,
      replies: (request) => {
        const { json } = request as { readonly json: Json };
        const usage = isLost || isDear ? { usage: DEAR } : {};
        answers += "usage" in usage ? 1 : 0;
        return isDear || isLost
          ? { calls: [{ name: "write_file", arguments: { path: "out/a.txt", content: `${answers}\n` } }], ...usage }
          : obedient(json);
      },
    });
    const { batch = "" } = (await phase(scene, artifacts, { phase: "plan", batch: "mend" })).outputs;
    // Its artifact goes to another service: nothing of this attempt is left.
    await phase(scene, lost, { phase: "plan", batch: "mend" });
    await phase(scene, lost, { phase: "shard", batch, shard: "0" });
    isLost = false;
    await phase(scene, artifacts, { phase: "shard", batch, shard: "1" });
    await phase(scene, artifacts, { phase: "collect", batch });

    const before = answers;
    const again = await phase(scene, artifacts, { phase: "shard", batch, shard: "0" }, 2);
    const results = resultsIn(artifacts, `kimi-batch-${batch}-0-2`).filter(({ attempt }) => attempt === 2);
    assert.deepEqual(
      results.map(({ state }) => state),
      left,
      again.log,
    );
    assert.equal(again.outputs["outcome"], isDear ? "limit_cost" : "completed", again.log);
    assert.ok(
      answers > 0 && answers * 0.2 <= 2 + 4 * 0.2,
      `${answers} answers of $0.20, one above its share for each task`,
    );
    if (isDear) assert.equal(answers, before);
  });
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
    random: Math.random,
  });
  return await use(record);
}

test("the plan of a recorded batch goes on with the record, and no shard has a task that is done", async () => {
  await using artifacts = await startArtifactService();
  await using later = await startArtifactService();
  await using scene = await createJobScene({ files: BATCH_FILES });
  const first = await phase(scene, artifacts, { phase: "plan", batch: "mend" });
  assert.equal(first.code, 0, first.log);
  const name = `kimi-batch-${first.outputs["batch"]}-plan`;
  const plan = planIn(artifacts, first.outputs["batch"]);
  const [shard = []] = plan.shards;
  const lines = plan.tasks.filter(({ id }) => shard.includes(id)).map((task) => resultLine(task));
  await writeRecord(scene, plan, lines);

  const second = await phase(scene, later, { phase: "plan", batch: "mend" });
  assert.equal(second.code, 0, second.log);
  assert.equal(second.outputs["shards"], "[1]");
  assert.deepEqual(resultsIn(later, name), lines);
});

/** Under a policy with a limit of a day. */
function limitedTo(usd: number): Readonly<Record<string, string>> {
  const policy = BATCH_FILES[".github/kimi-policy.yml"] ?? "";
  return { ...BATCH_FILES, ".github/kimi-policy.yml": `${policy}limits: { cost_usd_per_day: ${usd} }\n` };
}

test("a plan that may cost more than the day has left is refused", async () => {
  await using artifacts = await startArtifactService();
  await using poor = await createJobScene({ files: limitedTo(1) });
  const refused = await phase(poor, artifacts, { phase: "plan", batch: "mend" });
  assert.equal(refused.code, 3, refused.log);
  assert.match(refused.outputs["reason"] ?? "", /^The limit of the day leaves \$1\.00, and batch mend may cost \$2\./);
});

test(
  "a plan is reserved once, and what its tasks did not cost is free again when it is collected",
  { skip: NO_BWRAP },
  async () => {
    await using artifacts = await startArtifactService();
    const mend = BATCH_FILES[".github/kimi-batch/mend.yml"] ?? "";
    await using scene = await createJobScene({
      files: { ...limitedTo(3), ".github/kimi-batch/other.yml": mend.replace("Mend", "Tend") },
      replies: (request) => obedient((request as { readonly json: Json }).json),
    });
    const plan = async (batch: string) => await phase(scene, artifacts, { phase: "plan", batch });
    const { batch = "" } = (await plan("mend")).outputs;
    assert.equal((await plan("mend")).code, 0, "the same plan again");
    assert.equal((await plan("other")).code, 3, "another one has too little");
    for (const shard of ["0", "1"])
      assert.equal((await phase(scene, artifacts, { phase: "shard", batch, shard })).code, 0);
    const collected = await phase(scene, artifacts, { phase: "collect", batch });
    assert.equal(collected.code, 0, collected.log);
    const other = await plan("other");
    assert.equal(other.code, 0, other.log);
  },
);

test(
  "before its canary is released a shard runs only the canary's tasks, and has not failed",
  { skip: NO_BWRAP },
  async () => {
    await using artifacts = await startArtifactService();
    const file = ".github/kimi-batch/mend.yml";
    await using scene = await createJobScene({
      files: { ...BATCH_FILES, [file]: `${BATCH_FILES[file]}canary: { first: 1, then: approve }\n` },
      replies: (request) => obedient((request as { readonly json: Json }).json),
    });
    const planned = await phase(scene, artifacts, { phase: "plan", batch: "mend" });
    const { batch = "", shards = "[]" } = planned.outputs;
    const [shard, ...others] = JSON.parse(shards) as readonly number[];
    assert.deepEqual(others, []);
    const end = await phase(scene, artifacts, { phase: "shard", batch, shard: String(shard) });
    assert.equal(end.code, 0, end.log);
    assert.deepEqual(
      resultsIn(artifacts, `kimi-batch-${batch}-${shard}-1`).map(({ state }) => state),
      ["done"],
    );
  },
);

test("a new plan takes over the results of another plan's record, with their changes and pull requests", async () => {
  const file = (BATCH_FILES[".github/kimi-batch/mend.yml"] ?? "")
    .replace('{ files: "src/*.ts" }', "{ issues: { labels: [todo] } }")
    .replace("{{path}}", "src/{{number}}.ts");
  await using artifacts = await startArtifactService();
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
  const failed = resultLine(four, { state: "person" });
  await writeRecord(scene, first, [...done, failed, pull], kept);

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
