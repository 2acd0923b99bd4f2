/** Changes of several tasks in one pull request: in order, conflicts left out and named, held files kept back, checked together. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { plannedTask } from "../../doubles/batch.ts";
import { createCollectScene, deliveries, mergePull, POLICY_TEXT, REPO, type CollectScene } from "./collect-scene.ts";

const SHARED = ["one", "two", "three", "four", "five", "six", "seven", "eight"];
const FILES = { "shared.txt": `${SHARED.flatMap((word) => [word, ".", ".", ".", "."]).join("\n")}\n` };
const DELIVER = { open: 10, perHour: 20, labels: [], draft: false };
const CHECKED = `${POLICY_TEXT}limits: { verify: ["! grep -q BROKEN shared.txt"] }\nsandbox: { minimum: none, unsealed: patterns }\n`;

/** Each task writes a line of its own, but the third one, which writes the first one's. */
function change(scene: CollectScene, n: number, word = `CHANGED ${n + 1}`): ReturnType<CollectScene["attempt"]> {
  const line = n === 2 ? 0 : n;
  const text = FILES["shared.txt"].replace(`${SHARED[line]}\n`, `${word}\n`);
  return scene.attempt(scene.plan.tasks[n]!, { "shared.txt": text });
}

const eight = Array.from({ length: 8 }, (_, n) => plannedTask(n + 1, { group: n < 4 ? "@octo/front" : "@octo/back" }));

/** The template of a repository, which pull requests of a batch follow as well. */
const TEMPLATE = { ".github/pull_request_template.md": "<!-- Hi -->\n## Summary\n\n## Testing\n\n- [ ] By hand\n" };

test("one: eight tasks of one file, the conflict left out and named, the union checked by the policy, an end in the year 9999 delays none", async () => {
  const plan = { deliver: { ...DELIVER, pullRequests: "one" as const } };
  await using scene = await createCollectScene({
    files: { ...FILES, ...TEMPLATE },
    policy: CHECKED,
    tasks: eight,
    plan,
  });
  const [first, ...others] = eight.map((_, n) => change(scene, n));
  const late = { ...first!, line: { ...first!.line, at: "9999-12-31T23:59:59.000Z" } };
  const collected = await scene.collect(scene.arrived([late, ...others]));
  assert.deepEqual(scene.warnings, []);
  const [pull = assert.fail("no pull request"), ...more] = scene.pulls();
  assert.deepEqual(more, []);
  const ids = eight.map(({ id }) => id);
  const branch = `kimi/batch-mend/all-${scene.plan.id}`;
  assert.deepEqual(deliveries(collected), [
    { type: "delivery", tasks: ids, state: "claimed", branch },
    {
      type: "delivery",
      tasks: [ids[2]],
      state: "left_out",
      branch,
      reason: "Conflict: shared.txt does not fit on the changes of src/1.ts and 1 more.",
    },
    { type: "delivery", tasks: ids.filter((_, n) => n !== 2), state: "open", branch, pullRequest: pull.number },
  ]);
  const made = await scene.hub.git(REPO, "log", "-1", "--format=%aI", branch);
  assert.equal(Date.parse(made), scene.time.now);
  const text = await scene.hub.git(REPO, "show", `${branch}:shared.txt`);
  assert.deepEqual(
    text.match(/CHANGED \d/g),
    [1, 2, 4, 5, 6, 7, 8].map((n) => `CHANGED ${n}`),
  );
  const { body } = scene.hub.thread(REPO, pull.number);
  assert.match(
    body ?? "",
    /-->\n## Summary\n\n(?:- src\/\d\.ts \(\w+\)\n){7}\n## Testing\n\n✅ The checks passed on all 7 changes together\.\n\n- \[ \] By hand\n\n---\n/,
  );
  assert.match(
    body ?? "",
    /### Tasks left out \(1\)\n\n- src\/3\.ts \(000000000003\): Conflict: shared\.txt does not fit/,
  );
  assert.match(body ?? "", /<summary>Files \(1\)<\/summary>\n\n- shared\.txt \+7 −7\n\n/);
  await scene.collect();
  assert.equal(scene.pulls().length, 1);
  assert.deepEqual(scene.hub.violations, []);
});

test("grouped: one pull request for each group; a union whose checks fail is not published, and named", async () => {
  const plan = { deliver: { ...DELIVER, pullRequests: "grouped" as const } };
  await using scene = await createCollectScene({ files: FILES, policy: CHECKED, tasks: eight, plan });
  const attempts = eight.map((_, n) => change(scene, n, n === 6 ? "BROKEN" : undefined));
  const collected = await scene.collect(scene.arrived(attempts));
  assert.deepEqual(
    scene.pulls().map(({ title }) => title.replace(/([@#]) /g, "$1")),
    ["mend: @octo/front"],
  );
  const lines = deliveries(collected).filter(({ state }) => state === "left_out");
  assert.deepEqual(
    lines.map(({ tasks, reason }) => [tasks, reason]),
    [
      [["000000000003"], "Conflict: shared.txt does not fit on the changes of src/1.ts and 1 more."],
      [
        eight.slice(4).map(({ id }) => id),
        "All changes together do not pass: `! grep -q BROKEN shared.txt` failed: exit 1",
      ],
    ],
  );
  assert.match(scene.dashboard().body ?? "", /### Left out \(5\)/);
});

test("files that the policy holds are not published in any kind of delivery; a task with no other change is left out, one with a secret or too much needs a person", async () => {
  const plan = { deliver: { ...DELIVER, pullRequests: "per-task" as const } };
  await using scene = await createCollectScene({ count: 4, plan, files: TEMPLATE });
  const [one, two, three, four] = scene.plan.tasks;
  const collected = await scene.collect(
    scene.arrived([
      scene.attempt(one!, { "src/1.ts": "new\n", "package.json": "{}\n" }),
      scene.attempt(two!, { ".github/workflows/x.yml": "on: push\n" }),
      scene.attempt(three!, { "src/3.ts": "const token = 'ghs_secretTokenOfTheTests0123456789';\n" }),
      // GitHub would refuse the record with this file, and so the whole batch.
      { ...scene.attempt(four!, { "src/4.ts": "new\n" }), patch: Buffer.alloc(50_000_001, "x") },
    ]),
    { commit: "verified" },
  );
  assert.deepEqual(
    scene.pulls().map(({ title }) => title),
    ["src/1.ts"],
  );
  const files = await scene.hub.git(REPO, "ls-tree", "-r", "--name-only", scene.pulls()[0]!.branch);
  assert.equal(files.includes("package.json"), false);
  const reasons = deliveries(collected).flatMap(({ state, reason }) => (state === "left_out" ? [reason] : []));
  assert.equal(
    reasons[0],
    "The policy holds .github/workflows/x.yml (builtin:only-people), and it changes nothing else.",
  );
  assert.equal(reasons.length, 1);
  const [, , third, fourth] = scene.state(collected).tasks;
  assert.deepEqual(
    [fourth?.state, fourth?.result?.reason.replaceAll(/\D/g, "")],
    ["person", "5000000150000000"],
    fourth?.result?.reason,
  );
  assert.equal(third?.state, "person");
  assert.match(
    third?.result?.reason ?? "",
    /contains secrets and does not leave this machine: src\/3\.ts \(GITHUB_TOKEN\)/,
  );
  const body = scene.hub.thread(REPO, scene.pulls()[0]!.number).body ?? "";
  assert.match(body, /-->\n## Summary\n\nDone\.\n\n## Testing\n\n✅ Its checks passed\.\n/);
  assert.match(body, /### Left out \(1\)\n\n- package\.json/);
});

test("stacked: the base of each pull request is the branch of the one before it", async () => {
  const plan = { deliver: { ...DELIVER, pullRequests: "stacked" as const } };
  await using scene = await createCollectScene({ files: FILES, tasks: eight.slice(0, 4), plan });
  await scene.collect(scene.arrived([0, 1].map((n) => change(scene, n))));
  const [first, second] = scene.pulls();
  assert.deepEqual(
    [first, second].map((pull) => scene.hub.thread(REPO, pull!.number).pull?.base.ref),
    ["main", first!.branch],
  );
  assert.equal(
    await scene.hub.git(REPO, "rev-parse", `${second!.branch}^`),
    await scene.hub.git(REPO, "rev-parse", first!.branch),
  );

  await scene.collect(scene.arrived([change(scene, 3)]));
  const basesOf = () => scene.pulls().map(({ number }) => scene.hub.thread(REPO, number).pull?.base.ref);
  assert.deepEqual(basesOf(), ["main", first!.branch, second!.branch]);
  mergePull(scene, second!.number);
  await scene.collect();
  assert.deepEqual(basesOf(), ["main", first!.branch], "a merged one below gives way to the one below it");
  mergePull(scene, first!.number);
  await scene.collect();
  assert.deepEqual(basesOf(), ["main"]);
  assert.deepEqual([scene.warnings, scene.hub.violations], [[], []]);
});
