/** `batch.yml` as a user copies it, under the real act in host mode, with act's own artifact server. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { parseResults } from "../../../src/batch/results/results-file.ts";
import { createScratch } from "../../doubles/scratch.ts";
import { act, NO_ACT, workflow } from "../action/act-run.ts";
import { CANARY } from "../harness.ts";
import { createJobScene, REPOSITORY, TOKEN } from "../job/job-scene.ts";
import { BATCH_FILES, obedient, type Json } from "./batch-scene.ts";

const FILES = { ...BATCH_FILES, ".github/workflows/batch.yml": workflow("batch.yml") };

test("batch.yml: plan, a job for each shard, and a pull request for each task", { skip: NO_ACT }, async () => {
  await using scene = await createJobScene({
    isProcess: true,
    files: FILES,
    replies: (request) => obedient((request as { readonly json: Json }).json),
  });
  using scratch = createScratch();
  const event = await scene.github.event({
    event: "workflow_dispatch",
    repository: REPOSITORY,
    inputs: { batch: "mend" },
  } as never);
  const { code, log, artifacts } = await act({ scene, scratch, file: "batch.yml", event });
  assert.equal(code, 0, log);
  const [, id] = /^kimi-batch-([0-9a-f]{12})-plan$/m.exec([...artifacts.keys()].join("\n")) ?? [];
  assert.deepEqual(
    [...artifacts.keys()].toSorted(),
    ([0, 1, "plan", "reports"] as const).map((part) => artifactOf(id, part)),
  );
  const states = [0, 1].flatMap((shard) => {
    const files = artifacts.get(artifactOf(id, shard)) ?? [];
    const lines = parseResults(files.find(({ path }) => path === "results.jsonl")?.bytes ?? Buffer.alloc(0), "results");
    return lines.flatMap((line) => (line.type === "result" ? [line.state] : []));
  });
  assert.deepEqual(states, ["done", "done", "done", "done"]);
  const { threads } = scene.github.repository(REPOSITORY);
  assert.equal(threads.filter(({ pull }) => pull !== undefined).length, 4, "a pull request for each task");
  assert.deepEqual(scene.github.violations, []);
  for (const secret of [CANARY, TOKEN]) {
    assert.ok(!log.includes(secret));
    for (const { bytes } of [...artifacts.values()].flat()) assert.ok(!bytes.includes(secret));
  }
});

function artifactOf(id: string | undefined, part: number | "plan" | "reports"): string {
  return `kimi-batch-${id}-${part}${part === "plan" ? "" : "-1"}`;
}
