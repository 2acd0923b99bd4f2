/**
 * A worker that dies or stops answering, at the levels where a command or the machine can do that: the cell is opened again, each
 * lost answer is told as what it is, and no effect happens twice.
 */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { groupOf } from "../../src/cell/process/strays.ts";
import { give, SKIP_UNLESS_ROOT, STRANGER } from "../doubles/as-user.ts";
import { openTestCell, SKIP_SEALED, type TestCell } from "../doubles/cell.ts";
import { nap, processesWith, survivors } from "../doubles/processes.ts";
import { createRepository } from "../doubles/repository.ts";

const SANDBOX_LEVELS = ["none", "sealed"] as const;
const skipOf = (want: (typeof SANDBOX_LEVELS)[number]) => want === "sealed" && SKIP_SEALED;

const CUT =
  /^\[this command was cut short, and may have run in part: The cell's worker failed: it .*\. The cell is opened again\. Commands that ran in it, background commands included, have ended; what they wrote to the workspace is there\.\]\n$/;

/** The worker's id outside. Of a sealed cell it is the child of bubblewrap, whose arguments name the workspace. */
async function workerOf(cell: TestCell): Promise<number> {
  if (cell.level === "none") return Number((await cell.sh("echo $PPID")).output);
  const [bwrap] = processesWith(cell.repository.dir);
  const [child = ""] = readFileSync(`/proc/${bwrap}/task/${bwrap}/children`, "utf8").split(" ");
  return Number(child);
}

for (const want of SANDBOX_LEVELS) {
  test(`a worker that is killed while it works (${want})`, { skip: skipOf(want) }, async () => {
    await using cell = await openTestCell({ want, files: { "a.txt": "a\n" } });
    const told: string[] = [];
    cell.onReopening((text) => told.push(text));
    await cell.startBackground({ command: nap(76.1), cwd: ".", timeoutMs: 60_000, maxOutputBytes: 1000 });
    const { id: talk } = await cell.startTalk({ command: ["cat"], cwd: ".", env: {} });
    const worker = await workerOf(cell);
    const reading = cell.readTalk(talk);
    // Stopped, so that it has surely not answered; what it did with the requests is unknown.
    process.kill(worker, "SIGSTOP");
    const request = { command: "echo x >> ran.txt", cwd: ".", timeoutMs: 10_000, maxOutputBytes: 1000 };
    const calls = [
      cell.exec(request),
      cell.readFile("a.txt", { maxBytes: 10 }),
      cell.writeFile("b.txt", "b\n", { expectedDigest: null }),
      cell.startBackground(request),
      cell.readBackground("bg1", { waitMs: 10_000 }),
      cell.listBackground(),
    ];
    const ends = Promise.allSettled(calls);
    await delay(50); // the requests are written
    process.kill(worker, "SIGKILL");
    const [exec, read, write, started, background, list] = (await ends).map((end) =>
      end.status === "fulfilled" ? end.value : end.reason,
    ) as [{ output: string; signal: string }, ...unknown[]];
    assert.match(exec.output, CUT);
    assert.equal(exec.signal, "SIGKILL");
    assert.equal((read as { text: string }).text, "a\n");
    for (const [error, hint] of [
      [write, "The file may have been written; read it first."],
      [started, "The command may have run for a moment."],
    ] as [{ code: string; message: string; hint: string }, string][]) {
      assert.equal(error.code, "cell.reopened");
      assert.equal(error.hint, hint);
    }
    const killed = { kind: "ended", code: null, signal: "SIGKILL", timedOut: false };
    const { state, output } = background as { state: unknown; output: string };
    assert.deepEqual(state, killed);
    assert.match(output, /^\[its output is lost: The cell's worker failed: /);
    assert.deepEqual(
      (list as { id: string; state: unknown }[]).map((entry) => [entry.id, entry.state]),
      [["bg1", killed]],
    );
    assert.equal((await reading).end?.signal, "SIGKILL");
    assert.deepEqual(
      await cell.stopTalk(talk).then(
        () => "gone",
        () => "gone",
      ),
      "gone",
    );
    assert.equal(told.length, 1);
    assert.match(told[0] ?? "", /The cell is opened again \(1 of at most 3 times\)\.$/);

    assert.equal((await cell.sh("cat a.txt; cat b.txt 2> /dev/null")).output.slice(0, 2), "a\n");
    assert.ok((await cell.sh("cat ran.txt 2> /dev/null | wc -l")).output <= "1\n");
    const next = await cell.startBackground({ ...request, command: "true" });
    assert.notEqual(next.id, "bg1");
    await cell.killAll();
    await cell[Symbol.asyncDispose]();
    assert.deepEqual(await survivors(nap(76.1)), []);
  });

  test(`a worker that stops answering (${want})`, { skip: skipOf(want) }, async () => {
    await using cell = await openTestCell({ want, options: { pingEveryMs: 300 } });
    assert.equal((await cell.sh("sleep 2; echo slept")).output, "slept\n");
    const worker = await workerOf(cell);
    // Nothing is missed while nothing is asked.
    process.kill(worker, "SIGSTOP");
    await delay(2000);
    process.kill(worker, "SIGCONT");
    assert.equal((await cell.sh("echo awake")).output, "awake\n");
    const call = cell.sh(nap(76.2), { timeoutMs: 60_000 });
    await delay(100);
    process.kill(worker, "SIGSTOP");
    assert.match(
      (await call).output,
      /it has not answered for 1\.2 s\. It was stopped \(SIGSTOP\), or its disk hangs\. The/,
    );
    assert.equal((await cell.sh("echo again")).output, "again\n");
    await cell[Symbol.asyncDispose]();
    assert.deepEqual(await survivors(nap(76.2)), []);
  });
}

test("the fourth death ends the run", async () => {
  await using cell = await openTestCell();
  for (let death = 1; death <= 3; death += 1) {
    assert.match((await cell.sh("kill -9 $PPID; sleep 5")).output, CUT);
    assert.equal((await cell.sh(`echo ${death}`)).output, `${death}\n`);
  }
  await assert.rejects(cell.sh("kill -9 $PPID; sleep 5"), { code: "cell.failed" });
  await assert.rejects(cell.resolve("."), { code: "cell.failed" });
});

const ZOMBIES = "grep -c '^State:.Z' /proc/[0-9]*/status -h 2> /dev/null | awk '{ n += $1 } END { print n + 0 }'";
/** Waits for a process as scripts do; a zombie would still be there. */
const GONE = `wait_for() { for i in $(seq 100); do kill -0 $1 2> /dev/null || return 0; sleep 0.1; done; echo still there; }`;

for (const uid of [0, STRANGER]) {
  const name = `processes whose parents have ended are waited for (uid ${uid})`;
  test(name, { skip: SKIP_SEALED || (uid !== 0 && SKIP_UNLESS_ROOT) }, async () => {
    const repository = createRepository({ files: { "a.txt": "a\n" } });
    if (uid !== 0) give(repository.dir, uid);
    await using cell = await openTestCell({ want: "sealed", repository });
    const told: string[] = [];
    cell.onReopening((text) => told.push(text));
    const daemon = "(setsid sh -c 'echo $$ > pid; exec sleep 0.2' &); sleep 0.1";
    const outputs = [
      await cell.sh(`for i in $(seq 1100); do (sleep 0.3 &); done; sleep 0.5; echo ended`, { timeoutMs: 60_000 }),
      await cell.sh(`${GONE}; ${daemon}; wait_for $(cat pid); echo gone`),
      await cell.sh(`sleep 0.8; ${ZOMBIES}`),
      // The worker's own children end with their own codes in between.
      await cell.sh("for i in $(seq 50); do (sleep 0.1 &); sleep 0.02; done; exit 7"),
    ];
    assert.deepEqual(
      outputs.map(({ output, code }) => [output, code]),
      [
        ["ended\n", 0],
        ["gone\n", 0],
        ["0\n", 0],
        ["", 7],
      ],
    );
    assert.deepEqual(told, []);
  });
}

test(
  "a stopped worker of another user ends before the cell is opened again",
  { skip: SKIP_SEALED || SKIP_UNLESS_ROOT },
  async () => {
    const repository = createRepository({ files: { "a.txt": "a\n" } });
    give(repository.dir, STRANGER);
    await using cell = await openTestCell({ want: "sealed", repository, options: { pingEveryMs: 300 } });
    assert.equal((await cell.sh("id -u")).output, `${STRANGER}\n`);
    const worker = await workerOf(cell);
    process.kill(worker, "SIGSTOP");
    assert.match((await cell.sh("true")).output, CUT);
    assert.equal((await cell.sh("cat a.txt")).output, "a\n");
    assert.equal(groupOf(worker), undefined);
  },
);
