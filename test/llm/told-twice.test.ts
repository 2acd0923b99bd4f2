/** One thing that a stream tells of twice: it is one thing, by its identity, wherever the second telling stands. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Block } from "../../src/protocol/message.ts";
import { ask, serve, wireModel, type WireName } from "./workbench.ts";

const data = (...events: readonly object[]): string =>
  events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");

const item = (type: string, output_index: number | undefined, of: object): object => ({
  type: `response.output_item.${type}`,
  ...(output_index === undefined ? {} : { output_index }),
  item: of,
});
const delta = (output_index: number, item_id: string, text: string): object => ({
  type: "response.output_text.delta",
  output_index,
  item_id,
  delta: text,
});
const ended = (...output: readonly object[]): object => ({
  type: "response.completed",
  response: { id: "resp_1", status: "completed", output },
});
const created = (id: string): object => ({ type: "response.created", response: { id, output: [] } });
const said = (id: string, text: string): object => ({
  type: "message",
  id,
  content: text === "" ? [] : [{ type: "output_text", text }],
});
const called = (id: string, call_id: string, text: string): object => ({
  type: "function_call",
  id,
  call_id,
  name: "run",
  arguments: text,
});
const thought = (id: string): object => ({ type: "reasoning", id, summary: [{ type: "summary_text", text: "Hm." }] });

const start = (id?: string): object => ({ type: "message_start", message: { id, usage: { input_tokens: 9 } } });
const text = (index: number, words: string): readonly object[] => [
  { type: "content_block_start", index, content_block: { type: "text", text: "" } },
  { type: "content_block_delta", index, delta: { type: "text_delta", text: words } },
  { type: "content_block_stop", index },
];
/** Without the events around it. */
const said0 = (...words: readonly string[]): readonly object[] =>
  words.map((word) => ({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: word } }));
const use = (index: number, id: string, json = '{"a":1}'): readonly object[] => [
  { type: "content_block_start", index, content_block: { type: "tool_use", id, name: "run", input: {} } },
  { type: "content_block_delta", index, delta: { type: "input_json_delta", partial_json: json } },
  { type: "content_block_stop", index },
];
const stopped = { type: "message_delta", delta: { stop_reason: "tool_use" }, usage: { output_tokens: 3 } };
const STOP = { type: "message_stop" };

const chunk = (of: object, reason: string | null = null): object => ({
  choices: [{ index: 0, delta: of, finish_reason: reason }],
});
const part = (index: number, id: string | undefined, name: string | undefined, json: string): object =>
  chunk({ tool_calls: [{ index, id, type: "function", function: { name, arguments: json } }] });
const END = chunk({}, "tool_calls");

const gemini = (parts: readonly object[], finishReason?: string): object => ({
  candidates: [{ content: { role: "model", parts }, finishReason }],
});
const asked = (id: string | undefined, a = 1): object => ({ functionCall: { id, name: "run", args: { a } } });

const ONCE = ["text I run.", 'call c1 run {"a":1}'];
const [I_RUN, C1] = [said("msg_1", "I run."), called("fc_1", "c1", '{"a":1}')];

const TABLE: Readonly<Record<string, readonly [wire: WireName, stream: string, blocks: readonly string[]]>> = {
  "places with a gap, and none in the last event": [
    "responses",
    data(item("done", 0, I_RUN), item("done", 2, C1), ended(I_RUN, C1)),
    ONCE,
  ],
  "places that begin at one, opened and written in pieces": [
    "responses",
    data(
      item("added", 1, said("msg_1", "")),
      delta(1, "msg_1", "I "),
      delta(1, "msg_1", "run."),
      item("done", 1, I_RUN),
      item("added", 3, called("fc_1", "c1", "")),
      item("done", 3, C1),
      ended(I_RUN, C1),
    ),
    ONCE,
  ],
  "another order in the last event": [
    "responses",
    data(item("done", 0, I_RUN), item("done", 1, C1), ended(C1, I_RUN)),
    ONCE,
  ],
  "other ids in the last event, behind a gap": [
    "responses",
    data(
      item("done", 0, thought("rs_1")),
      item("done", 2, I_RUN),
      item("done", 4, C1),
      ended(thought("rs_9"), said("msg_9", "I run."), called("fc_9", "c1", '{"a":1}')),
    ),
    ["think Hm.", ...ONCE],
  ],
  "one more message in the last event, with other ids": [
    "responses",
    data(item("done", 0, I_RUN), ended(said("msg_8", "I look."), said("msg_9", "I run."))),
    ["text I run.", "text I look."],
  ],
  "an item done twice, at two places": [
    "responses",
    data(item("done", 0, I_RUN), item("done", 1, C1), item("done", 2, I_RUN), item("done", 3, C1), ended()),
    ONCE,
  ],
  "an item opened and written twice, at two places": [
    "responses",
    data(
      ...[0, 2].flatMap((at) => [
        item("added", at, said("msg_1", "")),
        delta(at, "msg_1", "I run."),
        item("done", at, I_RUN),
        item("added", at + 1, called("fc_1", "c1", "")),
        item("done", at + 1, C1),
      ]),
      ended(I_RUN, C1),
    ),
    ONCE,
  ],
  "the end twice": [
    "responses",
    data(item("done", 0, I_RUN), item("done", 5, C1), ended(I_RUN, C1), ended(I_RUN, C1)),
    ONCE,
  ],
  "one place for all items": [
    "responses",
    data(item("done", 0, I_RUN), item("done", 0, C1), item("done", 0, called("fc_2", "c2", "{}")), ended()),
    [...ONCE, "call c2 run {}"],
  ],
  "one id for two calls": [
    "responses",
    data(item("done", 0, I_RUN), item("done", 1, C1), item("done", 3, called("fc_2", "c1", "{}")), ended()),
    [...ONCE, "call call_ run {}"],
  ],
  "another response begins in the middle": [
    "responses",
    data(
      created("resp_0"),
      item("added", 0, said("msg_0", "")),
      delta(0, "msg_0", "I r"),
      created("resp_1"),
      item("done", 0, I_RUN),
      item("done", 1, C1),
      ended(I_RUN, C1),
    ),
    ONCE,
  ],

  "another message begins in the middle": [
    "anthropic",
    data(
      start("m0"),
      ...text(0, "I run."),
      ...use(1, "c0"),
      start("m1"),
      ...text(0, "I run."),
      ...use(1, "c1"),
      stopped,
      STOP,
    ),
    ONCE,
  ],
  "another message begins before the first block": [
    "anthropic",
    data(start("m0"), start("m1"), ...text(0, "I run."), ...use(1, "c1"), stopped, STOP),
    ONCE,
  ],
  "another message behind a complete one": [
    "anthropic",
    data(
      start("m0"),
      ...text(0, "I run."),
      ...use(1, "c1"),
      stopped,
      STOP,
      start("m1"),
      ...use(0, "c2"),
      stopped,
      STOP,
    ),
    ONCE,
  ],
  "the same message begins again": [
    "anthropic",
    data(start("m0"), ...text(0, "I run."), start("m0"), ...use(1, "c1"), stopped, STOP),
    ONCE,
  ],
  "another id in the middle, and the message goes on": [
    "anthropic",
    data(start("m0"), ...text(0, "I run."), start("m1"), ...use(1, "c1"), stopped, STOP),
    ONCE,
  ],
  "the same message from its first block again": [
    "anthropic",
    data(start(), ...text(0, "I r"), start(), ...text(0, "I run."), ...use(1, "c1"), stopped, STOP),
    ONCE,
  ],
  "a start without an id in the middle": [
    "anthropic",
    data(start("m0"), ...text(0, "I run."), start(), ...use(1, "c1"), stopped, STOP),
    ONCE,
  ],
  "blocks that were not opened, of another message that begins in the middle": [
    "anthropic",
    data(start("m0"), ...said0("I r"), start("m1"), ...said0("I ", "run."), ...use(1, "c1"), stopped, STOP),
    ONCE,
  ],
  "blocks that were not opened, and a start in the middle": [
    "anthropic",
    data(start("m0"), ...said0("I "), start("m0"), ...said0("run."), ...use(1, "c1"), stopped, STOP),
    ONCE,
  ],
  "one block of a call twice": [
    "anthropic",
    data(start("m0"), ...text(0, "I run."), ...use(1, "c1"), ...use(1, "c1"), stopped, STOP),
    ONCE,
  ],

  "the whole call behind its pieces": [
    "openai",
    data(
      chunk({ content: "I run." }),
      part(0, "c1", "run", '{"a"'),
      part(0, undefined, undefined, ":1}"),
      part(0, "c1", "run", '{"a":1}'),
      END,
    ),
    ONCE,
  ],
  "the whole call behind its pieces, without ids": [
    "openai",
    data(chunk({ content: "I run." }), part(0, "", "run", '{"a":1}'), part(0, "", "run", '{"a":1}'), END),
    ["text I run.", 'call call_ run {"a":1}'],
  ],
  "the whole arguments behind their pieces, without a name": [
    "openai",
    data(
      chunk({ content: "I run." }),
      part(0, "c1", "run", ""),
      part(0, undefined, undefined, '{"a"'),
      part(0, undefined, undefined, ":1}"),
      part(0, undefined, undefined, '{"a":1}'),
      END,
    ),
    ONCE,
  ],
  "the whole arguments behind their pieces, and an empty one": [
    "openai",
    data(
      chunk({ content: "I run." }),
      part(0, "c1", "run", '{"a"'),
      part(0, undefined, undefined, ":1}"),
      part(0, undefined, undefined, '{"a": 1}'),
      part(0, undefined, undefined, ""),
      END,
    ),
    ["text I run.", 'call c1 run {"a": 1}'],
  ],
  "two different objects, of which none is left out": [
    "openai",
    data(chunk({ content: "I run." }), part(0, "c1", "run", '{"a":1}'), part(0, undefined, undefined, '{"a":2}'), END),
    ["text I run.", 'call c1 run {"a":1}{"a":2}'],
  ],
  "the whole arguments behind their first brace": [
    "openai",
    data(chunk({ content: "I run." }), part(0, "c1", "run", "{"), part(0, undefined, undefined, '{"a":1}'), END),
    ONCE,
  ],
  "the whole arguments behind wrong pieces": [
    "openai",
    data(
      chunk({ content: "I run." }),
      part(0, "c1", "run", '{"a": ""'),
      part(0, undefined, undefined, 'x"'),
      part(0, undefined, undefined, '{"a": "x"}'),
      END,
    ),
    ["text I run.", 'call c1 run {"a": "x"}'],
  ],
  "an object inside of arguments that are not complete": [
    "openai",
    data(
      chunk({ content: "I run." }),
      part(0, "c1", "run", '{"list":['),
      part(0, undefined, undefined, '{"a":1}'),
      END,
    ),
    ["text I run.", 'call c1 run {"list":[{"a":1}'],
  ],
  "the call again in pieces, and named once more": [
    "openai",
    data(
      chunk({ content: "I run." }),
      ...[1, 2].flatMap(() => [part(0, "c1", "run", ""), part(0, undefined, undefined, '{"a":1}')]),
      part(0, "c1", "run", ""),
      END,
    ),
    ONCE,
  ],
  "the pieces of one call at several places": [
    "openai",
    data(
      chunk({ content: "I run." }),
      part(0, "c1", "run", '{"a"'),
      part(1, "c1", undefined, ":1"),
      part(2, "c1", "run", "}"),
      END,
    ),
    ONCE,
  ],
  "one id at two places": [
    "openai",
    data(chunk({ content: "I run." }), part(0, "c1", "run", '{"a":1}'), part(1, "c1", "run", "{}"), END),
    [...ONCE, "call call_ run {}"],
  ],

  "one call in two chunks": [
    "gemini",
    data(gemini([{ text: "I run." }, asked("c1")]), gemini([asked("c1")], "STOP")),
    ONCE,
  ],
  "equal calls with ids of their own, and without": [
    "gemini",
    data(gemini([asked("c1"), asked("c2")]), gemini([asked(undefined), asked(undefined)], "STOP")),
    ["c1", "c2", "call_", "call_"].map((id) => `call ${id} run {"a":1}`),
  ],
};

function shown(block: Block): string {
  if (block.type === "opaque") return `opaque ${block.json}`;
  if (block.type !== "call") return `${block.type} ${block.text}`;
  return `call ${block.id.replace(/^call_.*/, "call_")} ${block.name} ${block.arguments}`;
}

for (const [name, [wire, raw, blocks]] of Object.entries(TABLE)) {
  test(`${wire}: ${name}`, async (t) => {
    const model = await wireModel(wire, await serve(t, [{ raw }]));
    assert.deepEqual((await ask(model)).message.blocks.map(shown), blocks);
  });
}

test("XML in the text: a message that begins again runs its call once", async (t) => {
  const words = "I run.\n\n<run>\n<a>1</a>\n</run>";
  const raw = data(start("m0"), ...text(0, words), start("m1"), ...text(0, words), stopped, STOP);
  const model = await wireModel("anthropic", await serve(t, [{ raw }]), { toolSyntax: "xml" });
  const calls = (await ask(model)).message.blocks.filter(({ type }) => type === "call");
  assert.equal(calls.length, 1);
});
