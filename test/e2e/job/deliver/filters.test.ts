/** Files that a filter of git makes on commit. Here `tr` plays git-crypt, in a checkout that a step before has unlocked. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { checkout } from "../../../doubles/checkout.ts";
import type { DoubleReply } from "../../../doubles/model-reply.ts";
import type { ActionEnd } from "../../../doubles/runner.ts";
import { createScratch } from "../../../doubles/scratch.ts";
import { openIssue } from "../answers/answer-scene.ts";
import { FILES } from "../../harness.ts";
import { createJobScene, ownComments, REPOSITORY, TOKEN, type JobScene } from "../job-scene.ts";

const policy = (write: string, more = ""): string => `version: 1
default: defer
rules:
  - { id: read, approve: { read: ["**"] } }
  - { id: edit, approve: { write: [${write}] } }
sandbox: { minimum: none, unsealed: patterns }
${more}`;
const ENCRYPTED = "CNFFJBEQ=uhagre2\nUBFG=qo\n";
const SCENE_FILES = {
  ...FILES,
  ".gitattributes": "secrets/** filter=git-crypt diff=git-crypt\n*.ipynb filter=nbstripout\n",
  "secrets/prod.env": ENCRYPTED,
  ".github/kimi-policy.yml": policy('"**"'),
};
const write = (path: string, content: string) => ({ name: "write_to_file", arguments: { path, content } });
const editSecret = (from: string, to: string) => ({
  name: "apply_diff",
  arguments: { path: "secrets/prod.env", diff: `<<<<<<< SEARCH\n${from}\n=======\n${to}\n>>>>>>> REPLACE` },
});
const DONE: DoubleReply = { calls: [{ name: "attempt_completion", arguments: { result: "Done." } }] };
const read = (path: string): DoubleReply => ({ calls: [{ name: "read_file", arguments: { files: [{ path }] } }] });

/** A checkout as `git-crypt unlock` leaves it. */
async function unlocked({ github }: JobScene, dir: string): Promise<string> {
  await checkout({ github, repository: REPOSITORY, dir, token: TOKEN });
  for (const [key, value] of [
    ["clean", "tr a-zA-Z n-za-mN-ZA-M"],
    ["smudge", "tr a-zA-Z n-za-mN-ZA-M"],
    ["required", "true"],
  ])
    execFileSync("git", ["config", `filter.git-crypt.${key}`, value ?? ""], { cwd: dir });
  writeFileSync(join(dir, "secrets/prod.env"), "PASSWORD=hunter2\nHOST=db\n");
  return dir;
}

/** Without what makes foreign text harmless. */
const plain = (text: string): string => text.replace(/\\(?=[^\w\s])|<!-- -->|[\u200b\u2060]/g, "");

/** Everything that people see of a run. */
function postedBy({ github }: JobScene, end: ActionEnd): string {
  const { threads } = github.repository(REPOSITORY);
  return [...threads.flatMap(({ body, comments }) => [body, ...comments.map((one) => one.body)]), end.summary].join(
    "\n",
  );
}

async function branchFile({ github }: JobScene, { outputs }: ActionEnd, path: string): Promise<string> {
  return `${await github.git(REPOSITORY, "show", `${outputs["branch"] ?? ""}:${path}`)}\n`;
}

test("an unlocked file that the model edits is neither on the branch nor in a comment", async () => {
  const scratch = createScratch();
  await using scene = await createJobScene({
    files: SCENE_FILES,
    replies: [
      read("secrets/prod.env"),
      { calls: [editSecret("HOST=db", "HOST=db2"), write("src/new.js", "1\n")] },
      DONE,
    ],
  });
  const number = openIssue(scene);
  const workspace = await unlocked(scene, join(scratch.dir, "workspace"));
  const end = await scene.command(number, "/kimi fix", "alice", { workspace, inputs: { sandbox: "none" } });
  assert.deepEqual([end.code, end.outputs["outcome"]], [6, "published_partially"], end.log);
  assert.equal(await branchFile(scene, end, "secrets/prod.env"), ENCRYPTED);
  assert.equal(await branchFile(scene, end, "src/new.js"), "1\n");
  const [comment = ""] = ownComments(scene.github, number);
  const why = "a file, or a copy of one, that the filter git-crypt makes on commit; no filter runs here";
  assert.ok(plain(comment).includes(`- secrets/prod.env — left out by builtin:filter: ${why}`), comment);
  assert.ok(!postedBy(scene, end).includes("hunter2"));
});

test("no person is asked about a write to an unlocked file, because the question would show it", async () => {
  const scratch = createScratch();
  await using scene = await createJobScene({
    files: { ...SCENE_FILES, ".github/kimi-policy.yml": policy('"src/**"') },
    replies: [
      read("secrets/prod.env"),
      { calls: [editSecret("PASSWORD=hunter2", "PASSWORD=hunter3")] },
      { calls: [write("src/new.js", "1\n")] },
      DONE,
    ],
  });
  const number = openIssue(scene);
  const workspace = await unlocked(scene, join(scratch.dir, "workspace"));
  const end = await scene.command(number, "/kimi fix", "alice", { workspace, inputs: { sandbox: "none" } });
  assert.equal(await branchFile(scene, end, "src/new.js"), "1\n", end.log);
  assert.match(JSON.stringify(scene.model.requests[2]?.json), /builtin:filter/);
  assert.doesNotMatch(postedBy(scene, end), /hunter/);
});

test("a pull request that removes the attributes does not switch the filter off", async () => {
  await using scene = await createJobScene({
    files: SCENE_FILES,
    replies: [{ calls: [write("secrets/new.env", "PASSWORD=hunter2\n"), write("src/new.js", "1\n")] }, DONE],
  });
  const { github } = scene;
  await github.addCommit(REPOSITORY, { branch: "feature", files: { ".gitattributes": "" }, user: "alice" });
  const { number } = await github.addPull(REPOSITORY, { head: "feature", title: "Attributes", user: "alice" });
  const end = await scene.command(number, "/kimi fix", "alice", { inputs: { sandbox: "none" } });
  assert.match(end.outputs["reason"] ?? "", /^1 of 2 files is left out: secrets\/new\.env \(builtin:filter: /, end.log);
  assert.equal(
    await github.git(REPOSITORY, "ls-tree", "--name-only", "feature", "secrets/", "src/new.js"),
    ["secrets/prod.env", "src/new.js"].join("\n"),
  );
});

test("the policy lets a notebook through without its filter, and the pull request says so", async () => {
  await using scene = await createJobScene({
    files: {
      ...SCENE_FILES,
      ".github/kimi-policy.yml": policy('"**"', "publish: { filters: { nbstripout: as-is } }\n"),
    },
    replies: [{ calls: [write("a.ipynb", '{ "outputs": [1] }\n'), write("b.ipynb", "{}\n")] }, DONE],
  });
  const { github } = scene;
  const number = openIssue(scene);
  const end = await scene.command(number, "/kimi fix", "alice", { inputs: { sandbox: "none" } });
  assert.deepEqual([end.code, end.outputs["outcome"]], [0, "completed"], end.log);
  assert.equal(await branchFile(scene, end, "a.ipynb"), '{ "outputs": [1] }\n');
  const line =
    "Published as the work tree has them, without their filters: a.ipynb (nbstripout), b.ipynb (nbstripout)\n";
  const pull = github.thread(REPOSITORY, number + 1).body ?? "";
  for (const text of [pull, ownComments(github, number)[0] ?? "", end.summary])
    assert.ok(plain(text).includes(`\n${line}`), text);
});
