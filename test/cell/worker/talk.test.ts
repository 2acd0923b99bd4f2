import assert from "node:assert/strict";
import { test } from "node:test";
import type { Cell, TalkEnd, TalkRequest } from "../../../src/protocol/cell.ts";
import { openTestCell, sharedTestCell, SKIP_SEALED } from "../../doubles/cell.ts";
import { processesWith, survivors } from "../../doubles/processes.ts";

const bash = (script: string, more: Partial<TalkRequest> = {}): TalkRequest => ({
  command: ["bash", "-c", script],
  cwd: ".",
  env: {},
  ...more,
});

interface Whole {
  readonly lines: readonly string[];
  readonly end: TalkEnd;
}

/** Everything that a process says until its end. */
async function readAll(cell: Cell, id: string): Promise<Whole> {
  const lines: string[] = [];
  for (;;) {
    const reply = await cell.readTalk(id);
    lines.push(...reply.lines);
    if (reply.end !== undefined) return { lines, end: reply.end };
  }
}

async function readLines(cell: Cell, id: string, count: number): Promise<readonly string[]> {
  let lines: readonly string[] = [];
  while (lines.length < count) lines = lines.concat((await cell.readTalk(id)).lines);
  return lines;
}

for (const [want, base] of [
  ["none", `${process.pid}71`],
  ["sealed", `${process.pid}72`],
] as const) {
  const options = { skip: want === "sealed" && SKIP_SEALED };
  const sharedCell = sharedTestCell({ want });

  test(
    `lines are written and read, in a folder and with variables of the process's own (${want})`,
    options,
    async () => {
      await using cell = await openTestCell({ want, files: { "sub/go": "go" } });
      const script = `echo "$GREETING in \${PWD##*/}, $CI"; while read -r line; do echo "<$line>"; done; echo last >&2; exit 7`;
      const { id } = await cell.startTalk(bash(script, { cwd: "sub", env: { GREETING: "hello" } }));
      assert.deepEqual(await readLines(cell, id, 1), ["hello in sub, true"]);
      await cell.writeTalk(id, "one");
      await cell.writeTalk(id, `zwei ${"ü".repeat(100_000)}`);
      assert.deepEqual(await readLines(cell, id, 2), ["<one>", `<zwei ${"ü".repeat(100_000)}>`]);
      assert.equal((await cell.sh("echo beside")).output, "beside\n");
      const end = { code: 7, signal: null, stderr: "last\n" };
      assert.deepEqual(await cell.stopTalk(id), end);
      assert.deepEqual(await readAll(cell, id), { lines: [], end });
      await cell.writeTalk(id, "after the end");
      assert.deepEqual(await cell.stopTalk(id), end);
    },
  );

  test(`bash does not take a talk for a remote login (${want})`, options, async () => {
    await using cell = await openTestCell({ want, files: { ".bashrc": "echo from-bashrc; exit 9\n" } });
    const { id } = await cell.startTalk(bash("echo up", { env: { HOME: cell.repository.dir } }));
    const { lines, end } = await readAll(cell, id);
    assert.deepEqual([lines, end.code], [["up"], 0]);
  });

  test(`the end of a process says that it could not be started (${want})`, options, async () => {
    const cell = await sharedCell();
    const missing = await cell.startTalk({ ...bash(""), command: ["no-such-server", "--stdio"] });
    assert.deepEqual(await readAll(cell, missing.id), {
      lines: [],
      end: { code: 127, signal: null, stderr: "no-such-server: command not found\n" },
    });
    await assert.rejects(cell.startTalk(bash("", { cwd: "../.." })), { code: "workspace.outside" });
    await assert.rejects(cell.startTalk(bash("", { cwd: "nowhere" })), { code: "workspace.file" });
    await assert.rejects(cell.startTalk(bash("", { env: { A: "\0" } })), { code: "tool.input" });
    await assert.rejects(cell.readTalk("talk9"), { code: "tool.input", message: `There is no process "talk9".` });
  });

  test(`a flood on standard error takes no memory, and its end is kept (${want})`, options, async () => {
    const cell = await sharedCell();
    const { id } = await cell.startTalk(bash(`yes flood | head -c 20000000 >&2; echo the-reason >&2; echo up`));
    const { lines, end } = await readAll(cell, id);
    assert.deepEqual(lines, ["up"]);
    assert.equal(end.stderr.length, 4000);
    assert.ok(end.stderr.endsWith("flood\nflthe-reason\n"));
  });

  test(`a flood of lines waits until it is read, and no line is lost (${want})`, options, async () => {
    const cell = await sharedCell();
    const { id } = await cell.startTalk(bash(`seq 1 300000; echo flushed >&2; read -r _`));
    await cell.sh("sleep 0.3"); // long enough to fill every buffer between the two
    const lines = await readLines(cell, id, 300_000);
    assert.deepEqual([lines.length, lines[0], lines.at(-1)], [300_000, "1", "300000"]);
    assert.equal((await cell.stopTalk(id)).code, 1);
  });

  test(`lines that wait when the process ends are not lost (${want})`, options, async () => {
    const cell = await sharedCell();
    // 4.1 MB: more than may wait, but not more than that and what the buffers of the pipe hold.
    const { id } = await cell.startTalk(bash(`seq -f %0998.0f 1 4060`));
    await cell.sh("sleep 1");
    const { lines, end } = await readAll(cell, id);
    assert.deepEqual([lines.length, Number(lines.at(-1)), end.code], [4060, 4060, 0]);
  });

  test(`a process that left the group cannot flood the worker after the end (${want})`, options, async () => {
    await using cell = await openTestCell({ want });
    const { id } = await cell.startTalk(bash(`(setsid yes &); sleep 0.2; exit 3`));
    await cell.sh("sleep 1");
    let count = 0;
    let reply = await cell.readTalk(id);
    for (; reply.end === undefined; reply = await cell.readTalk(id)) count += reply.lines.length;
    count += reply.lines.length;
    assert.equal(reply.end.code, 3);
    assert.ok(count < 200_000, `${count} lines`);
  });

  test(`a process that writes an endless line is ended (${want})`, options, async () => {
    const cell = await sharedCell();
    const { id } = await cell.startTalk(bash(`echo first; head -c 17000000 /dev/zero | tr '\\0' x; sleep ${base}01`));
    const { lines, end } = await readAll(cell, id);
    assert.deepEqual(lines, ["first"]);
    assert.equal(end.signal, "SIGKILL");
    assert.equal(end.problem, "it wrote a line of more than 16777216 bytes");
    assert.deepEqual(await survivors(`sleep ${base}01`), []);
  });

  test(`a wait for a line, and for a process that does not read, can be cancelled (${want})`, options, async () => {
    await using cell = await openTestCell({ want });
    const { id } = await cell.startTalk(bash(`sleep ${base}02; read -r line; echo "\${#line}"`));
    const reason = new Error("enough");
    for (const wait of [
      (signal: AbortSignal) => cell.readTalk(id, signal),
      (signal: AbortSignal) => cell.writeTalk(id, "x".repeat(1_000_000), signal),
    ]) {
      const controller = new AbortController();
      const waiting = wait(controller.signal);
      setTimeout(() => controller.abort(reason), 30);
      await assert.rejects(waiting, reason);
    }
    assert.equal((await cell.sh("echo alive")).output, "alive\n");
  });

  test(
    `stopping a process ends what it started, and kills it if it ignores the end of its input (${want})`,
    options,
    async () => {
      await using cell = await openTestCell({ want });
      const orphan = await cell.startTalk(bash(`sleep ${base}03 & echo up; exit 0`));
      assert.deepEqual((await readAll(cell, orphan.id)).lines, ["up"]);
      assert.deepEqual(await survivors(`sleep ${base}03`), []);

      const stubborn = await cell.startTalk(bash(`trap '' INT TERM; echo up; while true; do sleep ${base}04; done`));
      await readLines(cell, stubborn.id, 1);
      assert.deepEqual(await cell.activity(), { commands: false, servers: true, started: 0 });
      assert.equal((await cell.stopTalk(stubborn.id)).signal, "SIGKILL");
      const own = await cell.startTalk({ ...bash("echo up; cat"), isOwn: true });
      await readLines(cell, own.id, 1);
      assert.deepEqual(await cell.activity(), { commands: false, servers: false, started: 0 });
      assert.deepEqual(await survivors(`sleep ${base}04`), []);
    },
  );

  test(`killAll and closing the cell end every process, hidden ones included (${want})`, options, async () => {
    const cell = await openTestCell({ want });
    try {
      const hide = (n: number): TalkRequest =>
        bash(`setsid sleep ${base}${n} & echo up; sleep ${base}${n}`, { env: { KIMI_CELL: "none" } });
      const first = await cell.startTalk(hide(11));
      await readLines(cell, first.id, 1);
      await cell.killAll();
      assert.equal((await readAll(cell, first.id)).end.signal, "SIGKILL");
      assert.deepEqual(processesWith(`sleep ${base}11`), []);
      const second = await cell.startTalk(hide(12));
      await readLines(cell, second.id, 1);
    } finally {
      await cell[Symbol.asyncDispose]();
    }
    assert.deepEqual(await survivors(`sleep ${base}12`), []);
  });
}
