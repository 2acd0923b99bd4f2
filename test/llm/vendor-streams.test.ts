/**
 * Streams of all wire formats as vendors and gateways send them, each cut down to what is odd in it: read whole, and byte by byte.
 * What comes out is the whole answer, or the code and the words of the failure. Chat Completions has more in streams.test.ts.
 */

import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { systemClock } from "../../src/base/clock.ts";
import { createModel } from "../../src/llm/create.ts";
import { extraOf, type Block } from "../../src/protocol/message.ts";
import type { ChatReply, FailedCall } from "../../src/protocol/model.ts";
import { fieldsOf } from "../doubles/model-check.ts";
import type { DoubleReply } from "../doubles/model-reply.ts";
import { ask, failureOf, requestOf, serve, user } from "./workbench.ts";

const MODELS = {
  chat: { model: "compatible/x", path: "/v1" },
  anthropic: { model: "anthropic/claude-opus-5-5", path: "" },
  responses: { model: "openai/gpt-5.5", path: "/v1" },
  gemini: { model: "gemini/gemini-3.5-flash", path: "/v1beta" },
} as const;
type Wire = keyof typeof MODELS;

/** Events without names. */
const data = (...events: readonly object[]): string =>
  events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");
/** Events with the name that their type says. */
const named = (...events: readonly { readonly type: string; readonly [field: string]: unknown }[]): string =>
  events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");

const DONE = "data: [DONE]\n\n";
const chunk = (delta: unknown, reason: string | null = null, more: object = {}): object => ({
  choices: [{ index: 0, delta, finish_reason: reason }],
  ...more,
});
const fragment = (called: object): object => chunk({ tool_calls: [called] });
const END = data(chunk({}, "stop", { usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 } })) + DONE;

const START = {
  type: "message_start",
  message: { role: "assistant", content: [], usage: { input_tokens: 10, output_tokens: 1 } },
};
const text = (index: number, said: string) => [
  { type: "content_block_start", index, content_block: { type: "text", text: "" } },
  { type: "content_block_delta", index, delta: { type: "text_delta", text: said } },
  { type: "content_block_stop", index },
];
const stopped = (reason: string | null, usage: object = { output_tokens: 5 }) => ({
  type: "message_delta",
  delta: { stop_reason: reason, stop_sequence: null },
  usage,
});
const STOP = { type: "message_stop" };

const done = (index: number, item: object) => ({ type: "response.output_item.done", output_index: index, item });
const said = (...parts: readonly string[]) => ({
  type: "message",
  id: "msg_1",
  content: parts.map((one) => ({ type: "output_text", text: one, annotations: [] })),
});
const ended = (status = "completed", more: object = {}) => ({
  type: `response.${status}`,
  response: { id: "resp_1", status, output: [], usage: { input_tokens: 10, output_tokens: 5 }, ...more },
});

const part = (...parts: readonly object[]): object => ({
  candidates: [{ content: { role: "model", parts }, index: 0 }],
});
const last = (...parts: readonly object[]): object => ({
  candidates: [{ content: { role: "model", parts }, finishReason: "STOP", index: 0 }],
  usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5 },
});

/** Groq's error about a call that its server refuses, with status 400 or inside a stream. */
const groqError = (failed_generation: string): string =>
  JSON.stringify({
    error: {
      message: "Tool call validation failed",
      type: "invalid_request_error",
      code: "tool_use_failed",
      failed_generation,
    },
  });
const refusedByGroq = (generation: string): string => `event: error\ndata: ${groqError(generation)}\n\n`;

interface Heard {
  readonly blocks: readonly string[];
  readonly isCut?: true;
  readonly tokens?: readonly [input: number, output: number];
}

const COUNTED = [10, 5] as const;
const HI: Heard = { blocks: ["text hi"], tokens: COUNTED };
const RUN: Heard = { blocks: ["a run {}"], tokens: COUNTED };

const ANSWERS: Readonly<Record<string, readonly [wire: Wire, stream: string, heard: Heard]>> = {
  "blank events keep the line": ["chat", `data:\n\n${data(chunk({ content: "hi" }))}data: \n\n${END}`, HI],
  "a byte order mark, and no line behind the end": [
    "chat",
    `\uFEFF${data(chunk({ content: "hi" }))}${END}`.trimEnd(),
    HI,
  ],
  "a server that does not stream": [
    "chat",
    JSON.stringify(
      {
        choices: [{ index: 0, message: { role: "assistant", content: "hi" }, finish_reason: "stop" }],
        usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
      },
      null,
      2,
    ),
    HI,
  ],
  "a server that does not stream, and names no end": [
    "chat",
    JSON.stringify({
      choices: [
        {
          finish_reason: "",
          message: {
            content: "",
            tool_calls: [{ id: "a", type: "function", function: { name: "run", arguments: "{}" } }],
          },
        },
      ],
      usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
    }),
    RUN,
  ],
  "Groq: a call that does not fit the tools": [
    "chat",
    data(chunk({ reasoning: "hm" })) + refusedByGroq('{"name": "run", "arguments": {\n  "foo": "bar"\n}}'),
    { blocks: ["think hm", 'call_ run {"foo":"bar"}'], tokens: [58, 13] },
  ],
  "Groq: a call of an unknown tool": [
    "chat",
    refusedByGroq('{"name": "repo_browser.print_tree", "arguments": {"path": ""}}'),
    { blocks: ['call_ repo_browser.print_tree {"path":""}'], tokens: [58, 15] },
  ],
  "Groq: a call in Llama's markup": [
    "chat",
    refusedByGroq('<function=run>{"a": 1}</function>'),
    { blocks: ['call_ run {"a":1}'], tokens: [58, 11] },
  ],
  "usage in Groq's place": [
    "chat",
    data(
      chunk({ content: "hi" }),
      chunk({}, "stop", { x_groq: { id: "r", usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 } } }),
    ) + DONE,
    HI,
  ],
  "deltas that are null": ["chat", data(chunk(null), chunk({ content: "hi" }), chunk(null)) + END, HI],
  "usage that is null": ["chat", data({ ...chunk({ content: "hi" }), usage: null }) + END, HI],
  "places as text": [
    "chat",
    data(
      fragment({ index: "0", id: "a", function: { name: "run", arguments: "{" } }),
      fragment({ index: "0", function: { arguments: "}" } }),
    ) + END,
    RUN,
  ],
  "places with gaps": [
    "chat",
    data(
      fragment({ index: 1, id: "a", function: { name: "run", arguments: "{}" } }),
      fragment({ index: 3, id: "b", function: { name: "run", arguments: "{}" } }),
    ) + END,
    { blocks: ["a run {}", "b run {}"], tokens: COUNTED },
  ],
  "another id with each fragment": [
    "chat",
    data(
      fragment({ index: 0, id: "a", function: { name: "run", arguments: "{" } }),
      fragment({ index: 0, id: "b", function: { arguments: "}" } }),
    ) + END,
    RUN,
  ],
  "the name with each fragment": [
    "chat",
    data(
      fragment({ index: 0, id: "a", function: { name: "run", arguments: "{" } }),
      fragment({ index: 0, id: "a", function: { name: "run", arguments: "}" } }),
    ) + END,
    RUN,
  ],
  "names with what models add to them": [
    "chat",
    data(
      fragment({ index: 0, id: "a", function: { name: "functions.run", arguments: "{}" } }),
      fragment({ index: 1, id: "b", function: { name: "default_api.run", arguments: "{}" } }),
      fragment({ index: 2, id: "c", function: { name: "run<|channel|>commentary", arguments: "{}" } }),
      fragment({ index: 3, id: "d", function: { name: "functions.other", arguments: "{}" } }),
    ) + END,
    { blocks: ["a run {}", "b run {}", "c run {}", "d functions.other {}"], tokens: COUNTED },
  ],
  "one call in place of a list": [
    "chat",
    data(chunk({ tool_calls: { index: 0, id: "a", function: { name: "run", arguments: "{}" } } })) + END,
    RUN,
  ],
  "Databricks: a summary of thoughts in the content": [
    "chat",
    data(
      chunk({ content: [{ type: "reasoning", summary: [{ type: "summary_text", text: "hm" }] }] }),
      chunk({ content: "hi" }),
    ) + END,
    { blocks: ["think hm", "text hi"], tokens: COUNTED },
  ],
  "an end tag that is spoken of": [
    "chat",
    data(chunk({ content: "`</think>` ends, and so does\n```\n</think>\n```" })) + END,
    { blocks: ["text `</think>` ends, and so does\n```\n</think>\n```"], tokens: COUNTED },
  ],
  "an end tag behind reasoning in a field": [
    "chat",
    data(chunk({ reasoning_content: "hm" }), chunk({ content: "a </think> b" })) + END,
    { blocks: ["think hm", "text a </think> b"], tokens: COUNTED },
  ],
  "no thought before the end tag": [
    "chat",
    data(chunk({ content: "\n</think>" }), chunk({ content: "hi" })) + END,
    { blocks: ["think \n", "text hi"], tokens: COUNTED },
  ],
  "pieces of MiniMax that begin alike and are new": [
    "chat",
    data(
      chunk({ name: "MiniMax AI", content: "\n" }),
      chunk({ content: "\n\na" }),
      chunk({ content: "b" }),
      chunk({ content: "b" }),
    ) + END,
    { blocks: ["text \n\n\nabb"], tokens: COUNTED },
  ],
  "two calls in one place, without ids": [
    "chat",
    data(
      fragment({ index: 0, function: { name: "run", arguments: '{"a":1}' } }),
      fragment({ index: 0, function: { name: "run", arguments: '{"a":2}' } }),
    ) + END,
    { blocks: ['call_ run {"a":1}', 'call_ run {"a":2}'], tokens: COUNTED },
  ],
  "LiteLLM: an empty input before the pieces of it": [
    "chat",
    data(
      fragment({ index: 0, id: "a", function: { name: "run", arguments: "{}" } }),
      fragment({ index: 0, function: { arguments: '{"a":1}' } }),
    ) + END,
    { blocks: ['a run {"a":1}'], tokens: COUNTED },
  ],
  "counts of zero behind the true ones": [
    "chat",
    data(
      chunk({ content: "hi" }, null, { usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 } }),
      chunk({}, "stop", { usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 } }),
    ) + DONE,
    HI,
  ],
  "two ends, of which one says that it is cut": [
    "chat",
    data(chunk({ content: "hi" }, "stop"), chunk({}, "length")) + END,
    { ...HI, isCut: true },
  ],
  "the second of two answers first": [
    "chat",
    data({
      choices: [
        { index: 1, delta: { content: "no" } },
        { index: 0, delta: { content: "hi" } },
      ],
    }) + END,
    HI,
  ],

  "pings, and events to come": [
    "anthropic",
    named(START, { type: "ping" }, { type: "new_event" }, ...text(0, "hi"), stopped("end_turn"), STOP),
    HI,
  ],
  "events without names": ["anthropic", data(START, ...text(0, "hi"), stopped("end_turn"), STOP), HI],
  "a gateway that ends behind the reason": ["anthropic", named(START, ...text(0, "hi"), stopped("end_turn")), HI],
  "a gateway that ends as Chat Completions does": [
    "anthropic",
    named(START, ...text(0, "hi"), stopped("end_turn"), STOP) + DONE,
    HI,
  ],
  "a start in the middle, and a reason in the second attempt": [
    "anthropic",
    named(
      START,
      ...text(0, "h"),
      START,
      ...text(1, "i"),
      stopped(null, { output_tokens: 3 }),
      stopped("end_turn"),
      STOP,
    ),
    { blocks: ["text h", "text i"], tokens: COUNTED },
  ],
  "a reason to come": ["anthropic", named(START, ...text(0, "hi"), stopped("new_reason"), STOP), HI],
  "a block to come, whose text comes in pieces": [
    "anthropic",
    named(
      START,
      { type: "content_block_start", index: 0, content_block: { type: "compaction", content: "" } },
      { type: "content_block_delta", index: 0, delta: { type: "compaction_delta", content: "sh" } },
      { type: "content_block_delta", index: 0, delta: { type: "compaction_delta", content: "ort" } },
      ...text(1, "hi"),
      stopped("end_turn"),
      STOP,
    ),
    { blocks: ['opaque {"type":"compaction","content":"short"}', "text hi"], tokens: COUNTED },
  ],
  "the window is full": [
    "anthropic",
    named(START, ...text(0, "hi"), stopped("model_context_window_exceeded"), STOP),
    { ...HI, isCut: true },
  ],
  "counts that the end corrects": [
    "anthropic",
    named(START, ...text(0, "hi"), stopped("end_turn", { input_tokens: 30, output_tokens: 7 }), STOP),
    { blocks: ["text hi"], tokens: [30, 7] },
  ],
  "counts of zero at the end": [
    "anthropic",
    named(START, ...text(0, "hi"), stopped("end_turn", { input_tokens: 0, output_tokens: 5 }), STOP),
    HI,
  ],
  "counts of zero at the start": [
    "anthropic",
    named(
      { ...START, message: { ...START.message, usage: { input_tokens: 0, output_tokens: 0 } } },
      ...text(0, "hi"),
      stopped("end_turn", { input_tokens: 4, cache_read_input_tokens: 6, output_tokens: 5 }),
      STOP,
    ),
    HI,
  ],
  "an input that is an empty text": [
    "anthropic",
    named(
      START,
      { type: "content_block_start", index: 0, content_block: { type: "tool_use", id: "a", name: "run", input: "" } },
      { type: "content_block_delta", index: 0, delta: { type: "input_json_delta", partial_json: "{}" } },
      stopped("tool_use"),
      STOP,
    ),
    RUN,
  ],
  "an input that is a whole text": [
    "anthropic",
    named(
      START,
      {
        type: "content_block_start",
        index: 0,
        content_block: { type: "tool_use", id: "a", name: "run", input: '{"n":1}' },
      },
      { type: "content_block_start", index: 1, content_block: { type: "tool_use", id: "b", name: "run", input: "{}" } },
      { type: "content_block_delta", index: 1, delta: { type: "input_json_delta", partial_json: '{"n":2}' } },
      stopped("tool_use"),
      STOP,
    ),
    { blocks: ['a run {"n":1}', 'b run {"n":2}'], tokens: COUNTED },
  ],
  "deltas of blocks that were not opened, or closed too early": [
    "anthropic",
    named(
      START,
      { type: "content_block_delta", index: 0, delta: { type: "thinking_delta", thinking: "hm" } },
      { type: "content_block_delta", index: 0, delta: { type: "signature_delta", signature: "s" } },
      { type: "content_block_start", index: 1, content_block: { type: "text", text: "" } },
      { type: "content_block_delta", index: 1, delta: { type: "text_delta", text: "h" } },
      { type: "content_block_stop", index: 1 },
      { type: "content_block_delta", index: 1, delta: { type: "text_delta", text: "i" } },
      { type: "content_block_delta", index: 2, delta: { type: "input_json_delta", partial_json: "{}" } },
      stopped("end_turn"),
      STOP,
    ),
    { blocks: ["think hm", "text h", "text i"], tokens: COUNTED },
  ],
  "a gateway that does not stream": [
    "anthropic",
    JSON.stringify({
      type: "message",
      content: [
        { type: "text", text: "hi" },
        { type: "tool_use", id: "a", name: "run", input: { path: "x" } },
      ],
      stop_reason: "tool_use",
      usage: { input_tokens: 10, output_tokens: 5 },
    }),
    { blocks: ["text hi", 'a run {"path":"x"}'], tokens: COUNTED },
  ],

  "items without names": ["responses", data(done(0, said("hi")), ended()), HI],
  "items at the end alone": ["responses", named(ended("completed", { output: [said("hi")] })), HI],
  "blank events and [DONE]": ["responses", `data:\n\n${named(done(0, said("hi")), ended())}${DONE}`, HI],
  "deltas without a place": [
    "responses",
    named(
      { type: "response.output_item.added", item: { type: "message", id: "msg_1", content: [] } },
      { type: "response.output_text.delta", item_id: "msg_1", delta: "hi" },
      { type: "response.output_item.done", item: said("hi") },
      ended(),
    ),
    HI,
  ],
  "two parts of one message": [
    "responses",
    named(done(0, said("h", "i")), ended()),
    { blocks: ["text h\n\ni"], tokens: COUNTED },
  ],
  "an end for other reasons": [
    "responses",
    named(done(0, said("hi")), ended("incomplete", { incomplete_details: { reason: "max_messages" } })),
    HI,
  ],
  "an end at the cap": [
    "responses",
    named(done(0, said("hi")), ended("incomplete", { incomplete_details: { reason: "max_output_tokens" } })),
    { ...HI, isCut: true },
  ],
  "a call without deltas": [
    "responses",
    named(done(0, { type: "function_call", id: "fc_1", call_id: "a", name: "run", arguments: "{}" }), ended()),
    RUN,
  ],
  "one response in place of a stream": [
    "responses",
    JSON.stringify({
      id: "resp_1",
      object: "response",
      status: "completed",
      error: null,
      output: [said("hi")],
      usage: { input_tokens: 10, output_tokens: 5 },
    }),
    HI,
  ],

  "usage behind the end": [
    "gemini",
    data(
      { candidates: [{ content: { parts: [{ text: "hi" }] }, finishReason: "STOP" }] },
      { usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5 } },
    ),
    HI,
  ],
  "candidates that are null": ["gemini", data({ candidates: null, usageMetadata: null }, last({ text: "hi" })), HI],
  "a reason that stands for none": [
    "gemini",
    data({ candidates: [{ content: { parts: [{ text: "h" }] }, finishReason: "FINISH_REASON_UNSPECIFIED" }] }) +
      data(last({ text: "i" })),
    HI,
  ],
  "an end without content": ["gemini", data(part({ text: "hi" }), last()), HI],
  "a signed end without words": [
    "gemini",
    data(
      part({ functionCall: { id: "a", name: "run", args: {} }, thoughtSignature: "cw==" }),
      last({ text: "", thoughtSignature: "ZQ==" }),
    ),
    { blocks: ["a run {}", "text "], tokens: COUNTED },
  ],
  "a call of a tool that does not exist": [
    "gemini",
    data({
      candidates: [
        {
          content: { role: "model", parts: [{ functionCall: { id: "a", name: "list_files", args: {} } }] },
          finishReason: "UNEXPECTED_TOOL_CALL",
          finishMessage: "Unexpected tool call: Model tried to call an undeclared function: list_files.",
        },
      ],
      usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5 },
    }),
    { blocks: ["a list_files {}"], tokens: COUNTED },
  ],
  "the end of another format behind the end": ["gemini", data(last({ text: "hi" })) + DONE, HI],
  "a call without arguments": ["gemini", data(last({ functionCall: { id: "a", name: "run" } })), RUN],
  "a list in place of a stream": ["gemini", JSON.stringify([part({ text: "h" }), last({ text: "i" })]), HI],
};

/** Markup in which models write `run` and `read_file`, at the end of their words. */
const LEAKED: Readonly<Record<string, readonly [said: string, calls: readonly string[], before?: string]>> = {
  Kimi: [
    'Now.<|tool_calls_section_begin|><|tool_call_begin|>functions.run:0<|tool_call_argument_begin|>{}<|tool_call_end|><|tool_call_begin|>functions.read_file:1<|tool_call_argument_begin|>{"path": "a<|tool_call_end|>"}<|tool_call_end|><|tool_calls_section_end|>',
    ["run {}", 'read_file {"path": "a<|tool_call_end|>"}'],
    "Now.",
  ],
  "DeepSeek 3.2": [
    'Now.\n\n<｜DSML｜function_calls>\n<｜DSML｜invoke name="read_file">\n<｜DSML｜parameter name="path" string="true">a</｜DSML｜parameter>\n</｜DSML｜invoke>\n<｜DSML｜invoke name="run">\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
    ['read_file {"path":"a"}', "run {}"],
    "Now.",
  ],
  "DeepSeek 3": [
    '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>read_file\n```json\n{"path":"a"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜><｜end▁of▁sentence｜>',
    ['read_file {"path":"a"}'],
  ],
  "Qwen's coder": [
    "Now.\n<tool_call>\n<function=read_file>\n<parameter=path>\na\n</parameter>\n</function>\n</tool_call>",
    ['read_file {"path":"a"}'],
    "Now.",
  ],
  Hermes: [
    '<tool_call>\n{"name": "run", "arguments": {}}\n</tool_call>\n<tool_call>\n{"name": "read_file", "arguments": {"path": "</tool_call>"}}\n</tool_call>',
    ["run {}", 'read_file {"path":"</tool_call>"}'],
  ],
  GLM: [
    "<tool_call>read_file\n<arg_key>path</arg_key>\n<arg_value>a</arg_value>\n</tool_call>",
    ['read_file {"path":"a"}'],
  ],
  MiniMax: [
    'Now.]<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="read_file">]<]minimax[>[<path>a]<]minimax[>[</path>]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>',
    ['read_file {"path":"a"}'],
    "Now.",
  ],
  Mistral: ['[TOOL_CALLS]run[ARGS]{}[TOOL_CALLS]read_file[ARGS]{"path": "a"}', ["run {}", 'read_file {"path": "a"}']],
  "Mistral before": ['[TOOL_CALLS][{"name": "run", "arguments": {}}]', ["run {}"]],
  "gpt-oss": ["<|channel|>commentary to=functions.run <|constrain|>json<|message|>{}<|call|>", ["run {}"]],
  "Claude, without the end of the block": [
    'Now.\n\n<function_calls>\n<invoke name="read_file">\n<parameter name="path">a</parameter>\n</invoke>\n',
    ['read_file {"path":"a"}'],
    "Now.",
  ],
};

for (const [name, [said, calls, before]] of Object.entries(LEAKED)) {
  test(`chat: markup that the server did not read: ${name}`, async (t) => {
    const called = calls.map((call) => `call_ ${call}`);
    const words = before === undefined ? [] : [`text ${before}`];
    const reply = { raw: data(chunk({ content: said })) + END, chunkBytes: 7 };
    assert.deepEqual(heard(await ask(await over(t, "chat", reply))), {
      blocks: [...words, ...called],
      tokens: COUNTED,
    });
    const thought = { raw: data(chunk({ reasoning_content: said })) + END };
    assert.deepEqual(heard(await ask(await over(t, "chat", thought))), {
      blocks: [`think ${before ?? ""}`, ...called],
      tokens: COUNTED,
    });
  });
}

/** Answers that are plainly a call: run where they can be read, and else a call that the engine refuses. */
const PLAIN: readonly (readonly [said: string, ...blocks: string[]])[] = [
  ["```\n<tool_call>\n<function=run>\n</function>\n</tool_call>\n```", "call_ run {}"],
  [
    'I\'ll read it:\n```json\n{"name": "read_file", "arguments": {"path": "a"}}\n```',
    "text I'll read it:",
    'call_ read_file {"path":"a"}',
  ],
  ['{"name": "run", "parameters": {}}', "call_ run {}"],
  ['[{"type": "function", "name": "run", "arguments": "{}"}]', "call_ run {}"],
  ["Now.\n<read_file>\n<path>a</path>\n</read_file>", "text Now.", 'call_ read_file {"path":"a"}'],
  ["<read_file>\n<path>a</path>", 'call_ read_file {"path":"a"}'],
  ['<invoke name="read_file">\n<parameter name="path">a</parameter>', 'call_ read_file {"path":"a"}'],
  ["<function=read_file>\n<parameter=path>\na\n</parameter>", 'call_ read_file {"path":"a"}'],
  ['<invoke name="read_file">\n<parameter name="path">a', 'call_ read_file <parameter name="path">a'],
  [
    '<tool_call>{"name": "run", "arguments": {"a": </tool_call>',
    'call_ run {"name": "run", "arguments": {"a": </tool_call>',
  ],
  [
    'Now.\n<tool_call>{"name": "rum", "arguments": {}}</tool_call>',
    "text Now.",
    'call_ rum {"name": "rum", "arguments": {}}</tool_call>',
  ],
  ["<run_shell><command>ls</command></run_shell>", "call_ run_shell {}"],
  ["I look.\n\n<bash>\n<command>ls</command>", "text I look.", "call_ bash {}"],
];

/** Answers that talk about calls, or hold something like them. */
const NOT_LEAKED: readonly string[] = [
  "It writes `<function=run></function>` then.",
  'Say <tool_call>{"name": "run", "arguments": {}}</tool_call> and it runs.',
  "A call looks so:\n```xml\n<read_file>\n<path>a</path>\n</read_file>\n```",
  '`<invoke name="run">` begins a call, and `</invoke>` ends it.',
  "<tool_call> is the tag of Qwen.\n\nIt is followed by JSON.",
  '<tool_call>\n{"name": "run"}\n</tool_call>\n\nThis is the form of a call.',
  "Fixed.\n\n<details>\n<summary>Log</summary>\nall green\n</details>",
  '{"name": "kimi", "version": "1"}',
  '{"name": "rum", "arguments": {}}',
  "<project><name>a</name></project>",
  "<read_file> is not needed here.",
];

test("chat: a call that Groq refuses with status 400 is one of the answer", async (t) => {
  const body = groqError('{"name": "run", "arguments": {"foo": "bar"}}');
  const { blocks } = heard(await ask(await over(t, "chat", { status: 400, body })));
  assert.deepEqual(blocks, ['call_ run {"foo":"bar"}']);
});

test("chat: an answer that is plainly a call never becomes the final text", async (t) => {
  for (const [text, ...blocks] of PLAIN) {
    const reply = { raw: data(chunk({ content: text })) + END };
    assert.deepEqual(heard(await ask(await over(t, "chat", reply))), { blocks, tokens: COUNTED });
  }
});

test("chat: what only looks like a call stays text, and no hostile text of them takes long", async (t) => {
  for (const text of NOT_LEAKED) {
    const reply = { raw: data(chunk({ content: text })) + END };
    assert.deepEqual(heard(await ask(await over(t, "chat", reply))), { blocks: [`text ${text}`], tokens: COUNTED });
  }
  const pieces = [
    "<function=run><parameter=a>",
    "<tool_call>{",
    '<invoke name="run">',
    "[TOOL_CALLS]run[ARGS]",
    "`<tool_call>",
  ];
  const blank = [
    `<tool_call>run<arg_key>${" ".repeat(10_000)}x`,
    `<|tool_call_begin|>run<|tool_call_argument_begin|>\`\`\`json\n${"\n".repeat(50_000)}x`,
  ];
  for (const text of [...pieces.map((piece) => piece.repeat(10_000)), ...blank]) {
    const reply = { raw: data(chunk({ content: text })) + END };
    const before = process.cpuUsage();
    assert.equal((await ask(await over(t, "chat", reply))).message.blocks.length, 1);
    const { user, system } = process.cpuUsage(before);
    assert.ok(user + system < 2_000_000, `${text.slice(0, 40)}: ${user + system} µs`);
  }
});

test("chat: reading an error page with unclosed tags takes no time", async (t) => {
  const reply = { raw: data({ error: `<html>${"<style <title ".repeat(20_000)}` }) };
  const before = process.cpuUsage();
  const failure = await failureOf(ask(await over(t, "chat", reply)));
  const { user, system } = process.cpuUsage(before);
  assert.equal(failure.code, "provider.unavailable");
  assert.ok(user + system < 2_000_000, `${user + system} µs`);
});

async function over(t: TestContext, wire: Wire, reply: DoubleReply) {
  const { model, path } = MODELS[wire];
  const server = await serve(t, () => reply);
  return createModel({ model, baseUrl: server.origin + path, apiKey: "test-key-0001", clock: systemClock });
}

function shown(block: Block): string {
  if (block.type === "opaque") return `opaque ${block.json}`;
  if (block.type !== "call") return `${block.type} ${block.text}`;
  return `${block.id.replace(/^call_.*/, "call_")} ${block.name} ${block.arguments}`;
}

function heard({ message, isCut, usage }: ChatReply): Heard {
  return {
    blocks: message.blocks.map(shown),
    ...(isCut === true ? { isCut } : {}),
    tokens: [usage.input + usage.cacheRead + usage.cacheWrite, usage.output],
  };
}

for (const [name, [wire, stream, expected]] of Object.entries(ANSWERS)) {
  test(`${wire}: ${name}`, async (t) => {
    for (const chunkBytes of [undefined, 1, 5]) {
      const reply = { raw: stream, ...(chunkBytes === undefined ? {} : { chunkBytes }) };
      assert.deepEqual(heard(await ask(await over(t, wire, reply))), expected);
    }
  });
}

test("chat: sources and pictures of an answer are kept with it, and do not go back", async (t) => {
  const source = { type: "url_citation", url_citation: { url: "https://example.org", title: "x" } };
  const picture = { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } };
  const stream =
    data(chunk({ content: "hi" }), chunk({ annotations: [source] }), chunk({ content: "", images: [picture] })) + END;
  const server = await serve(t, [{ raw: stream }, { text: "ok" }]);
  const model = await createModel({
    model: "compatible/x",
    baseUrl: server.url,
    apiKey: "test-key-0001",
    clock: systemClock,
  });
  const { message } = await ask(model);
  assert.deepEqual(extraOf(message), { annotations: [source], images: [picture] });
  await ask(model, requestOf({ messages: [...requestOf().messages, message, user("Go on.")] }));
  assert.deepEqual(fieldsOf(server.requests[1]?.json)["messages"], [
    { role: "system", content: "You help." },
    { role: "user", content: "Fix it." },
    { role: "assistant", content: "hi" },
    { role: "user", content: "Go on." },
  ]);
});

test("responses: a message of two parts goes back in two parts", async (t) => {
  const server = await serve(t, [{ raw: named(done(0, said("h", "i")), ended()) }, { text: "ok" }]);
  const model = await createModel({
    model: "openai/gpt-5.5",
    baseUrl: server.url,
    apiKey: "test-key-0001",
    clock: systemClock,
  });
  const { message } = await ask(model);
  await ask(model, {
    system: "",
    tools: [],
    cacheKey: "k",
    messages: [{ role: "user", content: "x" }, message, { role: "user", content: "y" }],
  });
  const sent = server.requests[1]?.json as { readonly input: readonly { readonly content: unknown }[] } | undefined;
  assert.deepEqual(sent?.input[1]?.content, [
    { type: "output_text", text: "h", annotations: [] },
    { type: "output_text", text: "i", annotations: [] },
  ]);
  assert.deepEqual(server.violations, []);
});

const overloaded = { type: "error", error: { type: "overloaded_error", message: "Overloaded" } };
const FAILURES: Readonly<Record<string, readonly [wire: Wire, stream: string, code: string, words: string]>> = {
  "an error in place of a stream": [
    "chat",
    JSON.stringify({ error: { message: "The model `x` does not exist.", code: 404 } }),
    "provider.rejected",
    "The provider refused the request: The model `x` does not exist.",
  ],
  "no money, said inside": [
    "chat",
    data({ error: { message: "Insufficient credits", code: 402 } }),
    "provider.quota",
    "The account of COMPATIBLE_API_KEY has no quota left: Insufficient credits",
  ],
  "an error of vLLM": [
    "chat",
    data({
      object: "error",
      message: "This model's maximum context length is 4096 tokens.",
      type: "BadRequestError",
      code: 400,
    }),
    "provider.overflow",
    "The request does not fit the model's window: This model's maximum context length is 4096 tokens. (BadRequestError)",
  ],
  "llama.cpp: an error under a name of its own": [
    "chat",
    `${data(chunk({ content: "hi" }))}error: {"code":400,"message":"the request exceeds the available context size","type":"invalid_request_error"}\n\n`,
    "provider.overflow",
    "The request does not fit the model's window: the request exceeds the available context size (invalid_request_error)",
  ],
  "an error in detail": [
    "chat",
    data({ detail: "Internal error" }),
    "provider.unavailable",
    "Error inside the stream: Internal error",
  ],
  "an error of the provider behind a gateway": [
    "chat",
    data(chunk({ content: "hi" }), {
      error: {
        code: 502,
        message: "Provider returned error",
        metadata: { raw: '{"error":{"message":"Worker died","code":"worker_dead"}}' },
      },
    }),
    "provider.unavailable",
    "Error inside the stream: Provider returned error: Worker died (worker_dead)",
  ],
  "a page in place of a stream": [
    "chat",
    "<html><body>Sign in</body></html>",
    "provider.unavailable",
    "Error inside the stream: Sign in",
  ],
  "words that begin like an error of llama.cpp": [
    "chat",
    'error: {\n  "message": "out of memory: the model needs 40 GB"\n}',
    "provider.unavailable",
    'Error inside the stream: error: { "message": "out of memory: the model needs 40 GB" }',
  ],
  "one chunk in place of a stream": [
    "chat",
    JSON.stringify(chunk({ content: "hel" })),
    "provider.unavailable",
    "Unusable answer: the stream ended without a finish marker.",
  ],
  "an overload behind the reason": [
    "anthropic",
    named(START, ...text(0, "hi"), stopped("end_turn"), overloaded),
    "provider.unavailable",
    "Error inside the stream: Overloaded (overloaded_error)",
  ],
  "an overload before the reason, without a name": [
    "anthropic",
    data(START, ...text(0, "hi"), overloaded),
    "provider.unavailable",
    "Error inside the stream: Overloaded (overloaded_error)",
  ],
  "words without a reason": [
    "anthropic",
    named(START, ...text(0, "hi")),
    "provider.unavailable",
    "Unusable answer: the stream ended without a finish marker.",
  ],
  "Groq: a call that its server could not read": [
    "chat",
    `event: error\ndata: ${JSON.stringify({ error: { message: "Failed to call a function.", type: "invalid_request_error", code: "tool_use_failed", failed_generation: "<function>" } })}\n\n`,
    "provider.unavailable",
    "Error inside the stream: Failed to call a function. (tool_use_failed, invalid_request_error)",
  ],
  "MiniMax: no money": [
    "chat",
    JSON.stringify({ choices: null, base_resp: { status_code: 1008, status_msg: "insufficient balance" } }),
    "provider.quota",
    "The account of COMPATIBLE_API_KEY has no quota left: insufficient balance",
  ],
  "MiniMax: a wrong key": [
    "chat",
    JSON.stringify({ base_resp: { status_code: 2049, status_msg: "invalid api key" } }),
    "provider.rejected",
    "The provider refused the request: invalid api key",
  ],
  "a refusal without deltas": [
    "responses",
    named(done(0, { type: "message", id: "msg_1", content: [{ type: "refusal", refusal: "I cannot." }] }), ended()),
    "provider.filtered",
    "The provider withheld the answer: the model refused: I cannot.",
  ],
  "a failed response": [
    "responses",
    named(ended("failed", { error: { code: "rate_limit_exceeded", message: "Rate limit. Try again in 2s." } })),
    "provider.unavailable",
    "Error inside the stream: Rate limit. Try again in 2s. (rate_limit_exceeded)",
  ],
  "a prompt that is refused": [
    "responses",
    named(ended("failed", { error: { code: "invalid_prompt", message: "Invalid prompt." } })),
    "provider.filtered",
    "The provider withheld the answer: Invalid prompt. (invalid_prompt)",
  ],
  "an overload inside": [
    "gemini",
    data(part({ text: "hi" }), { error: { code: 503, message: "The model is overloaded.", status: "UNAVAILABLE" } }),
    "provider.unavailable",
    "Error inside the stream: The model is overloaded. (UNAVAILABLE)",
  ],
};

for (const [name, [wire, stream, code, words]] of Object.entries(FAILURES)) {
  test(`${wire}: failure: ${name}`, async (t) => {
    const failure = await failureOf(ask(await over(t, wire, { raw: stream })));
    assert.deepEqual([failure.code, failure.message], [code, words]);
  });
}

const REFUSALS: Readonly<Record<string, readonly [body: unknown, words: string]>> = {
  OpenAI: [
    { error: { message: "Unsupported parameter: 'x'.", type: "invalid_request_error", param: "x", code: null } },
    "Unsupported parameter: 'x'. (invalid_request_error)",
  ],
  Anthropic: [
    { type: "error", error: { type: "invalid_request_error", message: "messages: empty" }, request_id: "r" },
    "messages: empty (invalid_request_error)",
  ],
  Gemini: [
    [{ error: { code: 400, message: "Bad field.", status: "INVALID_ARGUMENT" } }],
    "Bad field. (INVALID_ARGUMENT)",
  ],
  FastAPI: [{ detail: [{ loc: ["body"], msg: "field required", type: "missing" }] }, "field required"],
  Mistral: [
    { object: "error", message: "Invalid model: x", type: "invalid_model", code: "1500" },
    "Invalid model: x (1500, invalid_model)",
  ],
  AWS: [{ Message: "Malformed input request" }, "Malformed input request"],
  "Mistral, in detail": [
    { object: "error", message: { detail: [{ loc: ["body"], msg: "Extra inputs" }] } },
    "Extra inputs",
  ],
  "a wrapped error": [{ error: { message: '{"error":{"message":"deep"}}', code: 400 } }, "deep"],
  "LiteLLM, with the vendor's body": [
    {
      error: {
        message:
          'litellm.BadRequestError: AnthropicException - {"type":"error","error":{"type":"invalid_request_error","message":"It\'s odd"}} No fallback was attempted.',
        type: null,
        code: "400",
      },
    },
    "litellm.BadRequestError: AnthropicException - It's odd (invalid_request_error) No fallback was attempted. (400)",
  ],
  "LiteLLM, with the vendor's body as Python prints bytes": [
    {
      error: {
        message: `b'{"error":{"code":400,"message":"Name \\\\"foo\\\\": it\\'s odd.","status":"INVALID_ARGUMENT"}}' No fallback was attempted.`,
      },
    },
    'Name "foo": it\'s odd. (INVALID_ARGUMENT) No fallback was attempted.',
  ],
  "a sentence with braces": [{ error: { message: 'Use {"a": 1} or {b}.' } }, 'Use {"a": 1} or {b}.'],
  "no words": [{ error: { code: 7 } }, '{"code":7}'],
};

for (const [vendor, [body, words]] of Object.entries(REFUSALS)) {
  test(`a 400 in the words of ${vendor}`, async (t) => {
    const failure = await failureOf(ask(await over(t, "chat", { status: 400, body: JSON.stringify(body) })));
    assert.deepEqual([failure.code, failure.message], ["provider.rejected", `HTTP 400: ${words}`]);
  });
}

test("a refusal in an answer of status 200 costs nothing, and a count in it is believed", async (t) => {
  const error = { error: { message: "No auth credentials found", code: 401 } };
  const failures = [
    await failureOf(ask(await over(t, "chat", { raw: JSON.stringify(error) }))),
    await failureOf(
      ask(await over(t, "chat", { raw: data(chunk({}, null, { usage: { prompt_tokens: 10 } }), error) })),
    ),
  ];
  assert.deepEqual(
    failures.map(({ cause }) => failedCallIn(cause)),
    [
      { isFree: true, usage: { input: 0, cacheRead: 0, cacheWrite: 0, output: 0 } },
      { isFree: false, usage: { input: 10, cacheRead: 0, cacheWrite: 0, output: 0 } },
    ],
  );
});

function failedCallIn(cause: unknown): object {
  const { isFree, usage } = cause as FailedCall;
  return { isFree, usage };
}

const written = (hour: number) => ({
  input_tokens: 0,
  cache_creation_input_tokens: 1_000,
  cache_creation: { ephemeral_5m_input_tokens: 1_000 - hour, ephemeral_1h_input_tokens: hour },
});

test("what Claude's cache keeps for an hour costs two prices of the prompt, and is kept where the policy says so", async (t) => {
  const server = await serve(t, (request) => {
    const isHour = JSON.stringify(request.json).includes('"ttl":"1h"');
    const usage = { ...written(isHour ? 1_000 : 400), output_tokens: 1 };
    return {
      raw: named({ ...START, message: { ...START.message, usage } }, ...text(0, "hi"), stopped("end_turn"), STOP),
    };
  });
  const of = async (parameters: Record<string, unknown>) =>
    createModel({
      model: "anthropic/claude-opus-5-5",
      baseUrl: server.origin,
      apiKey: "test-key-0001",
      clock: systemClock,
      own: { parameters, price: { input: 4, cacheRead: 0.2, cacheWrite: 5, output: 20 } },
    });
  const mark = { type: "ephemeral", ttl: "1h" };
  const models = [await of({}), await of({ cache_control: mark })];
  const costs = await Promise.all(models.map(async (model) => (await ask(model)).costUsd));
  // 600 at 5 and 400 at 8, then all at 8; and 5 words at 20.
  assert.deepEqual(costs, [0.0063, 0.0081]);
  assert.deepEqual(
    models.map(({ costUsd }) => costUsd({ input: 0, cacheRead: 0, cacheWrite: 1_000, output: 0 })),
    [0.005, 0.008],
  );
  const sent = server.requests.find(({ json }) => JSON.stringify(json).includes('"ttl"'));
  assert.deepEqual(JSON.stringify(sent?.json).split(JSON.stringify(mark)).length - 1, 3);
  assert.deepEqual(server.violations, []);
});
