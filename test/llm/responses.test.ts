/** OpenAI's Responses API against the strict double: what is read from a stream, and that the next request returns all of it. */

import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { systemClock } from "../../src/base/clock.ts";
import { createModel, type ModelSpec } from "../../src/llm/create.ts";
import { extraOf, type AssistantMessage, type Message } from "../../src/protocol/message.ts";
import type { ChatModel, ChatReply } from "../../src/protocol/model.ts";
import { fieldsOf } from "../doubles/model-check.ts";
import type { DoubleReply } from "../doubles/model-reply.ts";
import type { ModelServer } from "../doubles/model-server.ts";
import { ask, failureOf, requestOf, serve, user } from "./workbench.ts";

const FIRST: DoubleReply = {
  items: [
    { type: "reasoning", summary: ["**Looking**", "at the file – naïvely 🎉"] },
    { type: "message", text: "I read the file.", phase: "commentary" },
    { type: "reasoning", summary: [] },
    { type: "call", call: { id: "call_a", name: "read_file", arguments: { path: "src/ü🎉.ts" } } },
    { type: "call", call: { id: "call_b", name: "run", arguments: '{ "command" : "npm test" }' } },
  ],
};
const LAST: DoubleReply = { items: [{ type: "reasoning" }, { type: "message", text: "Done.", phase: "final_answer" }] };
const SPOKEN = ["think", "text", "think", "call", "call"];

async function modelAt(server: Pick<ModelServer, "url">, more: Partial<ModelSpec> = {}): Promise<ChatModel> {
  const settings = { baseUrl: server.url, apiKey: "test-key-0001", clock: systemClock };
  return createModel({ model: "openai/gpt-5.5", ...settings, ...more });
}

function results({ blocks }: AssistantMessage): Message[] {
  return blocks.flatMap((block): Message[] =>
    block.type === "call" ? [{ role: "tool", toolCallId: block.id, content: "ok", isError: false }] : [],
  );
}

/** What the model wrote, without the fields that are its provider's own. */
function said({ message }: ChatReply): readonly unknown[] {
  return message.blocks.map((block) => {
    if (block.type === "call") return [block.type, block.id, block.name, block.arguments];
    return block.type === "opaque" ? [block.type] : [block.type, block.text];
  });
}

/** Input items of a request that came from answers, as the double sent them in the first place. */
function inputOf(server: ModelServer, n: number): readonly Record<string, unknown>[] {
  return fieldsOf(server.requests[n]?.json)["input"] as Record<string, unknown>[];
}

test("a whole answer, in every shape of its stream, and all of it in the next request", async (t) => {
  const shapes: Readonly<Record<string, DoubleReply>> = {
    "in one piece": {},
    "byte by byte": { chunkBytes: 1 },
    "with CRLF": { crlf: true, chunkBytes: 3 },
    "with events of several items in turn": { interleaved: true },
    "with another item id in each event": { rotatingIds: true },
    "without deltas of arguments": { wholeArguments: true },
  };
  const expected = [
    ["think", "**Looking**\n\nat the file – naïvely 🎉"],
    ["text", "I read the file."],
    ["think", ""],
    ["call", "call_a", "read_file", '{"path":"src/ü🎉.ts"}'],
    ["call", "call_b", "run", '{ "command" : "npm test" }'],
  ];
  for (const [name, shape] of Object.entries(shapes)) {
    const server = await serve(t, [{ ...FIRST, ...shape }, LAST, { text: "Bye." }]);
    const model = await modelAt(server);
    const reply = await ask(model);
    assert.deepEqual(said(reply), expected, name);
    assert.deepEqual(reply.usage, { input: 60, cacheRead: 30, cacheWrite: 10, output: 20 });
    const messages = [user("Fix it."), reply.message, ...results(reply.message)];
    const second = await ask(model, requestOf({ messages }));
    await ask(model, requestOf({ messages: [...messages, second.message, user("Thanks.")] }));
    assert.deepEqual(server.violations, [], name);
    const kinds = inputOf(server, 2).map(({ type, role, phase }) => [type ?? role, phase].join(" ").trim());
    assert.deepEqual(kinds, [
      "user",
      "reasoning",
      "message commentary",
      "reasoning",
      "function_call",
      "function_call",
      "function_call_output",
      "function_call_output",
      "reasoning",
      "message final_answer",
      "user",
    ]);
    assert.deepEqual(inputOf(server, 2).slice(0, 8), inputOf(server, 1), "earlier items keep their bytes");
  }
});

test("the request of a model that reasons, of one told how much, and of one that does not", async (t) => {
  const server = await serve(t, () => ({ text: "ok" }));
  const bodyOf = async (more: Partial<ModelSpec>, request = requestOf()): Promise<Record<string, unknown>> => {
    await ask(await modelAt(server, more), request);
    const { input: _, instructions: __, tools, ...body } = fieldsOf(server.requests.at(-1)?.json);
    return { ...body, tools: (tools as { strict: boolean }[]).map(({ strict }) => strict) };
  };
  const plain = {
    model: "gpt-5.5",
    stream: true,
    store: false,
    include: ["reasoning.encrypted_content"],
    reasoning: { summary: "auto" },
    max_output_tokens: 32_768,
    prompt_cache_key: "key-1",
    tools: [false, false],
  };
  assert.deepEqual(await bodyOf({}), plain);
  assert.deepEqual(await bodyOf({ thinking: "high" }), { ...plain, reasoning: { effort: "high", summary: "auto" } });
  assert.deepEqual(await bodyOf({ thinking: "off" }), { ...plain, reasoning: { effort: "none", summary: "auto" } });
  const { include: _, reasoning: __, ...silent } = plain;
  assert.deepEqual(await bodyOf({ model: "openai/gpt-4.1", own: { wire: "responses" } }), {
    ...silent,
    model: "gpt-4.1",
  });
  assert.deepEqual(await bodyOf({}, requestOf({ maxOutputTokens: 1, cacheKey: "k".repeat(80) })), {
    ...plain,
    max_output_tokens: 16,
    prompt_cache_key: "k".repeat(64),
  });
  assert.deepEqual(server.violations, []);
});

test("LiteLLM: reasoning whose seal comes with the last event goes back with it", async (t) => {
  const thought = { type: "reasoning", id: "rs_1", summary: [{ type: "summary_text", text: "I look." }] };
  const call = { type: "function_call", id: "fc_1", call_id: "call_1", name: "run", arguments: "{}" };
  const output = [{ ...thought, id: "rs_2", summary: undefined, encrypted_content: "signed" }, call];
  const events = [
    ...[thought, call].map((item, at) => ({ type: "response.output_item.done", output_index: at, item })),
    { type: "response.completed", response: { id: "resp_1", status: "completed", output } },
  ];
  const server = await serve(t, [{ raw: events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("") }]);
  const { message } = await ask(await modelAt(server));
  assert.deepEqual(
    message.blocks.map((block) => [block.type, block.type === "opaque" ? {} : extraOf(block)]),
    [
      ["think", { id: "rs_1", summary: thought.summary, encrypted_content: "signed" }],
      ["call", { id: "fc_1" }],
    ],
  );
});

test("a cache key is for vendors that take one, because gateways in front of others refuse it", async (t) => {
  const server = await serve(t, () => ({ text: "ok" }));
  const own = { wire: "responses" } as const;
  for (const model of ["openai/gpt-5.5", "azure/gpt-5.5", "xai/gpt-5.5", "compatible/gpt-5.5", "vllm/gpt-5.5"])
    await ask(await modelAt(server, { model, own }));
  assert.deepEqual(
    server.requests.map(({ json }) => fieldsOf(json)["prompt_cache_key"]),
    ["key-1", "key-1", "key-1", undefined, undefined],
  );
  assert.deepEqual(server.violations, []);
});

test("which models are asked in it, and where", async (t) => {
  const server = await serve(t, () => ({ text: "ok" }));
  const pathOf = async (model: string, own?: ModelSpec["own"]): Promise<string | undefined> => {
    await ask(await modelAt(server, { model, own }));
    return server.requests.at(-1)?.path;
  };
  const responses = ["openai/gpt-5.4", "openai/gpt-5.5", "openai/gpt-6.1-sol", "openai/gpt-7", "openai/o3"];
  for (const model of [...responses, "openai/gpt-5-pro", "openai/gpt-5.3-codex", "azure/gpt-5.5"])
    assert.equal(await pathOf(model), "/v1/responses", model);
  for (const model of ["openai/gpt-5.2", "openai/gpt-4.1", "azure/my-deployment", "compatible/gpt-5.5", "xai/grok-4.7"])
    assert.equal(await pathOf(model), "/v1/chat/completions", model);
  assert.equal(await pathOf("compatible/gpt-5.5", { wire: "responses" }), "/v1/responses");
  assert.equal(await pathOf("openai/gpt-5.5", { wire: "chat" }), "/v1/chat/completions");
  assert.equal(fieldsOf(server.requests.at(-1)?.json)["reasoning_effort"], "none");
  assert.deepEqual(server.violations, []);
});

test("another model gets the words and the calls, and none of what only the first one can read", async (t) => {
  const server = await serve(t, [FIRST, LAST, LAST]);
  const reply = await ask(await modelAt(server));
  const messages = [user("Fix it."), reply.message, ...results(reply.message)];
  await ask(await modelAt(server, { model: "openai/gpt-5.4" }), requestOf({ messages }));
  assert.deepEqual(server.violations, []);
  assert.deepEqual(inputOf(server, 1), [
    { role: "user", content: "Fix it." },
    { role: "assistant", content: "I read the file." },
    { type: "function_call", call_id: "call_a", name: "read_file", arguments: '{"path":"src/ü🎉.ts"}' },
    { type: "function_call", call_id: "call_b", name: "run", arguments: '{ "command" : "npm test" }' },
    { type: "function_call_output", call_id: "call_a", output: "ok" },
    { type: "function_call_output", call_id: "call_b", output: "ok" },
  ]);
});

test("pictures go where they belong: in a user's message, and in the result of the call that made them", async (t) => {
  const server = await serve(t, [FIRST, LAST]);
  const model = await modelAt(server);
  const { message } = await ask(model);
  const picture = { mediaType: "image/png", data: "iVBORw0KGgo=", source: "shot.png" } as const;
  const [first, ...others] = results(message);
  assert.equal(first?.role, "tool");
  const messages: Message[] = [
    { role: "user", content: "Fix it.", images: [picture] },
    message,
    { ...first, images: [picture] },
    ...others,
  ];
  await ask(model, requestOf({ messages }));
  assert.deepEqual(server.violations, []);
  const parts = (text: string): unknown => [
    { type: "input_text", text },
    { type: "input_text", text: "Image: shot.png" },
    { type: "input_image", image_url: "data:image/png;base64,iVBORw0KGgo=", detail: "auto" },
  ];
  const input = inputOf(server, 1);
  assert.deepEqual(input[0], { role: "user", content: parts("Fix it.") });
  assert.deepEqual(input.at(-2), { type: "function_call_output", call_id: "call_a", output: parts("ok") });
});

test("reasoning without what followed it is not returned: an answer was cut there", async (t) => {
  const cut: DoubleReply = {
    items: [
      { type: "message", text: "half" },
      { type: "reasoning", summary: ["and then"] },
    ],
    finish: "incomplete max_output_tokens",
  };
  const server = await serve(t, [cut, LAST]);
  const model = await modelAt(server);
  const reply = await ask(model);
  assert.equal(reply.isCut, true);
  assert.deepEqual(said(reply), [
    ["text", "half"],
    ["think", "and then"],
  ]);
  await ask(model, requestOf({ messages: [user("Go."), reply.message, user("Go on.")] }));
  assert.deepEqual(server.violations, []);
});

test("items of a kind that is not known go back as they came", async (t) => {
  const item = { type: "web_search_call", id: "ws_1", status: "completed", action: { type: "search", query: "x" } };
  const message = { type: "message", id: "msg_1", role: "assistant", content: [{ type: "output_text", text: "hi" }] };
  const event = (type: string, more: object): string => `data: ${JSON.stringify({ type, ...more })}\n\n`;
  const server = await serve(t, [
    {
      raw:
        event("response.output_item.added", { output_index: 0, item: { ...item, status: "in_progress" } }) +
        event("response.output_item.done", { output_index: 0, item }) +
        event("response.completed", { response: { output: [item, message], usage: null } }),
    },
  ]);
  const reply = await ask(await modelAt(server));
  assert.deepEqual(said(reply), [["opaque"], ["text", "hi"]], "the message came with the end only");
  const [opaque, text] = reply.message.blocks;
  assert.equal(opaque?.type === "opaque" && opaque.json, JSON.stringify(item));
  assert.deepEqual(text?.type === "text" && extraOf(text), { id: "msg_1" });
});

test("ends and errors", async (t: TestContext) => {
  const text = "half";
  const refused: DoubleReply = { items: [{ type: "message", refusal: "I cannot help with that." }] };
  const table: readonly (readonly [DoubleReply, string, RegExp])[] = [
    [refused, "provider.filtered", /I cannot help with that/],
    [{ text, finish: "incomplete content_filter" }, "provider.filtered", /content filter/],
    [{ text, finish: "failed server_error" }, "provider.unavailable", /server_error/],
    [{ text, finish: "failed rate_limit_exceeded" }, "provider.unavailable", /rate_limit_exceeded/],
    [{ text, finish: "failed insufficient_quota" }, "provider.quota", /insufficient_quota/],
    [{ text, finish: "failed context_length_exceeded" }, "provider.overflow", /context_length_exceeded/],
    [{ text, finish: "failed invalid_prompt" }, "provider.filtered", /invalid_prompt/],
    [{ text, finish: "failed bio_policy" }, "provider.filtered", /bio_policy/],
    [{ text, finish: "failed misalignment_policy_violation" }, "provider.filtered", /misalignment/],
    [{ text, finish: "failed invalid_base64_image" }, "provider.rejected", /invalid_base64_image/],
    [{ text, finish: "failed image_content_policy_violation" }, "provider.filtered", /image_content/],
    [{ text, errorEvent: { code: "server_error", message: "Sorry." } }, "provider.unavailable", /Sorry/],
    [
      { text, errorEvent: { error: { type: "tokens", code: "rate_limit_exceeded", message: "Slow down." } } },
      "provider.unavailable",
      /Slow down/,
    ],
    [{ raw: 'data: {"type":"response.failed","response":null}\n\n' }, "provider.unavailable", /does not say why/],
    [{ text, noFinish: true }, "provider.unavailable", /without a finish marker/],
    [{ text, malformedEvent: true }, "provider.unavailable", /not JSON/],
    [{ text, cutAfterBytes: 900 }, "provider.unavailable", /./],
    [{ items: [{ type: "reasoning", summary: ["hm"] }] }, "provider.unavailable", /empty/],
    [{ items: [{ type: "call", call: { name: "", arguments: {} } }] }, "provider.unavailable", /without a name/],
  ];
  const server = await serve(
    t,
    table.map(([reply]) => reply),
  );
  const model = await modelAt(server);
  for (const [reply, code, words] of table) {
    const error = await failureOf(ask(model));
    assert.equal(error.code, code, JSON.stringify(reply) + error.message);
    assert.match(error.message, words);
  }
});

test("ids that repeat or are missing are replaced, and usage that is nonsense is estimated", async (t) => {
  const usage = { input_tokens: -5, output_tokens: "many", input_tokens_details: { cached_tokens: 1e300 } };
  const server = await serve(t, [
    { ...FIRST, duplicateIds: true, usage: null },
    { ...FIRST, noIds: true, usage },
  ]);
  const model = await modelAt(server);
  for (const at of [0, 1]) {
    const { message, usage: used } = await ask(model);
    const ids = message.blocks.flatMap((block) => (block.type === "call" ? block.id : []));
    assert.equal(new Set(ids).size, 2, String(at));
    assert.ok(ids.every((id) => id !== ""));
    for (const count of Object.values(used)) assert.ok(count >= 0 && Number.isInteger(count));
    assert.deepEqual(
      message.blocks.map(({ type }) => type),
      SPOKEN,
    );
  }
});
