/** A comment is carried out once, even when GitHub delivers it several times or to several jobs. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { createHeld, job, keptRefs, namesOf, NO_WALLS, openIssue } from "../answers/answer-scene.ts";
import { sized } from "../../../doubles/size.ts";
import { FILES } from "../../harness.ts";
import { createJobScene, ownComments, REPOSITORY, type JobScene } from "../job-scene.ts";

const DELIVERIES = sized(6, 20);
const runUrl = ({ github }: JobScene, id: number): string => `${github.serverUrl}/${REPOSITORY}/actions/runs/${id}`;

test(`${DELIVERIES} deliveries of one comment at once: one run, and the others name its job`, async () => {
  const scopes = { contents: "write", issues: "write", pull_requests: "write", actions: "read" } as const;
  await using scene = await createJobScene({ files: FILES, token: { scopes } });
  const { github, model } = scene;
  const number = openIssue(scene);
  const comment = github.addComment(REPOSITORY, number, { body: "/kimi fix", user: "alice" });
  const event = { event: "issue_comment", number, comment, sender: "alice" } as const;
  const ids = Array.from({ length: DELIVERIES }, (_, at) => 5000 + at);
  for (const id of ids) github.setWorkflowRun(REPOSITORY, { id, attempt: 1, status: "in_progress" });
  const ends = await Promise.all(ids.map((id) => scene.run(event, job(id))));

  const outcomes = ends.map(({ outputs }) => outputs["outcome"]);
  const winner = outcomes.indexOf("completed");
  assert.deepEqual(
    outcomes,
    ids.map((_, at) => (at === winner ? "completed" : "skipped")),
    ends[0]?.log,
  );
  const url = runUrl(scene, ids[winner] ?? 0);
  for (const { outputs } of ends.filter((_, at) => at !== winner)) {
    const reason = outputs["reason"] ?? "";
    // On a busy machine, a delivery may be read after the run is over.
    if (!/was carried out and published before/.test(reason))
      assert.equal(reason, `Another job has this request: ${url}.`);
  }
  assert.equal(model.requests.length, 3, "one conversation");
  assert.equal(ownComments(github, number).length, 1);
  const pulls = github.requests.filter(({ method, path }) => method === "POST" && path.endsWith("/pulls"));
  assert.equal(pulls.length, 1);
  assert.deepEqual(namesOf(await keptRefs(scene)), [`refs/kimi/claims/${ends[winner]?.outputs["session"] ?? ""}`]);

  const late = await scene.run(event, job(6000));
  assert.equal(late.outputs["outcome"], "skipped", late.log);
  assert.match(late.outputs["reason"] ?? "", /^This request was carried out and published before in pull request #\d+/);
  assert.equal(model.requests.length, 3);
  assert.equal(ownComments(github, number).length, 1);
});

test("a further attempt of the same workflow run may carry out its request again", async () => {
  await using scene = await createJobScene({
    replies: [{ status: 400, body: "{}" }, { text: "Nothing to do." }],
    files: FILES,
  });
  const number = openIssue(scene);
  const comment = scene.github.addComment(REPOSITORY, number, { body: "/kimi fix", user: "alice" });
  const event = { event: "issue_comment", number, comment, sender: "alice" } as const;
  const first = await scene.run(event, job(5000));
  assert.equal(first.outputs["outcome"], "failed", first.log);
  const other = await scene.run(event, job(5001));
  assert.equal(other.outputs["outcome"], "skipped", other.log);
  const again = await scene.run(event, job(5000, { env: { GITHUB_RUN_ATTEMPT: "2" } }));
  assert.equal(again.outputs["outcome"], "no_change", again.log);
  assert.equal(scene.model.requests.length, 2);
});

test("an approval that is delivered five times at once is carried out once, and the thread hears nothing of the others", async () => {
  const { scene, number, digests } = await createHeld();
  await using _ = scene;
  const { github, model } = scene;
  const before = ownComments(github, number).length;
  const comment = github.addComment(REPOSITORY, number, { body: `/kimi approve ${digests[0] ?? ""}`, user: "alice" });
  const event = { event: "issue_comment", number, comment, sender: "alice" } as const;
  const ids = [5000, 5001, 5002, 5003, 5004];
  const ends = await Promise.all(ids.map((id) => scene.run(event, job(id))));

  const outcomes = ends.map(({ outputs }) => outputs["outcome"]);
  const winner = outcomes.indexOf("completed");
  assert.deepEqual(
    outcomes,
    ids.map((_, at) => (at === winner ? "completed" : "skipped")),
    ends[0]?.log,
  );
  for (const { outputs } of ends.filter((_, at) => at !== winner)) {
    assert.equal(outputs["reason"], `Another job has this request: ${runUrl(scene, ids[winner] ?? 0)}.`);
  }
  assert.equal(model.requests.length, 4);
  assert.equal(ownComments(github, number).length, before);
  const late = await scene.run(event, job(6000));
  assert.equal(late.outputs["outcome"], "skipped");
  assert.equal(ownComments(github, number).length, before, "nothing is said after the end either");
});

test("a claim that a busy server refuses is tried again, and never left out", async () => {
  await using scene = await createJobScene({ files: FILES });
  const { github, model } = scene;
  const number = openIssue(scene);
  const comment = github.addComment(REPOSITORY, number, { body: "/kimi fix", user: "alice" });
  const event = { event: "issue_comment", number, comment, sender: "alice" } as const;
  github.fault({ kind: "answer", status: 503, body: {}, match: { method: "POST", path: /git-receive-pack$/ } });
  const first = await scene.run(event, job(5000));
  assert.equal(first.outputs["outcome"], "completed", first.log);
  const second = await scene.run(event, job(5001));
  assert.equal(second.outputs["outcome"], "skipped", second.log);
  assert.equal(model.requests.length, 3);
});

test("a job that fails before its run leaves no session behind", async () => {
  await using scene = await createJobScene({ files: { ...FILES, ".github/kimi-policy.yml": "version: 99\n" } });
  const number = openIssue(scene);
  const end = await scene.command(number, "/kimi fix", "alice", NO_WALLS);
  assert.equal(end.outputs["outcome"], "config_error", end.log);
  assert.deepEqual(
    namesOf(await keptRefs(scene)).filter((ref) => ref.includes("/sessions/")),
    [],
  );
});
