/** Answers that are refused: the thread gets the exact reason, and the session stays as it was. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { createHeld, held, job, keptRefs, lastReply, type HeldScene } from "./answer-scene.ts";
import { FILES, POLICY } from "../../harness.ts";
import { REPOSITORY } from "../job-scene.ts";

const TWO_CALLS = [held("mkdir src/a", "mkdir src/b"), { text: "done" }];
const withApprovers = (approvers: string) => ({
  files: { ...FILES, ".github/kimi-policy.yml": `${POLICY}approvers: { ${approvers} }\n` },
});

interface Refused {
  readonly body: string;
  readonly user?: string;
  /** The whole reply. */
  readonly reply: string;
}

const MARK = /^<!--.*-->\n/;

/** The comment is answered so, nothing ran, and what is kept did not change. */
async function assertRefused({ scene, number }: HeldScene, { body, user = "alice", reply }: Refused): Promise<void> {
  const before = await keptRefs(scene);
  const asked = scene.model.requests.length;
  const end = await scene.command(number, body, user, job(5001));
  assert.equal(end.outputs["outcome"], "skipped", end.log);
  assert.equal(lastReply(scene, number).replace(MARK, "").trim(), reply);
  assert.deepEqual(await keptRefs(scene), before);
  assert.equal(scene.model.requests.length, asked);
}

const NOT_TAKEN = "Your answer was not used.";
const STILL_WAITS = "\n\nThe request still waits. Open the request comment to see who may answer.";

test("an answer whose comment was edited meanwhile is refused, and nothing changes", async () => {
  const here = await createHeld(TWO_CALLS);
  await using scene = here.scene;
  const { github } = scene;
  const { number } = here;
  const refs = await keptRefs(scene);
  const body = `/kimi approve ${here.digests[0] ?? ""}`;
  const comment = github.addComment(REPOSITORY, number, { body, user: "alice" });
  const event = { event: "issue_comment", repository: REPOSITORY, number, comment, sender: "alice" } as const;
  const read = await github.event(event);
  comment.updatedAt = new Date(Date.now() + 60_000).toISOString().replace(/\.\d+/, "");
  comment.edits?.push({ user: comment.user, at: comment.updatedAt });
  const end = await scene.runBuilt(read, job(5001));
  assert.equal(end.outputs["outcome"], "skipped", end.log);
  const reply = lastReply(scene, number).replace(MARK, "").trim();
  assert.equal(reply, `${NOT_TAKEN} The comment was edited. Write a new one.${STILL_WAITS}`);
  assert.deepEqual(await keptRefs(scene), refs);
});

test("a person answers who may: not the requester, nor one with less permission or who does not own the written files", async () => {
  const write = { calls: [{ name: "write_to_file", arguments: { path: "docs/a.md", content: "a\n" } }] };
  const { files } = withApprovers("two_person: true, permission: maintain, code_owners: true");
  const here = await createHeld([write, { text: "done" }], {
    files: { ...files, CODEOWNERS: "* @alice\n/docs/ @bob @dave\n" },
    repository: { roles: { alice: "maintain", bob: "maintain", carol: "maintain", dave: "write" } },
  });
  await using scene = here.scene;
  for (const [user, why] of [
    ["alice", "alice asked for the run; the policy requires an answer from another person (`approvers.two_person`)."],
    ["carol", "carol does not own docs/a.md, which CODEOWNERS assigns to @<!-- -->bob, @<!-- -->dave."],
    ["dave", 'dave has the permission "write" here; maintain is needed.'],
  ] as const)
    await assertRefused(here, { body: "/kimi approve all", user, reply: `${NOT_TAKEN} ${why}${STILL_WAITS}` });
  const end = await scene.command(here.number, "/kimi approve all", "bob", job(5002));
  assert.equal(end.outputs["outcome"], "completed", end.log);
});
