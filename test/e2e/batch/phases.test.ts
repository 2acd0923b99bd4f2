/** The phases of a batch as steps of jobs, with the artifact service of a runner: what each leaves, and a run of failed jobs again. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { parseResults } from "../../../src/batch/results/results-file.ts";
import type { ResultLine } from "../../../src/batch/results/results-line.ts";
import { startArtifactService, type ArtifactService } from "../../doubles/artifact-service.ts";
import { NO_BWRAP } from "../harness.ts";
import { createJobScene, type JobScene } from "../job/job-scene.ts";
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
