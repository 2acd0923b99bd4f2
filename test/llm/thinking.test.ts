/** Levels of thinking and images as each provider's bytes; without them the bytes are what they always were. */

import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import type { ModelSpec } from "../../src/llm/create.ts";
import type { ImagePart, Message } from "../../src/protocol/message.ts";
import { THINKING, type ChatRequest } from "../../src/protocol/model.ts";
import { fieldsOf, type Json } from "../doubles/model-check.ts";
import { ask, modelOf, requestOf, serve, user } from "./workbench.ts";
import { said } from "../doubles/message.ts";

const PNG: ImagePart = { mediaType: "image/png", data: "iVBORw0KGgo=", source: "https://github.com/a/1" };
const JPEG: ImagePart = { mediaType: "image/jpeg", data: "/9j/2wAA" };

interface Sent {
  readonly body: string;
  readonly json: Record<string, Json>;
  readonly beta: string | undefined;
}

/** What one call sends; fails where a strict server would. */
async function sent(t: TestContext, spec: Partial<ModelSpec>, request: ChatRequest = requestOf()): Promise<Sent> {
  const server = await serve(t, () => ({ text: "ok" }));
  const format = spec.model?.startsWith("anthropic/") === true ? "anthropic" : "openai";
  await ask(await modelOf(format, server, spec), request);
  assert.deepEqual(server.violations, []);
  const [{ body, json, headers } = assert.fail()] = server.requests;
  return { body, json: fieldsOf(json), beta: headers["anthropic-beta"] as string | undefined };
}

const EFFORT = {
  low: { reasoning_effort: "low" },
  medium: { reasoning_effort: "medium" },
  high: { reasoning_effort: "high" },
};
const OFF = { thinking: { type: "disabled" } };
const KEPT = { thinking: { type: "enabled", keep: "all" } };
const BUDGET = { low: budget(1_024), medium: budget(4_096), high: budget(32_000), max: budget(32_000) };
const ADAPTIVE = { low: effort("low"), medium: effort("medium"), high: effort("high"), max: effort("max") };

function budget(tokens: number): object {
  return { thinking: { type: "enabled", budget_tokens: tokens } };
}

function effort(level: string): object {
  return { thinking: { type: "adaptive", display: "summarized" }, output_config: { effort: level } };
}

function graded(level: string, more: object = {}): object {
  return { thinking: { type: "enabled", ...more }, reasoning_effort: level };
}

/** Fields by level; `said`: without one. Levels that a model does not have are sent as the nearest, which features.test.ts shows. */
const FIELDS: Readonly<Record<string, Readonly<Partial<Record<(typeof THINKING)[number] | "said", object>>>>> = {
  "kimi/kimi-k3": { off: EFFORT.low, low: EFFORT.low, high: EFFORT.high, max: { reasoning_effort: "max" } },
  "kimi/kimi-k2.7-code": { said: KEPT, off: KEPT, low: KEPT, high: KEPT },
  "kimi/kimi-k2.6": { said: KEPT, off: OFF, low: KEPT, high: KEPT },
  "kimi/my-thinker": { off: OFF, low: { thinking: { type: "enabled" } } },
  "openai/gpt-5.2": { off: { reasoning_effort: "none" }, ...EFFORT, xhigh: { reasoning_effort: "xhigh" } },
  "openai/gpt-5": { ...EFFORT, minimal: { reasoning_effort: "minimal" } },
  "openai/gpt-4.1": { off: {} },
  "compatible/deepseek-reasoner": { ...EFFORT, off: { reasoning_effort: "none" } },
  "deepseek/deepseek-v4-pro": { off: OFF, low: graded("high"), high: graded("high"), max: graded("max") },
  "zai/glm-5.3": {
    said: { thinking: { type: "enabled", clear_thinking: false } },
    low: graded("low", { clear_thinking: false }),
    max: graded("max", { clear_thinking: false }),
  },
  "zai/glm-4.7": {
    said: { thinking: { type: "enabled", clear_thinking: false } },
    off: OFF,
    high: { thinking: { type: "enabled", clear_thinking: false } },
  },
  "qwen/qwen3.7-max": { off: { enable_thinking: false }, low: { enable_thinking: true } },
  "vllm/Qwen3": {
    off: { chat_template_kwargs: { enable_thinking: false, preserve_thinking: true } },
    high: { chat_template_kwargs: { enable_thinking: true, preserve_thinking: true } },
  },
  "openrouter/z-ai/glm": { off: { reasoning: { effort: "none" } }, high: { reasoning: { effort: "high" } } },
  "mistral/magistral": { off: { reasoning_effort: "none" }, low: EFFORT.high },
  "xai/grok-4.7": { off: EFFORT.low, low: EFFORT.low, high: EFFORT.high },
  "anthropic/claude-haiku-4-5": { off: {}, ...BUDGET },
  "anthropic/claude-opus-4-8": { off: {}, ...ADAPTIVE },
  "anthropic/claude-opus-5": { off: OFF, ...ADAPTIVE },
  "anthropic/claude-haiku-5-5": { off: OFF, ...ADAPTIVE },
  "anthropic/claude-sonnet-5-5": { off: ADAPTIVE.low, ...ADAPTIVE },
  "anthropic/claude-opus-5-5": ADAPTIVE,
  "anthropic/claude-unheard-of": ADAPTIVE,
};

const OF_THINKING: ReadonlySet<string> = new Set([
  "reasoning_effort",
  "thinking",
  "output_config",
  "enable_thinking",
  "chat_template_kwargs",
  "reasoning",
]);

/** The fields about thinking, and the body without them and its cap, as text that has its order. */
function parted(json: Record<string, Json>): { readonly said: object; readonly rest: string } {
  const fields = Object.entries(json);
  return {
    said: Object.fromEntries(fields.filter(([field]) => OF_THINKING.has(field))),
    rest: JSON.stringify(fields.filter(([field]) => !OF_THINKING.has(field) && field !== "max_tokens")),
  };
}

for (const [model, levels] of Object.entries(FIELDS)) {
  test(`${model}: each level is these fields, and nothing else changes`, async (t) => {
    const plain = await sent(t, { model });
    assert.deepEqual(parted(plain.json).said, levels.said ?? {});
    for (const level of THINKING) {
      const fields = levels[level];
      if (fields === undefined) continue;
      const { json, beta } = await sent(t, { model, thinking: level });
      assert.deepEqual(parted(json).said, fields, level);
      assert.equal(parted(json).rest, parted(plain.json).rest, "settings come first, and in the same order");
      const budgeted = fieldsOf(json["thinking"])["budget_tokens"] !== undefined;
      if (!budgeted) assert.equal(json["max_tokens"], plain.json["max_tokens"]);
      assert.equal(beta, budgeted ? "interleaved-thinking-2025-05-14" : undefined);
    }
  });
}

test("without a level, requests have no field about thinking", async (t) => {
  const message = '"messages":[{"role":"system","content":"You help."},{"role":"user","content":"Fix it."}]}';
  const bare = requestOf({ tools: [] });
  assert.equal(
    (await sent(t, { model: "kimi/kimi-k3" }, bare)).body,
    `{"model":"kimi-k3","stream":true,"stream_options":{"include_usage":true},"max_completion_tokens":32768,"prompt_cache_key":"key-1",${message}`,
  );
  const mark = '"cache_control":{"type":"ephemeral"}';
  const turn = `"system":[{"type":"text","text":"You help.",${mark}}],"messages":[{"role":"user","content":[{"type":"text","text":"Fix it.",${mark}}]}]}`;
  assert.equal(
    (await sent(t, { model: "anthropic/claude-haiku-4-5" }, bare)).body,
    `{"model":"claude-haiku-4-5","max_tokens":32768,"stream":true,${turn}`,
  );
  assert.equal(
    (await sent(t, { model: "anthropic/claude-haiku-4-5", thinking: "high" }, bare)).body,
    `{"model":"claude-haiku-4-5","max_tokens":64000,"stream":true,"thinking":{"type":"enabled","budget_tokens":32000},${turn}`,
  );
});

test("a budget leaves half of the cap to the answer, and where the least does not fit it is left out", async (t) => {
  const table: readonly (readonly [number, Json | undefined])[] = [
    [64_000, 32_000],
    [10_001, 5_000],
    [2_048, 1_024],
    [2_047, undefined],
  ];
  for (const [maxOutputTokens, tokens] of table) {
    const spec = { model: "anthropic/claude-haiku-4-5", thinking: "high" } as const;
    const { json } = await sent(t, spec, requestOf({ maxOutputTokens }));
    assert.deepEqual([json["max_tokens"], fieldsOf(json["thinking"])["budget_tokens"]], [maxOutputTokens, tokens]);
  }
});

test("signed thinking goes back unchanged while thinking is on", async (t) => {
  const thought: Message = said(
    [
      { type: "think", text: "", extra: '{"signature":"c2ln"}' },
      { type: "think", text: "", extra: '{"data":"b3BhcXVl"}' },
    ],
    { id: "c1", name: "run", arguments: "{}" },
  );
  const messages: Message[] = [user("Go."), thought, { role: "tool", toolCallId: "c1", content: "ok", isError: false }];
  const { json } = await sent(t, { model: "anthropic/claude-opus-5-5", thinking: "low" }, requestOf({ messages }));
  assert.deepEqual(fieldsOf((json["messages"] as readonly Json[])[1])["content"], [
    { type: "thinking", thinking: "", signature: "c2ln" },
    { type: "redacted_thinking", data: "b3BhcXVl" },
    { type: "tool_use", id: "c1", name: "run", input: {} },
  ]);
});

const SEEN: Message = { role: "user", content: "What is this?", images: [PNG, JPEG] };

test("images follow the text, each after its source; requests never contain origins", async (t) => {
  const messages: Message[] = [
    SEEN,
    { role: "user", content: "<system-reminder>x</system-reminder>", synthetic: true },
  ];
  const openai = await sent(t, { model: "kimi/kimi-k2.6" }, requestOf({ messages, tools: [] }));
  assert.equal(
    openai.body.slice(openai.body.indexOf('{"role":"user"')),
    '{"role":"user","content":[{"type":"text","text":"What is this?"},' +
      '{"type":"text","text":"Image: https://github.com/a/1"},' +
      '{"type":"image_url","image_url":{"url":"data:image/png;base64,iVBORw0KGgo="}},' +
      '{"type":"image_url","image_url":{"url":"data:image/jpeg;base64,/9j/2wAA"}}]},' +
      '{"role":"user","content":"<system-reminder>x</system-reminder>"}]}',
  );
  const anthropic = await sent(t, { model: "anthropic/claude-opus-5-5" }, requestOf({ messages, tools: [] }));
  assert.equal(
    anthropic.body.slice(anthropic.body.indexOf('{"role":"user"')),
    '{"role":"user","content":[{"type":"text","text":"What is this?"},' +
      '{"type":"text","text":"Image: https://github.com/a/1"},' +
      '{"type":"image","source":{"type":"base64","media_type":"image/png","data":"iVBORw0KGgo="}},' +
      '{"type":"image","source":{"type":"base64","media_type":"image/jpeg","data":"/9j/2wAA"}},' +
      '{"type":"text","text":"<system-reminder>x</system-reminder>","cache_control":{"type":"ephemeral"}}]}]}',
  );
});

test("an image may come without text, and carries the cache mark where it is last", async (t) => {
  const messages: Message[] = [{ role: "user", content: "", images: [JPEG] }];
  const openai = await sent(t, { model: "kimi/kimi-k2.6" }, requestOf({ messages }));
  assert.deepEqual((openai.json["messages"] as readonly Json[])[1], {
    role: "user",
    content: [{ type: "image_url", image_url: { url: "data:image/jpeg;base64,/9j/2wAA" } }],
  });
  const anthropic = await sent(t, { model: "anthropic/claude-opus-5-5" }, requestOf({ messages }));
  const source = { type: "base64", media_type: "image/jpeg", data: "/9j/2wAA" };
  assert.deepEqual(anthropic.json["messages"], [
    { role: "user", content: [{ type: "image", source, cache_control: { type: "ephemeral" } }] },
  ]);
});

test("an image counts as 1,500 tokens, whatever its bytes", async (t) => {
  const server = await serve(t, []);
  const model = await modelOf("openai", server);
  const tokens = (message: Message): number => model.estimate(requestOf({ messages: [message] }));
  const large = { ...PNG, data: `iVBORw0KGgo${"A".repeat(50_000)}` };
  assert.equal(tokens({ ...SEEN, images: [large, JPEG] }) - tokens(user(SEEN.content)), 3_000);
});

test("user messages in a row are one where the roles must take turns", async (t) => {
  const messages: Message[] = [
    user("One."),
    { ...SEEN, content: "Two.", images: [JPEG] },
    { role: "user", content: "Three.", synthetic: true },
    said("Four."),
    user("Five."),
    user("Six."),
  ];
  for (const model of ["ollama/qwen3", "compatible/mistral"]) {
    const { json } = await sent(t, { model }, requestOf({ messages }));
    assert.deepEqual((json["messages"] as readonly Json[]).slice(1), [
      {
        role: "user",
        content: "One.\n\nTwo.\n\n[1 picture left out: this model does not see pictures]\n\nThree.",
      },
      { role: "assistant", content: "Four." },
      { role: "user", content: "Five.\n\nSix." },
    ]);
  }
});
