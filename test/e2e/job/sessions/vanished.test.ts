/** After a runner vanished, a workflow was cancelled or a person stopped a run, another job continues from the last save. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { DoubleReply } from "../../../doubles/model-reply.ts";
import { job, keptRefs, lastReply, namesOf, openIssue, start } from "../answers/answer-scene.ts";
import { CANARY, FILES } from "../../harness.ts";
import { createJobScene, ownComments, REPOSITORY, type JobScene } from "../job-scene.ts";
import { ageLease, readKept } from "./kept-edit.ts";

/** Everything runs: what is held is told elsewhere. */
const OPEN = `version: 1
default: reject
rules:
  - { id: all, approve: { read: ["**"], write: ["**"], exec: ["echo **", "sleep **"] } }
sandbox: { minimum: none, unsealed: patterns }
`;
const OPEN_FILES = { ...FILES, ".github/kimi-policy.yml": OPEN };
const STEPS = 9;

/** Step n appends n to a file, whoever asks: nine steps, then the end. Some of them are changed by the test. */
const script =
  (changed: Readonly<Record<number, DoubleReply>>) =>
  (request: { readonly json: unknown }): DoubleReply => {
    const { messages } = request.json as { readonly messages: readonly { readonly role: string }[] };
    const n = messages.filter(({ role }) => role === "assistant").length + 1;
    const command = `echo ${n} >> src/steps.txt`;
    const plain = n > STEPS ? { text: "All done." } : { calls: [{ name: "execute_command", arguments: { command } }] };
    return { ...plain, ...changed[n] };
  };
const LINES = Array.from({ length: STEPS }, (_, at) => String(at + 1)).join("\n");

const sessionOf = async (scene: JobScene): Promise<string> =>
  namesOf(await keptRefs(scene))
    .filter((ref) => ref.startsWith("refs/kimi/sessions/"))
    .map((ref) => ref.slice("refs/kimi/sessions/".length))[0] ?? "";

/** How many steps the session has on the server. */
const savedSteps = async (scene: JobScene): Promise<number> => {
  const journal = await readKept(scene, await sessionOf(scene), "bundle/journal.jsonl").catch(() => "");
  return journal.match(/"type":"step\.begin"/g)?.length ?? 0;
};

/** Whether the command of step n has begun. */
const hasWritten =
  (n: number) =>
  (_: string, workspace: string): boolean =>
    readFileSync(join(workspace, "src/steps.txt"), "utf8").split("\n").includes(String(n));

const runUrl = ({ github }: JobScene, id: number): string => `${github.serverUrl}/${REPOSITORY}/actions/runs/${id}`;

for (const { where, changed, at } of [
  { where: "between two steps", changed: { 9: { delayMs: 20_000 } }, at: /▸ run echo 8/ },
  {
    where: "during a command",
    changed: {
      8: { calls: [{ name: "execute_command", arguments: { command: "echo 8 >> src/steps.txt; sleep 8" } }] }, // runs again
    },
    at: undefined,
  },
  { where: "during a model call", changed: { 8: { delayMs: 60_000 } }, at: undefined },
] as const) {
  test(`killed ${where}: a comment goes on from the last save, in another workspace`, async () => {
    let isFirst = true;
    const replies = (request: { readonly json: unknown }): DoubleReply => script(isFirst ? changed : {})(request);
    await using scene = await createJobScene({ replies, files: OPEN_FILES });
    const { github, model } = scene;
    const number = openIssue(scene);
    const running = start(scene, { number, body: "/kimi fix", id: 5000, isKilled: true });
    await running.until("the eighth step", (log) => at?.test(log) ?? model.requests.length >= 8);
    await running.until("a save", async () => (await savedSteps(scene)) >= 5);
    if (where === "during a command") await running.until("the eighth command", hasWritten(8));
    running.kill("SIGKILL");
    const first = await running.end;
    assert.equal(first.signal, "SIGKILL");
    isFirst = false;

    if (at !== undefined) {
      const early = await scene.command(number, "/kimi resume", "alice", job(5001));
      assert.equal(early.outputs["outcome"], "skipped", early.log);
      const elsewhere = `\\[Another job\\]\\(${runUrl(scene, 5000)}\\) is resuming this run\\.`;
      assert.match(lastReply(scene, number), new RegExp(elsewhere));
    }
    const session = await sessionOf(scene);
    await ageLease(scene, session, 21);
    const end = await scene.command(number, "/kimi resume", "alice", job(5002));
    assert.equal(end.outputs["outcome"], "completed", end.log);
    assert.equal(end.outputs["session"], session);
    assert.equal(await github.git(REPOSITORY, "show", `${end.outputs["branch"] ?? ""}:src/steps.txt`), LINES);
    assert.deepEqual(model.violations, []);
    assert.deepEqual(namesOf(await keptRefs(scene)), [`refs/kimi/claims/${session}`]);
  });
}

test("a workspace that could not be saved at first is saved later, when it can be", async () => {
  const [key, rest] = [CANARY.slice(0, 9), CANARY.slice(9)];
  const write = (text: string): DoubleReply => ({
    calls: [{ name: "execute_command", arguments: { command: `echo ${text} > src/key.txt` } }],
  });
  // The second step's snapshot has what the first one wrote, and the third takes it away when a save was tried.
  const changed = { 1: write(`${key}""${rest}`), 3: { ...write("none"), delayMs: 2_500 }, 5: { delayMs: 60_000 } };
  await using scene = await createJobScene({ replies: script(changed), files: OPEN_FILES });
  const running = start(scene, { number: openIssue(scene), body: "/kimi fix", id: 5000, isKilled: true });
  await running.until("a save", async () => (await savedSteps(scene)) >= 3);
  assert.ok(scene.model.requests.length <= 5, "saved while the run works, not at its end");
  running.kill("SIGINT");
  const end = await running.end;
  assert.match(end.log, /The session could not be saved on the server: .*secret/);
});

test("when a workflow is cancelled, everything is saved within GitHub's ten seconds, and the thread says how to resume", async () => {
  let isFirst = true;
  const slow = {
    7: { calls: [{ name: "execute_command", arguments: { command: "echo 7 >> src/steps.txt; sleep 60" } }] },
  };
  const replies = (request: { readonly json: unknown }): DoubleReply => script(isFirst ? slow : {})(request);
  await using scene = await createJobScene({ replies, files: OPEN_FILES });
  const { github } = scene;
  const number = openIssue(scene);
  const running = start(scene, { number, body: "/kimi fix", id: 5000, isKilled: true });
  await running.until("the seventh command", (log, workspace) => /step 7/.test(log) && hasWritten(7)(log, workspace));
  running.kill("SIGINT");
  const timers = [setTimeout(() => running.kill("SIGTERM"), 7_500), setTimeout(() => running.kill("SIGKILL"), 10_000)];
  const first = await running.end;
  for (const timer of timers) clearTimeout(timer);
  isFirst = false;
  assert.equal(first.outputs["outcome"], "interrupted", first.log);
  assert.equal(first.code, 130);
  const status = ownComments(github, number)[0] ?? "";
  assert.match(status, /interrupted/i);
  assert.match(status, /^\/kimi resume$/m);
  const lease = JSON.parse(await readKept(scene, await sessionOf(scene), "lease.json")) as { readonly state: string };
  assert.equal(lease.state, "stopped");

  const end = await scene.command(number, "/kimi resume", "alice", job(5001));
  assert.equal(end.outputs["outcome"], "completed", end.log);
  const lines = (await github.git(REPOSITORY, "show", `${end.outputs["branch"] ?? ""}:src/steps.txt`)).split("\n");
  assert.deepEqual([...new Set(lines)].join("\n"), LINES);
});

test("/kimi cancel stops a run, says who cancelled it and keeps its work, and /kimi resume continues it", async () => {
  let isFirst = true;
  const slow = {
    3: { calls: [{ name: "execute_command", arguments: { command: "echo 3 >> src/steps.txt; sleep 60" } }] },
  };
  const replies = (request: { readonly json: unknown }): DoubleReply => script(isFirst ? slow : {})(request);
  await using scene = await createJobScene({ replies, files: OPEN_FILES });
  const { github } = scene;
  github.addUser("bob");
  github.repository(REPOSITORY).roles.set("bob", "write");
  const number = openIssue(scene);
  const running = start(scene, { number, body: "/kimi fix", id: 5000 });
  await running.until("the third step", (log) => /step 3/.test(log));
  await running.until("a save", async () => (await savedSteps(scene)) >= 1);
  const status = async (id: number): Promise<string> => {
    const end = await scene.command(number, "/kimi status", "bob", job(id));
    assert.equal(end.outputs["outcome"], "skipped", end.log);
    return lastReply(scene, number);
  };
  const working = await status(5003);
  assert.match(
    working,
    /### ⏳ Working\n\n`\/kimi fix` · asked by alice · \[job\]\(\S+\/runs\/5000\) · \[comment\]\(\S+#issuecomment-\d+\)/,
  );
  assert.match(working, /\d of 100 steps · \d+ tokens · cost unknown · openai\/test-model/);
  const told = await scene.command(number, "/kimi cancel", "bob", job(5001));
  assert.equal(told.outputs["outcome"], "skipped", told.log);
  assert.match(lastReply(scene, number), /was told to stop/);
  assert.match(lastReply(scene, number), new RegExp(runUrl(scene, 5000)));
  const first = await running.end;
  isFirst = false;
  assert.equal(first.outputs["outcome"], "interrupted", first.log);
  assert.equal(first.outputs["reason"], "Cancelled in the thread by bob.");
  assert.match(ownComments(github, number)[0] ?? "", /Cancelled in the thread by bob/);
  assert.deepEqual(
    namesOf(await keptRefs(scene)).filter((ref) => ref.includes("/cancel/")),
    [],
  );

  const stopped = await status(5004);
  assert.match(stopped, /### ⏹️ Interrupted[^]*Cancelled in the thread by bob\.[^]*`\/kimi resume` continues it/);
  const end = await scene.command(number, "/kimi resume", "alice", job(5002));
  assert.equal(end.outputs["outcome"], "completed", end.log);
  assert.match(
    await status(5005),
    /\*\*Nothing of this thread runs or waits\.\*\*\n\nThe newest result here: \[✅ Pull request .*2 opened\]\(/,
  );
  const lines = (await github.git(REPOSITORY, "show", `${end.outputs["branch"] ?? ""}:src/steps.txt`)).split("\n");
  assert.deepEqual([...new Set(lines)].join("\n"), LINES);
});

test("a job that lost its session to another job posts nothing more in the thread", async () => {
  const slow = { 7: { delayMs: 6_000 } };
  await using scene = await createJobScene({ replies: script(slow), files: OPEN_FILES });
  const { github } = scene;
  const number = openIssue(scene);
  const running = start(scene, { number, body: "/kimi fix", id: 5000 });
  await running.until("the sixth step", (log) => /step 6/.test(log));
  await running.until("a save", async () => (await savedSteps(scene)) >= 5);
  await ageLease(scene, await sessionOf(scene), 21); // as if it had not been heard of; another job takes it up
  const first = await running.end;
  assert.equal(first.outputs["outcome"], "interrupted", first.log);
  assert.equal(first.outputs["reason"], "Another job continued this session.");
  assert.match(ownComments(github, number).join("\n"), /^<!-- kimi-runner:status request=\w+ -->\n### ⏳ Working\n/);
  const branches = await github.git(REPOSITORY, "for-each-ref", "--format=%(refname)", "refs/heads");
  assert.equal(branches, "refs/heads/main");
});
