/** What is sent: accepted by a strict server, the same bytes for the same request, and only ever growing. */

import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { fieldsOf, type Json } from "../doubles/model-check.ts";
import type { Message } from "../../src/protocol/message.ts";
import { ask, FORMATS, modelOf, requestOf, serve, TOOLS, user, type FormatName } from "./workbench.ts";
import { said } from "../doubles/message.ts";

function tool(toolCallId: string, content: string, isError = false): Message {
  return { role: "tool", toolCallId, content, isError };
}

/** Everything a session can hold, hostile shapes included; each prefix that ends with us is a request. */
const CONVERSATION: readonly Message[] = [
  user("Fix the bug."),
  said(
    [
      { type: "think", text: "First I look." },
      { type: "text", text: "Looking." },
    ],
    { id: "functions.read_file:0", name: "read_file", arguments: '{ "path" : "a.ts" }' },
    { id: "functions.run:1", name: "run", arguments: '{"command":"npm te' },
  ),
  tool("functions.read_file:0", "line\n\u{1F389} and a lone \uD800 surrogate"),
  tool("functions.run:1", "the arguments do not parse", true),
  user("<system-reminder>Two steps are left.</system-reminder>"),
  said(
    [
      { type: "think", text: "signed", extra: '{"signature":"c2ln"}' },
      { type: "think", text: "", extra: '{"data":"b3BhcXVl"}' },
    ],
    { id: "call_2", name: "run", arguments: "[1,2]" },
  ),
  tool("call_2", ""),
  said("Done."),
  user("And now?"),
  user("Please."),
];

const REQUESTS = [1, 4, 5, 7, 9, 10].map((length) => requestOf({ messages: CONVERSATION.slice(0, length) }));

async function sent(format: FormatName, t: TestContext): Promise<readonly string[]> {
  const server = await serve(t, () => ({ text: "ok" }));
  for (const request of REQUESTS) {
    const model = await modelOf(format, server);
    await ask(model, request);
    await ask(await modelOf(format, server), structuredClone(request));
  }
  assert.deepEqual(server.violations, []);
  return server.requests.map(({ body }) => body);
}

for (const format of FORMATS) {
  test(`${format}: the same request is the same bytes, from any process`, async (t) => {
    const bodies = await sent(format, t);
    for (let at = 0; at < bodies.length; at += 2) assert.equal(bodies[at], bodies[at + 1]);
  });

  test(`${format}: tools, system and messages only grow`, async (t) => {
    const bodies = (await sent(format, t))
      .filter((_, at) => at % 2 === 0)
      .map((body) => fieldsOf(JSON.parse(body) as Json));
    for (const [at, body] of bodies.entries()) {
      const next = bodies[at + 1];
      assert.deepEqual(
        Object.keys(body).slice(-2),
        format === "openai" ? ["tools", "messages"] : ["system", "messages"],
      );
      if (next === undefined) continue;
      assert.deepEqual([next["tools"], next["system"]], [body["tools"], body["system"]]);
      // Cache marks move to the end, and user content may be added to the open user message: compare block by block.
      const before = blocks(body["messages"]);
      assert.deepEqual(blocks(next["messages"]).slice(0, before.length), before);
      assert.ok(blocks(next["messages"]).length > before.length);
    }
  });
}

/** Messages as a flat list of [role, block] without cache marks. */
function blocks(messages: Json | undefined): unknown[] {
  return (messages as readonly Json[]).flatMap((raw) => {
    const { role, content, ...rest } = fieldsOf(raw);
    if (!Array.isArray(content)) return [[role, content, rest]];
    return (content as Json[]).map((block) => {
      const { cache_control: _, ...bare } = fieldsOf(block);
      return [role, bare];
    });
  });
}

test("anthropic: behind a batch that is longer than the look back, the mark before it stays", async (t) => {
  const server = await serve(t, () => ({ text: "ok" }));
  const model = await modelOf("anthropic", server);
  for (const [count, expected] of [
    [3, [false, true]],
    [12, [true, true]],
  ] as const) {
    const ids = Array.from({ length: count }, (_, n) => `toolu_${n}`);
    const blocks = ids.map((id) => ({ type: "call", id, name: "run", arguments: "{}" }) as const);
    const results = ids.map((toolCallId) => ({ role: "tool", toolCallId, content: "ok", isError: false }) as const);
    await ask(model, requestOf({ messages: [user("Fix it."), { role: "assistant", blocks }, ...results] }));
    const { messages } = server.requests.at(-1)!.json as unknown as { messages: { role: string; content: object[] }[] };
    const users = messages.filter(({ role }) => role === "user");
    assert.deepEqual(
      users.map(({ content }) => "cache_control" in (content.at(-1) ?? {})),
      expected,
    );
  }
  assert.deepEqual(server.violations, []);
});

test("kimi: reasoning goes back, the session is the cache key, settings come first", async (t) => {
  const server = await serve(t, () => ({ text: "ok" }));
  await ask(await modelOf("openai", server), requestOf({ messages: CONVERSATION.slice(0, 5), maxOutputTokens: 500 }));
  const body = fieldsOf(server.requests[0]!.json);
  assert.deepEqual(
    { ...body, tools: "…", messages: (body["messages"] as Json[]).slice(1, 4) },
    {
      model: "kimi-k2.6",
      stream: true,
      stream_options: { include_usage: true },
      max_completion_tokens: 500,
      prompt_cache_key: "key-1",
      thinking: { type: "enabled", keep: "all" },
      tools: "…",
      messages: [
        { role: "user", content: "Fix the bug." },
        {
          role: "assistant",
          content: "Looking.",
          reasoning_content: "First I look.",
          tool_calls: [
            {
              id: "functions.read_file:0",
              type: "function",
              function: { name: "read_file", arguments: '{ "path" : "a.ts" }' },
            },
            {
              id: "functions.run:1",
              type: "function",
              function: { name: "run", arguments: '{"unparsed_arguments":"{\\"command\\":\\"npm te"}' },
            },
          ],
        },
        { role: "tool", tool_call_id: "functions.read_file:0", content: "line\n\u{1F389} and a lone \uFFFD surrogate" },
      ],
    },
  );
});

test("anthropic: results of a batch share one message, foreign reasoning stays away, three marks", async (t) => {
  const server = await serve(t, () => ({ text: "ok" }));
  await ask(await modelOf("anthropic", server), requestOf({ messages: CONVERSATION.slice(0, 7) }));
  const mark = { type: "ephemeral" };
  const body = fieldsOf(server.requests[0]!.json);
  assert.deepEqual(body["system"], [{ type: "text", text: "You help.", cache_control: mark }]);
  assert.deepEqual(body["tools"], [
    { name: "read_file", description: "Reads.", input_schema: TOOLS[0]!.parameters },
    { name: "run", description: "Runs.", input_schema: TOOLS[1]!.parameters, cache_control: mark },
  ]);
  assert.deepEqual(body["messages"], [
    { role: "user", content: [{ type: "text", text: "Fix the bug." }] },
    {
      role: "assistant",
      content: [
        { type: "text", text: "Looking." },
        { type: "tool_use", id: "functions_read_file_0", name: "read_file", input: { path: "a.ts" } },
        { type: "tool_use", id: "functions_run_1", name: "run", input: { unparsed_arguments: '{"command":"npm te' } },
      ],
    },
    {
      role: "user",
      content: [
        {
          type: "tool_result",
          tool_use_id: "functions_read_file_0",
          content: "line\n\u{1F389} and a lone \uFFFD surrogate",
        },
        { type: "tool_result", tool_use_id: "functions_run_1", content: "the arguments do not parse", is_error: true },
        { type: "text", text: "<system-reminder>Two steps are left.</system-reminder>" },
      ],
    },
    {
      role: "assistant",
      content: [
        { type: "thinking", thinking: "signed", signature: "c2ln" },
        { type: "redacted_thinking", data: "b3BhcXVl" },
        { type: "tool_use", id: "call_2", name: "run", input: { unparsed_arguments: "[1,2]" } },
      ],
    },
    { role: "user", content: [{ type: "tool_result", tool_use_id: "call_2", cache_control: mark }] },
  ]);
});

test("the output cap leaves room in the window", async (t) => {
  const server = await serve(t, () => ({ text: "ok" }));
  const cap = async (format: FormatName, window: number, content: string): Promise<unknown> => {
    await ask(await modelOf(format, server, { own: { window } }), requestOf({ tools: [], messages: [user(content)] }));
    const body = fieldsOf(server.requests.at(-1)!.json);
    return body["max_tokens"] ?? body["max_completion_tokens"];
  };
  assert.equal(await cap("anthropic", 200_000, "short"), 32_768);
  const model = await modelOf("anthropic", server, { own: { window: 10_000 } });
  const tokens = model.estimate(requestOf({ tools: [], messages: [user("short")] }));
  assert.equal(await cap("anthropic", 10_000, "short"), 10_000 - tokens - 1024);
  assert.equal(await cap("openai", 2_000, "long ".repeat(5_000)), 1_024, "the provider decides whether it overflows");
});

test("a model that refuses tools beside reasoning is told not to reason, and others are not", async (t) => {
  const server = await serve(t, () => ({ text: "ok" }));
  for (const model of ["openai/gpt-6-sol", "openai/gpt-5", "ollama/qwen3"]) {
    await ask(await modelOf("openai", server, { model, own: { wire: "chat" } }));
  }
  assert.deepEqual(
    server.requests.map(({ json }) => {
      const { model, reasoning_effort, prompt_cache_key, max_tokens, max_completion_tokens } = fieldsOf(json);
      return [model, reasoning_effort, prompt_cache_key, max_tokens, max_completion_tokens];
    }),
    [
      ["gpt-6-sol", "none", "key-1", undefined, 32_768],
      ["gpt-5", undefined, "key-1", undefined, 32_768],
      ["qwen3", undefined, undefined, 32_768, undefined],
    ],
  );
  assert.deepEqual(server.violations, []);
});

test("anthropic: a model that its package warns of is asked without a word on the console", async (t) => {
  const warn = t.mock.method(console, "warn", () => {});
  const server = await serve(t, () => ({ text: "ok" }));
  const budget = { thinking: { form: "budget", levels: ["high"] } } as const;
  await ask(await modelOf("anthropic", server, { model: "anthropic/claude-sonnet-4-5" }));
  await ask(await modelOf("anthropic", server, { model: "anthropic/claude-opus-4-6", own: budget, thinking: "high" }));
  assert.deepEqual(
    warn.mock.calls.map(({ arguments: [text] }) => text),
    [],
  );
  assert.deepEqual(server.violations, []);
});
