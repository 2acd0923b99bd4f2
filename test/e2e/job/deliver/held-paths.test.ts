/** Files that a rule holds for a person are not published, also when a command changes them without naming them. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { sampled } from "../../../doubles/size.ts";
import type { DoubleReply } from "../../../doubles/model-reply.ts";
import type { ActionEnd } from "../../../doubles/runner.ts";
import { held, job, lastReply, NO_WALLS, openIssue, waiting } from "../answers/answer-scene.ts";
import { FILES } from "../../harness.ts";
import { SPREAD, strict, WAITING } from "../../spreading.ts";
import { createJobScene, ownComments, REPOSITORY, type JobScene } from "../job-scene.ts";

const POLICY = `version: 1
default: approve
rules:
  - { id: lock, defer: { write: ["**/package-lock.json"] }, reason: decides what is installed }
  - { id: infra, reject: { write: ["deploy/**"] } }
  - { id: install, defer: { exec: ["sh install.sh **"] } }
sandbox: { minimum: none, unsealed: patterns }
publish: { protected: ["LICENSE", "NOTICE"] }
`;
const touching = (path: string): string =>
  `mkdir -p "$(dirname ${path})" && echo "{}$1" > ${path} && echo x > src/other.txt\n`;
const SCENE_FILES = {
  ...FILES,
  ".github/kimi-policy.yml": POLICY,
  "lock.sh": touching("package-lock.json"),
  "deploy.sh": touching("deploy/app.yml"),
  "license.sh": touching("LICENSE"),
  "install.sh": `${touching("package-lock.json")}until [ "$1" = "" ] || { [ -e LICENSE ] && [ -e NOTICE ]; }; do sleep 0.02; done\n`,
  "late.sh": `until [ -e package-lock.json ]; do sleep 0.02; done; echo x > "$1"\n`,
};
const DONE: DoubleReply = { text: "Done." };
const lock: DoubleReply = {
  calls: [{ name: "write_to_file", arguments: { path: "package-lock.json", content: "{}\n" } }],
};

/** Without what makes foreign text harmless. */
const plain = (text: string): string => text.replace(/\\(?=[^\w\s])|<!-- -->|[\u200b\u2060]/g, "");
const statusOf = ({ github }: JobScene, number: number): string => ownComments(github, number)[0] ?? "";

const open = async (...replies: readonly DoubleReply[]): Promise<JobScene> =>
  await createJobScene({ replies: [...replies, DONE, DONE], files: SCENE_FILES });

test("no rule saw what the commands would write; those files stay where they are, the other is published", async () => {
  await using scene = await open(held("sh lock.sh", "sh deploy.sh", "sh license.sh"));
  const number = openIssue(scene);
  const end = await scene.command(number, "/kimi fix", "alice", NO_WALLS);
  assert.deepEqual([end.code, end.outputs["outcome"]], [6, "published_partially"], end.log);
  const branch = end.outputs["branch"] ?? "";
  assert.deepEqual(await changed(scene, branch), ["src/other.txt"], "only what is approved is published");
  assert.match(
    end.outputs["reason"] ?? "",
    /^3 of 4 files are left out: LICENSE, deploy\/app\.yml, package-lock\.json\./,
  );
  const status = statusOf(scene, number);
  for (const left of [
    "package-lock.json — held by lock: decides what is installed",
    "deploy/app.yml — left out by infra",
    "LICENSE — held by builtin:protected: LICENSE is protected by publish.protected",
  ])
    assert.ok(plain(status).includes(`- ${left}`), status);
  assert.match(status, /^### ⚠️ Pull request #2 opened · 3 files left out$/m);
});

test("an approved write allows neither a path that a rule rejects, nor other paths", async () => {
  await using scene = await open(lock, held("sh deploy.sh"));
  const number = openIssue(scene);
  await scene.command(number, "/kimi fix", "alice", NO_WALLS);
  const end = await scene.command(number, "/kimi approve all", "alice", NO_WALLS);
  assert.match(
    end.outputs["reason"] ?? "",
    /^1 of 3 files is left out: deploy\/app\.yml \(infra\)\. A person can apply /,
  );
  assert.deepEqual(await changed(scene, end.outputs["branch"] ?? ""), ["package-lock.json", "src/other.txt"]);
});

test("an approved command opens what it changed itself, not what another command of the same message changes", async () => {
  await using scene = await open(held("sh install.sh", "sh license.sh"));
  const number = openIssue(scene);
  await scene.command(number, "/kimi fix", "alice", NO_WALLS);
  const end = await scene.command(number, "/kimi approve all", "alice", NO_WALLS);
  assert.match(end.outputs["reason"] ?? "", /^1 of 3 files is left out: LICENSE \(builtin:protected: /, end.log);
  assert.deepEqual(await changed(scene, end.outputs["branch"] ?? ""), ["package-lock.json", "src/other.txt"]);
});

test("an approval of a command does not cover the changes of other commands that run at the same time", async () => {
  const [background, left, approved] = [
    "sh late.sh LICENSE",
    "sh late.sh NOTICE >/dev/null 2>&1 &",
    "sh install.sh it",
  ];
  await using scene = await open({
    calls: [
      { name: "execute_command", arguments: { command: background, run_in_background: true } },
      ...[left, approved].map((command) => ({ name: "execute_command", arguments: { command } })),
    ],
  });
  const number = openIssue(scene);
  await scene.command(number, "/kimi fix", "alice", NO_WALLS);
  const end = await scene.command(number, "/kimi approve all", "alice", NO_WALLS);
  assert.match(
    end.outputs["reason"] ?? "",
    /^3 of 4 files are left out: LICENSE, NOTICE, package-lock\.json\. Comment /,
    end.log,
  );
});

test("an approval does not cover a file that a command changes afterwards", async () => {
  await using scene = await open(lock, held("sh lock.sh src/twice"));
  const number = openIssue(scene);
  await scene.command(number, "/kimi fix", "alice", NO_WALLS);
  const end = await scene.command(number, "/kimi approve all", "alice", NO_WALLS);
  assert.match(
    end.outputs["reason"] ?? "",
    /^1 of 2 files is left out: package-lock\.json \(lock: decides what is installed\)\. Comment \/kimi approve /,
  );
});

const changed = async ({ github }: JobScene, branch: string): Promise<readonly string[]> =>
  (await github.git(REPOSITORY, "diff", "--name-only", "main", branch)).split("\n");

interface Spread {
  readonly scene: JobScene;
  readonly number: number;
  readonly end: ActionEnd;
  readonly digest: string;
  readonly branch: string;
}

const begun = new Map<string, () => Spread>();

/** The run is made once for each fallback, so the scenes of one follow one another. */
async function spread(fallback: "defer" | "reject"): Promise<Spread> {
  const again = begun.get(fallback);
  if (again !== undefined) return again();
  const scene = await createJobScene({
    replies: SPREAD,
    files: { ...FILES, ".github/kimi-policy.yml": strict(fallback) },
  });
  const number = openIssue(scene);
  const end = await scene.command(number, "/kimi fix", "alice", job(1));
  const [digest = ""] = waiting(scene, number);
  const back = scene.keep();
  const afresh = (): Spread => ({ scene: back(), number, end, digest, branch: end.outputs["branch"] ?? "" });
  begun.set(fallback, afresh);
  return afresh();
}

test("a file that a test writes waits for a person, and after the approval it is published once, without the model", async () => {
  const { scene, number, end, digest, branch } = await spread("defer");
  await using _ = scene;
  assert.deepEqual([end.code, end.outputs["outcome"]], [6, "published_partially"], end.log);
  assert.deepEqual(await changed(scene, branch), ["src/all.test.js"]);
  const pull = scene.github.thread(REPOSITORY, number + 1);
  for (const text of [statusOf(scene, number), pull.body ?? "", end.summary]) {
    for (const path of WAITING) {
      assert.ok(plain(text).includes(`- ${path} — held by default: no rule approves: write ${path}`), plain(text));
    }
    assert.ok(
      plain(text).includes("- .github/workflows/ci.yml — left out by builtin:only-people: a workflow file"),
      text,
    );
  }
  const said = String(scene.model.requests[3]?.body);
  assert.match(said, /Earlier calls changed files that will not be published.*deploy\.sh.*: default, no rule approves/);
  assert.equal(scene.model.requests.length, 4);

  const theirs = await scene.github.addCommit(REPOSITORY, { branch, files: { "notes.md": "mine\n" }, user: "alice" });
  const approved = await scene.command(number, `/kimi approve ${digest}`, "alice", job(2));
  assert.equal(scene.model.requests.length, 4, "the model is not asked");
  assert.deepEqual(await changed(scene, branch), [...WAITING, "notes.md", "src/all.test.js"].toSorted(), approved.log);
  assert.equal(await scene.github.git(REPOSITORY, "rev-parse", `${branch}^`), theirs);
  assert.match(
    approved.outputs["reason"] ?? "",
    /^1 of 5 files is left out: \.github\/workflows\/ci\.yml \(builtin:only-people: /,
  );
  const newest = await scene.github.git(REPOSITORY, "rev-parse", branch);
  const again = await scene.command(number, `/kimi approve ${digest}`, "alice", job(3));
  assert.deepEqual([again.code, await scene.github.git(REPOSITORY, "rev-parse", branch)], [0, newest], again.log);
  assert.match(lastReply(scene, number), /Nothing .*waits/);
});

/** The answer was once refused, because the run's own push had moved the head of the pull request. */
test("held files of a run on a pull request can be answered after the run pushed its other files", async () => {
  await using scene = await open(held("sh lock.sh"));
  const { github } = scene;
  await github.addCommit(REPOSITORY, { branch: "main", files: { "more.md": "more\n" } });
  await github.addCommit(REPOSITORY, { branch: "feature", files: { "notes.md": "new\n" } });
  const { number } = await github.addPull(REPOSITORY, { head: "feature", title: "Notes", user: "alice" });
  const first = await scene.command(number, "/kimi fix", "alice", NO_WALLS);
  assert.equal(first.outputs["outcome"], "published_partially", first.log);
  assert.equal(await github.git(REPOSITORY, "show", "feature:src/other.txt"), "x");
  const [digest = ""] = waiting(scene, number);
  const approved = await scene.command(number, `/kimi approve ${digest}`, "alice", job(2));
  assert.equal(approved.outputs["outcome"], "completed", approved.log);
  assert.equal(await github.git(REPOSITORY, "show", "feature:package-lock.json"), "{}");
});

test("a rejected file is dropped, and a later approval finds nothing", async () => {
  const { scene, number, digest, branch } = await spread("reject");
  await using _ = scene;
  const before = await scene.github.git(REPOSITORY, "rev-parse", branch);
  const end = await scene.command(number, `/kimi reject ${digest}`, "alice", job(2));
  assert.deepEqual(
    [await scene.github.git(REPOSITORY, "rev-parse", branch), scene.model.requests.length],
    [before, 4],
    end.log,
  );
  assert.ok(plain(statusOf(scene, number)).includes("- deploy.sh — left out by alice"), statusOf(scene, number));
  await scene.command(number, `/kimi approve ${digest}`, "alice", job(3));
  assert.equal(await scene.github.git(REPOSITORY, "rev-parse", branch), before);
});

/** The job that was run again was once told that the comment's answer had changed. */
test("a branch that the server refused gets the files when the job of the same answer is run again", async () => {
  const { scene, number, branch } = await spread("defer");
  await using _ = scene;
  const { github } = scene;
  const { protectedBranches } = github.repository(REPOSITORY);
  const comment = github.addComment(REPOSITORY, number, { body: "/kimi approve all", user: "alice" });
  const event = { event: "issue_comment", number, comment, sender: "alice" } as const;
  for (const name of [branch, `${branch}-2`]) protectedBranches.add(name);
  const first = await scene.run(event, job(2));
  assert.deepEqual(await changed(scene, branch), ["src/all.test.js"], first.log);
  protectedBranches.clear();
  const again = await scene.run(event, job(2, { env: { GITHUB_RUN_ATTEMPT: "2" } }));
  assert.deepEqual(await changed(scene, branch), [...WAITING, "src/all.test.js"].toSorted(), lastReply(scene, number));
  assert.equal(again.code, 6, again.log);
});

for (const at of sampled(["git.push.after:1", "git.push.before:1", "github.write.after:2"])) {
  test(`killed at ${at} while it publishes what was approved: the job again gives one result`, async () => {
    const { scene, number, digest, branch } = await spread("defer");
    await using _ = scene;
    const killed = await scene.command(
      number,
      `/kimi approve ${digest}`,
      "alice",
      job(2, { env: { KIMI_CRASH_AT: at } }),
    );
    assert.notEqual(killed.code, 6, killed.log);
    const end = await scene.command(
      number,
      `/kimi approve ${digest}`,
      "alice",
      job(2, { env: { GITHUB_RUN_ATTEMPT: "2" } }),
    );
    assert.deepEqual(await changed(scene, branch), [...WAITING, "src/all.test.js"].toSorted(), end.log);
    assert.equal(await scene.github.git(REPOSITORY, "rev-list", "--count", `main..${branch}`), "2");
    assert.equal(scene.model.requests.length, 4);
  });
}
