import assert from "node:assert/strict";
import { test } from "node:test";
import type { BackgroundCommand, Cell, ExecRequest } from "../../../src/protocol/cell.ts";
import { openTestCell, SKIP_SEALED, type TestCell } from "../../doubles/cell.ts";
import { processesWith, survivors } from "../../doubles/processes.ts";

/** A list or a reply without the part that differs each time. */
function facts<T extends BackgroundCommand>({ durationMs, ...rest }: T): Omit<T, "durationMs"> {
  assert.ok(durationMs >= 0);
  return rest;
}

async function start(cell: Cell, command: string, more: Partial<ExecRequest> = {}): Promise<string> {
  const { id } = await cell.startBackground({
    command,
    cwd: ".",
    timeoutMs: 60_000,
    maxOutputBytes: 30_000,
    ...more,
  });
  return id;
}

/** Waits until a command has printed `text`. */
async function prints(cell: TestCell, id: string, text: string): Promise<void> {
  while (!(await cell.readBackground(id, { waitMs: 0 })).output.includes(text)) await cell.sh("sleep 0.02");
}

const RUNNING = { kind: "running" };
const ENDED = { kind: "ended", code: 0, signal: null, timedOut: false };

for (const [want, base] of [
  ["none", `61${process.pid}`],
  ["sealed", `62${process.pid}`],
] as const) {
  const options = { skip: want === "sealed" && SKIP_SEALED };

  test(`a background command is started, listed, read and stopped (${want})`, options, async () => {
    await using cell = await openTestCell({ want, files: { "sub/go": "go" } });
    assert.deepEqual(await cell.listBackground(), []);
    const server = `trap 'echo bye; exit 5' INT; echo up; pwd; while true; do sleep 0.05; done`;
    assert.equal(await start(cell, server, { cwd: "./sub" }), "bg1");
    assert.equal(await start(cell, "head -c1; echo done >&2; exit 3", { input: "in" }), "bg2");
    await prints(cell, "bg1", "sub\n");
    const first = { id: "bg1", command: server, cwd: "sub" };
    const second = { id: "bg2", command: "head -c1; echo done >&2; exit 3", cwd: "." };
    assert.deepEqual(facts(await cell.readBackground("bg2", { waitMs: 10_000 })), {
      ...second,
      state: { ...ENDED, code: 3 },
      output: "idone\n",
      droppedBytes: 0,
    });
    assert.deepEqual((await cell.listBackground()).map(facts), [
      { ...first, state: RUNNING },
      { ...second, state: { ...ENDED, code: 3 } },
    ]);
    assert.equal((await cell.sh("echo beside")).output, "beside\n");
    const stopped = {
      ...first,
      state: { ...ENDED, code: 5 },
      output: `up\n${cell.repository.dir}/sub\nbye\n`,
      droppedBytes: 0,
    };
    assert.deepEqual(facts(await cell.stopBackground("bg1")), stopped);
    assert.deepEqual(facts(await cell.stopBackground("bg1")), stopped);
    const unknown = {
      code: "tool.input",
      message: 'There is no background command "bg9".',
      hint: "There are: bg1, bg2.",
    };
    await assert.rejects(cell.readBackground("bg9", { waitMs: 0 }), unknown);
    await assert.rejects(cell.stopBackground("bg9"), unknown);
  });

  test(`a fifth background command is refused, and the error names the four that run (${want})`, options, async () => {
    await using cell = await openTestCell({ want });
    const ids = await Promise.all([1, 2, 3, 4].map(async (n) => await start(cell, `sleep ${base}.${n}`)));
    assert.deepEqual(ids.toSorted(), ["bg1", "bg2", "bg3", "bg4"]);
    const list = (await cell.listBackground()).map(({ id, command }) => `${id} (${command})`).join(", ");
    await assert.rejects(start(cell, "true"), {
      code: "tool.input",
      message: `4 background commands are running already: ${list}.`,
      hint: "Stop one of them, or wait for one to end.",
    });
    assert.deepEqual((await cell.stopBackground("bg2")).state, { ...ENDED, code: null, signal: "SIGINT" });
    assert.equal(await start(cell, "true"), "bg5");
  });

  test(`a timeout ends a background command and every process that it started (${want})`, options, async () => {
    await using cell = await openTestCell({ want });
    const id = await start(cell, `sleep ${base}.5 & echo on; sleep ${base}.5`, { timeoutMs: 100 });
    const { state, output } = await cell.readBackground(id, { waitMs: 10_000 });
    assert.deepEqual([state, output], [{ ...ENDED, code: null, signal: "SIGINT", timedOut: true }, "on\n"]);
    assert.deepEqual(await survivors(`sleep ${base}.5`), []);
  });

  test(
    `a command that is waited for goes on in the background where that is asked for, if there is room (${want})`,
    options,
    async () => {
      await using cell = await openTestCell({ want });
      const wait = (command: string, more: Partial<ExecRequest> = {}) => {
        const asked = { command, cwd: ".", timeoutMs: 300, maxOutputBytes: 100_000, goesOnForMs: 60_000, ...more };
        return cell.exec(asked, AbortSignal.timeout(30_000));
      };
      assert.deepEqual((await wait("echo on; exit 3", { timeoutMs: 20_000 })).code, 3, "in time");
      const moved = await wait(`echo begun; sleep ${base}.8; echo never`);
      const { durationMs: _, ...rest } = moved;
      const unended = { output: "begun\n", droppedBytes: 0, code: null, signal: null };
      assert.deepEqual(rest, { ...unended, timedOut: true, background: "bg1" });
      assert.deepEqual(
        (await cell.listBackground()).map(({ id, state }) => [id, state]),
        [["bg1", RUNNING]],
      );
      const late = await wait("echo a; sleep 1; yes | head -c 90000; exit 4");
      assert.equal(late.background, "bg2");
      const end = await cell.readBackground("bg2", { waitMs: 20_000 });
      assert.deepEqual([end.state, end.output.startsWith("a\ny\n")], [{ ...ENDED, code: 4 }, true]);
      assert.ok(end.output.length < 31_000, "what ended keeps as much as any background command");
      const limited = await wait(`sleep ${base}.8`, { goesOnForMs: 500 });
      assert.deepEqual((await cell.readBackground(limited.background ?? "", { waitMs: 20_000 })).state, {
        ...ENDED,
        code: null,
        signal: "SIGINT",
        timedOut: true,
      });
      for (const id of ["bg4", "bg5", "bg6"]) assert.equal(await start(cell, `sleep ${base}.8`), id);
      const full = await wait(`echo full; sleep ${base}.8`);
      assert.deepEqual(
        [full.background, full.timedOut, full.signal, full.output],
        [undefined, true, "SIGINT", "full\n"],
      );
      await cell[Symbol.asyncDispose]();
      assert.deepEqual(await survivors(`sleep ${base}.8`), []);
    },
  );

  test(`closing leaves no survivors of a background command (${want})`, options, async () => {
    const cell = await openTestCell({ want });
    const naps = `sleep ${base}.6 & (sleep ${base}.6 &); (setsid setsid sleep ${base}.6 >/dev/null 2>&1 &)`;
    const id = await start(cell, `${naps}; trap '' INT TERM HUP; echo on; sleep ${base}.6`);
    await prints(cell, id, "on");
    assert.equal(processesWith(`sleep ${base}.6`).length >= 4, true);
    await cell[Symbol.asyncDispose]();
    assert.deepEqual(await survivors(`sleep ${base}.6`), []);
  });

  test(`killAll ends a daemon that keeps starting new sessions (${want})`, options, async () => {
    await using cell = await openTestCell({ want });
    const hop = `sleep 0.005; setsid bash hop.sh ${base}-hops >/dev/null 2>&1 &`;
    await cell.writeFile("hop.sh", hop, {});
    await cell.sh(hop);
    await cell.sh("sleep 0.1");
    await cell.killAll();
    assert.deepEqual(processesWith(`${base}-hops`), []);
    await cell.sh("sleep 0.1");
    assert.deepEqual(processesWith(`${base}-hops`), []);
  });

  test(`killAll ends everything the model started, and the cell goes on (${want})`, options, async () => {
    await using cell = await openTestCell({ want });
    const nap = `sleep ${base}.7`;
    await cell.sh(`${nap} >/dev/null 2>&1 & (setsid setsid nohup ${nap} >/dev/null 2>&1 &)`);
    const forks = await start(cell, `trap '' INT TERM HUP; echo on; while true; do ${nap} & sleep 0.01; done`);
    await start(cell, "exit 4");
    await cell.readBackground("bg2", { waitMs: 10_000 });
    await prints(cell, forks, "on");
    const waited = cell.sh(nap);
    await cell.sh("true");
    assert.deepEqual(await cell.activity(), { commands: true, servers: false, started: 5 });
    await cell.killAll();
    assert.deepEqual(await cell.activity(), { commands: false, servers: false, started: 5 });
    assert.deepEqual(processesWith(nap), []);
    assert.equal((await waited).signal, "SIGKILL");
    assert.deepEqual(
      (await cell.listBackground()).map(({ id, state }) => ({ id, state })),
      [
        { id: "bg1", state: { ...ENDED, code: null, signal: "SIGKILL" } },
        { id: "bg2", state: { ...ENDED, code: 4 } },
      ],
    );
    await cell.killAll();
    assert.equal((await cell.sh("echo next")).output, "next\n");
    assert.equal(await start(cell, "true"), "bg3");
  });
}

test("output can be read while a command runs, and both ends of a flood are kept", async () => {
  await using cell = await openTestCell();
  const id = await start(cell, "echo HEAD; yes | head -c 1000000; echo TAIL; sleep 63.1");
  await prints(cell, id, "TAIL");
  const { state, output, droppedBytes } = await cell.readBackground(id, { waitMs: 0 });
  assert.deepEqual([state, droppedBytes], [RUNNING, 970_010]);
  assert.ok(output.startsWith("HEAD\ny\n") && output.endsWith("y\nTAIL\n") && output.length < 30_100);
});

test("a wait for a running command ends at its time, and when it is cancelled", async () => {
  await using cell = await openTestCell();
  const id = await start(cell, "echo on; sleep 63.2");
  await prints(cell, id, "on");
  assert.deepEqual((await cell.readBackground(id, { waitMs: 50 })).state, RUNNING);
  const reason = new Error("enough");
  const controller = new AbortController();
  const reading = cell.readBackground(id, { waitMs: 600_000 }, controller.signal);
  setTimeout(() => controller.abort(reason), 50);
  await assert.rejects(reading, reason);
  assert.deepEqual((await cell.readBackground(id, { waitMs: 0 })).state, RUNNING);
});

test("a command that cannot be started takes no number", async () => {
  await using cell = await openTestCell();
  await assert.rejects(start(cell, "true", { cwd: "/etc" }), { code: "workspace.outside" });
  await assert.rejects(start(cell, "echo \0"), { code: "tool.input" });
  assert.equal(await start(cell, "", { command: ["no-such-program", "x"] }), "bg1");
  assert.deepEqual(facts(await cell.readBackground("bg1", { waitMs: 10_000 })), {
    id: "bg1",
    command: "no-such-program x",
    cwd: ".",
    state: { ...ENDED, code: 127 },
    output: "no-such-program: command not found\n",
    droppedBytes: 0,
  });
});

/** After a death the worker would be another one, whose list is empty. */
test("the worker is asked for the list only while a command may run", async () => {
  await using cell = await openTestCell();
  await start(cell, "true");
  await cell.readBackground("bg1", { waitMs: 10_000 });
  const list = await cell.listBackground();
  assert.deepEqual(list.map(facts), [{ id: "bg1", command: "true", cwd: ".", state: ENDED }]);
  await cell.sh("kill -9 $PPID").catch(() => undefined);
  assert.deepEqual(await cell.listBackground(), list);
});
