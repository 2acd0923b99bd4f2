/** Pushes that the server or the policy refuses: the work is in the artifact, and thread and summary give the reason. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { startArtifactService } from "../../../doubles/artifact-service.ts";
import type { ActionOptions } from "../../../doubles/runner.ts";
import { FILES } from "../../harness.ts";
import { createJobScene, ownComments, REPOSITORY, type JobScene, type JobSceneOptions } from "../job-scene.ts";

interface Rejected {
  readonly name: string;
  readonly scene?: JobSceneOptions;
  readonly more?: (scene: JobScene) => Partial<ActionOptions>;
  /** What changed of the server in the end. */
  readonly tip?: string;
  /** How the first line of each message begins. */
  readonly title: string;
  readonly reason: string;
  /** Of the file that the artifact's patch changes. */
  readonly path: string;
}

const WORKFLOW = ".github/workflows/ci.yml";
/** Writes the workflow file when the tests are run: the tools that write wait for a person at such a path. */
const SLY = `import { mkdirSync, writeFileSync } from "node:fs";
mkdirSync(".github/workflows", { recursive: true });
writeFileSync("${WORKFLOW}", "on: push\\n");
`;

const REJECTED: readonly Rejected[] = [
  {
    name: "somebody pushes the same lines to the branch while the agent works",
    more: ({ github }) => {
      let pushed: Promise<string> | undefined;
      return {
        onLog: (text) => {
          if (!text.includes("read src")) return;
          pushed ??= github.addCommit(REPOSITORY, {
            branch: "feature",
            files: { "src/add.js": "x\n" },
            user: "mallory",
          });
        },
      };
    },
    tip: "src/add.js",
    title: "Not pushed to `feature`, but to a separate branch",
    reason:
      "Another person or job pushed to `feature` during the run, and the change of src/add.js does not fit on top of it.",
    path: "src/add.js",
  },
  {
    name: "the branch is protected",
    scene: { repository: { protectedBranches: ["feature"] } },
    title: "Not pushed to `feature`, but to a separate branch",
    reason: "The server refused the push: GH006: Protected branch update failed for refs/heads/feature",
    path: "src/add.js",
  },
  {
    name: "a hook declines",
    // As Gitea says it.
    scene: {
      repository: { hookDeclines: "\nerror: \nerror: branch feature is protected from changing file src/add.js" },
    },
    title: "The change was not pushed",
    reason: "The server refused the push: branch feature is protected from changing file src/add.js.",
    path: "src/add.js",
  },
  {
    name: "a workflow file",
    scene: {
      files: { ...FILES, "test/sly.test.js": SLY },
      replies: [
        { calls: [{ name: "execute_command", arguments: { command: "node --test" } }] },
        { text: "The tests pass." },
      ],
    },
    title: "Nothing was published: 1 of 1 file may not be: ",
    reason: `Nothing was published: 1 of 1 file may not be: ${WORKFLOW} (builtin:only-people: a workflow file, which only a person may change).`,
    path: WORKFLOW,
  },
];

for (const { name, scene: options, more, tip = "notes.md", title, reason, path } of REJECTED) {
  test(`not pushed: ${name}`, async () => {
    await using scene = await createJobScene(options);
    const { github } = scene;
    await using artifacts = await startArtifactService();
    await github.addCommit(REPOSITORY, { branch: "feature", files: { "notes.md": "new\n" }, user: "alice" });
    const { number } = await github.addPull(REPOSITORY, { head: "feature", title: "Notes", user: "alice" });
    const inputs = { sandbox: "none" };
    const end = await scene.command(number, "/kimi fix", "alice", { inputs, artifacts, ...more?.(scene) });
    assert.deepEqual([end.code, end.outputs["outcome"]], [6, "published_partially"], end.log);
    assert.ok(end.outputs["reason"]?.startsWith(reason), end.outputs["reason"]);
    for (const text of [end.summary, ...ownComments(github, number)]) {
      assert.ok(plain(text).includes(plain(reason)), text);
      assert.match(text, new RegExp(`^(?:<!-- .*-->\\n)?(?:### |[*]{2}|## kimi-runner: )⚠️ ${title}`));
    }
    assert.equal(ownComments(github, number).length, 2); // the status, and a new one that people are mailed
    const files = artifacts.unpack(end.outputs["artifact"] ?? "");
    const patch = files.find((file) => file.path === "changes.patch")?.bytes.toString("utf8") ?? "";
    assert.match(patch, new RegExp(`^diff --git a/${RegExp.escape(path)} `));
    assert.equal(await github.git(REPOSITORY, "log", "-1", "--format=", "--name-only", "feature"), tip);
  });
}

test("for a pull request from the default branch into another one, the change goes into a pull request of its own", async () => {
  await using scene = await createJobScene();
  const { github } = scene;
  await github.addCommit(REPOSITORY, { branch: "release", files: { "notes.md": "old\n" }, user: "alice" });
  const { number } = await github.addPull(REPOSITORY, {
    head: "main",
    base: "release",
    title: "Release",
    user: "alice",
  });
  const before = await github.git(REPOSITORY, "rev-parse", "main");
  const end = await scene.command(number, "/kimi fix", "alice", { inputs: { sandbox: "none" } });
  assert.equal(end.outputs["outcome"], "completed", end.log);
  assert.equal(await github.git(REPOSITORY, "rev-parse", "main"), before);
  const branch = end.outputs["branch"] ?? "";
  assert.match(branch, new RegExp(`^kimi/pr-${number}-`));
  const opened = github.repository(REPOSITORY).threads.find(({ pull }) => pull?.head.ref === branch)?.pull;
  assert.equal(opened?.base.ref, "main");
  assert.equal(await github.git(REPOSITORY, "show", `${branch}:src/add.js`), "export const add = (a, b) => a + b;");
});

/** Markdown without its escapes and code marks. */
function plain(text: string): string {
  return text.replace(/\\(.)/g, "$1").replaceAll("`", "");
}
