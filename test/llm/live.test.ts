/** Answers while they stream: the parts of every format, put together, are the message, and they come before the stream's end. */

import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { sealOf, type AnswerPart, type Block } from "../../src/protocol/message.ts";
import type { ChatModel, ToolSyntax } from "../../src/protocol/model.ts";
import { createContentWriter } from "../../src/llm/wire/think-tags.ts";
import { watchFirstCall } from "../../src/llm/xml/first-call.ts";
import { createLiveText } from "../../src/llm/xml/live-text.ts";
import { cpuMs } from "../doubles/cpu-time.ts";
import type { DoubleReply } from "../doubles/model-reply.ts";
import { requestOf, serve, WIRE_NAMES, wireModel, type WireName } from "./workbench.ts";

async function over(t: TestContext, wire: WireName, reply: DoubleReply, toolSyntax?: ToolSyntax): Promise<ChatModel> {
  return wireModel(wire, await serve(t, [reply]), { toolSyntax });
}

/** The blocks that the parts make, each with its place. */
function joined(parts: readonly AnswerPart[]): readonly object[] {
  const blocks = new Map<number, { type: string; text: string; call?: object; seal?: string }>();
  for (const { block, type, text, call, seal } of parts) {
    const { type: was, text: before, ...more } = blocks.get(block) ?? { type, text: "" };
    assert.ok(was === type && block >= Math.max(-1, ...blocks.keys()), "parts of one block follow each other");
    blocks.set(block, {
      type,
      text: before + text,
      ...more,
      ...(call === undefined ? {} : { call: { ...call } }),
      ...(seal === undefined ? {} : { seal }),
    });
  }
  return [...blocks.values()];
}

function shown(block: Block, isSealed: boolean): object {
  if (block.type === "opaque") throw new Error("not shown");
  if (block.type === "call") return { type: "call", text: block.arguments, call: { id: block.id, name: block.name } };
  const seal = isSealed && block.type === "think" ? sealOf(block) : undefined;
  return { type: block.type, text: block.text, ...(seal === undefined ? {} : { seal }) };
}

const signal = new AbortController().signal;
const STORY: DoubleReply = {
  think: "First I look at the file, then I change it.",
  signature: "c2lnbmF0dXJlLW9mLWEtdGhvdWdodA==",
  text: "I look at both files.",
  calls: [
    { id: "call_a1", name: "read_file", arguments: { path: "src/a-rather-long-name.ts" } },
    { id: "call_b2", name: "run", arguments: {} },
  ],
};

for (const wire of WIRE_NAMES) {
  test(`${wire}: the parts are the message`, async (t) => {
    const model = await over(t, wire, STORY);
    const parts: AnswerPart[] = [];
    const { message } = await model.chat(requestOf(), { signal, onPart: (part) => parts.push(part) });
    const told = message.blocks.map((block) => shown(block, wire === "anthropic"));
    assert.equal(told.length, 4);
    assert.deepEqual(joined(parts), told);
    const announced = parts.filter(({ call }) => call !== undefined).map(({ text }) => text);
    if (wire !== "gemini") assert.deepEqual(announced, ["", ""]); // by name, before there are arguments
  });

  test(`${wire}: a part is there before the stream goes on`, async (t) => {
    const model = await over(t, wire, { ...STORY, stallAfterBytes: 1200 });
    const stop = new AbortController();
    const first = Promise.withResolvers<AnswerPart>();
    const asked = model.chat(requestOf(), { signal: stop.signal, onPart: first.resolve });
    const { type, text } = await first.promise;
    assert.ok(type === "think" && (STORY.think ?? "").startsWith(text) && text !== "");
    stop.abort(new Error("seen"));
    await assert.rejects(asked);
  });
}

test("a call is shown under the id that it will have, or not before it has one", async (t) => {
  const calls = [1, 2].map((n) => ({ id: "same", name: "run", arguments: { n } }));
  const seen = async (more: Partial<DoubleReply>): Promise<readonly unknown[]> => {
    const model = await over(t, "openai", { calls, duplicateIds: true, ...more });
    const parts: AnswerPart[] = [];
    const { message } = await model.chat(requestOf(), { signal, onPart: (part) => parts.push(part) });
    const ids = message.blocks.flatMap((block) => (block.type === "call" ? [block.id] : []));
    assert.equal(new Set(ids).size, 2);
    return joined(parts).filter((block) => "call" in block);
  };
  assert.deepEqual(await seen({}), [{ type: "call", text: '{"n":1}', call: { id: "call_same", name: "run" } }]);
  assert.deepEqual(await seen({ duplicateIds: false, noIds: true }), []);
  const uses = calls.map(({ arguments: parameters }) => ({ recipient_name: "functions.run", parameters }));
  const folded = { id: "a", name: "multi_tool_use.parallel", arguments: { tool_uses: uses } };
  assert.deepEqual(await seen({ duplicateIds: false, calls: [folded] }), []);
});

test("fragments of two calls in turn: only the newest grows", async (t) => {
  const calls = ["a", "b"].map((id) => ({ id, name: "run", arguments: { text: "a longer argument" } }));
  const model = await over(t, "openai", { calls, interleaved: true });
  const parts: AnswerPart[] = [];
  await model.chat(requestOf(), { signal, onPart: (part) => parts.push(part) });
  const [first, second] = joined(parts) as readonly { readonly text: string }[];
  assert.ok(JSON.stringify(calls[0]?.arguments).startsWith(first?.text ?? "?"));
  assert.equal(second?.text, JSON.stringify(calls[1]?.arguments));
});

const XML: Readonly<Record<string, readonly [text: string, shown: readonly object[]]>> = {
  "a call behind words": [
    "I read it, as a < b.\n\n<read_file>\n<path>a.ts</path>\n</read_file>",
    [
      { type: "text", text: "I read it, as a < b." },
      { type: "call", text: "", call: { name: "read_file" } },
    ],
  ],
  "a tag in code": ["Write `<read_file>` so.\nDone ", [{ type: "text", text: "Write `<read_file>` so.\nDone" }]],
  "a mention of a tool": ["The tag <read_file> is a tag. More.", [{ type: "text", text: "The tag" }]],
  "other tags": ["Some <b>bold</b> words", [{ type: "text", text: "Some <b>bold</b> words" }]],
};

test("XML: an answer with 20,000 blank lines takes no time to show", async (t) => {
  const text = `Done.${"\n".repeat(20_000)}Really.`;
  const model = await over(t, "openai", { text }, "xml");
  const parts: AnswerPart[] = [];
  const before = process.cpuUsage();
  await model.chat(requestOf(), { signal, onPart: (part) => parts.push(part) });
  const { user, system } = process.cpuUsage(before);
  assert.deepEqual(joined(parts), [{ type: "text", text }]);
  assert.ok(user + system < 5_000_000, `${user + system} µs`);
});

test("a long answer takes time that grows with its length", () => {
  const tools = new Map([["read_file", {}]]);
  const code = "const f = (a: Map<string, number>) => a.size > 1 && g<T>(a);\n".repeat(3_000);
  const pieces = code.match(/[^]{1,4}/g) ?? [];
  const told: AnswerPart[] = [];
  const live = createLiveText((part) => told.push(part), { tools, callId: "c" });
  const first = watchFirstCall(tools);
  const thought: string[] = [];
  const content = createContentWriter({
    begin: () => ({ write: (text) => thought.push(text), extend: () => {} }),
    say: () => {},
    thought: () => "other reasoning",
    turnIntoThought: () => false,
  });
  const ms = cpuMs(() => {
    for (const text of pieces) live({ block: 0, type: "text", text });
    for (const text of pieces) first.take({ block: 0, type: "text", text });
    for (const text of ["<think>", ...pieces, "</think>"]) content.write(text);
  });
  assert.equal(told.map(({ text }) => text).join(""), code.trimEnd());
  assert.equal(first.endedAt(), undefined);
  assert.equal(thought.join(""), code);
  assert.ok(ms < 2_000, `${ms} ms`);
});

for (const [name, [text, expected]] of Object.entries(XML)) {
  test(`XML: ${name}`, async (t) => {
    const model = await over(t, "openai", { text }, "xml");
    const parts: AnswerPart[] = [];
    const { message } = await model.chat(requestOf(), { signal, onPart: (part) => parts.push(part) });
    const whole = message.blocks.map((block) => shown(block, false)) as readonly { readonly text: string }[];
    const blocks = joined(parts) as readonly { type: string; text: string; call?: { id: string; name: string } }[];
    assert.ok(blocks.every((block, at) => whole[at]?.text.startsWith(block.text)));
    assert.deepEqual(
      blocks.map(({ call, ...block }) => ({ ...block, ...(call === undefined ? {} : { call: { name: call.name } }) })),
      expected,
    );
  });
}
