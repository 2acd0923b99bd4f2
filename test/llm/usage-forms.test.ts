/** Every documented form of a usage is counted: passes, caches by their time, searches, reasoning and tools beside the answer. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { ChatReply } from "../../src/protocol/model.ts";
import { ask, serve, wireModel, type WireName } from "./workbench.ts";

const PRICE = { input: 1, cacheRead: 0.1, cacheWrite: 1.25, output: 5 };
/** The policy's parameters that ask the provider to compact, so that it may ask the model several times. */
const COMPACTS = { context_management: { edits: [{ type: "compact_20260112" }] } };

const pass = (type: string, input: number, output: number, more: object = {}): object => ({
  type,
  input_tokens: input,
  output_tokens: output,
  cache_read_input_tokens: 0,
  cache_creation_input_tokens: 0,
  ...more,
});
const whole = { input_tokens: 23_000, output_tokens: 1_000 };
const compacted = [pass("compaction", 180_000, 3_500), pass("message", 23_000, 1_000)];
const writes = { ephemeral_5m_input_tokens: 100, ephemeral_1h_input_tokens: 200 };

interface Form {
  readonly wire: WireName;
  readonly usage: object;
  readonly parameters?: Readonly<Record<string, unknown>>;
  /** Input, cache read, cache write, output. */
  readonly counted: readonly [number, number, number, number];
  readonly costUsd?: number;
  readonly contextTokens?: number;
}

const FORMS: Readonly<Record<string, Form>> = {
  "Claude: a compaction before the answer": {
    wire: "anthropic",
    usage: { ...whole, iterations: compacted },
    parameters: COMPACTS,
    counted: [203_000, 0, 0, 4_500],
    contextTokens: 24_000,
  },
  "Claude: a compaction alone": {
    wire: "anthropic",
    usage: { input_tokens: 0, output_tokens: 0, iterations: [pass("compaction", 180_000, 3_500)] },
    parameters: COMPACTS,
    counted: [180_000, 0, 0, 3_500],
  },
  "Claude: tools of the server, whose output is in the sum already": {
    wire: "anthropic",
    usage: {
      input_tokens: 100,
      output_tokens: 90,
      cache_read_input_tokens: 50,
      iterations: [
        pass("message", 100, 40, { cache_read_input_tokens: 50 }),
        pass("advisor_message", 500, 300),
        pass("message", 200, 50, { cache_read_input_tokens: 150 }),
        pass("advisor_message", 600, 10),
      ],
    },
    parameters: COMPACTS,
    counted: [1_400, 200, 0, 400],
    contextTokens: 400,
  },
  "Claude: passes that the request did not ask for are one": {
    wire: "anthropic",
    usage: { ...whole, iterations: Array.from({ length: 50 }, () => pass("message", 900_000, 100_000)) },
    counted: [1_000_000, 0, 0, 65_536],
    contextTokens: 1_000_000,
  },
  "Claude: a count that no pass can have": {
    wire: "anthropic",
    usage: { ...whole, iterations: [pass("message", -1, 1e308), null, 5, pass("message", 23_000, 1_000)] },
    parameters: COMPACTS,
    counted: [23_000, 0, 0, 1_000],
    contextTokens: 24_000,
  },
  "Claude: cached for an hour, and the sum left out": {
    wire: "anthropic",
    usage: { input_tokens: 10, output_tokens: 20, cache_creation: writes },
    counted: [10, 0, 300, 20],
    costUsd: (10 + 100 * 1.25 + 200 * 2 + 20 * 5) / 1e6,
  },
  "Claude: searches": {
    wire: "anthropic",
    usage: { input_tokens: 9_000, output_tokens: 200, server_tool_use: { web_search_requests: 2 } },
    counted: [9_000, 0, 0, 200],
    costUsd: 0.03,
  },
  "Gemini: thoughts and the results of tools": {
    wire: "gemini",
    usage: {
      promptTokenCount: 100,
      cachedContentTokenCount: 40,
      toolUsePromptTokenCount: 30,
      candidatesTokenCount: 20,
      thoughtsTokenCount: 50,
      totalTokenCount: 200,
    },
    counted: [90, 40, 0, 70],
  },
  "Gemini: thoughts in the total alone": {
    wire: "gemini",
    usage: { promptTokenCount: 100, candidatesTokenCount: 20, totalTokenCount: 190 },
    counted: [100, 0, 0, 90],
  },
  "Responses: cached and reasoning": {
    wire: "responses",
    usage: {
      input_tokens: 100,
      input_tokens_details: { cached_tokens: 40 },
      output_tokens: 60,
      output_tokens_details: { reasoning_tokens: 50 },
      total_tokens: 160,
    },
    counted: [60, 40, 0, 60],
  },
  "Chat Completions: cached, written and reasoning": {
    wire: "openai",
    usage: {
      prompt_tokens: 100,
      prompt_tokens_details: { cached_tokens: 40, cache_write_tokens: 10, audio_tokens: 0 },
      completion_tokens: 60,
      completion_tokens_details: { reasoning_tokens: 50, accepted_prediction_tokens: 5 },
      total_tokens: 160,
    },
    counted: [50, 40, 10, 60],
  },
};

for (const [name, { wire, usage, parameters, counted, costUsd, contextTokens }] of Object.entries(FORMS)) {
  test(name, async (t) => {
    const server = await serve(t, [{ text: "It is done.", usage, usageAtStart: { input_tokens: 10 } }]);
    const model = await wireModel(wire, server, { own: { price: PRICE, parameters } });
    const reply: ChatReply = await ask(model);
    const { input, cacheRead, cacheWrite, output } = reply.usage;
    assert.deepEqual([input, cacheRead, cacheWrite, output], counted);
    assert.deepEqual([reply.costUsd, reply.contextTokens], [costUsd, contextTokens]);
  });
}
