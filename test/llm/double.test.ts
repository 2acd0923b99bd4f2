/** The model double itself: what it must refuse, since every other test rests on its strictness. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { checkAnthropic } from "../doubles/model-anthropic.ts";
import type { Json } from "../doubles/model-check.ts";
import { checkOpenAi } from "../doubles/model-openai.ts";
import { serve } from "./workbench.ts";

const USER: Json = { role: "user", content: "hi" };
const CALL: Json = { id: "c", type: "function", function: { name: "run", arguments: "{}" } };
const OPENAI: { readonly [field: string]: Json } = {
  model: "m",
  stream: true,
  stream_options: { include_usage: true },
  max_tokens: 1,
  messages: [{ role: "system", content: "s" }, USER],
};

function openAiMessages(...messages: readonly Json[]): Json {
  return { ...OPENAI, messages: [{ role: "system", content: "s" }, ...messages] };
}

function openAiImage(url: string): Json {
  return { role: "user", content: [{ type: "image_url", image_url: { url } }] };
}

test("Chat Completions: violations", () => {
  assert.deepEqual(checkOpenAi(OPENAI), []);
  const table: readonly (readonly [Json, RegExp])[] = [
    [{ ...OPENAI, top_k: 1 }, /unknown field top_k/],
    [{ ...OPENAI, max_completion_tokens: 1 }, /no single output cap/],
    [{ ...OPENAI, tools: [] }, /filled array/],
    [openAiMessages({ role: "tool", tool_call_id: "x", content: "" }), /orphan tool message x/],
    [openAiMessages(USER, { role: "assistant", content: null, tool_calls: [CALL] }, USER), /no result for c/],
    [openAiMessages(USER, { role: "assistant", content: null }, USER), /says nothing/],
    [openAiMessages(USER, { role: "assistant", content: "x" }), /ends with the assistant/],
    [openAiMessages({ role: "system", content: "again" }), /system belongs first/],
    [openAiMessages({ role: "user", content: "x", name: "y" }), /unknown field name/],
    [openAiMessages({ role: "user", content: [] }), /empty array/],
    [openAiMessages({ role: "user", content: [{ type: "text", text: "" }] }), /empty text part/],
    [openAiMessages({ role: "user", content: [{ type: "image", source: "x" }] }), /part type image/],
    [openAiMessages(openAiImage("https://a/b.png")), /image type/],
    [openAiMessages(openAiImage("data:image/svg+xml;base64,iVBORw0KGgo=")), /image type image\/svg\+xml/],
    [openAiMessages(openAiImage("data:image/png;base64,/9j/2wAA")), /image is no image\/png/],
    [openAiMessages(openAiImage("data:image/png;base64,iVBORw0KGgo")), /not base64/],
    [{ ...OPENAI, reasoning_effort: "off" }, /reasoning_effort off/],
    [{ ...OPENAI, thinking: { type: "enabled", budget_tokens: 1 } }, /thinking \{/],
  ];
  for (const [body, complaint] of table) assert.match(checkOpenAi(body).join("; "), complaint);
});

const ANTHROPIC: { readonly [field: string]: Json } = {
  model: "m",
  max_tokens: 1,
  stream: true,
  messages: [{ role: "user", content: [{ type: "text", text: "hi" }] }],
};

function anthropicMessages(...messages: readonly Json[]): Json {
  return { ...ANTHROPIC, messages };
}

function image(media_type: string, data: string): Json {
  return { role: "user", content: [{ type: "image", source: { type: "base64", media_type, data } }] };
}

test("Messages: violations", () => {
  assert.deepEqual(checkAnthropic(ANTHROPIC), []);
  const first = (ANTHROPIC["messages"] as readonly Json[])[0]!;
  const called: Json = { role: "assistant", content: [{ type: "tool_use", id: "c", name: "run", input: {} }] };
  const { max_tokens: _, ...uncapped } = ANTHROPIC;
  const table: readonly (readonly [Json, RegExp])[] = [
    [uncapped, /max_tokens is missing/],
    [{ ...ANTHROPIC, temperature: 1 }, /unknown field temperature/],
    [{ ...ANTHROPIC, thinking: { type: "enabled", budget_tokens: 1 } }, /budget_tokens 1; .*not less than max_tokens/],
    [{ ...ANTHROPIC, thinking: { type: "adaptive", budget_tokens: 1 } }, /thinking: unknown field budget_tokens/],
    [{ ...ANTHROPIC, thinking: { type: "auto" } }, /thinking type auto/],
    [{ ...ANTHROPIC, output_config: { effort: "off" } }, /effort off/],
    [anthropicMessages(image("image/gif", "iVBORw0KGgo=")), /image is no image\/gif/],
    [anthropicMessages(image("image/bmp", "Qk0=")), /image type image\/bmp/],
    [anthropicMessages(first, first), /role user out of turn/],
    [anthropicMessages(first, called, first), /no result for c/],
    [anthropicMessages({ role: "user", content: [{ type: "tool_result", tool_use_id: "x" }] }), /orphan tool_result x/],
    [anthropicMessages({ role: "user", content: [{ type: "text", text: "" }] }), /empty text block/],
    [
      anthropicMessages(first, called, {
        role: "user",
        content: [
          { type: "text", text: "x" },
          { type: "tool_result", tool_use_id: "c" },
        ],
      }),
      /results not first/,
    ],
    [
      anthropicMessages(first, { role: "assistant", content: [{ type: "thinking", thinking: "x" }] }, first),
      /unsigned/,
    ],
    [
      anthropicMessages(first, { role: "assistant", content: [{ type: "text", text: "x" }] }),
      /ends with the assistant/,
    ],
  ];
  for (const [body, complaint] of table) assert.match(checkAnthropic(body).join("; "), complaint);
});

test("over HTTP a violation is 400, recorded, and the body is kept verbatim", async (t) => {
  const server = await serve(t, [{ text: "never" }]);
  const post = async (path: string, key: string, body: string): Promise<number> => {
    const headers = { authorization: `Bearer ${key}`, "anthropic-version": "x" };
    return (await fetch(`${server.origin}${path}`, { method: "POST", headers, body })).status;
  };
  assert.equal(await post("/v1/chat/completions", "test-key-0001", "{ not json"), 400);
  assert.equal(await post("/v1/messages", "wrong", JSON.stringify(ANTHROPIC)), 400);
  assert.equal(await post("/v1/other", "test-key-0001", "{}"), 404);
  assert.deepEqual(server.violations, [
    "the body is not an object",
    "the key is missing or wrong",
    "POST /v1/other is not served here",
  ]);
  assert.equal(server.requests[0]?.body, "{ not json");
});
