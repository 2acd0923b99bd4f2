/** Collects that are killed on their way, and records, plans and tokens that somebody else made. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { batchPlan } from "../../doubles/batch.ts";
import { createCollectScene, deliveries, POLICY_TEXT, REPO } from "./collect-scene.ts";

const MINUTE = 60_000;
const LATER = 16 * MINUTE;

test("after a kill between push, pull request and record there is one branch and one pull request", async () => {
  await using scene = await createCollectScene({ count: 1 });
  const [task] = scene.plan.tasks;
  const arrived = scene.arrived([scene.attempt(task!, { "src/1.ts": "new\n" })]);
  const branch = `kimi/batch-mend/${task!.id}-${scene.plan.id}`;
  // The first three pushes are the record, the claim and the branch. What dies then can write nothing more.
  const dies = (after: number): void =>
    scene.hub.fault({ kind: "drop", match: { method: "POST", path: /git-receive-pack$/ }, after, times: 500 });
  const drop = { kind: "drop", match: { method: "POST", path: /\/(?:pulls|issues)$/ }, times: 500 } as const;
  dies(3);
  scene.hub.fault(drop);
  await assert.rejects(scene.collect(arrived));
  const pushed = await scene.hub.git(REPO, "rev-parse", branch);
  assert.deepEqual(scene.pulls(), []);

  scene.hub.clearFaults();
  await scene.collect(arrived);
  assert.deepEqual(scene.pulls(), [], "the claim may be of a collect that works");
  scene.time.now += LATER;
  dies(1);
  await assert.rejects(scene.collect());
  assert.equal(scene.pulls().length, 1);
  scene.hub.clearFaults();
  scene.time.now += LATER;
  const end = await scene.collect();
  assert.deepEqual(
    scene.pulls().map((pull) => pull.branch),
    [branch],
  );
  assert.equal(await scene.hub.git(REPO, "rev-parse", branch), pushed);
  assert.deepEqual(
    deliveries(end).map(({ state }) => state),
    ["claimed", "claimed", "claimed", "open"],
  );
});

test("a record with the seal of another key, or without one, is left alone", async () => {
  await using scene = await createCollectScene({ count: 1 });
  const [task] = scene.plan.tasks;
  const arrived = scene.arrived([scene.attempt(task!, { "src/1.ts": "new\n" })]);
  await scene.collect(arrived, { sessionKey: "key of this repository" });
  await assert.rejects(scene.collect(undefined, { sessionKey: "another key" }), /Its seal does not hold/);
  await assert.rejects(scene.collect(undefined), /It is sealed, and this job has no API key/);
  const ref = `refs/kimi/batch/${scene.plan.id}`;
  const who = ["-c", "user.name=x", "-c", "user.email=x@example.invalid"];
  const lines = `${await scene.hub.git(REPO, "show", `${ref}:results.jsonl`)}\n`;
  // An account that may push writes a record with more lines, and the old seal.
  const blob = join(scene.dir, "lines");
  writeFileSync(blob, lines + lines);
  const oid = await scene.hub.git(REPO, "hash-object", "-w", blob);
  const entries = (await scene.hub.git(REPO, "ls-tree", `${ref}^{tree}`)).split("\n");
  const changed = entries.map((entry) => entry.replace(/[0-9a-f]{40}(?=\tresults\.jsonl$)/, oid));
  const made = spawnSync("git", ["mktree"], {
    cwd: scene.hub.repository(REPO).dir,
    input: `${changed.join("\n")}\n`,
    encoding: "utf8",
  });
  const tree = made.stdout.trim();
  const forged = await scene.hub.git(REPO, ...who, "commit-tree", tree, "-m", "forged");
  await scene.hub.git(REPO, "update-ref", ref, forged);
  await assert.rejects(scene.collect(undefined, { sessionKey: "key of this repository" }), /Its seal does not hold/);
  assert.equal(await scene.hub.git(REPO, "rev-parse", ref), forged, "it is left as it is");
});

test("a plan of a commit that is not in the branch, or of another policy, publishes nothing", async () => {
  await using scene = await createCollectScene({ count: 1 });
  const loose = "version: 1\ndefault: approve\n";
  const base = await scene.hub.addCommit(REPO, { branch: "evil", files: { ".github/kimi-policy.yml": loose } });
  const evil = batchPlan(scene.plan.tasks, { base, policyDigest: scene.plan.policyDigest });
  const attempt = scene.attempt(scene.plan.tasks[0]!, { ".github/x": "y\n" });
  await assert.rejects(scene.collect(scene.arrived([attempt], { plan: evil })), /is not in the branch main/);
  const { base: own } = scene.plan;
  const other = batchPlan(scene.plan.tasks, { base: own, policyDigest: "0".repeat(64) });
  await assert.rejects(scene.collect(scene.arrived([attempt], { plan: other })), /is not the one of the plan/);
  assert.deepEqual(scene.pulls(), []);
  assert.equal((await scene.hub.git(REPO, "for-each-ref", "refs/kimi")).trim(), "");
});

test("a branch that a person pushed to is not overwritten, a closed pull request stays closed", async () => {
  await using scene = await createCollectScene({ count: 2, policy: POLICY_TEXT });
  const [one, two] = scene.plan.tasks;
  await scene.collect(
    scene.arrived([scene.attempt(one!, { "src/1.ts": "new\n" }), scene.attempt(two!, { "src/2.ts": "new\n" })]),
  );
  const [first, second] = scene.pulls();
  await scene.hub.addCommit(REPO, { branch: first!.branch, files: { "src/1.ts": "by hand\n" }, user: "mona" });
  const thread = scene.hub.thread(REPO, second!.number);
  thread.state = "closed";
  scene.time.now += MINUTE;
  const at = new Date(scene.time.now).toISOString();
  const again = { attempt: 2, session: "second", at };
  const end = await scene.collect(
    scene.arrived([
      scene.attempt(one!, { "src/1.ts": "newer\n" }, again),
      scene.attempt(two!, { "src/2.ts": "newer\n" }, again),
    ]),
  );
  assert.equal(await scene.hub.git(REPO, "show", `${first!.branch}:src/1.ts`), "by hand");
  assert.equal(thread.state, "closed");
  assert.deepEqual(
    scene.pulls().map(({ number }) => number),
    [first!.number],
  );
  const reasons = deliveries(end).flatMap(({ state, reason }) => (state === "left_out" ? [reason?.split(".")[0]] : []));
  assert.equal(reasons.length, 1);
  assert.match(reasons[0] ?? "", /pushed to/);
  assert.equal(scene.state(end).tasks[1]?.delivery?.state, "closed");
  assert.match(scene.dashboard().body ?? "", new RegExp(`### Open pull requests \\(1\\)\\n\\n- #${first!.number} `));
  scene.time.now += MINUTE;
  const third = { attempt: 3, session: "third", at: new Date(scene.time.now).toISOString() };
  const told = await scene.collect(scene.arrived([scene.attempt(two!, { "src/2.ts": "newest\n" }, third)]));
  assert.equal(
    deliveries(told).at(-1)?.reason,
    `Pull request #${second!.number} of this branch was closed. Reopen it, or start a new run.`,
  );
  const own = scene.hub.thread(REPO, first!.number);
  own.state = "closed";
  own.pull!.mergedAt = "2026-11-22T13:00:00Z";
  await scene.collect();
  assert.equal(scene.dashboard().state, "closed", "nothing is left to do");
});

/** Every error was read as "the commit is not in the branch", and a person was sent to look for another branch. */
test("an outage of GitHub is not taken for a plan whose commit is not in the branch, nor for a batch without a dashboard; labels that fail come later", async () => {
  const deliver = { pullRequests: "per-task" as const, open: 1, perHour: 20, labels: ["batch"], draft: true };
  await using scene = await createCollectScene({ count: 1, plan: { deliver } });
  const attempt = scene.attempt(scene.plan.tasks[0]!, { "src/1.ts": "new\n" });
  const path = /\/compare\//;
  scene.hub.fault({ kind: "answer", status: 500, match: { method: "GET", path }, times: 1_000 });
  await assert.rejects(scene.collect(scene.arrived([attempt])), { code: "github.failed" });
  scene.hub.clearFaults();
  scene.hub.fault({ kind: "answer", status: 404, match: { method: "GET", path } });
  await assert.rejects(scene.collect(scene.arrived([attempt])), /is not in the branch main/);

  scene.hub.clearFaults();
  const list = { method: "GET", path: /\/issues$/ };
  scene.hub.fault({ kind: "answer", status: 500, match: list, times: 1_000 });
  scene.hub.fault({ kind: "answer", status: 422, match: { method: "POST", path: /\/labels$/ } });
  const collected = await scene.collect(scene.arrived([attempt]));
  assert.deepEqual([scene.pulls().length, collected.dashboardUrl], [1, undefined], "a new one could be the second one");
  assert.equal(scene.warnings.length, 2, "said once");
  assert.match(scene.warnings[0] ?? "", /^The dashboard cannot be read\. /);
  assert.match(scene.warnings[1] ?? "", /^The labels of pull request #\d+ could not be set: .*422/);
  scene.hub.clearFaults();
  const { labels } = scene.hub.thread(REPO, scene.pulls()[0]!.number);
  assert.deepEqual(labels, []);
  assert.match((await scene.collect()).dashboardUrl ?? "", /\/issues\/\d+$/);
  assert.deepEqual(
    scene.hub.thread(REPO, scene.pulls()[0]!.number).labels.map(({ name }) => name),
    ["batch"],
  );
  scene.hub.thread(REPO, scene.pulls()[0]!.number).labels.length = 0; // a person took it off
  await scene.collect();
  assert.deepEqual(scene.hub.thread(REPO, scene.pulls()[0]!.number).labels, []);
});
