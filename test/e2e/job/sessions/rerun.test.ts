/** Repeated jobs: a run that ended before is published without a model, and a published one is found. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Fault } from "../../../doubles/github/faults.ts";
import type { ActionEnd } from "../../../doubles/runner.ts";
import { FIX } from "../../harness.ts";
import { createJobScene, ownComments, REPOSITORY, type JobScene } from "../job-scene.ts";

const denied = { kind: "answer", status: 403, body: { message: "Resource not accessible by integration" } } as const;
const job = (id: number, attempt = 1) => ({
  inputs: { sandbox: "none", commit: "verified" },
  env: { GITHUB_RUN_ID: String(id), GITHUB_RUN_ATTEMPT: String(attempt) },
});

type TokenScopes = NonNullable<Parameters<JobScene["github"]["addToken"]>[1]>["scopes"];

interface Asked {
  readonly scene: JobScene;
  readonly number: number;
  readonly run: (id: number, attempt?: number, more?: Parameters<JobScene["run"]>[1]) => Promise<ActionEnd>;
}

async function asked(replies = FIX, scopes?: TokenScopes): Promise<Asked> {
  const token = scopes === undefined ? {} : { scopes };
  const scene = await createJobScene({ replies: [...replies, { status: 400, body: "{}" }], token });
  const { number } = scene.github.addIssue(REPOSITORY, { title: "Fix it", body: "b", user: "alice" });
  const comment = scene.github.addComment(REPOSITORY, number, { body: "/kimi fix", user: "alice" });
  const event = { event: "issue_comment", number, comment, sender: "alice" } as const;
  return { scene, number, run: async (id, attempt, more) => await scene.run(event, { ...job(id, attempt), ...more }) };
}

/** What there is to see: own comments, pull requests, commits on their branches, requests to the model. */
async function seen({ scene: { github, model }, number }: Asked): Promise<readonly number[]> {
  const pulls = github
    .repository(REPOSITORY)
    .threads.flatMap(({ pull }) => (pull === undefined ? [] : [pull.head.ref]));
  const counts = await Promise.all(
    pulls.map(async (ref) => Number(await github.git(REPOSITORY, "rev-list", "--count", `main..${ref}`))),
  );
  const commits = counts.reduce((sum, count) => sum + count, 0);
  return [ownComments(github, number).length, pulls.length, commits, model.requests.length];
}

test("a further attempt and a repeated event find a request that is published already, and ask no model", async () => {
  const it = await asked();
  await using _ = it.scene;
  const first = await it.run(5000);
  assert.equal(first.outputs["outcome"], "completed", first.log);
  const before = await seen(it);
  assert.deepEqual(before, [1, 1, 1, 3]);
  const branches = async (): Promise<string> =>
    await it.scene.github.git(REPOSITORY, "for-each-ref", "--format=%(objectname) %(refname)", "refs/heads/kimi");
  const made = await branches();
  for (const [id, attempt] of [
    [5000, 2],
    [5001, 1],
  ] as const) {
    const again = await it.run(id, attempt);
    assert.deepEqual([again.code, again.outputs["outcome"]], [0, "skipped"], again.log);
    assert.match(
      again.outputs["reason"] ?? "",
      /was carried out and published before in pull request #\d+ \(completed\)/,
    );
    assert.deepEqual(await seen(it), before);
    assert.equal(await branches(), made);
  }
});

const REFUSED: readonly (readonly [string, Fault["match"]])[] = [
  ["the branch", { method: "POST", path: /\/git\/refs$/ }],
  ["the pull request", { method: "POST", path: /\/pulls$/ }],
  ["the edit of the status comment", { method: "PATCH", path: /\/issues\/comments\/\d+$/ }],
];

for (const [what, match] of REFUSED) {
  test(`${what} is refused: a further attempt publishes it without a model, and the next one says so`, async () => {
    const it = await asked();
    await using _ = it.scene;
    it.scene.github.fault({ ...denied, match });
    const first = await it.run(5000);
    assert.equal(first.outputs["outcome"], "published_partially", first.log);
    const again = await it.run(5000, 2);
    assert.deepEqual([again.code, again.outputs["outcome"]], [0, "completed"], again.log);
    assert.match(again.outputs["pr-url"] ?? "", /\/pull\/\d+$/);
    const notices = ownComments(it.scene.github, it.number).length - 1;
    assert.deepEqual(await seen(it), [1 + notices, 1, 1, 3]);
    assert.match(ownComments(it.scene.github, it.number)[0] ?? "", /✅ Pull request #2 opened/);
    const last = await it.run(5000, 3);
    assert.equal(last.outputs["outcome"], "skipped", last.log);
    assert.deepEqual(await seen(it), [1 + notices, 1, 1, 3]);
  });
}

test("a job whose publication was refused has left the session, though its workflow run goes on", async () => {
  const it = await asked(FIX, { contents: "write", issues: "write", pull_requests: "write", actions: "read" });
  await using _ = it.scene;
  const { github } = it.scene;
  github.setWorkflowRun(REPOSITORY, { id: 5000, attempt: 1, status: "in_progress" });
  github.fault({ ...denied, match: { method: "POST", path: /\/pulls$/ } });
  const first = await it.run(5000);
  assert.equal(first.outputs["outcome"], "published_partially", first.log);
  const again = await it.scene.command(it.number, "/kimi resume", "alice", job(5001));
  assert.equal(again.outputs["outcome"], "completed", `${again.log}\n${ownComments(github, it.number).at(-1)}`);
  assert.match(again.outputs["pr-url"] ?? "", /\/pull\/\d+$/);
});

test("after a job is killed while it publishes, a further attempt, another job or a resume publishes", async () => {
  for (const way of ["attempt", "event", "resume"] as const) {
    const it = await asked(FIX, { contents: "write", issues: "write", pull_requests: "write", actions: "read" });
    await using _ = it.scene;
    const { github } = it.scene;
    github.setWorkflowRun(REPOSITORY, { id: 5000, attempt: 1, status: "in_progress" });
    let timer: NodeJS.Timeout | undefined;
    const isPublishing = (): boolean => github.requests.some(({ path }) => path.endsWith("/git/trees"));
    const first = await it.run(5000, 1, {
      onStart: (child) => {
        timer = setInterval(() => isPublishing() && child.kill("SIGKILL"), 5);
      },
    });
    clearInterval(timer);
    assert.equal(first.signal, "SIGKILL");
    if (way === "event") {
      // As long as the run of the first job goes on, that job may still be publishing.
      const meanwhile = await it.run(5001);
      assert.equal(meanwhile.outputs["outcome"], "skipped", meanwhile.log);
      assert.match(meanwhile.outputs["reason"] ?? "", /^Another job has this request: .*\/actions\/runs\/5000\.$/);
    }
    github.setWorkflowRun(REPOSITORY, { id: 5000, attempt: 1, status: "completed" });
    const again =
      way === "resume"
        ? await it.scene.command(it.number, "/kimi resume", "alice", job(5001))
        : await it.run(way === "event" ? 5001 : 5000, 2);
    assert.deepEqual([way, again.outputs["outcome"]], [way, "completed"], again.log);
    assert.deepEqual([way, ...(await seen(it))], [way, 1, 1, 1, 3]);
  }
});
