import assert from "node:assert/strict";
import { test } from "node:test";
import { systemClock } from "../../src/base/clock.ts";
import type { BackgroundReply } from "../../src/protocol/cell.ts";
import { createBackgroundNotices } from "../../src/tools/background-notices.ts";
import { openTestCell } from "../doubles/cell.ts";

const AT_ONCE = { waitMs: 0, clock: systemClock };

test("the end of a turn waits for what runs, tells once what goes on, and does not wait for a server", async () => {
  await using cell = await openTestCell();
  const start = async (command: string): Promise<unknown> =>
    await cell.startBackground({ command, cwd: ".", timeoutMs: 60_000, maxOutputBytes: 30_000 });
  const { signal } = new AbortController();
  const patient = createBackgroundNotices(cell, { waitMs: 20_000, clock: systemClock });
  assert.equal(await patient.settle(signal), false);
  await start("sleep 0.2; echo built");
  assert.equal(await patient.settle(signal), true);
  assert.deepEqual(await patient.take(), [
    "Background command bg1 has ended: exit 0.\nCommand: sleep 0.2; echo built\nIts output:\nbuilt",
  ]);
  if (process.platform === "linux") {
    await start(`"${process.execPath}" -e 'require("http").createServer().listen(0, "127.0.0.1")'`);
    assert.equal(await patient.settle(signal), false);
  }
  const hurried = createBackgroundNotices(cell, { ...AT_ONCE, waitMs: 10 });
  await hurried.take();
  await start("echo on; sleep 66.2");
  assert.equal(await hurried.settle(signal), true);
  const [text = "", ...more] = await hurried.take();
  assert.match(text, /^Background command bg\d still runs; your end of the work has waited 0 seconds for it\. /);
  assert.deepEqual([more, await hurried.settle(signal), await hurried.take()], [[], false, []]);
});

test("every end is told once, with the last lines", async () => {
  await using cell = await openTestCell();
  const notices = createBackgroundNotices(cell, AT_ONCE);
  assert.deepEqual(await notices.take(), []);
  for (const command of ["echo out;\n echo err >&2; exit 3", "sleep 66.1", "true", "seq 1000"]) {
    await cell.startBackground({ command, cwd: ".", timeoutMs: 60_000, maxOutputBytes: 30_000 });
  }
  for (const id of ["bg1", "bg3", "bg4"]) await cell.readBackground(id, { waitMs: 10_000 });
  const last = Array.from({ length: 500 }, (_, index) => index + 501).join("\n");
  assert.deepEqual(await notices.take(), [
    "Background command bg1 has ended: exit 3.\nCommand: echo out; echo err >&2; exit 3\nIts output:\nout\nerr",
    "Background command bg3 has ended: exit 0.\nCommand: true\nIt printed nothing.",
    `Background command bg4 has ended: exit 0.\nCommand: seq 1000\nThe end of its output:\n${last}`,
  ]);
  assert.deepEqual(await notices.take(), []);
  await cell.stopBackground("bg2");
  assert.deepEqual(await notices.take(), [
    "Background command bg2 has ended: ended by SIGINT.\nCommand: sleep 66.1\nIt printed nothing.",
  ]);
});

/** A cell of commands that have all ended. */
function endedCell(outputs: readonly string[]) {
  const replies = outputs.map((output, index): BackgroundReply => ({
    id: `bg${index + 1}`,
    command: "c",
    cwd: ".",
    state: { kind: "ended", code: 0, signal: null, timedOut: false },
    durationMs: index,
    output,
    droppedBytes: 0,
  }));
  return {
    listBackground: () => Promise.resolve(replies),
    readBackground: (id: string) => Promise.resolve(replies.find((reply) => reply.id === id)!),
  };
}

test("a command that ends just before its notice is said to have ended, once", async () => {
  const cell = endedCell(["done"]);
  let state: BackgroundReply["state"] | undefined = { kind: "running" };
  const listBackground = async () =>
    (await cell.listBackground()).map((one) => ({ ...one, state: state ?? one.state }));
  const notices = createBackgroundNotices({ ...cell, listBackground }, AT_ONCE);
  assert.equal(await notices.settle(new AbortController().signal), true);
  assert.deepEqual(await notices.take(), ["Background command bg1 has ended: exit 0.\nCommand: c\nIts output:\ndone"]);
  state = undefined;
  assert.deepEqual(await notices.take(), []);
});

test("at most four at once, the rest at the next step", async () => {
  const notices = createBackgroundNotices(endedCell(["", "", "", "", "", ""]), AT_ONCE);
  const ids = async (): Promise<(string | undefined)[]> =>
    (await notices.take()).map((text) => /bg\d+/.exec(text)?.[0]);
  assert.deepEqual([await ids(), await ids(), await ids()], [["bg1", "bg2", "bg3", "bg4"], ["bg5", "bg6"], []]);
});

for (const [label, output, shown] of [
  ["a line that begins at the cut is whole", `a\n${"b".repeat(2000)}`, "b".repeat(2000)],
  ["a line that is longer than all that fits is cut", "b".repeat(2001), "b".repeat(2000)],
  ["no half of a character is left", `😀${"b".repeat(1999)}`, "b".repeat(1999)],
] as const) {
  test(`of long output: ${label}`, async () => {
    const [text = ""] = await createBackgroundNotices(endedCell([`${output}\n`]), AT_ONCE).take();
    assert.equal(text.split("The end of its output:\n")[1], shown);
  });
}
