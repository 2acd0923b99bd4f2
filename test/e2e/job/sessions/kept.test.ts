/** Stored sessions stay as long as they may be needed, also with failing servers and repeated jobs. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { createHeld, held, job, keptRefs, lastReply, namesOf, openIssue, start } from "../answers/answer-scene.ts";
import { FILES, FIX } from "../../harness.ts";
import { createJobScene, REPOSITORY, type JobScene } from "../job-scene.ts";
import { ageLease } from "./kept-edit.ts";

const DAY_MIN = 24 * 60;
const sessionsOf = async (scene: JobScene): Promise<readonly string[]> =>
  namesOf(await keptRefs(scene)).filter((ref) => ref.includes("/sessions/"));
const PUSH = { method: "POST", path: /git-receive-pack$/ } as const;
const isPush = ({ method, path }: JobScene["github"]["requests"][number]): boolean =>
  method === PUSH.method && PUSH.path.test(path);

test("old requests and late requests to cancel are swept, but not a session on which a job worked lately", async () => {
  await using scene = await createJobScene({
    replies: [held("mkdir src/a"), { text: "a" }, { text: "b" }],
    files: FILES,
  });
  const { github } = scene;
  const number = openIssue(scene);
  const createdAt = new Date(Date.now() - 9 * 24 * 3_600_000).toISOString().replace(/\.\d+/, "");
  const comment = github.addComment(REPOSITORY, number, { body: "/kimi fix", user: "alice", createdAt });
  const first = await scene.run({ event: "issue_comment", number, comment, sender: "alice" }, job(5000));
  assert.equal(first.outputs["outcome"], "deferred", first.log);
  const old = `refs/kimi/sessions/${first.outputs["session"] ?? ""}`;
  const other = openIssue(scene);
  const second = await scene.command(other, "/kimi fix", "alice", job(5001));
  assert.deepEqual(await sessionsOf(scene), [old]);
  // It came when the session was gone.
  await github.git(REPOSITORY, "update-ref", `refs/kimi/cancel/${second.outputs["session"] ?? ""}`, "main");

  await ageLease(scene, first.outputs["session"] ?? "", 9 * DAY_MIN);
  await scene.command(openIssue(scene), "/kimi fix", "alice", job(5002));
  const left = namesOf(await keptRefs(scene));
  assert.deepEqual(
    left.filter((ref) => ref.endsWith(first.outputs["session"] ?? "")),
    [],
  );
  assert.equal(left.length, 2, "the claims of the two newer requests");
});

test("the last save is repeated when the server fails", async () => {
  await using scene = await createJobScene({ replies: [held("mkdir src/a"), { text: "done" }], files: FILES });
  const { github } = scene;
  const number = openIssue(scene);
  // The claim, the save of the end.
  github.fault({ kind: "answer", status: 503, body: {}, match: PUSH, after: 1 });
  const first = await scene.command(number, "/kimi fix", "alice", job(5000));
  assert.equal(first.outputs["outcome"], "deferred", first.log);
  assert.equal(github.requests.filter(isPush).length, 3);
  const end = await scene.command(number, "/kimi approve all", "alice", job(5001));
  assert.equal(end.outputs["outcome"], "no_change", end.log);
});

test("a run before its first save is not overlooked", async () => {
  await using scene = await createJobScene({
    replies: [{ ...FIX[0], delayMs: 6_000 }, { text: "done" }],
    files: FILES,
  });
  const { github, model } = scene;
  const number = openIssue(scene);
  const running = start(scene, { number, body: "/kimi fix", id: 5000 });
  await running.until("the first request", () => model.requests.length === 1);
  for (const body of ["/kimi resume", "/kimi approve all"]) {
    const end = await scene.command(number, body, "alice", job(5001));
    assert.equal(end.outputs["outcome"], "skipped", end.log);
    assert.match(lastReply(scene, number), /\[Another job\]\(.*\/runs\/5000\) is resuming this run/);
  }
  assert.equal((await running.end).outputs["outcome"], "no_change");
  assert.deepEqual(github.violations, []);
});

test("a cancel request stops the run that it was for, and no later one", async () => {
  await using scene = await createJobScene({
    replies: [held("mkdir src/a"), { delayMs: 7_000, text: "done" }],
    files: FILES,
  });
  const { github } = scene;
  const number = openIssue(scene);
  const first = await scene.command(number, "/kimi fix", "alice", job(5000));
  assert.equal(first.outputs["outcome"], "deferred", first.log);
  // It was over before it heard of the wish, which stays on the server.
  await github.git(REPOSITORY, "update-ref", `refs/kimi/cancel/${first.outputs["session"] ?? ""}`, "main");
  const end = await scene.command(number, "/kimi approve all", "alice", job(5002));
  assert.equal(end.outputs["outcome"], "no_change", end.log);
});

test("a further attempt of a job that vanished with an answer carries the answer out", async () => {
  const { scene, number, digests } = await createHeld([held("mkdir -p src/n && echo x > src/n/x"), { text: "done" }]);
  await using _ = scene;
  const { github, model } = scene;
  const comment = github.addComment(REPOSITORY, number, { body: `/kimi approve ${digests[0] ?? ""}`, user: "alice" });
  const event = await github.event({
    event: "issue_comment",
    repository: REPOSITORY,
    number,
    comment,
    sender: "alice",
  });
  const from = github.requests.filter(isPush).length;
  let kill: (() => void) | undefined;
  // The claim on the comment, the record of the answer; then it is gone.
  const first = scene.runBuilt(event, {
    ...job(5001),
    onStart: (child) => {
      const timer = setInterval(() => {
        if (github.requests.filter(isPush).filter(({ status }) => status === 200).length >= from + 2) {
          child.kill("SIGKILL");
          kill?.();
        }
      }, 5);
      kill = () => clearInterval(timer);
    },
  });
  assert.equal((await first).signal, "SIGKILL");
  kill?.();
  assert.equal(model.requests.length, 1);
  const again = await scene.runBuilt(event, job(5001, { env: { GITHUB_RUN_ATTEMPT: "2" } }));
  assert.equal(again.outputs["outcome"], "completed", again.log);
  assert.equal(await github.git(REPOSITORY, "show", `${again.outputs["branch"] ?? ""}:src/n/x`), "x");
});
