/** A person answers held calls in the thread, and another job continues the run. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { createHeld, held, keptRefs, lastReply, namesOf, NO_WALLS, waiting } from "./answer-scene.ts";
import { FILES, FIX } from "../../harness.ts";
import { createJobScene, ownComments, REPOSITORY } from "../job-scene.ts";

test("a run is deferred, approved in the thread and completed by further jobs, in one session", async () => {
  const { scene, number, first } = await createHeld();
  await using _ = scene;
  const { github, model } = scene;
  assert.equal(first.outputs["outcome"], "deferred", first.log);
  const session = first.outputs["session"] ?? "";
  assert.match(session, new RegExp(`^t${number}-\\d{14}-[0-9a-f]{8}$`));
  assert.deepEqual(namesOf(await keptRefs(scene)), [`refs/kimi/claims/${session}`, `refs/kimi/sessions/${session}`]);
  const [digest = ""] = waiting(scene, number);
  assert.equal(model.requests.length, 2);

  const kept = await keptRefs(scene);
  const comments = ownComments(github, number).length;
  const stranger = await scene.command(number, `/kimi approve ${digest}`, "mallory", NO_WALLS);
  assert.equal(stranger.outputs["outcome"], "skipped");
  assert.equal(ownComments(github, number).length, comments, "a stranger's answer starts nothing");
  for (const [body, reply] of [
    ["approve 0123456789ab", /is not the digest of a waiting call/],
    [
      "status",
      new RegExp(
        `### ⏸️ Needs your answer until \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC\n\n[^\n]*\\[request\\]\\([^\n]*\n\n- \`${digest}\` `,
      ),
    ],
  ] as const) {
    const end = await scene.command(number, `/kimi ${body}`, "alice", NO_WALLS);
    assert.equal(end.code, 0, end.log);
    assert.match(lastReply(scene, number), reply);
  }
  assert.deepEqual(await keptRefs(scene), kept);
  assert.equal(model.requests.length, 2);

  const second = await scene.command(number, `/kimi approve ${digest}`, "alice", NO_WALLS);
  assert.equal(second.code, 0, second.log);
  assert.equal(second.outputs["outcome"], "completed", second.log);
  assert.equal(second.outputs["session"], session);
  assert.deepEqual(model.violations, []);
  for (const { log } of [first, second]) {
    assert.deepEqual(
      (log.match(/::warning::.{20}/g) ?? []).filter(
        (text) => ![/There is no artifact$/, /openai\/test-model is$/].some((form) => form.test(text)),
      ),
      [],
      log,
    );
  }
  assert.equal(model.requests.length, 4);
  assert.equal(second.outputs["steps"], "4", "counters span the jobs");
  const branch = second.outputs["branch"] ?? "";
  assert.equal(await github.git(REPOSITORY, "show", `${branch}:src/add.js`), "export const add = (a, b) => a + b;");
  assert.equal(await github.git(REPOSITORY, "show", `${branch}:src/new/file.txt`), "made");
  assert.deepEqual(namesOf(await keptRefs(scene)), [`refs/kimi/claims/${session}`], "a finished session is given up");
  const messagesOf = (n: number): string =>
    JSON.stringify((model.requests[n]?.json as { readonly messages: readonly unknown[] } | undefined)?.messages);
  assert.ok(
    messagesOf(2).startsWith(messagesOf(1).slice(0, -1)),
    "the request after the answer goes on from the one before",
  );
});

test("on a dashboard an answer gets no reply and `cancel` one that fits, unless a session waits there to cancel", async () => {
  await using scene = await createJobScene({ replies: [held("mkdir -p src/new")] });
  const { github } = scene;
  const body = "<!-- kimi-runner:batch id=0123456789ab -->\n**3** tasks";
  const { number } = github.addIssue(REPOSITORY, { title: "Batch mend", body, user: "github-actions[bot]" });
  const first = await scene.command(number, "/kimi approve 0123456789ab", "alice", NO_WALLS);
  assert.deepEqual(
    [first.outputs["outcome"], first.outputs["reason"], ownComments(github, number)],
    ["skipped", "The issue is the dashboard of a batch, whose next collect reads the comment.", []],
    first.log,
  );
  const noted = `Ask Alice first.\n\n${body}`;
  github.editIssue(REPOSITORY, number, { body: noted, user: "alice" });
  await scene.command(number, "/kimi cancel", "alice", NO_WALLS);
  assert.match(lastReply(scene, number), /\nThis issue is the dashboard of a batch, .* Tick a box to run a task again/);
  github.editIssue(REPOSITORY, number, { body: noted.replace("batch id=0123456789ab", "maintenance"), user: "alice" });
  await scene.command(number, "/kimi resume", "alice", NO_WALLS);
  assert.match(lastReply(scene, number), /\nThis issue lists scheduled tasks, /);
  github.editIssue(REPOSITORY, number, { body, user: "alice" });
  const run = await scene.command(number, "/kimi fix", "alice", NO_WALLS);
  assert.equal(run.outputs["outcome"], "deferred", run.log);
  await scene.command(number, "/kimi cancel", "alice", NO_WALLS);
  assert.match(lastReply(scene, number), /The session was deleted\. Its held actions will not run\./);
  assert.equal(namesOf(await keptRefs(scene)).filter((ref) => ref.includes("/sessions/")).length, 0);
});

test("the model reads the reason of a rejection and continues in another way", async () => {
  const { scene, number } = await createHeld();
  await using _ = scene;
  const [digest = ""] = waiting(scene, number);
  const end = await scene.command(number, `/kimi reject ${digest} no new files, please`, "alice", NO_WALLS);
  assert.equal(end.outputs["outcome"], "completed", end.log);
  assert.match(String(scene.model.requests[2]?.body), /rejected by answer by alice: no new files, please/);
});

test("a run can be resumed when the policy's limit was raised, and calls that it holds then can be answered", async () => {
  const path = ".github/kimi-policy.yml";
  const policy = (steps: number): string =>
    `version: 1\nsandbox: { minimum: none, unsealed: patterns }\nlimits: { steps: ${steps} }\nrules:\n  - { id: all, approve: { read: ["**"], write: ["src/**"] } }\n`;
  await using scene = await createJobScene({ replies: FIX, files: { ...FILES, [path]: policy(1) } });
  const { github } = scene;
  const { number } = github.addIssue(REPOSITORY, { title: "add subtracts", body: "It should add.", user: "alice" });
  const first = await scene.command(number, "/kimi fix", "alice", NO_WALLS);
  assert.equal(first.outputs["outcome"], "limit_steps", first.log);
  const raise = async (text: string) =>
    await github.addCommit(REPOSITORY, { branch: "main", files: { [path]: text }, user: "alice" });
  await raise(policy(9).replace("src/**", "**"));
  await scene.command(number, "/kimi resume", "alice", NO_WALLS);
  assert.match(lastReply(scene, number), /\nThe run was not resumed\. The policy changed after the run stopped: /);
  await github.addCommit(REPOSITORY, { branch: "main", files: { "other.yml": policy(9) }, user: "alice" });
  const named = { inputs: { ...NO_WALLS.inputs, policy: "other.yml" } };
  await scene.command(number, "/kimi resume", "alice", named);
  assert.match(lastReply(scene, number), /\nThe run was not resumed\. The policy changed after the run stopped: /);
  await raise(policy(9));
  await scene.command(number, "/kimi resume --steps 101", "alice", NO_WALLS);
  assert.match(lastReply(scene, number), /\nThe run was not resumed\. --steps 101 is above the policy's limit of 9\./);
  const second = await scene.command(number, "/kimi resume --steps 4", "alice", NO_WALLS);
  assert.equal(second.outputs["outcome"], "deferred", second.log);
  const third = await scene.command(number, "/kimi approve all", "alice", NO_WALLS);
  assert.equal(third.outputs["outcome"], "completed", third.log);
});
