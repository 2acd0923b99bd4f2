/** `context.jsonl` is Kimi CLI's format; a revert keeps the old file under the next free number. */

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import type { WireEvent } from "../../src/protocol/wire.ts";
import { createContextFile } from "../../src/sinks/context-file.ts";
import { renderContext } from "../../src/sinks/context-records.ts";
import { said } from "../doubles/message.ts";

const dir = mkdtempSync(join(tmpdir(), "context-"));
after(() => rmSync(dir, { recursive: true, force: true }));
const path = join(dir, "context.jsonl");
const linesOf = (file: string) => readFileSync(join(dir, file), "utf8").trimEnd().split("\n");

test("records, revert and clear", async () => {
  const sink = createContextFile(path);
  const write = (...events: WireEvent[]) => {
    for (const event of events) void sink.write({ v: 1, seq: 0, time: "", prev: "", hash: "", event });
  };
  write(
    { type: "context.system", text: "You are" },
    { type: "context.checkpoint", id: 0 },
    { type: "context.append", messages: [{ role: "user", content: "fix it" }] },
    { type: "context.checkpoint", id: 1 },
    {
      type: "context.append",
      messages: [
        said(
          [
            { type: "think", text: "hm", extra: '{"signature":"sig"}' },
            { type: "text", text: "ok" },
          ],
          { id: "c1", name: "look", arguments: "{}" },
        ),
      ],
    },
    { type: "context.usage", tokens: 7 },
    { type: "context.append", messages: [{ role: "tool", toolCallId: "c1", content: "seen", isError: false }] },
    { type: "context.revert", to: 1 },
    { type: "context.clear" },
    { type: "context.checkpoint", id: 0 },
  );
  const before = [
    `{"role":"_system_prompt","content":"You are"}`,
    `{"role":"_checkpoint","id":0}`,
    `{"role":"user","content":"fix it"}`,
  ];
  assert.deepEqual(readdirSync(dir).toSorted(), ["context.jsonl", "context_1.jsonl", "context_2.jsonl"]);
  assert.deepEqual(linesOf("context_1.jsonl"), [
    ...before,
    `{"role":"_checkpoint","id":1}`,
    `{"role":"assistant","content":[{"type":"think","think":"hm","encrypted":"sig"},{"type":"text","text":"ok"}],"tool_calls":[{"type":"function","id":"c1","function":{"name":"look","arguments":"{}"}}]}`,
    `{"role":"_usage","token_count":7}`,
    `{"role":"tool","tool_call_id":"c1","content":"seen"}`,
  ]);
  assert.deepEqual(linesOf("context_2.jsonl"), before);
  assert.deepEqual(linesOf("context.jsonl"), [`{"role":"_checkpoint","id":0}`]);
});

test("pruning keeps the old file and replaces the results in the new one", () => {
  const pruned = join(dir, "pruned.jsonl");
  const sink = createContextFile(pruned);
  const events: WireEvent[] = [
    { type: "context.system", text: "You are" },
    { type: "context.append", messages: [{ role: "user", content: "fix it" }] },
    { type: "context.checkpoint", id: 0 },
    { type: "context.append", messages: [{ role: "tool", toolCallId: "c1", content: "seen", isError: false }] },
    { type: "context.prune", positions: [1], text: "gone" },
  ];
  for (const event of events) void sink.write({ v: 1, seq: 0, time: "", prev: "", hash: "", event });
  const kept = linesOf("pruned_1.jsonl");
  assert.equal(kept.at(-1), `{"role":"tool","tool_call_id":"c1","content":"seen"}`);
  assert.deepEqual(linesOf("pruned.jsonl"), [
    ...kept.slice(0, -1),
    `{"role":"tool","tool_call_id":"c1","content":"gone"}`,
  ]);
});

/** A killed process once left the file without its newest line, or with half of it, and the next one wrote on behind that. */
test("when a session goes on, the file is made again from the journal; a compaction that never ended did not happen", () => {
  const torn = join(dir, "torn.jsonl");
  const events: WireEvent[] = [
    { type: "context.system", text: "You are" },
    { type: "context.append", messages: [{ role: "user", content: "fix it" }] },
    { type: "compaction.begin", trigger: "full", tokens: 7 },
    { type: "context.clear" },
    { type: "context.append", messages: [{ role: "user", content: "a summary" }] },
  ];
  const recordOf = (event: WireEvent) => ({ v: 1, seq: 0, time: "", prev: "", hash: "", event }) as const;
  writeFileSync(torn, `{"role":"_system_prompt","content":"You are"}\n{"role":"us`);
  const sink = createContextFile(torn, events.map(recordOf));
  void sink.write(recordOf({ type: "session.resume", rung: "none" }));
  void sink.write(recordOf({ type: "context.checkpoint", id: 0 }));
  assert.deepEqual(linesOf("torn.jsonl"), [
    `{"role":"_system_prompt","content":"You are"}`,
    `{"role":"user","content":"fix it"}`,
    `{"role":"_checkpoint","id":0}`,
  ]);
});

/** Providers refuse a context with a call that has no result, so Kimi CLI could not continue it. */
test("a call is written with its result; a kill leaves neither, and an end without one says why", () => {
  const file = join(dir, "open.jsonl");
  const call = { id: "c1", name: "look", arguments: "{}" };
  const task: WireEvent = { type: "context.append", messages: [{ role: "user", content: "fix it" }] };
  const asked: WireEvent = { type: "context.append", messages: [said("I look.", call)] };
  const usage: WireEvent = { type: "context.usage", tokens: 7 };
  const result: WireEvent = {
    type: "context.append",
    messages: [{ role: "tool", toolCallId: "c1", content: "seen", isError: false }],
  };
  const end = { type: "session.end", outcome: "deferred" } as WireEvent;
  const recordOf = (event: WireEvent) => ({ v: 1, seq: 0, time: "", prev: "", hash: "", event }) as const;
  const user = `{"role":"user","content":"fix it"}`;
  const message = `{"role":"assistant","content":[{"type":"text","text":"I look."}],"tool_calls":[{"type":"function","id":"c1","function":{"name":"look","arguments":"{}"}}]}`;
  const answer = (text: string) => `{"role":"tool","tool_call_id":"c1","content":"${text}"}`;
  const held = answer("Error: not run: a person must first approve or reject the calls of this message.");

  const sink = createContextFile(file);
  for (const event of [task, asked, usage]) void sink.write(recordOf(event));
  assert.deepEqual(linesOf("open.jsonl"), [user]);
  void sink.write(recordOf(end));
  const deferred = [user, message, `{"role":"_usage","token_count":7}`, held];
  assert.deepEqual(linesOf("open.jsonl"), deferred);
  assert.equal(renderContext([task, asked, usage, end].map(recordOf)), `${deferred.join("\n")}\n`);
  const lost = answer("Error: no result of this call was recorded.");
  assert.equal(renderContext([task, asked].map(recordOf)), `${[user, message, lost].join("\n")}\n`);

  const next = createContextFile(file, [task, asked, usage, end].map(recordOf));
  void next.write(recordOf({ type: "session.resume", rung: "none" }));
  assert.deepEqual(linesOf("open.jsonl"), [user]);
  void next.write(recordOf(result));
  assert.deepEqual(linesOf("open.jsonl"), [...deferred.slice(0, -1), answer("seen")]);
});
