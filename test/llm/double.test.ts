/** The model double itself: what it must refuse, since every other test rests on its strictness. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { checkAnthropic } from "../doubles/model-anthropic.ts";
import { fieldsOf, type Json } from "../doubles/model-check.ts";
import { checkOpenAi } from "../doubles/model-openai.ts";
import { checkResponses, outputId, sealed } from "../doubles/responses-check.ts";
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

const SAID: Json = { role: "user", content: "hi" };
const RESPONSES: { readonly [field: string]: Json } = {
  model: "gpt-5.5",
  stream: true,
  store: false,
  include: ["reasoning.encrypted_content"],
  max_output_tokens: 16,
  input: [SAID],
};

function responsesInput(...input: readonly Json[]): Json {
  return { ...RESPONSES, input };
}

function responsesTool(parameters: Json, more: object = {}): Json {
  return { ...RESPONSES, tools: [{ type: "function", name: "run", description: "Runs.", parameters, ...more }] };
}

test("Responses: violations", () => {
  const [rs, fc] = [
    outputId({ type: "reasoning", turn: 1, at: 0, afterReasoning: false }),
    outputId({ type: "call", turn: 1, at: 1, afterReasoning: true }),
  ];
  const seal = sealed({ id: rs, model: "gpt-5.5", next: fc });
  const thought = { type: "reasoning", id: rs, summary: [], encrypted_content: seal };
  const call = { type: "function_call", call_id: "c", name: "run", arguments: "{}" };
  const result = { type: "function_call_output", call_id: "c", output: "ok" };
  const picture = { type: "input_image", image_url: "data:image/png;base64,iVBORw0KGgo=" };
  const schema = { type: "object", properties: { a: { type: "string" } } };
  const fine: readonly Json[] = [
    RESPONSES,
    responsesInput(SAID, thought, { ...call, id: fc }, result),
    responsesInput(SAID, call, { ...result, output: [picture] }, { role: "assistant", content: "done" }, SAID),
    responsesTool(schema, { strict: false }),
    responsesTool({ ...schema, required: ["a"], additionalProperties: false }),
  ];
  for (const body of fine) assert.deepEqual(checkResponses(body), []);
  const table: readonly (readonly [Json, RegExp])[] = [
    [{ ...RESPONSES, max_tokens: 20 }, /unknown field max_tokens/],
    [{ ...RESPONSES, temperature: 1 }, /unknown field temperature/],
    [{ ...RESPONSES, stop: ["x"] }, /unknown field stop/],
    [{ ...RESPONSES, max_output_tokens: 15 }, /max_output_tokens 15/],
    [{ ...RESPONSES, prompt_cache_key: "k".repeat(65) }, /prompt_cache_key is too long/],
    [{ ...RESPONSES, store: true }, /store is not false/],
    [{ ...RESPONSES, reasoning: { effort: "off" } }, /effort off/],
    [{ ...RESPONSES, model: "gpt-4.1" }, /Encrypted content is not supported/],
    [responsesTool(schema), /additionalProperties must be false.*a is not required/],
    [responsesInput(SAID, thought, call, result), /without its required following item/],
    [responsesInput(SAID, thought, SAID), /without its required following item/],
    [responsesInput(SAID, { ...call, id: fc }, result), /without its required 'reasoning' item/],
    [responsesInput(SAID, { ...thought, encrypted_content: `${seal}A` }), /could not be verified/],
    [responsesInput(SAID, { ...thought, id: `${rs}x` }), /could not be verified/],
    [{ ...fieldsOf(responsesInput(SAID, thought, { ...call, id: fc }, result)), model: "gpt-5.4" }, /be verified/],
    [responsesInput(SAID, { type: "reasoning", id: rs, summary: [] }), /not found/],
    [responsesInput(SAID, thought, { ...call, id: fc }, result, thought), /Duplicate item found with id rs_/],
    [responsesInput(SAID, { ...call, id: "call_1" }, result), /begins with 'fc'/],
    [responsesInput(SAID, { ...call, id: `fc_${"x".repeat(62)}` }, result), /string too long/],
    [responsesInput(SAID, { ...call, call_id: "c".repeat(65) }), /longer than 64/],
    [responsesInput(SAID, call), /No tool output found for function call c/],
    [responsesInput(SAID, result), /No tool call found for function call output with call_id c/],
    [responsesInput(SAID, call, call, result), /call_id c repeats/],
    [responsesInput({ role: "assistant", content: [picture] }, SAID), /Invalid value: 'input_image'/],
    [responsesInput({ role: "assistant", content: [{ type: "input_text", text: "x" }] }, SAID), /'input_text'/],
    [responsesInput(SAID, { role: "assistant", content: "x" }), /ends with the assistant/],
    [responsesInput({ role: "tool", content: "x" }), /role tool/],
    [responsesInput({ type: "item_reference", id: rs }), /'item_reference'/],
  ];
  for (const [body, complaint] of table) assert.match(checkResponses(body).join("; "), complaint);
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
    [anthropicMessages({ role: "user", content: [{ type: "text", text: "" }] }), /must contain non-whitespace text/],
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
