/** A run that asks twice, answered in the thread, under the real act: three jobs on fresh checkouts, one story. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { createScratch } from "../../doubles/scratch.ts";
import { act, NO_ACT, workflow } from "./act-run.ts";
import { held, keptRefs, openIssue, waiting } from "../job/answers/answer-scene.ts";
import { CANARY, FILES, FIX } from "../harness.ts";
import { createJobScene, REPOSITORY, TOKEN, type JobScene } from "../job/job-scene.ts";

const REPLIES = [
  FIX[0]!,
  held("mkdir -p src/one && echo 1 > src/one/file.txt"),
  FIX[1]!,
  held("mkdir -p src/two && echo 2 > src/two/file.txt"),
  FIX[2]!,
];

async function commented(scene: JobScene, number: number, body: string) {
  using scratch = createScratch();
  const { github } = scene;
  const comment = github.addComment(REPOSITORY, number, { body, user: "alice" });
  const event = await github.event({
    event: "issue_comment",
    repository: REPOSITORY,
    number,
    comment,
    sender: "alice",
  });
  const end = await act({ scene, scratch, file: "kimi.yml", event });
  const transcript = end.artifact.find(({ path }) => path.endsWith("transcript.md"))?.bytes.toString("utf8") ?? "";
  for (const secret of [CANARY, TOKEN]) assert.ok(!end.log.includes(secret) && !transcript.includes(secret));
  return { ...end, transcript };
}

test(
  "two requests get two answers, and the last job's transcript covers the whole session",
  { skip: NO_ACT },
  async () => {
    const files = { ...FILES, ".github/workflows/kimi.yml": workflow("kimi.yml") };
    await using scene = await createJobScene({ isProcess: true, replies: REPLIES, files });
    const { github, model } = scene;
    const number = openIssue(scene);

    const first = await commented(scene, number, "/kimi fix");
    assert.equal(first.code, 0, first.log);
    const [one = ""] = waiting(scene, number);
    const second = await commented(scene, number, `/kimi approve ${one}`);
    assert.equal(second.code, 0, second.log);
    const two = waiting(scene, number).find((digest) => digest !== one) ?? "";
    assert.match(two, /^[0-9a-f]{12}$/, second.log);
    const third = await commented(scene, number, `/kimi approve ${two}`);
    assert.equal(third.code, 0, third.log);

    const { transcript } = third;
    const told = /^(?:## |### Waiting|> `|<details><summary>✓|\S+, approved by |The session continues)/;
    const story = transcript.split("\n").filter((line) => told.test(line));
    assert.deepEqual(
      story.map((line) => line.replaceAll("\\", "").replace(/^<details><summary>| · \d.*$/g, "")),
      [
        "## Step 1",
        "✓ read src/add.js",
        "read_file, approved by read",
        "## Step 2",
        "### Waiting for an answer",
        "## Outcome: deferred",
        `> \`${one}\` approved by alice`,
        "The session continues.",
        "✓ run mkdir -p src/one &amp;&amp; echo 1 &gt; src/one/file.txt",
        "execute_command, approved by alice",
        "## Step 3",
        "✓ edit src/add.js (+1 −1)",
        "apply_diff, approved by edit",
        "✓ run sh test/add.sh",
        "execute_command, approved by tests",
        "## Step 4",
        "### Waiting for an answer",
        "## Outcome: deferred",
        `> \`${two}\` approved by alice`,
        "The session continues.",
        "✓ run mkdir -p src/two &amp;&amp; echo 2 &gt; src/two/file.txt",
        "execute_command, approved by alice",
        "## Step 5",
        "✓ done: Fixed the sign; the test passes.",
        "attempt_completion, approved by builtin:no-effect",
        "## Outcome: completed",
        "## Changes",
      ],
      transcript,
    );
    assert.equal(model.requests.length, 5);
    assert.deepEqual(model.violations, []);
    assert.deepEqual(github.violations, []);
    const branches = await github.git(REPOSITORY, "for-each-ref", "--format=%(refname:short)", "refs/heads/kimi");
    assert.equal(await github.git(REPOSITORY, "show", `${branches}:src/one/file.txt`), "1");
    assert.equal(await github.git(REPOSITORY, "show", `${branches}:src/two/file.txt`), "2");
    assert.deepEqual(
      (await keptRefs(scene)).filter((line) => line.includes("/sessions/")),
      [],
    );
  },
);
