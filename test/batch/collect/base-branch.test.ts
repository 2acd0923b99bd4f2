/** The branch that the pull requests of a batch go into: the one that it was planned on. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { recordFromEarlierPlans } from "../../../src/batch/collect/begin-record.ts";
import { openJobGit } from "../../../src/job/context/job-git.ts";
import { batchPlan } from "../../doubles/batch.ts";
import { jumpClock } from "../../doubles/clock.ts";
import { createCollectScene, REPO } from "./collect-scene.ts";

const RELEASE = "release/1.x";

test("a batch that was planned on a release branch is delivered there, also by a collect of the default branch", async () => {
  await using scene = await createCollectScene({ count: 2, plan: { into: RELEASE } });
  const [one, two] = scene.plan.tasks;
  await scene.hub.git(REPO, "branch", RELEASE, "main");
  const attempt = scene.attempt(one!, { "src/1.ts": "new\n" });
  // A plan that is not recorded yet may be a stranger's, so the job says what it works for.
  await assert.rejects(
    scene.collect(scene.arrived([attempt])),
    /is for the branch release\/1\.x, and this job works for main/,
  );
  assert.deepEqual(scene.pulls(), []);
  await scene.collect(scene.arrived([attempt]), { base: RELEASE });
  await scene.collect(scene.arrived([scene.attempt(two!, { "src/2.ts": "new\n" })]));
  await scene.collect();
  const bases = scene.pulls().map(({ number }) => scene.hub.thread(REPO, number).pull?.base.ref);
  assert.deepEqual(bases, [RELEASE, RELEASE]);

  using own = await openJobGit(scene.parts(), jumpClock());
  const { base, policyDigest, tasks } = scene.plan;
  const taken = async (into: string, more: object): Promise<readonly string[]> => {
    const plan = batchPlan(tasks, { repository: REPO, base, policyDigest, into, ...more });
    const record = await recordFromEarlierPlans(scene.parts(), own, plan);
    return record?.lines.map(({ type }) => type) ?? [];
  };
  const shards = tasks.map(({ id }) => [id]);
  assert.deepEqual(await taken(RELEASE, { shards }), ["result", "delivery", "result", "delivery"]);
  // The results are paid for, and still have to be delivered into the other branch.
  assert.deepEqual(await taken("main", {}), ["result", "result"]);
});
