/**
 * Commands that would not end by themselves, at every level: each is over within its limit, the cell goes on, and no process is
 * left when it closes. What a level cannot promise is skipped with the reason.
 */

import assert from "node:assert/strict";
import { sampled } from "../doubles/size.ts";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import type { Ceilings } from "../../src/cell/process/frames.ts";
import type { SandboxLevel } from "../../src/protocol/cell.ts";
import { give, SKIP_UNLESS_ROOT } from "../doubles/as-user.ts";
import { openTestCell, SKIP_SEALED, type TestCell } from "../doubles/cell.ts";
import { nap, survivors } from "../doubles/processes.ts";
import { createRepository } from "../doubles/repository.ts";
import { without } from "../doubles/missing.ts";

interface Runaway {
  /** `MARK` stands for a number of seconds by which its processes are recognised. */
  readonly command: string;
  readonly timeoutMs?: number;
  readonly ceilings?: Partial<Ceilings>;
  /** What must be true of the reply. */
  readonly ends: { readonly timedOut?: boolean; readonly code?: number | null; readonly output?: RegExp };
  /** Rungs that have no such wall, with the reason; docs/security.md says so as well. */
  readonly not?: Partial<Record<SandboxLevel, string>>;
  /** A program without which it cannot be tried. */
  readonly needs?: string;
}

const NO_COUNT = "processes of the cell cannot be told from others";
const NO_MARK = "without walls, who leaves its group and clears its environment is not found";

/** Doubles itself eleven times: 2,000 processes, and no more where nothing holds it. */
const BOMB = "bomb() { [ $1 -gt 0 ] || exec sleep MARK; bomb $(($1 - 1)) & bomb $(($1 - 1)) & wait; }; bomb";

const RUNAWAYS: Readonly<Record<string, Runaway>> = {
  "a fork bomb": {
    command: `${BOMB} 11`,
    ceilings: { processes: 200 },
    ends: { timedOut: false, output: /\n\[ended by the runner: more than 200 processes ran in the cell\]\n$/ },
    not: { separate: NO_COUNT, none: NO_COUNT },
  },
  "a fork bomb that is small, and ends with its time": {
    command: `${BOMB} 6`,
    timeoutMs: 500,
    ends: { timedOut: true },
  },
  "a fork bomb whose parts leave the group": {
    command: "for i in $(seq 300); do setsid setsid sleep MARK & done; wait; sleep MARK",
    ceilings: { processes: 200 },
    ends: { output: /\n\[ended by the runner: more than 200 processes ran in the cell\]\n$/ },
    not: { separate: NO_COUNT, none: NO_COUNT },
  },
  "memory that a command takes": {
    command: "(head -c 400000000 /dev/zero; sleep MARK) | tail",
    ceilings: { memoryBytes: 200 * 1024 * 1024 },
    ends: {
      timedOut: false,
      code: null,
      output: /^\n\[ended by the runner: used \d{3} MiB of memory; 200 MiB are allowed to all commands together\]\n$/,
    },
    not: { separate: NO_COUNT, none: NO_COUNT },
  },
  "memory of a process that left its group": {
    command: "setsid bash -c '(head -c 400000000 /dev/zero; sleep MARK) | tail' & wait; echo; echo over",
    ceilings: { memoryBytes: 200 * 1024 * 1024 },
    ends: { timedOut: false, output: /\[ended by the runner: used \d{3} MiB of memory/ },
    not: { separate: NO_COUNT, none: NO_COUNT },
  },
  "memory in files without a name": {
    command: `python3 -c 'import os, time; f = os.memfd_create("x"); [os.write(f, b"x" * 10**6) for _ in range(400)]; time.sleep(MARK)'`,
    ceilings: { memoryBytes: 200 * 1024 * 1024 },
    ends: { timedOut: false, code: null, output: /\[ended by the runner: used \d{3} MiB of memory; 200 MiB are/ },
    not: { separate: NO_COUNT, none: NO_COUNT },
    needs: "python3",
  },
  "memory that forks share": {
    command:
      "x=$(head -c 100000000 /dev/zero | tr '\\0' x); for i in 1 2 3 4 5 6 7; do (sleep 1; :) & done; wait; echo ${#x}",
    ceilings: { memoryBytes: 600 * 1024 * 1024 },
    ends: { timedOut: false, code: 0, output: /^100000000\n$/ },
    not: { separate: NO_COUNT, none: NO_COUNT },
  },
  "processes that ended without their parent": {
    command: "for i in $(seq 300); do (true &); done; sleep 0.6; echo counted",
    ceilings: { processes: 200 },
    ends: { timedOut: false, code: 0, output: /^counted\n$/ },
    not: { separate: NO_COUNT, none: NO_COUNT },
  },
  "a disk that fills up": {
    command: "sleep MARK & while :; do head -c 4000000 /dev/zero >> big; sleep 0.05; done",
    ceilings: { workspaceBytes: 24 * 1024 * 1024 },
    ends: {
      timedOut: false,
      output: /\n\[ended by the runner: the disk of the workspace filled by more than 24 MiB\]\n$/,
    },
  },
  "a disk with no room left": {
    command: "sleep MARK & while :; do head -c 4000000 /dev/zero >> big; sleep 0.05; done",
    ceilings: { freeBytes: 2 ** 60 },
    ends: {
      timedOut: false,
      output: /\n\[ended by the runner: fewer than 1099511627776 MiB are free on the disk of the workspace\]\n$/,
    },
  },
  "one huge file": {
    command: "truncate -s 5G big; echo $?",
    ends: { output: /^153\n$/m },
    not: { none: "no limits of a process are set" },
  },
  "memory that fills up with files": {
    command: "head -c 100000000 /dev/zero > /run/big; rm /run/big",
    ends: { output: /No space left on device/ },
    not: { separate: "/run is the host's", none: "/run is the host's" },
  },
  "a flood of output": { command: "sleep MARK & yes", timeoutMs: 300, ends: { timedOut: true } },
  "a line without an end": {
    command: "tr '\\0' x < /dev/zero",
    timeoutMs: 300,
    ends: { timedOut: true, output: /xxx/ },
  },
  "one that ignores INT and TERM": {
    command: "trap '' INT TERM HUP; while :; do sleep MARK; done",
    timeoutMs: 200,
    ends: { timedOut: true, code: null },
  },
  "one that is stopped": {
    command: "sleep MARK & kill -STOP $$",
    timeoutMs: 200,
    ends: { timedOut: true, code: null },
  },
  "one that keeps the pipe": {
    command: "sleep MARK & echo done",
    ends: { timedOut: false, code: 0, output: /^done\n$/ },
  },
  "a daemon": {
    command: "setsid setsid sleep MARK > /dev/null 2>&1 & echo on",
    ends: { timedOut: false, code: 0, output: /^on\n$/ },
  },
  "a daemon without an environment": {
    command: "(setsid env -i /bin/sleep MARK < /dev/null > /dev/null 2>&1 &); echo on",
    ends: { timedOut: false, code: 0, output: /^on\n$/ },
    not: { none: NO_MARK },
  },
  "processors that are kept busy": {
    command: "for i in 1 2 3; do (while :; do :; done) & done; sleep MARK",
    timeoutMs: 300,
    ends: { timedOut: true },
  },
  "one that stops its own worker's children": {
    command: "trap '' TERM INT; sleep MARK & kill -STOP -- -$$",
    timeoutMs: 200,
    ends: { timedOut: true, code: null },
  },
};

const SKIPS: Readonly<Record<SandboxLevel, string | false>> = {
  sealed: SKIP_SEALED,
  separate: SKIP_UNLESS_ROOT,
  none: false,
};

let mark = 40_000 + ((process.pid * 10) % 20_000);

/** A number of seconds that no other test sleeps, of another suite neither. It is the worker's user as well, where that is another one. */
function nextMark(): number {
  mark += 1;
  return mark;
}

async function openAt(want: SandboxLevel, ceilings: Partial<Ceilings>, uid: number): Promise<TestCell> {
  const repository = createRepository({ files: { "a.txt": "a\n" } });
  if (want === "separate") give(repository.dir, uid);
  const cell = await openTestCell({ want, repository });
  await cell.setCeilings({ ceilings });
  return cell;
}

for (const want of ["sealed", "separate", "none"] as const) {
  // Most of them wait for the two seconds between INT, TERM and KILL.
  describe(want, { concurrency: 4 }, () => {
    const runaways = Object.entries(RUNAWAYS);
    for (const [name, { command, timeoutMs = 15_000, ceilings = {}, ends, not = {}, needs }] of want === "sealed"
      ? runaways
      : sampled(runaways)) {
      if (not[want] !== undefined) continue;
      const lacks = needs !== undefined && without(needs);
      test(name, { skip: SKIPS[want] || lacks, timeout: 60_000 }, async () => {
        const uid = nextMark();
        const seconds = `${uid}.7`;
        await using cell = await openAt(want, ceilings, uid);
        const reply = await cell.sh(command.replaceAll("MARK", seconds), { timeoutMs });
        const { output, ...exact } = ends;
        assert.deepEqual({ ...reply, ...exact }, reply, reply.output.slice(-500));
        if (output !== undefined) assert.match(reply.output, output);
        assert.equal((await cell.sh("echo next")).output, "next\n");
        await cell[Symbol.asyncDispose]();
        assert.deepEqual(await survivors(`sleep ${seconds}`), []);
      });
    }

    test("a worker that a command has stopped", { skip: SKIPS[want], timeout: 60_000 }, async () => {
      const uid = nextMark();
      const seconds = `${uid}.7`;
      await using cell = await openAt(want, {}, uid);
      const command = `setsid sleep ${seconds} & kill -STOP $PPID; touch stopped; sleep ${seconds}`;
      const call = cell.sh(command, { timeoutMs: 50_000 }).catch((error: unknown) => error);
      while (!existsSync(join(cell.repository.dir, "stopped"))) await delay(20);
      await cell.close();
      assert.equal(((await call) as { code: string }).code, "cell.failed");
      await cell[Symbol.asyncDispose]();
      assert.deepEqual(await survivors(`sleep ${seconds}`), []);
    });
  });
}

test("when memory runs out, the kernel ends the cell first", { skip: SKIP_SEALED }, async () => {
  await using cell = await openAt("sealed", {}, nextMark());
  assert.equal((await cell.sh("cat /proc/self/oom_score_adj")).output, "500\n");
});

test("the end of a process that the watch ended says why", { skip: SKIP_SEALED }, async () => {
  await using cell = await openAt("sealed", { processes: 20 }, nextMark());
  const { id } = await cell.startTalk({ command: ["cat"], cwd: ".", env: {} });
  await cell.sh("for i in $(seq 60); do sleep 47.3 & done; wait");
  const { end } = await cell.readTalk(id);
  assert.deepEqual(end, {
    code: null,
    signal: "SIGKILL",
    stderr: "",
    problem: "more than 20 processes ran in the cell",
  });
});

test("the command that takes the most memory is ended", { skip: SKIP_SEALED }, async () => {
  await using cell = await openAt("sealed", { memoryBytes: 200 * 1024 * 1024 }, nextMark());
  const [small, large] = await Promise.all([
    cell.sh("sleep 1.5; echo small"),
    cell.sh(`(head -c 400000000 /dev/zero; ${nap(48.3)}) | tail`),
  ]);
  assert.deepEqual([small.output, small.code, large.signal], ["small\n", 0, "SIGKILL"]);
  assert.deepEqual(await survivors(nap(48.3)), []);
});

test("ceilings and priority that the policy names", { skip: SKIP_SEALED }, async () => {
  await using cell = await openAt("sealed", {}, nextMark());
  await cell.setCeilings({ ceilings: { processes: 30 }, nice: 3 });
  const usual = Number((await cell.sh("nice")).output);
  assert.ok(usual >= 3, String(usual));
  const { output } = await cell.sh("for i in $(seq 60); do sleep 49.3 & done; wait");
  assert.match(output, /\[ended by the runner: more than 30 processes ran in the cell\]/);
});
