/** What a provider sent beside text and calls goes back as it came: exactly in place, or the provider refuses the next request. */

import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { callsOf, textOf, type Message } from "../../src/protocol/message.ts";
import type { ChatReply } from "../../src/protocol/model.ts";
import type { ModelSpec } from "../../src/llm/create.ts";
import { fieldsOf, type Json } from "../doubles/model-check.ts";
import { ask, failureOf, modelOf, requestOf, serve, user, type FormatName } from "./workbench.ts";

type Answer = { readonly content: Json; readonly [field: string]: Json };

/** Asks twice: the second request holds the first answer and its results. Returns the answer, and what went back of it. */
async function twice(
  t: TestContext,
  format: FormatName,
  raw: string,
  more: Partial<ModelSpec> = {},
): Promise<{ readonly reply: ChatReply; readonly back: Answer }> {
  const server = await serve(t, [{ raw }, { text: "Done." }]);
  const model = await modelOf(format, server, more);
  const reply = await ask(model);
  const results = callsOf(reply.message).map(({ id }): Message => {
    return { role: "tool", toolCallId: id, content: "ok", isError: false };
  });
  await ask(model, requestOf({ messages: [user("Fix it."), reply.message, ...results, user("Go on.")] }));
  assert.deepEqual(server.violations, []);
  const messages = fieldsOf(server.requests[1]!.json)["messages"] as readonly Json[];
  const back = messages.map(fieldsOf).find(({ role }) => role === "assistant");
  assert.ok(back !== undefined);
  return { reply, back: back as Answer };
}

/** A block of the Messages API: how it opens, and its deltas. */
type Block = readonly [start: Json, ...deltas: readonly Json[]];

function messages(blocks: readonly Block[], reason = "tool_use", more: object = {}): string {
  const start = { type: "message_start", message: { usage: { input_tokens: 5, output_tokens: 1 } } };
  const events = [
    start,
    ...blocks.flatMap(([block, ...deltas], index) => [
      { type: "content_block_start", index, content_block: block },
      ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
      { type: "content_block_stop", index },
      ...(index === 0 ? [start] : []), // gateways repeat it
    ]),
    { type: "message_delta", delta: { stop_reason: reason, ...more }, usage: { output_tokens: 9 } },
    { type: "message_stop" },
  ];
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
}

const think = (text: string, signature: string): Block => [
  { type: "thinking", thinking: "", signature: "" },
  ...(text === "" ? [] : [{ type: "thinking_delta", thinking: text }]),
  { type: "signature_delta", signature: signature.slice(0, 3) },
  { type: "signature_delta", signature: signature.slice(3) },
];
const use = (id: string, input: string): Block => [
  { type: "tool_use", id, name: "run", input: {}, caller: { type: "direct" } },
  { type: "input_json_delta", partial_json: input.slice(0, 4) },
  { type: "input_json_delta", partial_json: input.slice(4) },
];
const text = (said: string): Block => [
  { type: "text", text: "", citations: null },
  { type: "text_delta", text: said },
];

const THOUGHT = (thinking: string, signature: string) => ({ type: "thinking", thinking, signature });
const USE = (id: string, input: Json) => ({ type: "tool_use", id, name: "run", input, caller: { type: "direct" } });
const SEARCH = { type: "server_tool_use", id: "srv_1", name: "web_search", input: { z: 1, a: [2] } };
const FOUND = {
  type: "web_search_tool_result",
  tool_use_id: "srv_1",
  content: [{ type: "web_search_result", z: "last", a: "first" }],
};

const ECHOES: Readonly<Record<string, readonly [sent: readonly Block[], back: readonly Json[]]>> = {
  "thinking between calls": [
    [think("One.", "signed-1"), use("t1", '{"b":1,"a":2}'), think("Two.", "signed-2"), use("t2", "{}"), text("So.")],
    [
      THOUGHT("One.", "signed-1"),
      USE("t1", { b: 1, a: 2 }),
      THOUGHT("Two.", "signed-2"),
      USE("t2", {}),
      { type: "text", text: "So." },
    ],
  ],
  "text before thinking, and between": [
    [text("First."), think("One.", "signed-1"), text("Then."), use("t1", "{}")],
    [{ type: "text", text: "First." }, THOUGHT("One.", "signed-1"), { type: "text", text: "Then." }, USE("t1", {})],
  ],
  "thinking that is not shown, and redacted": [
    [think("", "signed-1"), [{ type: "redacted_thinking", data: "b3BhcXVl" }], use("t1", "{}")],
    [THOUGHT("", "signed-1"), { type: "redacted_thinking", data: "b3BhcXVl" }, USE("t1", {})],
  ],
  "white space that nothing needs": [
    [think("One.", "signed-1"), text("\n\n"), use("t1", "{}")],
    [THOUGHT("One.", "signed-1"), USE("t1", {})],
  ],
  "tools that the server runs, and kinds that are not known": [
    [
      [
        { ...SEARCH, input: {} },
        { type: "input_json_delta", partial_json: '{"z":1,' },
        { type: "input_json_delta", partial_json: '"a":[2]}' },
      ],
      [FOUND],
      [{ type: "container_upload", file_id: "file_1" }],
      [{ type: "fallback", from: { model: "a" }, to: { model: "b" } }],
      text("Found."),
      use("t1", "{}"),
    ],
    [
      SEARCH,
      FOUND,
      { type: "container_upload", file_id: "file_1" },
      { type: "fallback", from: { model: "a" }, to: { model: "b" } },
      { type: "text", text: "Found." },
      USE("t1", {}),
    ],
  ],
  "a field of a call that has calls in it": [
    [
      [
        { type: "tool_use", id: "t1", name: "multi_tool_use.parallel", input: {}, caller: { type: "direct" } },
        { type: "input_json_delta", partial_json: '{"tool_uses":[{"recipient_name":"run"},{"recipient_name":"run"}]}' },
      ],
    ],
    [USE("t1", {}), { type: "tool_use", id: "t1_1", name: "run", input: {} }],
  ],
  citations: [
    [
      [
        { type: "text", text: "", citations: [] },
        { type: "text_delta", text: "Cited." },
        { type: "citations_delta", citation: { type: "char_location", start: 1 } },
        { type: "citations_delta", citation: { type: "char_location", start: 7 } },
      ],
      use("t1", "{}"),
    ],
    [
      {
        type: "text",
        text: "Cited.",
        citations: [
          { type: "char_location", start: 1 },
          { type: "char_location", start: 7 },
        ],
      },
      USE("t1", {}),
    ],
  ],
  "arguments in the start of a call": [
    [[{ type: "tool_use", id: "t1", name: "run", input: { b: 1, a: 2 } }]],
    [{ type: "tool_use", id: "t1", name: "run", input: { b: 1, a: 2 } }],
  ],
};

for (const [name, [sent, back]] of Object.entries(ECHOES)) {
  test(`anthropic: ${name}`, async (t) => {
    const { back: answer } = await twice(t, "anthropic", messages(sent));
    assert.equal(JSON.stringify(answer.content), JSON.stringify(back), "the keys too, in their order");
  });
}

test("anthropic: a pause sends the message back as it is, and a refusal says its category and is final", async (t) => {
  for (const reason of ["pause_turn", "compaction"]) {
    const paused = messages([[SEARCH], [FOUND]], reason);
    const server = await serve(t, [{ raw: paused }, { text: "Found." }]);
    const model = await modelOf("anthropic", server);
    const first = await ask(model);
    assert.deepEqual([first.isPaused, textOf(first.message)], [true, ""]);
    const next = await ask(model, requestOf({ messages: [user("Fix it."), first.message] }));
    assert.equal(textOf(next.message), "Found.");
    const sent = fieldsOf(server.requests[1]!.json)["messages"] as readonly Json[];
    assert.deepEqual(fieldsOf(sent.at(-1)), { role: "assistant", content: [SEARCH, FOUND] });
  }
  const refusing = await serve(t, [
    { raw: messages([text("I")], "refusal", { stop_details: { type: "refusal", category: "cyber" } }) },
  ]);
  const error = await failureOf(ask(await modelOf("anthropic", refusing)));
  assert.equal(error.code, "provider.filtered");
  assert.match(error.message, /content filter \(cyber\)/);
});

/** Chunks of Chat Completions. */
function chunks(...deltas: readonly object[]): string {
  const events = [...deltas.map((delta) => [delta, null] as const), [{}, "tool_calls"] as const];
  return events
    .map(([delta, finish_reason]) => `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason }] })}\n\n`)
    .join("");
}

const called = (more: object = {}) => ({
  tool_calls: [{ index: 0, id: "c1", type: "function", function: { name: "run", arguments: "{}" }, ...more }],
});
const CALL = { id: "c1", type: "function", function: { name: "run", arguments: "{}" } };
const GOOGLE = { google: { thought_signature: "c2lnbmVk" } };
const detail = (more: object) => ({ format: "anthropic-claude-v1", ...more });
const HM = detail({ type: "reasoning.text", index: 0, text: "Hm." });

const COMPATIBLE = { model: "compatible/some-model" };
const FIELDS: Readonly<Record<string, readonly [deltas: readonly object[], back: object, spec: Partial<ModelSpec>]>> = {
  "Gemini's signature of a call": [
    [called({ extra_content: GOOGLE })],
    { tool_calls: [{ ...CALL, extra_content: GOOGLE }] },
    { model: "compatible/gemini-3-flash-preview" },
  ],
  "Gemini's signature of a text": [
    [{ content: "Look.", extra_content: GOOGLE }, called()],
    { content: "Look.", extra_content: GOOGLE, tool_calls: [CALL] },
    { model: "compatible/gemini-3-flash-preview" },
  ],
  "extras of Kimi": [
    [called({ extras: { z: 1, a: 2 } })],
    { reasoning_content: "", tool_calls: [{ ...CALL, extras: { z: 1, a: 2 } }] },
    {},
  ],
  "DeepSeek's reasoning": [
    [
      { reasoning_content: "Hm, " },
      { reasoning_content: "yes." },
      { content: null, reasoning_content: null, ...called() },
    ],
    { reasoning_content: "Hm, yes.", tool_calls: [CALL] },
    { model: "compatible/deepseek-chat" },
  ],
  "reasoning under another name": [
    [{ reasoning: "Hm." }, called()],
    { reasoning: "Hm.", tool_calls: [CALL] },
    COMPATIBLE,
  ],
  "reasoning under a third name": [
    [{ reasoning_text: "Hm." }, called()],
    { reasoning_text: "Hm.", tool_calls: [CALL] },
    COMPATIBLE,
  ],
  "the same reasoning under two names": [
    [{ reasoning: "Hm.", reasoning_content: "Hm." }, called()],
    { reasoning_content: "Hm.", tool_calls: [CALL] },
    COMPATIBLE,
  ],
  "reasoning that is empty": [
    [{ content: "", reasoning_content: "" }, called()],
    { reasoning_content: "", tool_calls: [CALL] },
    COMPATIBLE,
  ],
  "no reasoning, where each message needs the field": [[called()], { reasoning_content: "", tool_calls: [CALL] }, {}],
  "null for no arguments": [
    [called({ function: { name: "run", arguments: "null" } })],
    { tool_calls: [{ ...CALL, function: { name: "run", arguments: "{}" } }] },
    COMPATIBLE,
  ],
  "reasoning in a field and as details, to a gateway that may read either": [
    [{ reasoning: "Hm.", reasoning_details: [HM] }, called()],
    { reasoning: "Hm.", reasoning_details: [HM], tool_calls: [CALL] },
    COMPATIBLE,
  ],
  "the same, to one that reads the details": [
    [{ reasoning: "Hm.", reasoning_details: [HM] }, called()],
    { reasoning_details: [HM], tool_calls: [CALL] },
    { model: "openrouter/anthropic/claude-sonnet-5" },
  ],
  "the same, to one that demands a field": [
    [{ reasoning: "Hm.", reasoning_details: [HM] }, called()],
    { reasoning: "Hm.", reasoning_content: "Hm.", reasoning_details: [HM], tool_calls: [CALL] },
    {},
  ],
  "details alone, to one that demands a field": [
    [{ reasoning_details: [HM] }, called()],
    { reasoning_content: "Hm.", reasoning_details: [HM], tool_calls: [CALL] },
    {},
  ],
  "details alone": [
    [{ reasoning_details: [HM] }, called()],
    { reasoning_details: [HM], tool_calls: [CALL] },
    COMPATIBLE,
  ],
  "details of a gateway": [
    [
      { reasoning: "On", reasoning_details: [detail({ type: "reasoning.text", index: 0, text: "On" })] },
      { reasoning: "e.", reasoning_details: [detail({ type: "reasoning.text", index: 0, text: "e." })] },
      { reasoning_details: [detail({ type: "reasoning.text", index: 0, signature: "c2lnbmVk" })] },
      { reasoning_details: [detail({ type: "reasoning.encrypted", index: 1, id: "r1", data: "b3BhcXVl" })] },
      { reasoning_details: [detail({ type: "reasoning.encrypted", index: 1, id: "r2", data: "ZHVuaw==" })] },
      { reasoning: "Two", reasoning_details: [detail({ type: "reasoning.summary", index: 2, summary: "Two" })] },
      called(),
    ],
    {
      reasoning_details: [
        detail({ type: "reasoning.text", index: 0, text: "One.", signature: "c2lnbmVk" }),
        detail({ type: "reasoning.encrypted", index: 1, id: "r1", data: "b3BhcXVl" }),
        detail({ type: "reasoning.encrypted", index: 1, id: "r2", data: "ZHVuaw==" }),
        detail({ type: "reasoning.summary", index: 2, summary: "Two" }),
      ],
      tool_calls: [CALL],
    },
    { model: "openrouter/anthropic/claude-sonnet-5" },
  ],
};

for (const [name, [deltas, back, spec]] of Object.entries(FIELDS)) {
  test(`openai: ${name}`, async (t) => {
    const { back: answer } = await twice(t, "openai", chunks(...deltas), spec);
    assert.deepEqual(answer, { role: "assistant", content: null, ...back });
  });
}
