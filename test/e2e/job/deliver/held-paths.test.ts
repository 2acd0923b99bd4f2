/** What a rule leaves to people is not published when nobody saw it coming: a command changes files that no word of it names. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { DoubleReply } from "../../../doubles/model-reply.ts";
import { held, NO_WALLS, openIssue } from "../answers/answer-scene.ts";
import { FILES } from "../../harness.ts";
import { createJobScene, REPOSITORY, type JobScene } from "../job-scene.ts";

const POLICY = `version: 1
default: approve
rules:
  - { id: lock, defer: { write: ["**/package-lock.json"] }, reason: decides what is installed }
  - { id: infra, reject: { write: ["deploy/**"] } }
  - { id: install, defer: { exec: ["sh install.sh"] } }
sandbox: { minimum: none }
publish: { protected: ["LICENSE"] }
`;
const touching = (path: string): string =>
  `mkdir -p "$(dirname ${path})" && echo "{}$1" > ${path} && echo x > src/other.txt\n`;
const SCENE_FILES = {
  ...FILES,
  ".github/kimi-policy.yml": POLICY,
  "lock.sh": touching("package-lock.json"),
  "deploy.sh": touching("deploy/app.yml"),
  "license.sh": touching("LICENSE"),
  "install.sh": touching("package-lock.json"),
};
const DONE: DoubleReply = { text: "Done." };
const lock: DoubleReply = {
  calls: [{ name: "write_to_file", arguments: { path: "package-lock.json", content: "{}\n" } }],
};

const open = async (...replies: readonly DoubleReply[]): Promise<JobScene> =>
  await createJobScene({ replies: [...replies, DONE, DONE], files: SCENE_FILES });

for (const { script, said } of [
  {
    script: "lock.sh",
    said: "Nothing was published: the policy's rule lock holds package-lock.json for a person's approval (decides what is installed), and no person approved this version.",
  },
  {
    script: "deploy.sh",
    said: "Nothing was published: the policy's rule infra holds deploy/app.yml for a person's approval, and no person approved this version.",
  },
  {
    script: "license.sh",
    said: "Nothing was published: the policy's rule builtin:protected holds LICENSE for a person's approval (LICENSE is protected by publish.protected), and no person approved this version.",
  },
]) {
  test(`${script}: no rule saw what the command would write; the change stays where it is`, async () => {
    await using scene = await open(held(`sh ${script}`));
    const end = await scene.command(openIssue(scene), "/kimi fix", "alice", NO_WALLS);
    assert.deepEqual([end.code, end.outputs["outcome"]], [6, "published_partially"], end.log);
    assert.ok(end.outputs["reason"]?.startsWith(said), end.outputs["reason"]);
    assert.equal(await scene.github.git(REPOSITORY, "for-each-ref", "refs/heads/kimi"), "");
  });
}

for (const { what, reply } of [
  { what: "the write itself", reply: lock },
  { what: "the command that changed it", reply: held("sh install.sh") },
]) {
  test(`a person approved ${what}: it is published`, async () => {
    await using scene = await open(reply);
    const number = openIssue(scene);
    const first = await scene.command(number, "/kimi fix", "alice", NO_WALLS);
    assert.equal(first.outputs["outcome"], "deferred", first.log);
    const end = await scene.command(number, "/kimi approve all", "alice", NO_WALLS);
    assert.equal(end.outputs["outcome"], "completed", end.log);
    assert.equal(await scene.github.git(REPOSITORY, "show", `${end.outputs["branch"] ?? ""}:package-lock.json`), "{}");
  });
}

test("an approved write does not open what a rule rejects, nor other paths", async () => {
  await using scene = await open(lock, held("sh deploy.sh"));
  const number = openIssue(scene);
  await scene.command(number, "/kimi fix", "alice", NO_WALLS);
  const end = await scene.command(number, "/kimi approve all", "alice", NO_WALLS);
  assert.match(end.outputs["reason"] ?? "", /^Nothing was published: the policy's rule infra holds deploy\/app\.yml /);
});

test("an approved file that a command changes afterwards is not what was approved", async () => {
  await using scene = await open(lock, held("sh lock.sh src/twice"));
  const number = openIssue(scene);
  await scene.command(number, "/kimi fix", "alice", NO_WALLS);
  const end = await scene.command(number, "/kimi approve all", "alice", NO_WALLS);
  assert.match(
    end.outputs["reason"] ?? "",
    /^Nothing was published: the policy's rule lock holds package-lock\.json .*, and no person approved this version\./,
  );
});
