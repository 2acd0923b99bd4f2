/** The terms of answering: `--session`, a token without the right to store a session, dry runs and laptops. */

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { runCli } from "../../../doubles/cli.ts";
import { checkout } from "../../../doubles/checkout.ts";
import { createScratch } from "../../../doubles/scratch.ts";
import { createHeld, held, job, keptRefs, lastReply, NO_WALLS, waiting } from "./answer-scene.ts";
import { CANARY, FILES, POLICY } from "../../harness.ts";
import { createJobScene, ownComments, REPOSITORY, TOKEN } from "../job-scene.ts";

const WITH_SESSION = {
  files: {
    ...FILES,
    ".github/kimi-policy.yml": `${POLICY.replace("rules:", 'rules:\n  - { id: folders, defer: { exec: ["mkdir **"] } }')}approvers: { session: true }\n`,
  },
};

test("--session: later calls that the same rule holds run without a request, and no others", async () => {
  const here = await createHeld(
    [held("mkdir src/a"), held("mkdir src/b"), held("mkdir src/c && rm -r src/a"), { text: "done" }],
    WITH_SESSION,
  );
  await using scene = here.scene;
  const [a = ""] = here.digests;
  const end = await scene.command(here.number, `/kimi approve ${a} --session`, "alice", job(5001));
  assert.equal(end.outputs["outcome"], "deferred", end.log);
  assert.equal(scene.model.requests.length, 3, "the second call was not asked about");
  assert.match(end.log, /✓ run mkdir src\/b/);
  assert.doesNotMatch(end.log, /✓ run mkdir src\/c/);
});

test("with a token without contents: write, the request says that it cannot be answered in the thread, and why", async () => {
  const scopes = { contents: "read", issues: "write", pull_requests: "write" } as const;
  await using scene = await createJobScene({ replies: [held("mkdir src/a")], files: FILES, token: { scopes } });
  const { github } = scene;
  const { number } = github.addIssue(REPOSITORY, { title: "t", body: "b", user: "alice" });
  const first = await scene.command(number, "/kimi fix", "alice", NO_WALLS);
  assert.equal(first.outputs["outcome"], "published_partially", first.log);
  assert.notEqual(first.code, 0, "nothing is green that nobody can go on with");
  assert.deepEqual(await keptRefs(scene), []);
  const said = ownComments(github, number).join("\n");
  assert.match(
    said,
    /\*\*The request cannot be answered in this thread\.\*\* .*contents: write.*Permission to octo\/demo\.git denied/,
  );
  assert.doesNotMatch(said, /Post a new comment that ends with one of these/);
  assert.match(first.log, /::warning::The session is not kept on the server/);
  const [a = ""] = waiting(scene, number);
  const answer = await scene.command(number, `/kimi approve ${a}`, "alice", job(5001));
  assert.equal(answer.outputs["outcome"], "skipped", answer.log);
  assert.match(lastReply(scene, number), /Nothing waits for an answer in this thread/);
});

test("a dry run and a run on a laptop claim, save, delete and post nothing", async () => {
  const here = await createHeld([held("mkdir src/a"), held("mkdir src/b"), { text: "done" }]);
  await using scene = here.scene;
  using scratch = createScratch();
  const { github, model } = scene;
  const [a = ""] = here.digests;
  const all = async (): Promise<string> => github.git(REPOSITORY, "for-each-ref");
  const before = await all();
  const comments = ownComments(github, here.number);
  const writes = (): number =>
    github.requests.filter(({ method, path }) => method !== "GET" && !READS.test(path)).length;
  const written = writes();
  for (const [at, body] of [`/kimi approve ${a}`, "/kimi cancel", "/kimi fix"].entries()) {
    const dry = await scene.command(here.number, body, "alice", {
      ...job(5001 + at),
      inputs: { sandbox: "none", publish: "dry" },
    });
    assert.equal(dry.code, 0, dry.log);
    assert.equal(await all(), before, body);
  }
  assert.deepEqual(ownComments(github, here.number), comments);
  assert.equal(writes(), written);
  const asked = model.requests.length;

  const comment = github.addComment(REPOSITORY, here.number, { body: `/kimi approve ${a}`, user: "alice" });
  const event = await github.event({
    event: "issue_comment",
    repository: REPOSITORY,
    number: here.number,
    comment,
    sender: "alice",
  });
  const payload = join(scratch.dir, "event.json");
  writeFileSync(payload, JSON.stringify(event.payload));
  const dir = join(scratch.dir, "repository");
  await checkout({ github, repository: REPOSITORY, dir, token: TOKEN });
  writeFileSync(join(dir, "mine.txt"), "not committed\n");
  const laptop = await runCli(["run", "--event", payload, "--event-name", "issue_comment"], {
    cwd: dir,
    env: {
      GITHUB_TOKEN: TOKEN,
      GITHUB_API_URL: github.url,
      GITHUB_GRAPHQL_URL: github.graphqlUrl,
      GITHUB_SERVER_URL: github.serverUrl,
      OPENAI_API_KEY: CANARY,
      HOME: scratch.dir,
    },
  });
  assert.match(laptop.stderr + laptop.stdout, /kimi-runner resume/);
  assert.equal(await all(), before);
  assert.equal(model.requests.length, asked);
});

/** What asks and changes nothing. */
const READS = /git-upload-pack|graphql/;
