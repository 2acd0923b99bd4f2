/** The rest of the protocol: pictures, long answers, progress, tasks, and servers that misbehave. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import type { McpEvent } from "../../src/protocol/mcp.ts";
import { openTestCell, type TestCell } from "../doubles/cell.ts";
import { PIXEL } from "../doubles/mcp-whole.ts";
import { startQuietLimit } from "../../src/mcp/quiet-limit.ts";
import { contentOf, load } from "./workbench.ts";

const FILES = { "whole.mts": readFileSync("test/doubles/mcp-whole.ts", "utf8") };
const open = (): Promise<TestCell> => openTestCell({ want: "none", files: FILES });
const server = (more: object = {}, ...args: readonly string[]): object => ({
  command: process.execPath,
  args: ["whole.mts", ...args],
  ...more,
});

test("pictures are pictures in each way they come, and a link says how it is read", async () => {
  await using cell = await open();
  const { call } = await load(cell, { d: server() });
  const { text, images } = await call("mcp__d__picture");
  const picture = { mediaType: "image/png", data: PIXEL };
  assert.deepEqual(images, [picture, picture]);
  const link = `[resource one: notes://guide/one (The first page.); read it with access_mcp_resource, server_name "d" and this uri]`;
  assert.equal(text, ["[picture]", "[picture: notes://pixel]", link].join("\n"));
});

test("a long answer is read page by page; the whole is for the bundle", async () => {
  await using cell = await open();
  const { tools, call } = await load(cell, { d: server() });
  const signal = new AbortController().signal;
  const first = await call("mcp__d__long", { n: 90_000 }, signal, "as it is");
  assert.equal(first.whole, `begin${"x".repeat(90_000)}end`);
  const [frame = "", note] = first.text.split("\n[");
  assert.equal(contentOf(frame), first.whole.slice(0, 40_000));
  assert.equal(
    note,
    'characters 0 to 40000 of 90008; for the next page call it again with the same arguments and "_start": 40000]',
  );
  const long = tools.find(({ name }) => name === "mcp__d__long");
  const { run, ...plan } = await long!.plan({ n: 90_000, _start: "80000" }, signal);
  assert.deepEqual(plan, {
    access: "read",
    capabilities: [],
    summary: "mcp d/long, from character 80000 of its answer",
  });
  const { text } = await run(signal, "call_2");
  const [end = "", endNote] = text.split("\n[");
  assert.deepEqual(
    [contentOf(end), endNote],
    [first.whole.slice(80_000), "characters 80000 to 90008 of 90008; this is the end]"],
  );
  for (const _start of [90_008, -1, "x", 1.5]) {
    await assert.rejects(long!.plan({ n: 90_000, _start }, signal), /no answer to these arguments is kept/);
  }
  await assert.rejects(long!.plan({ n: 5, _start: 0 }, signal), /no answer to these arguments is kept/);
});

test("progress keeps a call alive and is told to people", async () => {
  await using cell = await open();
  const told: McpEvent[] = [];
  const limit = { toolTimeoutMs: 1_500 };
  const { call } = await load(cell, { d: server(limit) }, { tell: (event) => void told.push(event) });
  // 2 s of work.
  assert.equal((await call("mcp__d__slow", { n: 20 })).text, "done");
  assert.deepEqual(told[0], { type: "mcp.progress", server: "d", tool: "slow", text: "1 of 20: part 1" });
});

test("silence ends a call, and so does ten times the limit", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const ends = (progressMs: number): readonly [number, string] => {
    const limit = startQuietLimit(100);
    let ms = 0;
    for (; !limit.signal.aborted; ms += 10) {
      t.mock.timers.tick(10);
      if (ms % progressMs === 0) limit.alive();
    }
    limit.end();
    return [ms, limit.reason("toolTimeoutMs")];
  };
  assert.deepEqual(ends(50), [1_000, "it reported progress for 1000 ms without an answer (10 × toolTimeoutMs)."]);
  assert.deepEqual(ends(300), [110, "it was silent for 100 ms (toolTimeoutMs)."]);
});

test("a tool that runs as a task only is left out", async () => {
  await using cell = await open();
  const { facts, tools } = await load(cell, { d: server() });
  assert.deepEqual(
    facts.map((fact) => ("error" in fact ? fact.error : fact.leftOut)),
    [["task"]],
  );
  assert.ok(!tools.some(({ name }) => name === "mcp__d__task"));
});

test("a server that floods or garbles its answers costs its call, within its limits, and the next call works", async () => {
  await using cell = await open();
  const { call } = await load(cell, { d: server({ toolTimeoutMs: 1_500 }), slow: server({ toolTimeoutMs: 60_000 }) });
  const before = process.memoryUsage().rss;
  const calls: (readonly [string, object, string])[] = [
    ["slow__flood", {}, "Error: mcp slow/flood: it sent 20000 messages of its own after a request, and was ended."],
    ["slow__garble", { n: 2 }, "Error: mcp slow/garble: it wrote a line of more than 16777216 bytes."],
    ["d__garble", { n: 0 }, ""],
    ["d__garble", { n: 1 }, "Error: mcp d/garble: it did not answer within 1500 ms (toolTimeoutMs)."],
    ["d__garble", { n: 4 }, "Error: mcp d/garble: it did not answer within 1500 ms (toolTimeoutMs)."],
  ];
  for (const [name, input, expected] of calls) {
    assert.equal((await call(`mcp__${name}`, input)).text, expected);
    const next = `mcp__${name.split("__")[0]}__long`;
    assert.equal((await call(next, { n: 1 })).text, "beginxend");
  }
  assert.ok(process.memoryUsage().rss - before < 300e6);
});
