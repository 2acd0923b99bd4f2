/** Schedules and dispatches: one pull request for each task, which a person can close for a while. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { FIX } from "../../harness.ts";
import { createJobScene, REPOSITORY } from "../job-scene.ts";

const SCHEDULE = { event: "schedule", schedule: "17 5 * * 1" } as const;
const inputs = { sandbox: "none", prompt: "Fix the tests." };
const DAY_MS = 86_400_000;

test("an open pull request of the task is updated, a closed one is respected, and none is doubled", async () => {
  await using scene = await createJobScene({ replies: [...FIX, ...FIX, ...FIX, ...FIX, ...FIX] });
  const { github, model } = scene;
  const env = { GITHUB_WORKFLOW_REF: `${REPOSITORY}/.github/workflows/maintenance.yml@refs/heads/main` };
  const pulls = () => github.repository(REPOSITORY).threads.filter(({ pull }) => pull !== undefined);
  const first = await scene.run(SCHEDULE, { inputs, env });
  assert.equal(first.outputs["outcome"], "completed", first.log);
  const branch = first.outputs["branch"] ?? "";
  const before = await github.git(REPOSITORY, "rev-parse", branch);

  const main = await github.addCommit(REPOSITORY, { branch: "main", files: { "src/new.js": "1\n" }, user: "alice" });
  const second = await scene.run(SCHEDULE, { inputs, env });
  assert.deepEqual([second.outputs["outcome"], second.outputs["branch"]], ["completed", branch], second.log);
  assert.equal(await github.git(REPOSITORY, "log", "-1", "--format=%P", branch), `${before} ${main}`);
  assert.equal(await github.git(REPOSITORY, "diff", "--name-only", `main...${branch}`), "src/add.js");
  assert.equal(pulls().length, 1);

  const other = await scene.run(SCHEDULE, { inputs: { ...inputs, key: "other" }, env });
  assert.notEqual(other.outputs["branch"], branch, other.log);
  assert.equal(pulls().length, 2);

  const [pull] = pulls();
  assert.ok(pull !== undefined);
  const close = (days: number): void => {
    pull.state = "closed";
    pull.closedAt = new Date(Date.now() - days * DAY_MS).toISOString();
  };
  close(13);
  const asked = model.requests.length;
  const resting = await scene.run({ event: "workflow_dispatch", sender: "alice" }, { inputs, env });
  assert.deepEqual(
    [resting.code, resting.outputs["outcome"], model.requests.length],
    [0, "skipped", asked],
    resting.log,
  );
  assert.match(resting.outputs["reason"] ?? "", /^Pull request #1 of this task was closed without a merge on /);
  close(15);
  const again = await scene.run(SCHEDULE, { inputs, env });
  assert.deepEqual([again.outputs["outcome"], again.outputs["branch"]], ["completed", branch], again.log);
  assert.deepEqual(
    pulls().map(({ number, state }) => [number, state]),
    [
      [1, "closed"],
      [2, "open"],
      [3, "open"],
    ],
  );
});
