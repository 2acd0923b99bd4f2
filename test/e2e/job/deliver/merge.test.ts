/** `/kimi fix` on a pull request that conflicts with its base, in the shallow checkout of actions/checkout. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { member } from "../../../../src/base/member.ts";
import { FILES, POLICY } from "../../harness.ts";
import { createJobScene, ownComments, REPOSITORY, TOKEN, type JobScene, type JobSceneOptions } from "../job-scene.ts";

const WORKFLOW = ".github/workflows/ci.yml";
const RESOLVED = "export const add = (a, b) => a + b; // theirs and ours\n";
const RESOLVE = [
  { calls: [{ name: "read_file", arguments: { files: [{ path: "src/add.js" }] } }] },
  { calls: [{ name: "write_to_file", arguments: { path: "src/add.js", content: RESOLVED } }] },
  { text: "Title: Merge main and keep both\n\nBoth hold." },
];

interface Conflicting {
  readonly scene: JobScene;
  readonly number: number;
  readonly head: string;
  readonly main: string;
  readonly fix: (more?: Parameters<JobScene["command"]>[3]) => ReturnType<JobScene["command"]>;
  readonly mergeable: () => Promise<unknown>;
}

const begun = new Map<string, () => Conflicting>();

/** A repository with conflicts, made once for equal options; those who get it follow one another. */
async function conflicting(options: JobSceneOptions = { replies: RESOLVE }): Promise<Conflicting> {
  const key = JSON.stringify(options);
  const again = begun.get(key) ?? (await makeConflicting(options));
  begun.set(key, again);
  return again();
}

/** A branch and main that both changed src/add.js; main is an octopus of three, and some commits away from the branch's begin. */
async function makeConflicting(options: JobSceneOptions): Promise<() => Conflicting> {
  const scene = await createJobScene({ files: { ...FILES, [WORKFLOW]: "on: push\n" }, ...options });
  const { github } = scene;
  const commit = async (branch: string, files: Record<string, string>): Promise<string> =>
    await github.addCommit(REPOSITORY, { branch, files, user: "alice" });
  const head = await commit("feature", { "src/add.js": "export const add = (a, b) => a + b; // ours\n" });
  const { number } = await github.addPull(REPOSITORY, { head: "feature", title: "Add", user: "alice" });
  const sides = [
    await commit("one", { "src/one.js": "1\n" }),
    await commit("two", { [WORKFLOW]: "on: [push, pull_request]\n" }),
  ];
  for (let count = 0; count < 3; count += 1) await commit("main", { "src/count.js": `${count}\n` });
  const last = await commit("main", { "src/add.js": "export const add = (a, b) => a - b; // theirs\n" });
  const tree = await github.git(REPOSITORY, "merge-tree", "--write-tree", "main", "one");
  await github.git(REPOSITORY, "update-ref", "refs/heads/both", await commitTree(scene, tree, [last, sides[0] ?? ""]));
  const all = await github.git(REPOSITORY, "merge-tree", "--write-tree", "both", "two");
  const main = await commitTree(scene, all, [last, ...sides]);
  await github.git(REPOSITORY, "update-ref", "refs/heads/main", main);
  await commit("main", { "src/last.js": "last\n" });
  const tip = await github.git(REPOSITORY, "rev-parse", "main");
  const back = scene.keep();
  return () => ({
    scene: back(),
    number,
    head,
    main: tip,
    fix: async (more) => await scene.command(number, "/kimi fix", "alice", { inputs: { sandbox: "none" }, ...more }),
    mergeable: async () => {
      const headers = { authorization: `Bearer ${TOKEN}` };
      const answer = await fetch(`${github.url}/repos/${REPOSITORY}/pulls/${number}`, { headers });
      return member(await answer.json(), "mergeable");
    },
  });
}

async function commitTree({ github }: JobScene, tree: string, parents: readonly string[]): Promise<string> {
  const who = ["-c", "user.name=alice", "-c", "user.email=alice@example.test"];
  const args = ["commit-tree", tree, ...parents.flatMap((parent) => ["-p", parent]), "-m", "Merge"];
  return await github.git(REPOSITORY, ...who, ...args);
}

for (const commit of ["git", "verified"]) {
  test(`the model resolves, the commit keeps both parents, and GitHub can merge, ${commit}`, async () => {
    const { scene, head, main, fix, mergeable } = await conflicting();
    await using _ = scene;
    const { github, model } = scene;
    assert.equal(await mergeable(), false);
    const end = await fix({ inputs: { sandbox: "none", commit } });
    assert.deepEqual([end.code, end.outputs["outcome"]], [0, "completed"], end.log);
    assert.equal(
      await github.git(REPOSITORY, "log", "-1", "--format=%P %s", "feature"),
      `${head} ${main} Merge main and keep both (#1)`,
    );
    assert.equal(await github.git(REPOSITORY, "show", "feature:src/add.js"), RESOLVED.trim());
    const rest = ["src/one.js", "src/count.js", "src/last.js", WORKFLOW];
    for (const path of rest) {
      assert.equal(
        await github.git(REPOSITORY, "rev-parse", `feature:${path}`),
        await github.git(REPOSITORY, "rev-parse", `main:${path}`),
      );
    }
    assert.equal(await mergeable(), true);
    const asked = JSON.stringify(model.requests[0]?.json);
    assert.match(asked, /conflicts with its base.*Files with conflicts: \[\\\\?\\?"src\/add\.js/s);
    assert.match(JSON.stringify(model.requests[1]?.json), new RegExp(`<<<<<<< ${head}`));
    assert.match(ownComments(github, 1).join("\n"), /src\/add\.js \+1 −5/);
  });
}

test("a workflow of two jobs merges nothing, and says so before the model is asked", async () => {
  const { scene, fix, mergeable } = await conflicting();
  await using _ = scene;
  const end = await fix({ inputs: { sandbox: "none", phase: "agent" } });
  const said = end.log.indexOf(
    "::warning::The pull request conflicts with its base, and the run will not resolve that: a workflow of two jobs",
  );
  assert.ok(said !== -1 && said < end.log.indexOf("step 1"), end.log);
  assert.equal(await mergeable(), false);
});

test("a merge is not published when conflict markers are left, or when a file that only people may change conflicts", async () => {
  const { scene, head, fix, mergeable } = await conflicting({
    replies: [
      { calls: [{ name: "write_to_file", arguments: { path: "src/other.js", content: "x\n" } }] },
      { text: "Done." },
      ...RESOLVE,
    ],
  });
  await using _ = scene;
  const { github } = scene;
  const left = await fix();
  assert.equal(left.outputs["outcome"], "published_partially", left.log);
  assert.match(left.outputs["reason"] ?? "", /^The merge was not published: conflicts are left in src\/add\.js\./);
  assert.equal(await github.git(REPOSITORY, "rev-parse", "feature"), head);

  const now = await github.addCommit(REPOSITORY, {
    branch: "feature",
    files: { [WORKFLOW]: "on: issues\n" },
    user: "alice",
  });
  const workflow = await fix();
  assert.equal(workflow.outputs["outcome"], "published_partially", workflow.log);
  assert.match(workflow.outputs["reason"] ?? "", /conflicts are left in \.github\/workflows\/ci\.yml\./);
  assert.equal(await github.git(REPOSITORY, "rev-parse", "feature"), now);
  assert.equal(await mergeable(), false);
});

test("when the head moves during the run, the merge goes to a branch of its own", async () => {
  const { scene, head, main, fix } = await conflicting();
  await using _ = scene;
  const { github } = scene;
  let moved: Promise<string> | undefined;
  const end = await fix({
    onLog: (text) => {
      if (!text.includes("read src")) return;
      moved ??= github
        .git(REPOSITORY, "update-ref", "refs/heads/feature", `${head}~1`)
        .then(
          async () =>
            await github.addCommit(REPOSITORY, { branch: "feature", files: { "src/x.js": "x" }, user: "mallory" }),
        );
    },
  });
  assert.equal(end.outputs["outcome"], "published_partially", end.log);
  assert.equal(await github.git(REPOSITORY, "rev-parse", "feature"), await moved);
  const branch = end.outputs["branch"] ?? "";
  assert.match(branch, /^kimi\/pr-1-/);
  assert.equal(await github.git(REPOSITORY, "log", "-1", "--format=%P", branch), `${head} ${main}`);
});

test("a merge that waits for an answer is continued by a job with a shallow checkout", async () => {
  const { scene, number, head, main, fix, mergeable } = await conflicting({
    replies: [
      ...RESOLVE.slice(0, 2),
      { calls: [{ name: "write_to_file", arguments: { path: "new.json", content: "{}\n" } }] },
      RESOLVE[2] ?? {},
    ],
  });
  await using _ = scene;
  const { github } = scene;
  const waiting = await fix();
  assert.equal(waiting.outputs["outcome"], "deferred", waiting.log);
  const end = await scene.command(number, "/kimi approve all", "alice", { inputs: { sandbox: "none" } });
  assert.equal(end.outputs["outcome"], "completed", end.log);
  assert.equal(await github.git(REPOSITORY, "log", "-1", "--format=%P", "feature"), `${head} ${main}`);
  assert.equal(await github.git(REPOSITORY, "show", "feature:new.json"), "{}");
  assert.equal(await mergeable(), true);
});

/** Conflicts, of which one command also writes a file that waits for a person. */
const HELD_FILE: JobSceneOptions = {
  files: {
    ...FILES,
    [WORKFLOW]: "on: push\n",
    "run.sh": "printf x > made.txt\n",
    ".github/kimi-policy.yml": POLICY.replace("sh test/add.sh", "sh run.sh"),
  },
  replies: [
    ...RESOLVE.slice(0, 2),
    { calls: [{ name: "execute_command", arguments: { command: "sh run.sh" } }] },
    RESOLVE[2] ?? {},
  ],
};

test("a held file of a merge is answered later, and then the whole merge is published", async () => {
  const { scene, number, head, main, fix, mergeable } = await conflicting(HELD_FILE);
  await using _ = scene;
  const { github } = scene;
  const waiting = await fix();
  assert.equal(waiting.outputs["outcome"], "published_partially", waiting.log);
  assert.match(
    waiting.outputs["reason"] ?? "",
    /^The merge was not published, because a part of it may not be: made\.txt\./,
  );
  assert.equal(await github.git(REPOSITORY, "rev-parse", "feature"), head);
  const end = await scene.command(number, "/kimi approve all", "alice", { inputs: { sandbox: "none" } });
  assert.equal(end.outputs["outcome"], "completed", `${end.log}\n${ownComments(github, number).join("\n")}`);
  assert.equal(await github.git(REPOSITORY, "log", "-1", "--format=%P", "feature"), `${head} ${main}`);
  assert.equal(await github.git(REPOSITORY, "show", "feature:made.txt"), "x");
  assert.equal(await mergeable(), true);
});

/** The answering job once asked the server for the merge, which only the first job had made. */
test("a held file of a merge is published on a branch of its own when the head moved before the answer", async () => {
  const { scene, number, head, main, fix } = await conflicting(HELD_FILE);
  await using _ = scene;
  const { github } = scene;
  const waiting = await fix();
  assert.equal(waiting.outputs["outcome"], "published_partially", waiting.log);
  await github.addCommit(REPOSITORY, { branch: "feature", files: { "src/x.js": "x" }, user: "mallory" });
  const moved = await github.git(REPOSITORY, "rev-parse", "feature");
  const end = await scene.command(number, "/kimi approve all", "alice", { inputs: { sandbox: "none" } });
  const branch = end.outputs["branch"] ?? "";
  assert.match(branch, /^kimi\/pr-1-/, end.log);
  assert.equal(await github.git(REPOSITORY, "rev-parse", "feature"), moved);
  assert.equal(await github.git(REPOSITORY, "log", "-1", "--format=%P", branch), `${head} ${main}`);
  assert.equal(await github.git(REPOSITORY, "show", `${branch}:made.txt`), "x");
});
