/** `kimi-runner batch run`: the built program over a plan, with a scripted model over HTTP. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { PlannedTask } from "../../../src/batch/plan/batch-plan.ts";
import { openResults } from "../../../src/batch/results/results-file.ts";
import { startedLine } from "../../doubles/batch.ts";
import { createScratch } from "../../doubles/scratch.ts";
import { outcomeOf } from "../../doubles/cli.ts";
import { NO_BWRAP } from "../harness.ts";
import { answersIn, BATCH_POLICY, createBatchScene, obedient, requestsOf, taskOf, type Json } from "./batch-scene.ts";

/** What a model does that does not do its task: by the task's number. */
const DISOBEDIENT: Readonly<Record<number, (json: Json) => ReturnType<typeof obedient>>> = {
  2: () => ({ calls: [{ name: "attempt_completion", arguments: { result: "Nothing to do." } }] }),
  4: (json) =>
    answersIn(json) === 0
      ? { calls: [{ name: "write_file", arguments: { path: "src/held.txt", content: "4\n" } }] }
      : { calls: [{ name: "attempt_completion", arguments: { result: "Done." } }] },
  5: () => ({ status: 400, body: JSON.stringify({ error: { message: "no such thing" } }) }),
  6: () => ({ calls: [{ name: "attempt_completion", arguments: { result: "It is there." } }] }),
};

/** What checks a task, by its number. The last one is not approved by the policy. */
const CHECKS: Readonly<Record<number, string>> = {
  1: "test -s out/1.txt",
  3: "test -s out/missing.txt",
  6: "test -s out/6.txt",
  7: "curl evil",
};

test("each task is a run of its own with a result, and the checkout stays as it is", async () => {
  await using batch = await createBatchScene({
    tasks: 7,
    task: (n) => ({ verify: [CHECKS[n] ?? []].flat() }),
    replies: (request) => {
      const { json } = request as { readonly json: Json };
      return (DISOBEDIENT[taskOf(json)] ?? obedient)(json);
    },
  });
  const { scene, dir, run, state, states } = batch;
  const mine = `${scene.repository.dir}-mine`;
  scene.repository.git("worktree", "add", "-q", "--detach", mine);
  rmSync(mine, { recursive: true }); // as on a disk that is not mounted now
  const first = await run(["-j", "3", "--output", "json"]);
  assert.equal(first.code, 1, first.stderr);
  const results = state().tasks.map(({ state: name, result }) => [
    name,
    result?.outcome,
    result?.verification,
    result?.files,
  ]);
  assert.deepEqual(results, [
    ["done", "completed", "green", 1],
    ["nothing", "no_change", "none", 0],
    ["person", "stuck", "red", 1],
    ["waiting", "deferred", "none", 0],
    ["person", "failed", "none", 0],
    ["person", "stuck", "red", 0],
    ["person", "config_error", "none", 0],
  ]);
  const unapproved = state().tasks[6]?.result;
  assert.match(unapproved?.reason ?? "", /^The policy does not approve this check: curl evil/);
  assert.deepEqual([unapproved?.bundle, requestsOf(scene, 7).length], [null, 0], "it ended before anything was paid");
  const { counts, end } = JSON.parse(first.stdout) as Record<string, unknown>;
  assert.deepEqual({ counts, end }, { counts: { done: 1, nothing: 1, person: 4, waiting: 1 }, end: "over" });
  assert.match(readFileSync(join(dir, "tasks/000000000001/1/changes.patch"), "utf8"), /^\+1$/m);
  const asked = scene.server.requests.length;

  const unknown = await run(["--approve", "0123456789ab"]);
  assert.equal(unknown.code, 1);
  assert.match(unknown.stderr, /^No waiting action and no release has the digest 0123456789ab, /m);
  assert.equal(scene.server.requests.length, asked, "a call without anything to do asks the model nothing");

  const answered = await run(["--approve", "all"]);
  assert.equal(answered.code, 1, answered.stderr);
  assert.deepEqual(states(), ["1:done", "2:nothing", "3:person", "4:done", "5:person", "6:person", "7:person"]);
  assert.equal(scene.server.requests.length, asked + 1);

  await run(["--retry"]);
  const attempts = state().tasks.map(({ attempt }) => attempt);
  assert.deepEqual(attempts, [1, 1, 2, 1, 2, 2, 2]);
  assert.equal(scene.repository.git("status", "--porcelain"), "");
  const trees = scene.repository.git("worktree", "list", "--porcelain").match(/^worktree .*/gm);
  assert.deepEqual(
    trees,
    [`worktree ${scene.repository.dir}`, `worktree ${mine}`],
    "only those that were there before",
  );
});

const SEALED = BATCH_POLICY.replace("sandbox: { minimum: none, unsealed: patterns }\n", "");

test(
  "a sealed batch works on copies of the checkout, with what git ignores, and goes on where a commit is missing",
  { skip: NO_BWRAP },
  async () => {
    const task = (n: number): Partial<PlannedTask> => (n <= 11 ? { base: "c".repeat(40) } : {});
    await using batch = await createBatchScene({ tasks: 13, task, policy: SEALED, sandbox: "sealed" });
    const { scene, dir, run, state, states } = batch;
    scene.repository.write(".git/info/exclude", "built/\n");
    scene.repository.write("built/kept.txt", "kept\n");
    const end = await run(["-j", "2"]);
    assert.equal(end.code, 1, end.stderr);
    const missing = Array.from({ length: 11 }, (_, n) => `${n + 1}:infra`);
    assert.deepEqual(states(), [...missing, "12:done", "13:done"], "they say nothing about the others");
    const { reason, costUsd } = state().tasks[0]?.result ?? assert.fail();
    assert.match(reason, /^git worktree failed: .*cccccccc/);
    assert.equal(costUsd, 0);
    assert.deepEqual(outcomeOf(join(dir, "tasks/000000000012/1"))["checkout"], {
      kind: "left",
      reason: "it was to be left alone",
    });
    assert.equal(scene.repository.git("status", "--porcelain"), "");
  },
);

test("an error that would stop every task stops the batch, and the same call begins it again, with what was killed before its session", async () => {
  let isKeyWrong = true;
  await using batch = await createBatchScene({
    tasks: 14,
    task: (n) => (n === 4 ? { base: "c".repeat(40) } : { verify: n > 4 ? ["curl evil"] : [] }),
    replies: (request) =>
      isKeyWrong ? { status: 401, body: "{}" } : obedient((request as { readonly json: Json }).json),
  });
  const { scene, dir, plan, run, state, states } = batch;
  const all = states();
  scene.repository.write(".git/worktrees", "");
  const unusable = await run(["-j", "1"]);
  assert.match(unusable.stderr, /^error: git worktree failed: /m, "no task is to blame");
  assert.deepEqual([unusable.code, states()], [1, all]);
  rmSync(join(scene.repository.dir, ".git/worktrees"));
  using bin = createScratch(); // a terminal sends Ctrl-C to git too
  const interrupt = 'case "$*" in *worktree*) kill -INT $PPID; sleep 0.2; kill -KILL $$;; esac';
  const git = spawnSync("which", ["git"], { encoding: "utf8" }).stdout.trim();
  writeFileSync(join(bin.dir, "git"), `#!/bin/sh\n${interrupt}\nexec ${git} "$@"\n`, { mode: 0o755 });
  const stopped = await run(["-j", "1"], { isProcess: true, env: { PATH: `${bin.dir}:${process.env["PATH"]}` } });
  assert.deepEqual([stopped.code, states()], [130, all], stopped.stderr);
  const end = await run(["-j", "1"]);
  assert.equal(end.code, 2, end.stderr);
  assert.match(end.stderr, /^stopped, because every task would end the same way: .*401/m);
  assert.equal(scene.server.requests.length, 1);
  assert.deepEqual(states(), all);
  assert.equal(state().spentUsd, 0, "a request that was refused costs nothing");

  isKeyWrong = false;
  const tree = join(dir, "trees", plan.tasks[1]!.id);
  scene.repository.git("worktree", "add", "-q", "--detach", "--lock", tree); // as a killed git leaves it
  {
    using results = openResults(dir);
    results.append(startedLine(plan.tasks[2]!, { session: "20261123-00000000" }));
  }
  const row = await run(["-j", "1"]);
  assert.deepEqual(states().slice(0, 4), ["1:done", "2:done", "3:done", "4:infra"], "the shares are all there");
  assert.equal(row.code, 2, row.stderr);
  assert.match(row.stderr, /^stopped, because the last 10 tasks ended with the same failure: The policy does not /m);

  // A session that was killed cannot go on without its commit.
  const { id } = plan.tasks[3]!;
  const journal = readFileSync(join(dir, "tasks/000000000001/1/journal.jsonl"), "utf8");
  cpSync(join(dir, "tasks/000000000001/1"), join(dir, `tasks/${id}/4`), { recursive: true });
  writeFileSync(join(dir, `tasks/${id}/4/journal.jsonl`), journal.replace(/^.*"type":"session\.end"[^]*/m, ""));
  {
    using results = openResults(dir);
    results.append(startedLine(plan.tasks[3]!, { attempt: 4 }));
  }
  assert.equal((await run()).code, 1);
  const { state: name, attempt, result } = state().tasks[3] ?? assert.fail();
  assert.deepEqual([name, attempt], ["infra", 4]);
  assert.match(result?.reason ?? "", /^git worktree failed: .*cccccccc/);
  assert.ok((result?.costUsd ?? 0) > 0, "what it paid counts");
});

/** Why no small disk can be made here; false where one can. */
const NO_MOUNT = ((): string | false => {
  using scratch = createScratch();
  if (spawnSync("mount", ["-t", "tmpfs", "tmpfs", scratch.dir]).status !== 0) return "mount needs root";
  spawnSync("umount", [scratch.dir]);
  return false;
})();

test("a full disk stops the batch, and the same call goes on when there is space", { skip: NO_MOUNT }, async () => {
  await using batch = await createBatchScene({ tasks: 5 });
  const { dir, run, scene, state } = batch;
  const disk = join(dir, "tasks");
  mkdirSync(disk);
  const mount = (...args: readonly string[]) => assert.equal(spawnSync("mount", [...args, disk]).status, 0);
  mount("-t", "tmpfs", "-o", "size=100k", "tmpfs");
  using _ = { [Symbol.dispose]: () => void spawnSync("umount", [disk]) };
  const full = await run(["-j", "1"]);
  assert.equal(full.code, 1, full.stderr);
  assert.match(
    full.stderr,
    /^error: The files of task 0+\d cannot be written: .*: no space left on device\. Free space/m,
  );
  const done = state().tasks.filter(({ state: name }) => name === "done").length;
  assert.ok(done > 0 && done < 5, `${done}`);
  assert.equal(state().tasks.filter(({ state: name }) => name === "person").length, 0);

  mount("-o", "remount,size=50m");
  const end = await run(["-j", "1"]);
  assert.equal(end.code, 0, end.stderr);
  assert.ok(state().tasks.every(({ state: name }) => name === "done"));
  assert.ok(scene.server.requests.length <= 11, "no finished task asks the model again");
});

test("an interrupt stops the batch after the tasks in hand, a second one with their work saved", async () => {
  await using batch = await createBatchScene({
    tasks: 5,
    replies: (request) => {
      const { json } = request as { readonly json: Json };
      return { ...obedient(json), delayMs: taskOf(json) === 1 ? 0 : 1_000 };
    },
  });
  const { scene, run, states, dir } = batch;
  const count = (name: string): number => states().filter((one) => one.endsWith(`:${name}`)).length;
  let told = 0;
  const first = await run(["-j", "2"], {
    onStderr: (text, child) => void (/ done /.test(text) && told++ === 0 && child.kill("SIGINT")),
  });
  assert.equal(first.code, 130, first.stderr);
  assert.ok(count("done") >= 2 && count("open") >= 2 && count("done") + count("open") === 5, states().join(" "));

  let asked = scene.server.requests.length;
  const second = await run(["-j", "2"], {
    onStart: (child) => {
      const watch = setInterval(() => {
        if (scene.server.requests.length < asked + 4) return; // both have written their files
        clearInterval(watch);
        child.kill("SIGINT");
      }, 20);
    },
    onStderr: (text, child) => void (text.includes("Send it again to stop them") && child.kill("SIGINT")),
  });
  assert.equal(second.code, 130, second.stderr);
  assert.equal(count("started"), 2, states().join(" "));
  const left = 2 * count("open") + 4;
  asked = scene.server.requests.length;
  rmSync(join(dir, "trees"), { recursive: true }); // as on another machine
  assert.equal((await run(["-j", "2"])).code, 0);
  assert.equal(count("done"), 5, "with the files of their patches");
  assert.ok(scene.server.requests.length <= asked + left, "they went on with their sessions");
});
