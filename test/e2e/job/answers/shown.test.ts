/** An approval counts only for a request comment that this program wrote and that shows what will run. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { ActionEnd } from "../../../doubles/runner.ts";
import { createHeld, held, job, lastReply, NO_WALLS } from "./answer-scene.ts";
import { FILES, POLICY } from "../../harness.ts";
import { ownComments, REPOSITORY, type JobScene, type JobSceneOptions } from "../job-scene.ts";

test("the request for approval of a command also shows the script that the model wrote right before it", async () => {
  const script = "touch src/made-by-the-script\n";
  const { scene, number, digests } = await createHeld([
    {
      calls: [
        { name: "write_to_file", arguments: { path: "src/check.sh", content: script } },
        { name: "execute_command", arguments: { command: "sh src/check.sh" } },
      ],
    },
    { calls: [{ name: "attempt_completion", arguments: { result: "Done." } }] },
  ]);
  await using _ = scene;
  const request = ownComments(scene.github, number).find((body) => body.includes(digests[0] ?? "none")) ?? "";
  const [above = "", beside = ""] = request.split("#### Actions that need no approval");
  assert.match(above, /sh src\/check\.sh/);
  assert.match(beside, /\nBefore 1: `write_to_file`\n\n```\n/);
  assert.ok(beside.includes(`"content": ${JSON.stringify(script)}`), beside);
});

/** `alice` approves; `bob` may write and not approve. */
const STRICT: JobSceneOptions = {
  files: { ...FILES, ".github/kimi-policy.yml": `${POLICY}approvers: { permission: admin }\n` },
  repository: { roles: { alice: "admin", bob: "write", mallory: "read" } },
};
/** Each line of the file is one time that the command ran. */
const ONCE = [
  held("mkdir -p src/new && echo once >> src/new/times.txt"),
  { calls: [{ name: "attempt_completion", arguments: { result: "Done." } }] },
];

function requestOf(
  { github }: JobScene,
  number: number,
  session: string,
): { readonly id: number; readonly body: string } {
  const mark = `<!-- kimi-runner:deferral session=${session} -->`;
  const found = github.thread(REPOSITORY, number).comments.findLast(({ body }) => body.includes(mark));
  assert.ok(
    found !== undefined,
    github
      .thread(REPOSITORY, number)
      .comments.map(({ body }) => body)
      .join("\n\n"),
  );
  return found;
}

test("an approval of a request that another account edited is refused, even when the text is as before again", async () => {
  const { scene, number, session, digests } = await createHeld(ONCE, STRICT);
  await using _ = scene;
  const { github } = scene;
  const { id, body } = requestOf(scene, number, session);
  github.editComment(REPOSITORY, number, {
    id,
    user: "bob",
    body: body.replaceAll("mkdir -p", "ls"),
  });
  github.editComment(REPOSITORY, number, { id, user: "bob", body: `Take care.\n\n${body}` });
  const dry = job(5003, { inputs: { ...NO_WALLS.inputs, publish: "dry" } });
  await scene.command(number, `/kimi approve ${digests[0] ?? ""}`, "alice", dry);
  assert.equal(requestOf(scene, number, session).id, id, "who only looks takes nothing away");
  const first = await scene.command(number, `/kimi approve ${digests[0] ?? ""}`, "alice", job(5001));
  assert.equal(first.outputs["outcome"], "skipped", first.log);
  assert.match(lastReply(scene, number), /was edited by bob\.\n\nThe request was posted again/);
  const again = requestOf(scene, number, session);
  assert.notEqual(again.id, id);
  assert.match(again.body, /mkdir -p src\/new/);
  const end = await scene.command(number, `/kimi approve ${digests[0] ?? ""}`, "alice", job(5002));
  assert.equal(end.outputs["outcome"], "completed", end.log);
  assert.deepEqual(github.violations, []);
});

test("an approval is refused when GitHub does not say who edited the request", async () => {
  const { scene, number, digests } = await createHeld(ONCE, STRICT);
  await using _ = scene;
  const { github } = scene;
  const denied = { kind: "answer", status: 403, body: { message: "Resource not accessible by integration" } } as const;
  github.fault({ ...denied, match: { method: "POST", path: "/graphql" }, times: 20 });
  const first = await scene.command(number, `/kimi approve ${digests[0] ?? ""}`, "alice", job(5001));
  assert.equal(first.outputs["outcome"], "failed", first.log);
  assert.match(lastReply(scene, number), /Your answer was not used\. An error occurred: /);
  assert.equal(scene.model.requests.length, 1);
});

test("an earlier save of a session that an account with push rights puts back does not revive its approval", async (t) => {
  const { scene, number, session, digests } = await createHeld(ONCE, STRICT);
  await using _ = scene;
  const { github, model } = scene;
  const ref = `refs/kimi/sessions/${session}`;
  const waiting = await github.git(REPOSITORY, "rev-parse", ref);
  const comment = github.addComment(REPOSITORY, number, { body: `/kimi approve ${digests[0] ?? ""}`, user: "alice" });
  const event = { event: "issue_comment", number, comment, sender: "alice" } as const;
  const end = await scene.run(event, job(5001));
  assert.equal(end.outputs["outcome"], "completed", end.log);
  const branch = end.outputs["branch"] ?? "";
  const requests = model.requests.length;
  const unused = async (run: ActionEnd): Promise<void> => {
    assert.equal(run.outputs["outcome"], "skipped", run.log);
    assert.match(
      lastReply(scene, number),
      /The stored session is older than the comment about it.*\n\nAn answer can be used only once/s,
    );
    assert.equal(model.requests.length, requests);
    assert.equal(await github.git(REPOSITORY, "show", `${branch}:src/new/times.txt`), "once");
  };

  await t.test("the one that waited, and the job of the approval started once more", async () => {
    await github.git(REPOSITORY, "update-ref", ref, waiting);
    const run = await scene.run(event, job(5001, { env: { GITHUB_RUN_ATTEMPT: "2" } }));
    assert.match(run.outputs["reason"] ?? "", /^This comment was carried out before/, run.log);
    assert.equal(model.requests.length, requests);
  });

  await t.test("nor when it was given up in between, which says less of the session than was told", async () => {
    await scene.command(number, "/kimi cancel", "bob", job(5002));
    await github.git(REPOSITORY, "update-ref", ref, waiting);
    await unused(await scene.command(number, `/kimi approve ${digests[0] ?? ""}`, "alice", job(5003)));
  });
});

test("a held call that the request shows redacted runs redacted", async () => {
  const token = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;
  const { scene, number, session, digests } = await createHeld([
    held(`mkdir -p src/new && echo "key ${token}." > src/new/shown.txt`),
    ...ONCE.slice(1),
  ]);
  await using _ = scene;
  const [shown = ""] = /key .*?\./.exec(requestOf(scene, number, session).body) ?? [];
  assert.match(shown, /redacted/);
  const end = await scene.command(number, `/kimi approve ${digests[0] ?? ""}`, "alice", job(5001));
  const file = `${end.outputs["branch"] ?? ""}:src/new/shown.txt`;
  assert.equal(await scene.github.git(REPOSITORY, "show", file), shown);
});
