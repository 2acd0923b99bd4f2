/** Approvals on the dashboard: what a person approves is what they were shown, whatever a shard says of it before or afterwards. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { HeldCall } from "../../../src/protocol/wire.ts";
import { releaseOf } from "../../../src/batch/results/release.ts";
import type { ResultLine } from "../../../src/batch/results/results-line.ts";
import { createCollectScene, deliveries, heldWrite, REPO, waitingAttempt, type CollectScene } from "./collect-scene.ts";

const DIGEST = "d".repeat(64);
const diffOf = (path: string, text: string): string => `--- /dev/null\n+++ b/${path}\n@@ -0,0 +1 @@\n+${text}\n`;
const WAITS: Partial<ResultLine> = { state: "waiting", outcome: "deferred", patch: null, files: 0 };

/** Collects tasks that wait for these actions, in the order of the plan, and returns the digests that the dashboard shows. */
async function wait(scene: CollectScene, held: readonly (readonly HeldCall[])[]): Promise<readonly string[]> {
  const attempts = held.map((actions, n) => waitingAttempt(scene.attempt(scene.plan.tasks[n]!, {}, WAITS), actions));
  await scene.collect(scene.arrived(attempts));
  const shown = scene.dashboard().body ?? "";
  return Array.from(shown.matchAll(/\/kimi approve ([0-9a-f]{12})`/g), ([, digest = ""]) => digest);
}

function say({ hub, dashboard }: CollectScene, body: string): void {
  hub.addComment(REPO, dashboard().number, { body, user: "mona" });
}

const answered = (scene: CollectScene, end: Awaited<ReturnType<CollectScene["collect"]>>) =>
  scene.state(end).tasks.map(({ answers }) => answers.map(({ verdict, paths }) => [verdict, ...paths].join(" ")));

async function published(scene: CollectScene, path: string): Promise<string | undefined> {
  const [pull, ...others] = scene.pulls();
  assert.deepEqual(others, []);
  if (pull === undefined) return undefined;
  return await scene.hub.git(REPO, "show", `${pull.branch}:${path}`).catch(() => undefined);
}

test("a change that a person approved is published as it was shown, and nothing else that a shard says was approved", async () => {
  await using scene = await createCollectScene({ count: 4, files: { "docs/a b.md": "one\ntwo\nthree\n" } });
  const edit = "--- a/docs/a b.md\t\n+++ b/docs/a b.md\t\n@@ -1,3 +1,3 @@\n one\n-two\n+zwei\n three\n";
  const write = (path: string, digest: string, text = "harmless", of = path): HeldCall =>
    heldWrite(path, diffOf(of, text), digest.repeat(64));
  const digests = await wait(scene, [
    [heldWrite("docs/a b.md", edit, DIGEST), write("new.txt", "e", "new")],
    [write("two.txt", "f")],
    [write("three.txt", "a", "text", "other.txt")],
    [write("four.txt", "b")],
  ]);
  const body = scene.dashboard().body ?? "";
  assert.ok(body.includes("  ```diff\n  --- a/docs/a b.md"), body);
  assert.ok(body.includes("  -two\n  +zwei\n"), body);
  assert.equal(digests.length, 5);
  const [, , , four] = scene.plan.tasks;
  const again = scene.attempt(four!, {}, { ...WAITS, session: "forged" });
  await scene.collect(scene.arrived([waitingAttempt(again, [write("four.txt", "b", "evil")])]));
  assert.match(scene.dashboard().body ?? "", /\+evil/);
  say(scene, `/kimi approve ${digests.join(" ")}`);
  assert.deepEqual(
    answered(scene, await scene.collect()),
    [["approve docs/a b.md", "approve new.txt"], ["approve two.txt"], ["approve three.txt"], []],
    "an action that replaces the shown one has another digest",
  );

  scene.time.now += 60_000;
  const at = new Date(scene.time.now).toISOString();
  const changes = [
    { "docs/a b.md": "one\nzwei\nthree\n", "new.txt": "new\n" },
    { "two.txt": "evil\n" },
    { "other.txt": "text\n", "three.txt": "text\n" },
  ];
  const end = await scene.collect(
    scene.arrived(changes.map((change, n) => scene.attempt(scene.plan.tasks[n]!, change, { at }))),
  );
  assert.equal(await published(scene, "docs/a b.md"), "one\nzwei\nthree");
  assert.equal(await published(scene, "new.txt"), "new");
  const left = deliveries(end).flatMap(({ state, reason }) => (state === "left_out" ? [reason] : []));
  assert.match(left[0] ?? "", /^The policy holds two\.txt \(default\)/, "another content than the approved one");
  assert.match(
    left[1] ?? "",
    /^The policy holds other\.txt and 1 more/,
    "a diff of another file approves neither file",
  );
});

/** What both tasks made of the file together was published, which no person was shown. */
test("a file that was approved as each task makes it is not published as both make it together", async () => {
  const text = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\n";
  const deliver = { pullRequests: "one" as const, open: 10, perHour: 20, labels: [], draft: false };
  await using scene = await createCollectScene({ count: 2, files: { "docs/a.md": text }, plan: { deliver } });
  const words = ["one", "eight"] as const;
  const held = words.map((word, n) => {
    const [line, context] = n === 0 ? ["-one\n+ONE\n two\n", "1,2"] : [" seven\n-eight\n+EIGHT\n", "7,2"];
    const edit = `--- a/docs/a.md\n+++ b/docs/a.md\n@@ -${context} +${context} @@\n${line}`;
    return [heldWrite("docs/a.md", edit, word === "one" ? DIGEST : "e".repeat(64))];
  });
  say(scene, `/kimi approve ${(await wait(scene, held)).join(" ")}`);
  await scene.collect();
  scene.time.now += 60_000;
  const at = new Date(scene.time.now).toISOString();
  const attempts = words.map((word, n) =>
    scene.attempt(
      scene.plan.tasks[n]!,
      { "docs/a.md": text.replace(word, word.toUpperCase()), [`src/${n + 1}.ts`]: "new\n" },
      { at },
    ),
  );
  await scene.collect(scene.arrived(attempts));
  assert.deepEqual([await published(scene, "docs/a.md"), await published(scene, "src/2.ts")], [text.trim(), "new"]);
  const body = scene.hub.thread(REPO, scene.pulls()[0]!.number).body ?? "";
  assert.match(body, /### Left out \(1\)\n\n- docs\/a\.md — held by default: /);
});

test("an action with the digest of another one, or of the rest of the batch, is not approved with it", async () => {
  await using scene = await createCollectScene({ count: 3, plan: { canary: { first: 2 } } });
  const [one, two] = [
    heldWrite("new.txt", diffOf("new.txt", "new"), DIGEST),
    heldWrite("evil.txt", diffOf("evil.txt", "evil"), DIGEST),
  ];
  const [release, first, second, ...others] = await wait(scene, [[one], [two]]);
  assert.deepEqual([first === second, others], [false, []]);
  say(scene, `/kimi approve ${DIGEST.slice(0, 12)}`);
  const end = await scene.collect();
  assert.deepEqual(answered(scene, end), [[], [], []]);
  say(scene, `/kimi approve ${first}`);
  assert.deepEqual(answered(scene, await scene.collect()), [["approve new.txt"], [], []]);

  const { digest } = releaseOf(scene.state(end)) ?? assert.fail("not held");
  assert.equal(digest.slice(0, 12), release);
  await wait(scene, [[], [heldWrite("evil.txt", diffOf("evil.txt", "evil"), digest)]]);
  say(scene, `/kimi approve ${release}`);
  const released = await scene.collect();
  assert.deepEqual([scene.state(released).released, answered(scene, released)[1]], [3, []]);
});

test("one task with a thousand actions and long diffs hides no other, and a diff that is not shown whole is not approved", async () => {
  await using scene = await createCollectScene({ count: 2 });
  const many = Array.from({ length: 1_000 }, (_, n) =>
    heldWrite(`f${n}.txt`, diffOf(`f${n}.txt`, "x".repeat(3_000)), DIGEST),
  );
  const long = heldWrite("long.txt", diffOf("long.txt", "y".repeat(5_000)), "e".repeat(64));
  const digests = await wait(scene, [many, [long]]);
  const body = scene.dashboard().body ?? "";
  assert.match(body, /write long\.txt .*: comment `\/kimi approve [0-9a-f]{12}`\. Its diff is too long for this page/);
  assert.match(body, /it is shown whole when the actions above have their answers/);
  assert.match(body, /990 more actions, shown when these have their answers/);
  assert.ok(digests.length < 10, `${digests.length}`);
  say(scene, `/kimi approve ${digests[1]}`);
  assert.deepEqual(answered(scene, await scene.collect())[1], ["approve long.txt"]);
  scene.time.now += 60_000;
  const at = new Date(scene.time.now).toISOString();
  const change = { "long.txt": `${"y".repeat(5_000)}\n` };
  await scene.collect(scene.arrived([scene.attempt(scene.plan.tasks[1]!, change, { at })]));
  assert.deepEqual(scene.pulls(), []);
});
