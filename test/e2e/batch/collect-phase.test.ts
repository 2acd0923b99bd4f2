/** The phase collect as a step of a job: after the shards of its workflow run, and on its own. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { startArtifactService, type ArtifactService } from "../../doubles/artifact-service.ts";
import { NO_BWRAP } from "../harness.ts";
import { createJobScene, REPOSITORY, type JobScene } from "../job/job-scene.ts";
import { BATCH_FILES, obedient, type Json } from "./batch-scene.ts";

async function phase(
  scene: JobScene,
  artifacts: ArtifactService | undefined,
  inputs: Readonly<Record<string, string>>,
) {
  const event = { event: "workflow_dispatch", inputs: { batch: "mend" } } as const;
  const service = artifacts === undefined ? {} : { artifacts };
  return await scene.run(event, { inputs: { model: "kimi/test-model", ...inputs }, ...service });
}

const pulls = ({ github }: JobScene) =>
  github.repository(REPOSITORY).threads.filter(({ pull, state }) => pull !== undefined && state === "open");

test(
  "what shards left is delivered once, a lost shard is infra; a scheduled collect asks no model and opens the rest",
  { skip: NO_BWRAP },
  async () => {
    await using artifacts = await startArtifactService();
    const file = (BATCH_FILES[".github/kimi-batch/mend.yml"] ?? "").replace("per-task }", "per-task, open: 1 }");
    await using scene = await createJobScene({
      files: { ...BATCH_FILES, ".github/kimi-batch/mend.yml": file },
      replies: (request) => obedient((request as { readonly json: Json }).json),
    });
    const { outputs } = await phase(scene, artifacts, { phase: "plan", batch: "mend" });
    const { batch = "" } = outputs;
    assert.equal((await phase(scene, artifacts, { phase: "shard", batch, shard: "0" })).code, 0);
    const asked = scene.model.requests.length;

    const collected = await phase(scene, artifacts, { phase: "collect", batch });
    assert.equal(collected.code, 1, collected.log);
    assert.match(collected.outputs["reason"] ?? "", /1 collected, 4 tasks, 1 in open pull requests\. 2 need a look\./);
    assert.equal(pulls(scene).length, 1);
    assert.match(collected.summary, /\*\*4\*\* tasks: \*\*2\*\* done, \*\*2\*\* failed outside of the task\./);
    assert.deepEqual(
      artifacts
        .unpack(`kimi-batch-${batch}-reports-1`)
        .map(({ path }) => path)
        .toSorted(),
      ["junit.xml", "report.csv", "report.md", "retry.txt"],
    );
    const board = scene.github.repository(REPOSITORY).threads.find(({ title }) => title === "Batch mend");
    assert.match(board?.body ?? "", /No bundle arrived from http\S+, attempt 1\./);

    const [first] = pulls(scene);
    first!.state = "closed";
    first!.pull!.mergedAt = "2026-11-22T12:00:00Z";
    const later = await phase(scene, undefined, { phase: "collect" });
    assert.equal(later.code, 0, later.log);
    assert.equal(pulls(scene).length, 1);
    assert.notEqual(pulls(scene)[0]?.number, first?.number);
    assert.equal(scene.model.requests.length, asked);
    assert.deepEqual([artifacts.violations, scene.github.violations], [[], []]);
  },
);
