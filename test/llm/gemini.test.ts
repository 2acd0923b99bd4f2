/**
 * Gemini's own API against a double that refuses what Google refuses: a story of several steps, its conversation shown to other
 * models and theirs to it, and the streams as Google sends them.
 */

import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { createModel, type ModelSpec } from "../../src/llm/create.ts";
import { systemClock } from "../../src/base/clock.ts";
import { callsOf, textOf, type Message } from "../../src/protocol/message.ts";
import { failedCallOf, type ChatModel, type ChatRequest } from "../../src/protocol/model.ts";
import { fieldsOf, type Json } from "../doubles/model-check.ts";
import { GEMINI_SIGNATURE as SIGNATURE } from "../doubles/model-gemini.ts";
import type { DoubleReply } from "../doubles/model-reply.ts";
import type { ModelServer } from "../doubles/model-server.ts";
import { ask, failureOf, requestOf, serve, TOOLS, user } from "./workbench.ts";

const KEY = "test-key-0001";

async function gemini({ origin }: Pick<ModelServer, "origin">, more: Partial<ModelSpec> = {}): Promise<ChatModel> {
  return createModel({
    model: "gemini/gemini-3.8-flash",
    baseUrl: `${origin}/v1beta`,
    apiKey: KEY,
    clock: systemClock,
    ...more,
  });
}

function results(message: Message): readonly Message[] {
  if (message.role !== "assistant") return [];
  return callsOf(message).map(({ id, name }, at) => ({
    role: "tool",
    toolCallId: id,
    content: at === 0 ? `${name} said` : "it failed",
    isError: at > 0,
  }));
}

const THINK_AND_CALL: DoubleReply = {
  think: "First I look.",
  text: "I look.",
  calls: [
    { id: "a1", name: "read_file", arguments: { path: "a" } },
    { id: "a2", name: "run", arguments: {} },
  ],
};
const STORY: readonly DoubleReply[] = [
  THINK_AND_CALL,
  { think: "Then I run.", calls: [{ id: "b1", name: "run", arguments: { z: 1, a: [2] } }] },
  { text: "Done." },
  { text: "You are welcome." },
];

/** Plays the story; a result follows each call, and the user speaks between. */
async function played(model: ChatModel, steps = STORY.length): Promise<readonly Message[]> {
  let messages: readonly Message[] = [user("Fix it.")];
  for (let step = 0; step < steps; step += 1) {
    const { message } = await ask(model, requestOf({ messages }));
    const answered = results(message);
    messages = [...messages, message, ...(answered.length > 0 ? answered : [user("Thanks.")])];
    if (step === 0) messages = [...messages, user("<system-reminder>Two steps are left.</system-reminder>")];
  }
  return messages;
}

test("a story of several steps is refused nowhere, and every part goes back as it came", async (t) => {
  const server = await serve(t, STORY);
  await played(await gemini(server, { thinking: "low" }));
  assert.deepEqual(server.violations, []);
  const [first = {}, second = {}, third = {}, last = {}] = server.requests.map(({ json }) => fieldsOf(json));
  assert.deepEqual(Object.keys(first), ["generationConfig", "systemInstruction", "tools", "contents"]);
  assert.deepEqual(first["generationConfig"], {
    maxOutputTokens: 32_768,
    thinkingConfig: { includeThoughts: true, thinkingLevel: "LOW" },
  });
  assert.deepEqual(first["tools"], [
    {
      functionDeclarations: [
        { name: "read_file", description: "Reads.", parameters: TOOLS[0]?.parameters },
        { name: "run", description: "Runs." },
      ],
    },
  ]);
  assert.deepEqual((second["contents"] as Json[]).slice(1), [
    {
      role: "model",
      parts: [
        { text: "First I look.", thought: true },
        { text: "I look." },
        { functionCall: { id: "a1", name: "read_file", args: { path: "a" } }, thoughtSignature: SIGNATURE },
        { functionCall: { id: "a2", name: "run", args: {} } },
      ],
    },
    {
      role: "user",
      parts: [
        { functionResponse: { id: "a1", name: "read_file", response: { output: "read_file said" } } },
        { functionResponse: { id: "a2", name: "run", response: { error: "it failed" } } },
        { text: "<system-reminder>Two steps are left.</system-reminder>" },
      ],
    },
  ]);
  const before = JSON.stringify(third["contents"]).slice(0, -1);
  assert.ok(JSON.stringify(last["contents"]).startsWith(before), "contents only grow");
  assert.deepEqual((last["contents"] as Json[]).slice(-2), [
    { role: "model", parts: [{ text: "Done." }, { text: "", thoughtSignature: SIGNATURE }] },
    { role: "user", parts: [{ text: "Thanks." }] },
  ]);
  assert.equal(server.requests[0]?.headers["x-goog-api-key"], KEY);
  assert.equal(server.requests[0]?.headers.authorization, undefined);
});

test("a conversation of another model has the documented sentinel, and neither its thoughts nor its signatures", async (t) => {
  const server = await serve(t, [...STORY, { text: "ok" }, { text: "ok" }]);
  const conversation = await played(await gemini(server, { model: "gemini/gemini-3.5-flash" }));
  await ask(await gemini(server), requestOf({ messages: conversation }));
  assert.deepEqual(server.violations, []);
  const [, second, , fourth] = fieldsOf(server.requests.at(-1)?.json)["contents"] as Json[];
  const sentinel = "skip_thought_signature_validator";
  assert.deepEqual(fieldsOf(second)["parts"], [
    { text: "I look." },
    { functionCall: { id: "a1", name: "read_file", args: { path: "a" } }, thoughtSignature: sentinel },
    { functionCall: { id: "a2", name: "run", args: {} } },
  ]);
  assert.deepEqual(fieldsOf(fourth)["parts"], [
    { functionCall: { id: "b1", name: "run", args: { z: 1, a: [2] } }, thoughtSignature: sentinel },
  ]);
  // The one before the third generation has neither ids nor the sentinel.
  await ask(await gemini(server, { model: "gemini/gemini-2.5-flash" }), requestOf({ messages: conversation }));
  const [, older] = fieldsOf(server.requests.at(-1)?.json)["contents"] as Json[];
  assert.deepEqual((fieldsOf(older)["parts"] as Json[]).slice(1), [
    { functionCall: { name: "read_file", args: { path: "a" } } },
    { functionCall: { name: "run", args: {} } },
  ]);
});

const LEVELS: Readonly<
  Record<string, readonly [model: string, level: ModelSpec["thinking"], config: object | undefined]>
> = {
  "3: nothing said": ["gemini-3.8-flash", undefined, { includeThoughts: true }],
  "3: high": ["gemini-3.8-flash", "high", { includeThoughts: true, thinkingLevel: "HIGH" }],
  "3: max is the nearest": ["gemini-4-argon", "max", { includeThoughts: true, thinkingLevel: "HIGH" }],
  "3: off is the least": ["gemini-3.5-flash", "off", { includeThoughts: true, thinkingLevel: "MINIMAL" }],
  "2.5: low": ["gemini-2.5-flash", "low", { includeThoughts: true, thinkingBudget: 2048 }],
  "2.5: off": ["gemini-2.5-flash", "off", { thinkingBudget: 0 }],
  "2.5 pro: off is the least": ["gemini-2.5-pro", "off", { includeThoughts: true, thinkingBudget: 512 }],
};

for (const [name, [id, thinking, config]] of Object.entries(LEVELS)) {
  test(`thinking of ${name}`, async (t) => {
    const server = await serve(t, [{ text: "ok" }]);
    await ask(await gemini(server, { model: `gemini/${id}`, thinking }));
    assert.deepEqual(fieldsOf(fieldsOf(server.requests[0]?.json)["generationConfig"])["thinkingConfig"], config);
    assert.deepEqual(server.violations, []);
  });
}

test("schemas of every kind, images, empty results and odd ids are not refused", async (t) => {
  const server = await serve(t, [{ text: "ok" }]);
  const parameters = {
    type: "object",
    properties: {
      kind: { enum: [1, 2] },
      maybe: { type: ["string", "null"] },
      tree: { $ref: "#/$defs/tree" },
      either: { oneOf: [{ type: "string" }, { const: "x" }] },
      free: { type: "object", additionalProperties: true },
      none: { type: "object", properties: {} },
    },
    required: ["kind", "gone"],
    additionalProperties: false,
    $defs: { tree: { type: "object", properties: { next: { $ref: "#/$defs/tree" } } } },
  };
  const messages: Message[] = [
    { role: "user", content: "", images: [{ mediaType: "image/png", data: "iVBORw0KGgo=", source: "https://a/b" }] },
    {
      role: "assistant",
      blocks: [{ type: "call", id: "functions.run:0", name: "no such tool!", arguments: "{not json" }],
    },
    { role: "tool", toolCallId: "functions.run:0", content: "", isError: true },
  ];
  await ask(await gemini(server), requestOf({ messages, tools: [{ name: "odd", description: "d", parameters }] }));
  assert.deepEqual(server.violations, []);
});

test("the double refuses what Google refuses", async (t) => {
  const server = await serve(t, () => ({ text: "ok" }));
  const post = async (contents: object[], more: object = {}): Promise<void> => {
    await fetch(`${server.origin}/v1beta/models/gemini-3.8-flash:streamGenerateContent?alt=sse`, {
      method: "POST",
      headers: { "x-goog-api-key": KEY },
      body: JSON.stringify({ generationConfig: { maxOutputTokens: 9 }, contents, ...more }),
    });
  };
  const said = (text: string): object => ({ role: "user", parts: [{ text }] });
  const call = { functionCall: { id: "a", name: "run", args: {} } };
  const answer = { functionResponse: { id: "a", name: "run", response: {} } };
  await post([said("a"), { role: "model", parts: [call] }, { role: "user", parts: [answer] }]);
  await post([said("a"), said("b")]);
  await post([said("a"), { role: "model", parts: [{ ...call, thoughtSignature: SIGNATURE }] }, said("b")]);
  await post([said("a")], {
    generationConfig: { maxOutputTokens: 9, thinkingConfig: { thinkingLevel: "LOW", thinkingBudget: 5 } },
  });
  await post([said("a")], {
    tools: [
      {
        functionDeclarations: [
          {
            name: "a",
            description: "",
            parameters: {
              type: "object",
              properties: { x: { type: "integer", enum: [1] } },
              additionalProperties: false,
            },
          },
        ],
      },
    ],
  });
  assert.deepEqual(server.violations, [
    "contents[1]: Function call run is missing a thought_signature",
    "contents[1]: role user",
    "the conversation ends with the model",
    "contents[2]: the function responses are not those of the calls",
    "thinkingLevel and thinkingBudget",
    "tool a: unknown field additionalProperties",
    "tool a.x: enum",
  ]);
});

test("an end that is named after the calls, as by other servers of the format, is no filter", async (t) => {
  const server = await serve(t, [sse(chunk([{ functionCall: { name: "run", args: { a: 1 } } }], "FUNCTION_CALL"))]);
  assert.deepEqual(
    callsOf((await ask(await gemini(server))).message).map(({ name, arguments: text }) => [name, text]),
    [["run", '{"a":1}']],
  );
});

function sse(...events: readonly object[]): DoubleReply {
  return { raw: events.map((event) => `data: ${JSON.stringify(event)}\r\n\r\n`).join("") };
}

function chunk(parts: readonly object[], finishReason?: string, more: object = {}): object {
  return {
    candidates: [
      { content: { parts, role: "model" }, ...(finishReason === undefined ? {} : { finishReason }), index: 0 },
    ],
    ...more,
  };
}

test("texts in a row are one block, a part with a signature stays apart, unknown parts stay whole", async (t) => {
  const code = { executableCode: { language: "PYTHON", code: "1+1" } };
  const server = await serve(t, [
    sse(
      chunk([{ text: "h", thought: true }]),
      chunk([{ text: "m", thought: true }, { text: "He" }]),
      chunk([{ text: "llo" }]),
      chunk([{ text: " you", thoughtSignature: "AAAA" }, { text: "!" }, code]),
      chunk([{ functionCall: { name: "run", args: { a: 1 } }, thoughtSignature: "BBBB" }]),
      chunk([{ functionCall: { name: "run" } }], "STOP", {
        usageMetadata: {
          promptTokenCount: 30,
          cachedContentTokenCount: 10,
          candidatesTokenCount: 7,
          thoughtsTokenCount: 5,
          toolUsePromptTokenCount: 2,
          totalTokenCount: 44,
        },
      }),
    ),
  ]);
  const { message, usage } = await ask(await gemini(server));
  const [first, second] = callsOf(message);
  assert.deepEqual(message.blocks, [
    { type: "think", text: "hm" },
    { type: "text", text: "Hello" },
    { type: "text", text: " you", extra: '{"thoughtSignature":"AAAA"}' },
    { type: "text", text: "!" },
    { type: "opaque", json: JSON.stringify(code) },
    { type: "call", id: first?.id, name: "run", arguments: '{"a":1}', extra: '{"thoughtSignature":"BBBB"}' },
    { type: "call", id: second?.id, name: "run", arguments: "{}" },
  ]);
  assert.notEqual(first?.id, second?.id);
  assert.deepEqual(usage, { input: 22, cacheRead: 10, cacheWrite: 0, output: 12 });
});

test("an undeclared call where no tools were offered, as in a compaction, is asked for again", async (t) => {
  const call = { functionCall: { name: "read_file", args: { path: "a" } } };
  const server = await serve(t, [sse(chunk([call], "UNEXPECTED_TOOL_CALL"))]);
  const failure = await failureOf(ask(await gemini(server), requestOf({ tools: [] })));
  assert.equal(failure.message, "Unusable answer: it ended with UNEXPECTED_TOOL_CALL.");
});

const ENDS: Readonly<Record<string, readonly [reply: DoubleReply, code: string, words: RegExp]>> = {
  safety: [sse(chunk([{ text: "x" }], "SAFETY")), "provider.filtered", /content filter/],
  "a reason to come": [sse(chunk([{ text: "x" }], "NEW_REASON")), "provider.filtered", /content filter/],
  "a blocked prompt": [
    sse({ promptFeedback: { blockReason: "PROHIBITED_CONTENT" } }),
    "provider.filtered",
    /PROHIBITED_CONTENT/,
  ],
  "a malformed call": [
    sse({
      candidates: [
        { content: {}, finishReason: "MALFORMED_FUNCTION_CALL", finishMessage: "Malformed function call: run(" },
      ],
    }),
    "provider.unavailable",
    /MALFORMED_FUNCTION_CALL: Malformed function call/,
  ],
  "an empty STOP": [sse(chunk([{ text: "" }], "STOP")), "provider.unavailable", /empty/],
  "thoughts alone": [sse(chunk([{ text: "hm", thought: true }], "STOP")), "provider.unavailable", /empty/],
  "no end": [sse(chunk([{ text: "x" }])), "provider.unavailable", /without a finish marker/],
  "an error inside": [
    sse(chunk([{ text: "x" }]), { error: { code: 503, status: "UNAVAILABLE", message: "overloaded" } }),
    "provider.unavailable",
    /overloaded/,
  ],
  "a limit per minute": [
    {
      status: 429,
      body: JSON.stringify([
        {
          error: {
            code: 429,
            status: "RESOURCE_EXHAUSTED",
            message: "You exceeded your current quota",
            details: [{ violations: [{ quotaId: "GenerateRequestsPerMinutePerProject" }] }, { retryDelay: "34.4s" }],
          },
        },
      ]),
    },
    "provider.unavailable",
    /429/,
  ],
  "a limit per day": [
    {
      status: 429,
      body: JSON.stringify({
        error: {
          code: 429,
          status: "RESOURCE_EXHAUSTED",
          message: "You exceeded your current quota",
          details: [{ violations: [{ quotaId: "GenerateRequestsPerDayPerProject" }] }, { retryDelay: "34.4s" }],
        },
      }),
    },
    "provider.quota",
    /no quota left/,
  ],
  "a wrong key": [
    {
      status: 400,
      body: '{"error":{"code":400,"message":"API key not valid. Please pass a valid API key.","status":"INVALID_ARGUMENT"}}',
    },
    "provider.rejected",
    /key was not accepted/,
  ],
  "an overflow": [
    {
      status: 400,
      body: '{"error":{"code":400,"message":"The input token count (1196265) exceeds the maximum number of tokens allowed (1048575)."}}',
    },
    "provider.overflow",
    /does not fit/,
  ],
};

for (const [name, [reply, code, words]] of Object.entries(ENDS)) {
  test(`end: ${name} is ${code}`, async (t) => {
    const failure = await failureOf(ask(await gemini(await serve(t, [reply]))));
    assert.equal(failure.code, code);
    assert.match(failure.message, words);
    if (name === "a limit per minute") assert.equal(failedCallOf(failure)?.retryAfterMs, 34_400);
  });
}

test("a cut answer is told as one", async (t) => {
  const server = await serve(t, [{ text: "half", finish: "MAX_TOKENS" }]);
  const { message, isCut } = await ask(await gemini(server));
  assert.deepEqual([textOf(message), isCut], ["half", true]);
});

/** Asks with another provider's model; what Google sent must not reach it. */
async function shownTo(t: TestContext, model: string, messages: readonly Message[]): Promise<string> {
  const server = await serve(t, [{ text: "ok" }]);
  const baseUrl = model.startsWith("anthropic") ? server.origin : server.url;
  const request: ChatRequest = requestOf({ messages });
  await ask(await createModel({ model, baseUrl, apiKey: KEY, clock: systemClock }), request);
  assert.deepEqual(server.violations, []);
  return server.requests[0]?.body ?? "";
}

test("other providers get text, calls and results of it, and nothing else", async (t) => {
  const conversation = await played(await gemini(await serve(t, STORY)));
  for (const model of ["kimi/kimi-k3", "openai/gpt-5", "anthropic/claude-opus-5-5"]) {
    const body = await shownTo(t, model, conversation);
    assert.ok(!body.includes("thoughtSignature") && !body.includes("First I look."), model);
    assert.ok(body.includes("I look.") && body.includes("read_file said"), model);
  }
});

test("the compatible endpoint is used if the address names it", async (t) => {
  const server = await serve(t, [{ text: "ok" }]);
  await ask(await gemini(server, { baseUrl: `${server.url}/openai` })).catch(() => undefined);
  assert.match(server.violations.join(), /POST \/v1\/openai\/chat\/completions/);
});
