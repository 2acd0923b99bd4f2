/**
 * Answers that are no help: empty, withheld, cut off, the same call for ever, a key that is revoked on the way, numbers of tokens
 * that cannot be. Through both adapters, retry and engine; each ends in a known state after a known number of requests.
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Limits } from "../../src/protocol/limits.ts";
import type { DoubleReply } from "../doubles/model-reply.ts";
import { endOf, endOver, type Ended } from "./fault-bench.ts";
import { createHarness, testTool } from "../doubles/turn.ts";
import { FORMATS, modelOf, serve, type FormatName } from "./workbench.ts";

const DONE: DoubleReply = { text: "done" };
const look = (more: object = {}): DoubleReply => ({ calls: [{ name: "look", arguments: more }] });
const finishes = (format: FormatName) =>
  format === "openai"
    ? { length: "length", filter: "content_filter", refusal: "refusal" }
    : { length: "max_tokens", filter: "refusal", refusal: "refusal" };

interface Fault {
  readonly replies: (format: FormatName) => readonly DoubleReply[] | ((n: number) => DoubleReply);
  readonly ends: Pick<Ended, "end" | "requests" | "looks">;
  readonly words?: RegExp;
  readonly limits?: Partial<Limits>;
}

const always = (reply: DoubleReply) => () => () => reply;
const unusable = { end: "provider.unavailable", requests: 3, looks: 0 } as const;
const empty = { end: "stuck", requests: 2, looks: 0 } as const;
const errorEvent = (fields: object): DoubleReply => ({ text: "Half", errorEvent: fields });
const rejected = { end: "provider.rejected", requests: 2, looks: 1 } as const;

const MODIFIED = JSON.stringify({
  error: {
    type: "invalid_request_error",
    message:
      "messages.3.content.8: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified.",
  },
});

const FAULTS: Readonly<Record<string, Fault>> = {
  "an empty answer, for ever": { replies: always({}), ends: empty, words: /empty twice, and it called no tool/ },
  "nothing to say after the work": {
    replies: () => (n) => (n === 0 ? look() : {}),
    ends: { end: "end_turn", requests: 3, looks: 1 },
  },
  "reasoning that is refused and not there": {
    replies: () => [{ status: 400, body: MODIFIED }],
    ends: { end: "provider.rejected", requests: 1, looks: 0 },
  },
  "a call without a name": {
    replies: () => [{ calls: [{ name: "", arguments: {} }] }, DONE],
    ends: { end: "end_turn", requests: 2, looks: 0 },
  },
  "an empty answer, once": { replies: () => [{}, DONE], ends: { end: "end_turn", requests: 2, looks: 0 } },
  "white space, for ever": { replies: always({ text: " \n\t" }), ends: empty, words: /empty twice/ },
  "reasoning only, for ever": {
    replies: always({ think: "hm", signature: "s" }),
    ends: empty,
    words: /empty twice/,
  },
  "reasoning up to the cap": {
    replies: (format) => () => ({ think: "hm", signature: "s", finish: finishes(format).length }),
    ends: { end: "stuck", requests: 2, looks: 0 },
    words: /reasoning reached its output limit twice \(\d+ tokens\b/,
  },
  "no end, for ever": {
    replies: always({ text: "x", noFinish: true, noDone: true }),
    ends: unusable,
    words: /without a finish marker/,
  },
  "no end behind a call": {
    replies: always({ ...look(), noFinish: true, noDone: true }),
    ends: unusable,
    words: /without a finish marker/,
  },
  "no JSON, for ever": { replies: always({ ...look(), malformedEvent: true }), ends: unusable, words: /not JSON/ },
  "withheld at the end": {
    replies: (format) => () => ({ text: "I can", finish: finishes(format).filter }),
    ends: { end: "provider.filtered", requests: 1, looks: 0 },
    words: /content filter/,
  },
  "withheld behind a call": {
    replies: (format) => () => ({ ...look(), finish: finishes(format).refusal }),
    ends: { end: "provider.filtered", requests: 1, looks: 0 },
  },
  "words of refusal": {
    replies: always({ text: "I cannot help with that." }),
    ends: { end: "end_turn", requests: 1, looks: 0 },
  },
  "half a text, for ever": {
    replies: (format) => () => ({ text: "la la", finish: finishes(format).length }),
    ends: { end: "stuck", requests: 4, looks: 0 },
    words: /4 steps in a row contained only mistakes/,
  },
  "half a call, for ever": {
    replies: (format) => () => ({ calls: [{ name: "look", arguments: '{"a":"b' }], finish: finishes(format).length }),
    ends: { end: "stuck", requests: 4, looks: 0 },
  },
  "a call cut before its arguments": {
    replies: (format) => [{ calls: [{ name: "look", arguments: "" }], finish: finishes(format).length }, DONE],
    ends: { end: "end_turn", requests: 2, looks: 0 },
  },
  "an unknown tool, for ever": {
    replies: always({ calls: [{ name: "bash", arguments: {} }] }),
    ends: { end: "stuck", requests: 4, looks: 0 },
  },
  "the same call, for ever": {
    replies: always(look({ path: "a" })),
    ends: { end: "stuck", requests: 12, looks: 12 },
    words: /the same look call 12 times/,
  },
  "the same call in other spellings, for ever": {
    replies: () => (n) => ({
      calls: [
        {
          name: "look",
          arguments: [`{"a":1,"b":"x"}`, ` {"b":"x","a":1.0}`, String.raw`{"b":"\u0078","a":1e0}`][n % 3] ?? "",
        },
      ],
    }),
    ends: { end: "stuck", requests: 12, looks: 12 },
  },
  "the same call 50 times in one answer": {
    replies: always({ calls: Array.from({ length: 50 }, (_, n) => ({ id: `c${n}`, name: "look", arguments: {} })) }),
    ends: { end: "stuck", requests: 1, looks: 1 },
    words: /the same look call 50 times/,
  },
  "two calls in turn, for ever": {
    replies: () => (n) => look({ path: n % 2 }),
    ends: { end: "limit_steps", requests: 9, looks: 9 },
    limits: { steps: 9 },
  },
  "an overload inside the stream, for ever": {
    replies: always(errorEvent({ type: "overloaded_error", message: "Overloaded" })),
    ends: unusable,
    words: /Overloaded/,
  },
  "an unknown error inside the stream": { replies: always(errorEvent({ type: "odd", code: 7 })), ends: unusable },
  "an error without words inside the stream": { replies: always(errorEvent({})), ends: unusable },
  "a deep error inside the stream": {
    replies: always({ raw: `event: error\ndata: {"error":${"[".repeat(20_000)}${"]".repeat(20_000)}}\n\n` }),
    ends: unusable,
    words: /nested too deeply/,
  },
  "too large, said inside the stream": {
    replies: always(errorEvent({ type: "invalid_request_error", message: "prompt is too long" })),
    ends: { end: "provider.overflow", requests: 1, looks: 0 },
  },
  "spent, said inside the stream": {
    replies: always(errorEvent({ code: "insufficient_quota", message: "You exceeded your current quota" })),
    ends: { end: "provider.quota", requests: 1, looks: 0 },
  },
  "withheld, said inside the stream": {
    replies: always(errorEvent({ code: "content_filter", message: "content_filter" })),
    ends: { end: "provider.filtered", requests: 1, looks: 0 },
  },
  "the key is revoked behind the first step": {
    replies: () => [look(), { status: 401, body: '{"error":{"message":"revoked"}}' }, DONE],
    ends: rejected,
    words: /the key was not accepted/,
  },
  "the key is revoked inside the second answer": {
    replies: () => [look(), errorEvent({ type: "authentication_error", message: "revoked" }), DONE],
    ends: rejected,
  },
  "the account is spent behind the first step": {
    replies: () => [look(), { status: 402 }, DONE],
    ends: { end: "provider.quota", requests: 2, looks: 1 },
  },
  "the request is too large behind the first step": {
    replies: () => [look(), { status: 400, body: '{"error":{"code":"context_length_exceeded"}}' }, DONE],
    ends: { end: "provider.overflow", requests: 2, looks: 1 },
  },
};

for (const format of FORMATS) {
  for (const [name, { replies, ends, words = /(?:)/, limits }] of Object.entries(FAULTS)) {
    test(`${format}: ${name}: ${ends.end} after ${ends.requests}`, async (t) => {
      const ended = await endOf(t, { format, replies: replies(format), limits });
      const { end, requests, looks } = ended;
      assert.deepEqual({ end, requests, looks }, ends);
      assert.match(ended.words, words);
      assert.ok(!ended.messages.some((message) => JSON.stringify(message).includes("Half")));
    });
  }
}

test("after reasoning used up the whole cap, the next answer has a higher cap, and the one after it the usual cap", async (t) => {
  const cut: DoubleReply = { think: "hm", finish: "length" };
  const server = await serve(t, [cut, look(), DONE]);
  const model = await modelOf("openai", server, { thinking: "high" });
  const harness = createHarness({ replies: [], tools: [testTool({ name: "look" })], parts: { model } });
  assert.deepEqual(await harness.run(), { stop: "end_turn", text: "done" });
  const caps = server.requests.map(({ json }) => (json as { max_completion_tokens?: number }).max_completion_tokens);
  assert.deepEqual(caps, [32_768, 131_072, 32_768]);
  assert.deepEqual(server.violations, []);
});

const NUMBERS: readonly unknown[] = [-5, 1.5, 1e308, "many", true, null, [], {}, 2 ** 53, 0];

for (const format of FORMATS) {
  const fields =
    format === "openai"
      ? ["prompt_tokens", "completion_tokens", "cached_tokens"]
      : ["input_tokens", "output_tokens", "cache_read_input_tokens", "cache_creation_input_tokens"];
  for (const value of NUMBERS) {
    test(`${format}: ${JSON.stringify(value)} tokens are estimated, never a credit`, async (t) => {
      const usage = Object.fromEntries(fields.map((field) => [field, value]));
      const { end, usages } = await endOf(t, { format, replies: [{ text: "It is done.", usage }] });
      assert.equal(end, "end_turn");
      const [counted] = usages;
      assert.ok(counted !== undefined && counted.output >= 3, JSON.stringify(counted));
      assert.ok(counted.input + counted.cacheRead + counted.cacheWrite >= 10, JSON.stringify(counted));
      for (const count of Object.values(counted))
        assert.ok(Number.isSafeInteger(count) && count >= 0, JSON.stringify(counted));
    });
  }
  test(`${format}: more tokens than there are end the turn at its limit`, async (t) => {
    const usage = Object.fromEntries(fields.map((field) => [field, Number.MAX_SAFE_INTEGER]));
    const { end, requests } = await endOf(t, {
      format,
      replies: [{ ...look(), usage }, DONE],
      limits: { tokens: 100_000 },
    });
    assert.deepEqual({ end, requests }, { end: "limit_tokens", requests: 1 });
  });
}

test("reasoning that is refused in a later request is left out of the next one, and the work goes on", async (t) => {
  for (const format of ["openai", "anthropic"] as const) {
    const server = await serve(t, [
      { ...look(), think: "I ponder", signature: "s" },
      { status: 400, body: MODIFIED },
      DONE,
    ]);
    const { end, looks } = await endOver(server, { format });
    const ponders = server.requests.map(({ body }) => body.includes("I ponder"));
    assert.deepEqual([end, looks, ponders], ["end_turn", 1, [false, true, false]]);
  }
});
