/** How many pull requests there are, whatever collects do: in order, at once, killed, and by what people did in between. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { claimNext } from "../../../src/batch/collect/batch-pulls.ts";
import { collectBatch } from "../../../src/batch/collect/collect.ts";
import { collectPhase } from "../../../src/batch/phases/collect-phase.ts";
import type { DeliveryLine } from "../../../src/batch/results/results-line.ts";
import { AT, batchPlan, plannedTask, resultLine } from "../../doubles/batch.ts";
import { jumpClock } from "../../doubles/clock.ts";
import { sized } from "../../doubles/size.ts";
import type { BatchPlan } from "../../../src/batch/plan/batch-plan.ts";
import { createCollectScene, mergePull, REPO, type CollectScene } from "./collect-scene.ts";

const OPEN_3: Partial<BatchPlan> = {
  deliver: { pullRequests: "per-task", open: 3, perHour: 20, labels: ["batch"], draft: true },
};

/** All tasks done, each with a change of its own file. */
function allDone(scene: CollectScene): ReturnType<CollectScene["arrived"]> {
  return scene.arrived(
    scene.plan.tasks.map((task, n) => scene.attempt(task, { [`src/${n + 1}.ts`]: `new ${n + 1}\n` })),
  );
}

test("of ten tasks three are open and seven ready; a merge makes room for one more; collects at once open nothing twice", async () => {
  await using scene = await createCollectScene({ count: 10, plan: OPEN_3 });
  const arrived = allDone(scene);
  const dry = await scene.collect(arrived, { publish: "dry" });
  assert.equal(dry.state.tasks.filter(({ delivery }) => delivery?.state === "open").length, 3);
  assert.deepEqual(
    [scene.hub.repository(REPO).threads.length, await scene.hub.git(REPO, "for-each-ref", "--format=%(refname)")],
    [0, "refs/heads/main"],
    "a dry run writes nothing",
  );
  const none = { ...scene.parts({ publish: "none" }), clock: jumpClock() };
  await assert.rejects(collectPhase(undefined, none), /nothing to do with `publish: none`/);
  const first = await scene.collect(arrived);
  assert.deepEqual(scene.warnings, []);
  assert.deepEqual(
    scene.pulls().map(({ title }) => title),
    ["src/1.ts", "src/2.ts", "src/3.ts"],
  );
  assert.equal(scene.state(first).tasks.filter(({ isReady }) => isReady).length, 7);
  const [{ number } = assert.fail("no pull request")] = scene.pulls();
  assert.deepEqual(
    scene.hub.thread(REPO, number).labels.map(({ name }) => name),
    ["batch"],
  );

  mergePull(scene, number);
  const parts = scene.parts();
  let [underWay, most] = [0, 0];
  const request: typeof parts.client.request = async (...call) => {
    underWay += 1;
    most = Math.max(most, underWay);
    return await parts.client.request(...call).finally(() => (underWay -= 1));
  };
  const clock = { ...jumpClock(), now: () => scene.time.now };
  const counting = { ...parts, client: { ...parts.client, request }, clock };
  await collectBatch(counting, { arrived: undefined, id: scene.plan.id });
  assert.equal(most, 1, "GitHub wants one request after the other");
  assert.deepEqual(
    scene.pulls().map(({ title }) => title),
    ["src/2.ts", "src/3.ts", "src/4.ts"],
  );

  for (const pull of scene.pulls()) mergePull(scene, pull.number);
  const all = await Promise.allSettled(
    Array.from({ length: sized(4, 20) }, async (_, n) => await scene.collect(n % 2 === 0 ? arrived : undefined)),
  );
  assert.deepEqual(
    all.flatMap((one) => (one.status === "rejected" ? [String(one.reason)] : [])),
    [],
  );
  assert.deepEqual(
    scene.pulls().map(({ title }) => title),
    ["src/5.ts", "src/6.ts", "src/7.ts"],
  );
  const last = await scene.collect();
  assert.equal(last.record.lines.filter(({ type }) => type === "result").length, 10);
  assert.equal(scene.pulls().length, 3);
  const boards = scene.hub.repository(REPO).threads.filter(({ pull, state }) => pull === undefined && state === "open");
  assert.equal(boards.length, 1);
  assert.deepEqual(scene.hub.violations, []);
});

test("a task of a later plan waits while its pull request of an earlier one is open", async () => {
  await using scene = await createCollectScene({ count: 2 });
  await scene.collect(allDone(scene));
  const [first] = scene.pulls();
  const { tasks, repository, base, policyDigest } = scene.plan;
  const later = batchPlan(tasks, { repository, base, policyDigest, forecast: { promptTokens: 1, maxUsd: 1 } });
  const arrived = { ...allDone(scene), plan: later };
  const waiting = await scene.collect(arrived);
  assert.equal(scene.pulls().length, 2);
  assert.deepEqual(
    waiting.state.tasks.map(({ delivery }) => [delivery?.state, delivery?.reason?.slice(0, 47)]),
    scene
      .pulls()
      .map(({ number }) => ["failed", `Pull request #${number} of an earlier plan is open for it`.slice(0, 47)]),
  );
  mergePull(scene, first!.number);
  await scene.collect(arrived);
  assert.deepEqual(
    scene.pulls().map(({ title }) => title),
    ["src/2.ts", "src/1.ts"],
  );
});

test("a claim and an opening by a clock that was ahead delay nothing", () => {
  const tasks = [plannedTask(1), plannedTask(2)];
  const [one] = tasks;
  const deliver: BatchPlan["deliver"] = { pullRequests: "per-task", open: 5, perHour: 1, labels: [], draft: true };
  const plan = batchPlan(tasks, { deliver });
  const done = tasks.map((task) => resultLine(task));
  const now = Date.parse(AT);
  const lineAt = (state: DeliveryLine["state"], at: number, more: Partial<DeliveryLine> = {}): DeliveryLine => ({
    type: "delivery",
    tasks: [one!.id],
    state,
    at: new Date(at).toISOString(),
    branch: `kimi/batch-mend/${one!.id}-${plan.id}`,
    ...more,
  });
  const next = (line: DeliveryLine): string | undefined =>
    claimNext({ plan, lines: [...done, line] }, now, new Set())?.batchPull.title;
  const minute = 60_000;
  assert.deepEqual(
    [-20, -10, 10, 24 * 60].map((minutes) => next(lineAt("claimed", now + minutes * minute))),
    ["src/1.ts", undefined, undefined, "src/1.ts"],
  );
  assert.deepEqual(
    [-70, -50, 50, 24 * 60].map((minutes) => next(lineAt("open", now + minutes * minute, { pullRequest: 7 }))),
    ["src/2.ts", undefined, undefined, "src/2.ts"],
  );
  const earlier = { pullRequest: 7, branch: `kimi/batch-mend/${one!.id}-000000000000` };
  assert.equal(next(lineAt("open", now - 50 * minute, earlier)), "src/2.ts", "one of an earlier plan takes no room");
});

test("the record of a batch that is over is kept for 30 days, one that waits for a person for 180", async () => {
  await using scene = await createCollectScene({ count: 1 });
  const [task] = scene.plan.tasks;
  const day = 86_400_000;
  const isKept = async (days: number): Promise<boolean> => {
    scene.time.now = Date.parse(AT) + days * day;
    await scene.collect().catch((error: unknown) => assert.match(String(error), /no record/));
    return (await scene.hub.git(REPO, "for-each-ref", "refs/kimi/batch")) !== "";
  };
  await scene.collect(scene.arrived([scene.attempt(task!, {}, { state: "nothing", outcome: "no_change" })]));
  assert.deepEqual([await isKept(29), await isKept(31)], [true, false]);
  scene.time.now = Date.parse(AT);
  await scene.collect(scene.arrived([scene.attempt(task!, {}, { state: "person", outcome: "stuck" })]));
  assert.deepEqual([await isKept(179), await isKept(181)], [true, false]);
});
