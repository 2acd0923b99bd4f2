/** An answer is void when the head of the pull request or the policy changed, at any moment between the request and the run. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { job, keptRefs, lastReply, NO_WALLS, start, STORY, waiting } from "./answer-scene.ts";
import { FILES } from "../../harness.ts";
import { createJobScene, ownComments, REPOSITORY, type JobScene } from "../job-scene.ts";

const FIXED = "export const add = (a, b) => a + b;";

interface HeldPull {
  readonly scene: JobScene;
  readonly number: number;
  readonly head: string;
  readonly digest: string;
  /** The comment's id and the event are made by the caller of this; the job starts when it is called. */
  readonly approve: (id?: number) => ReturnType<JobScene["command"]>;
}

let begun: Promise<() => HeldPull> | undefined;

/** A pull request with a run that waits; the run is made once for all tests of this file. */
async function createHeldPull(): Promise<HeldPull> {
  return (await (begun ??= beginHeldPull()))();
}

async function beginHeldPull(): Promise<() => HeldPull> {
  const scene = await createJobScene({ replies: STORY, files: FILES });
  const { github } = scene;
  await github.addCommit(REPOSITORY, { branch: "main", files: { "more.md": "more\n" } });
  const head = await github.addCommit(REPOSITORY, { branch: "feature", files: { "notes.md": "new\n" } });
  const { number } = await github.addPull(REPOSITORY, { head: "feature", title: "Notes", user: "alice" });
  const first = await scene.command(number, "/kimi fix", "alice", NO_WALLS);
  assert.equal(first.outputs["outcome"], "deferred", first.log);
  const [digest = ""] = waiting(scene, number);
  const back = scene.keep();
  return () => ({
    scene: back(),
    number,
    head,
    digest,
    approve: (id = 5001) => scene.command(number, `/kimi approve ${digest}`, "alice", job(id)),
  });
}

const move = ({ github }: JobScene): Promise<string> =>
  github.addCommit(REPOSITORY, { branch: "feature", files: { "notes.md": "newer\n" }, from: "feature" });
const short = (commit: string): string => commit.slice(0, 12);
const sessionsOf = async (scene: JobScene): Promise<readonly string[]> =>
  (await keptRefs(scene)).filter((line) => line.includes("/sessions/"));

/** Nothing of the held call happened, nowhere. */
async function assertNothingRan({ scene }: HeldPull, head: string): Promise<void> {
  const { github, model } = scene;
  assert.equal(model.requests.length, 2);
  assert.equal(await github.git(REPOSITORY, "rev-parse", "feature"), head);
  assert.deepEqual(github.violations, []);
}

test("the head moved between the comment and the job that reads it", async () => {
  const pull = await createHeldPull();
  await using scene = pull.scene;
  const { github } = scene;
  const before = await sessionsOf(scene);
  const comment = github.addComment(REPOSITORY, pull.number, { body: `/kimi approve ${pull.digest}`, user: "alice" });
  const event = { event: "issue_comment", number: pull.number, comment, sender: "alice" } as const;
  github.fault({ kind: "delay", delayMs: 1_000, match: { method: "GET", path: new RegExp(`/pulls/${pull.number}$`) } });
  const running = scene.run(event, job(5001));
  await seen(scene, ({ path, method }) => method === "GET" && path.startsWith(`/repos/octo/demo/pulls/${pull.number}`));
  const now = await move(scene);
  const end = await running;
  assert.equal(end.outputs["outcome"], "skipped", end.log);
  assert.match(
    lastReply(scene, pull.number),
    new RegExp(`changed after .*\`${short(pull.head)}\` is now \`${short(now)}\``),
  );
  assert.deepEqual(await sessionsOf(scene), before);
  await assertNothingRan(pull, now);
});

test("the head moved after the answer was recorded and before it is carried out", async () => {
  const pull = await createHeldPull();
  await using scene = pull.scene;
  const { github } = scene;
  const isPush = ({ method, path }: Request): boolean => method === "POST" && path.endsWith("/git-receive-pack");
  const pushes = github.requests.filter(isPush).length;
  // The first push claims the comment, the second records the answer.
  github.fault({ kind: "delay", delayMs: 1_500, match: { method: "POST", path: /git-receive-pack$/ }, after: 1 });
  const running = start(scene, { number: pull.number, body: `/kimi approve ${pull.digest}`, id: 5001 });
  await running.until("the record", () => github.requests.filter(isPush).length === pushes + 2);
  const now = await move(scene);
  const end = await running.end;
  assert.notEqual(end.code, 0, end.log);
  assert.match(end.outputs["reason"] ?? "", new RegExp(`moved from ${short(pull.head)} to ${short(now)}`));
  assert.match(
    ownComments(github, pull.number).join("\n"),
    new RegExp(`moved from ${short(pull.head)} to ${short(now)}`),
  );
  await assertNothingRan(pull, now);

  const again = await scene.command(pull.number, "/kimi resume", "alice", job(5002));
  assert.equal(again.outputs["outcome"], "skipped", again.log);
  assert.match(lastReply(scene, pull.number), /changed after/, "nobody has to wait for a lease to run out");
  await assertNothingRan(pull, now);
});

test("an answer holds when the base was force-pushed with the same policy, and a head that moves during the run is built upon", async () => {
  const pull = await createHeldPull();
  await using scene = pull.scene;
  const { github } = scene;
  await github.git(REPOSITORY, "update-ref", "refs/heads/main", "main~1");
  await github.addCommit(REPOSITORY, { branch: "main", files: { "other.md": "in place of the last commit\n" } });
  const running = start(scene, { number: pull.number, body: `/kimi approve ${pull.digest}`, id: 5001 });
  await running.until("the held call", (log) => log.includes("▸ run mkdir"));
  const now = await move(scene);
  const end = await running.end;
  assert.equal(end.outputs["outcome"], "completed", end.log);
  assert.equal(await github.git(REPOSITORY, "rev-parse", "feature~1"), now);
  assert.match(
    ownComments(github, pull.number).join("\n"),
    new RegExp(`on top of ${now.slice(0, 12)}, which was pushed`),
  );
  assert.equal(await github.git(REPOSITORY, "show", "feature:src/add.js"), FIXED);
  assert.equal(await github.git(REPOSITORY, "show", "feature:src/new/file.txt"), "made");
  assert.deepEqual(await sessionsOf(scene), []);
});

type Request = JobScene["github"]["requests"][number];

async function seen({ github }: JobScene, is: (request: Request) => boolean): Promise<void> {
  const from = github.requests.length;
  for (let waited = 0; waited < 600; waited += 1) {
    if (github.requests.slice(from).some(is)) return;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error("The request never came.");
}
