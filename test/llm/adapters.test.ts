/** Both adapters against the strict server: what is read from a stream, in every shape a provider has sent it. */

import assert from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import { test } from "node:test";
import type { ChatReply } from "../../src/protocol/model.ts";
import type { DoubleReply } from "../doubles/model-reply.ts";
import { callStream } from "./hostile-bench.ts";
import { ask, ENDLESS_ANSWERS, FORMATS, ORIGINS, modelOf, requestOf, serve, user } from "./workbench.ts";
import { callsOf } from "../../src/protocol/message.ts";
import { said } from "../doubles/message.ts";

const CALLS = [
  { id: "call_a", name: "read_file", arguments: { path: "src/ü🎉.ts" } },
  { id: "call_b", name: "run", arguments: { command: "npm test" } },
];
const TOOL_CALLS = [
  { id: "call_a", name: "read_file", arguments: '{"path":"src/ü🎉.ts"}' },
  { id: "call_b", name: "run", arguments: '{"command":"npm test"}' },
];

for (const format of FORMATS) {
  const usage =
    format === "openai"
      ? { input: 60, cacheRead: 40, cacheWrite: 0, output: 20 }
      : { input: 60, cacheRead: 30, cacheWrite: 10, output: 20 };
  const full: ChatReply = {
    message: {
      ...said(
        [
          format === "openai"
            ? { type: "think", text: "Let me think…", extra: '{"field":"reasoning_content"}' }
            : { type: "think", text: "Let me think…", extra: '{"signature":"c2ln"}' },
          { type: "text", text: "I read the file – naïvely 🎉." },
        ],
        ...TOOL_CALLS,
      ),
      origin: ORIGINS[format],
    },
    usage,
  };
  const reply: DoubleReply = {
    think: "Let me think…",
    signature: "c2ln",
    text: "I read the file – naïvely 🎉.",
    calls: CALLS,
  };
  const shapes: Readonly<Record<string, DoubleReply>> = {
    "in one piece": {},
    "byte by byte": { chunkBytes: 1 },
    "with CRLF": { crlf: true, chunkBytes: 3 },
    "with interleaved calls": { interleaved: true },
    "without [DONE]": { noDone: true },
    "after a wait": { delayMs: 20 },
  };
  for (const [name, shape] of Object.entries(shapes)) {
    test(`${format}: a whole answer, ${name}`, async (t) => {
      const server = await serve(t, [{ ...reply, ...shape }]);
      assert.deepEqual(await ask(await modelOf(format, server)), full);
      assert.deepEqual(server.violations, []);
    });
  }

  test(`${format}: connections are kept for the next call`, async (t) => {
    const server = await serve(t, [{ text: "one" }, { text: "two" }, { text: "three" }]);
    const model = await modelOf(format, server);
    for (const text of ["one", "two", "three"]) {
      assert.deepEqual((await ask(model)).message.blocks, [{ type: "text", text }]);
    }
    assert.deepEqual(
      server.requests.map(({ connection }) => connection),
      [0, 0, 0],
    );
  });

  test(`${format}: call ids that repeat are renamed, the same way each time`, async (t) => {
    const server = await serve(t, () => ({ calls: CALLS, duplicateIds: true }));
    const model = await modelOf(format, server);
    const [first, second] = [await ask(model), await ask(model)];
    assert.deepEqual(first, second);
    const ids = callsOf(first.message).map(({ id }) => id);
    assert.equal(new Set(ids).size, 2);
    const next = requestOf({
      messages: [
        user("Fix it."),
        first.message,
        ...ids.map((toolCallId) => ({ role: "tool" as const, toolCallId, content: "ok", isError: false })),
      ],
    });
    const later = callsOf((await ask(model, next)).message).map(({ id }) => id);
    assert.equal(new Set([...ids, ...later]).size, 4, "and never collide with earlier ones");
    assert.deepEqual(server.violations, []);
  });

  test(`${format}: usage that is missing or nonsense is estimated, never negative`, async (t) => {
    const nonsense =
      format === "openai"
        ? { prompt_tokens: -5, completion_tokens: "many", prompt_tokens_details: { cached_tokens: Number.MAX_VALUE } }
        : { output_tokens: -3, input_tokens: 1.5 };
    const server = await serve(t, [
      { text: "fine", usage: null },
      { text: "fine", usage: nonsense },
    ]);
    const model = await modelOf(format, server);
    const missing = (await ask(model)).usage;
    assert.deepEqual({ ...missing, input: 0, output: 0 }, { input: 0, cacheRead: 0, cacheWrite: 0, output: 0 });
    assert.ok(missing.input > 10 && missing.output > 0, JSON.stringify(missing));
    for (const count of Object.values((await ask(model)).usage)) assert.ok(count >= 0 && Number.isInteger(count));
  });

  test(`${format}: a truncated call keeps its text, for the model to be told`, async (t) => {
    const finish = format === "openai" ? "length" : "max_tokens";
    const server = await serve(t, [
      { calls: [{ id: "c", name: "run", arguments: '{"command":"npm' }], finish },
      { calls: [{ id: "c", name: "run", arguments: "" }], finish },
      { calls: [{ id: "c", name: "run", arguments: "" }] },
      { text: "half a sen", finish },
    ]);
    const model = await modelOf(format, server);
    const argumentsOf = async (): Promise<unknown> => callsOf((await ask(model)).message)[0]?.arguments;
    assert.equal(await argumentsOf(), '{"command":"npm');
    assert.equal(await argumentsOf(), "", "cut before the first character is not the empty object");
    assert.equal(await argumentsOf(), "{}", "no arguments at all is the empty object");
    const { message, isCut } = await ask(model);
    assert.deepEqual([message.blocks, isCut], [[{ type: "text", text: "half a sen" }], true]);
  });

  test(`${format}: hostile amounts are kept within bounds, for the model to be told`, async (t) => {
    const server = await serve(t, [
      { calls: Array.from({ length: 300 }, () => ({ name: "run", arguments: {} })) },
      { raw: callStream(format, [{ id: "c", name: "run", arguments: "x".repeat(1_000_010) }]) },
    ]);
    const model = await modelOf(format, server, { own: ENDLESS_ANSWERS });
    assert.equal(callsOf((await ask(model)).message).length, 200);
    const [large] = callsOf((await ask(model)).message);
    assert.match(large?.arguments ?? "", /^"1000010 characters were left out: one call takes at most 1000000\. /);
  });

  test(`${format}: an abort passes through as it is, before and during the answer`, async (t) => {
    const server = await serve(t, [{ text: "never ends", stallAfterBytes: 200 }]);
    const model = await modelOf(format, server, { repeats: {} });
    const reason = new Error("stopped by a person");
    const early = AbortSignal.abort(reason);
    await assert.rejects(model.chat(requestOf(), { signal: early }), reason);
    assert.equal(server.requests.length, 0);
    const late = new AbortController();
    const running = model.chat(requestOf(), { signal: late.signal });
    while (server.requests.length === 0) await delay(5);
    late.abort(reason);
    await assert.rejects(running, reason);
    assert.equal(server.requests.length, 1, "and nothing is tried again");
  });
}

test("openai: calls without ids get ids that follow from the conversation", async (t) => {
  const server = await serve(t, () => ({ calls: CALLS, noIds: true }));
  const model = await modelOf("openai", server);
  const ids = async (content: string): Promise<string[]> =>
    callsOf((await ask(model, requestOf({ messages: [user(content)] }))).message).map(({ id }) => id);
  const first = await ids("one");
  assert.match(first.join(" "), /^call_([0-9a-f]{10})_0 call_\1_1$/);
  assert.deepEqual(await ids("one"), first);
  assert.notDeepEqual(await ids("two"), first);
});

test("openai: several calls under one index, or under none, are told apart", async (t) => {
  const event = (calls: readonly object[], finish: string | null): string =>
    `data: ${JSON.stringify({ choices: [{ index: 0, delta: { tool_calls: calls }, finish_reason: finish }] })}\n\n`;
  const server = await serve(t, [
    {
      raw:
        event([{ index: 0, id: "x", function: { name: "a", arguments: "{}" } }], null) +
        event([{ index: 0, id: "y", function: { name: "b", arguments: '{"n":' } }], null) +
        event([{ index: 0, function: { arguments: "1}" } }], "tool_calls"),
    },
    {
      raw: event([{ function: { name: "a", arguments: "{}" } }, { function: { name: "b", arguments: "{}" } }], "stop"),
    },
  ]);
  const model = await modelOf("openai", server);
  const calls = async (): Promise<unknown> =>
    callsOf((await ask(model)).message).map((call) => [call.name, call.arguments]);
  assert.deepEqual(await calls(), [
    ["a", "{}"],
    ["b", '{"n":1}'],
  ]);
  assert.deepEqual(await calls(), [
    ["a", "{}"],
    ["b", "{}"],
  ]);
});

test("openai: Moonshot's two other places for usage are read", async (t) => {
  const end = (more: object): string =>
    `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: "hi" }, finish_reason: "stop", ...more }] })}\n\n`;
  const server = await serve(t, [
    { raw: end({ usage: { prompt_tokens: 10, completion_tokens: 2, cached_tokens: 4 } }) },
    { text: "hi", usage: { prompt_tokens: 10, completion_tokens: 2, cached_tokens: 99 } },
  ]);
  const model = await modelOf("openai", server);
  assert.deepEqual((await ask(model)).usage, { input: 6, cacheRead: 4, cacheWrite: 0, output: 2 });
  assert.deepEqual((await ask(model)).usage, { input: 0, cacheRead: 10, cacheWrite: 0, output: 2 });
});

test("anthropic: redacted reasoning is kept as it came", async (t) => {
  const server = await serve(t, [{ redacted: "b3BhcXVl", text: "done" }]);
  assert.deepEqual((await ask(await modelOf("anthropic", server))).message.blocks, [
    { type: "think", text: "", extra: '{"data":"b3BhcXVl"}' },
    { type: "text", text: "done" },
  ]);
});
