/** The table of failures: what a status, a body or a broken connection means. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { ErrorCode } from "../../src/protocol/error.ts";
import type { FailedCall } from "../../src/protocol/model.ts";
import { providerError } from "../../src/llm/errors.ts";
import { retryAfterMs } from "../../src/llm/wire/retry-after.ts";
import { RunnerError } from "../../src/protocol/error.ts";
import { ask, failureOf, FORMATS, modelOf, serve } from "./workbench.ts";

interface Row {
  readonly status: number;
  readonly error?: object;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly code: ErrorCode;
  readonly hint?: RegExp;
}

const ROWS: readonly Row[] = [
  ...[408, 409, 429, 500, 502, 503, 504, 529].map((status): Row => ({ status, code: "provider.unavailable" })),
  {
    status: 429,
    error: { message: "Rate limit reached. Add a payment method at https://x/account/billing" },
    code: "provider.unavailable",
  },
  {
    status: 429,
    error: { code: "insufficient_quota", message: "You exceeded your current quota" },
    code: "provider.quota",
  },
  { status: 429, error: { type: "exceeded_current_quota_error", message: "suspended" }, code: "provider.quota" },
  { status: 400, error: { message: "Your credit balance is too low to access the API." }, code: "provider.quota" },
  { status: 402, error: { message: "Payment Required" }, code: "provider.quota", hint: /waiting does not help/ },
  {
    status: 429,
    body: '[{"error":{"code":429,"message":"You exceeded your current quota","details":[{"retryDelay":"2s"}]}}]',
    code: "provider.unavailable",
  },
  ...[
    { code: "1308", message: "Usage limit reached for 5 hour. Your limit will reset at 2026-11-22 18:00" },
    { code: "1113", message: "Insufficient balance or no resource package. Please recharge." },
    { type: "usage_limit_reached", message: "You've hit your usage limit." },
    { type: "exceeded_current_quota_error", message: "check your account balance" },
    { message: "Quota", details: [{ quotaId: "GenerateRequestsPerDayPerProjectPerModel" }, { retryDelay: "3s" }] },
  ].map((error): Row => ({ status: 429, error, code: "provider.quota" })),
  { status: 403, error: { type: "exceeded_current_quota_error", message: "suspended" }, code: "provider.quota" },
  ...(
    [
      [429, { type: "billing_not_active", message: "Your account is not active" }], // OpenAI
      [400, { message: "You have reached your specified API usage limits." }], // Anthropic
      [429, { message: "Your prepayment credits are depleted." }], // Gemini
      [403, { message: "Your newly created team doesn't have any credits or licenses yet." }], // xAI
      [429, { message: "Your team has either used all available credits or reached its monthly spending limit." }],
      [400, { code: "Arrearage", message: "Access denied, please make sure your account is in good standing." }], // Qwen
      [400, { type: "budget_exceeded", message: "Current cost: 10.0, Max budget: 10.0" }], // LiteLLM
      [429, { message: "Rate limit exceeded: free-models-per-day." }], // OpenRouter
      [429, { message: "Tokens per day limit exceeded - too many tokens processed." }], // Cerebras
    ] as const
  ).map(([status, error]): Row => ({ status, error, code: "provider.quota" })),
  ...(
    [
      [400, { message: "Output blocked by content filtering policy" }], // Anthropic
      [400, { message: "OpenAIException - Your request was rejected as a result of our safety system." }], // LiteLLM
      [400, { message: "Content Exists Risk" }], // DeepSeek
      [400, { code: "data_inspection_failed", message: "Input data may contain inappropriate content." }], // Qwen
      [400, { message: "System detected potentially unsafe or sensitive content in input or generation." }], // Z.AI
      [403, { message: 'x requires moderation on y. Your input was flagged for "violence".' }], // OpenRouter
    ] as const
  ).map(([status, error]): Row => ({ status, error, code: "provider.filtered" })),
  ...[424, 498, 530].map((status): Row => ({ status, error: { message: "no" }, code: "provider.unavailable" })),
  {
    status: 400,
    error: { message: "Incorrect API key provided: xa***." },
    code: "provider.rejected",
    hint: /_API_KEY/,
  },
  // LiteLLM without a database, to each key but its own.
  {
    status: 400,
    error: { type: "no_db_connection", message: "No connected db.", code: "400" },
    code: "provider.rejected",
    hint: /_API_KEY/,
  },
  {
    status: 429,
    error: { code: "rate_limit_exceeded", message: "Request too large: the tokens must be reduced in order to run." },
    code: "provider.overflow",
  },
  ...[
    { code: "1302", message: "Rate limit reached for requests" },
    { type: "rate_limit_reached_error", message: "Your account reached max RPM: 20" },
    { type: "engine_overloaded_error", message: "The engine is currently overloaded, please try again later" },
    { message: "Too many tokens, please wait before trying again." },
  ].map((error): Row => ({ status: 429, error, code: "provider.unavailable" })),
  ...[
    "This model's maximum prompt length is 131072 but the request contains 537812 tokens",
    "Please reduce the length of the messages or completion.",
    "The input (9000 tokens) is longer than the model's context length (8192 tokens).",
    "the request exceeds the available context size, try increasing it",
    "tokens to keep from the initial prompt is greater than the context length",
    "prompt token count of 9000 exceeds the limit of 8192",
    "invalid params, context window exceeds limit",
    "Prompt contains 9000 tokens, too large for model with 8192 maximum context length",
    "<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, 129024]",
    "Prompt exceeds max length",
    "input length and `max_tokens` exceed context limit: 190000 + 32768 > 200000",
    "The decoder prompt (length 9000) is longer than the maximum model length of 8192.",
    "too many tokens: size limit exceeded by 1000 tokens.",
    "The input token count (1196265) exceeds the maximum number of tokens allowed (1048575).",
  ].map((message): Row => ({ status: 400, error: { message }, code: "provider.overflow" })),
  { status: 500, error: { message: "maximum context length is 8192 tokens" }, code: "provider.overflow" },
  {
    status: 429,
    error: { message: "prompt too long; exceeded max context length by 9 tokens" },
    code: "provider.overflow",
  },
  {
    status: 400,
    error: { message: "API key not valid. Please pass a valid API key." },
    code: "provider.rejected",
    hint: /_API_KEY/,
  },
  { status: 529, headers: { "x-should-retry": "false" }, error: {}, code: "provider.rejected" },
  { status: 400, headers: { "x-should-retry": "true" }, error: {}, code: "provider.unavailable" },
  { status: 400, error: { code: "context_length_exceeded", message: "too long" }, code: "provider.overflow" },
  { status: 400, error: { message: "This model's maximum context length is 8192 tokens." }, code: "provider.overflow" },
  { status: 400, error: { message: "prompt is too long: 210000 tokens > 200000 maximum" }, code: "provider.overflow" },
  {
    status: 400,
    error: { message: "Invalid request: Your request exceeded model token limit: 262144" },
    code: "provider.overflow",
  },
  { status: 413, body: "<html>Request Entity Too Large</html>", code: "provider.overflow", hint: /Compact/ },
  { status: 400, error: { code: "content_filter", message: "filtered" }, code: "provider.filtered" },
  {
    status: 400,
    error: { message: "The request was rejected because it was considered high risk" },
    code: "provider.filtered",
  },
  { status: 401, error: { message: "Invalid Authentication" }, code: "provider.rejected", hint: /_API_KEY/ },
  { status: 403, error: { message: "Forbidden" }, code: "provider.rejected", hint: /_API_KEY/ },
  { status: 404, error: { message: "model not found" }, code: "provider.rejected", hint: /model id/ },
  { status: 400, error: { message: "tools[0] is wrong" }, code: "provider.rejected" },
  { status: 400, error: { code: "tool_use_failed", failed_generation: "<x>" }, code: "provider.unavailable" },
  { status: 422, error: { message: "unprocessable" }, code: "provider.rejected" },
  { status: 501, error: { message: "not here" }, code: "provider.rejected" },
];

for (const format of FORMATS) {
  for (const { status, error, body, headers, code, hint } of ROWS) {
    const text = body ?? JSON.stringify(error === undefined ? {} : { type: "error", error });
    test(`${format}: HTTP ${status} ${text.slice(0, 60)} ${JSON.stringify(headers ?? "")} is ${code}`, async (t) => {
      const server = await serve(t, [{ status, body: text, ...(headers === undefined ? {} : { headers }) }]);
      const failure = await failureOf(ask(await modelOf(format, server)));
      assert.equal(failure.code, code);
      assert.ok(failure.message.length < 500, failure.message);
      if (hint !== undefined) assert.match(failure.hint ?? "", hint);
    });
  }

  test(`${format}: a finish by the content filter is not tried again`, async (t) => {
    const finish = format === "openai" ? "content_filter" : "refusal";
    const server = await serve(t, [{ text: "I can", finish }]);
    const failure = await failureOf(ask(await modelOf(format, server, { repeats: {} })));
    assert.deepEqual([failure.code, server.requests.length], ["provider.filtered", 1]);
  });

  test(`${format}: a redirect is not followed`, async (t) => {
    const other = await serve(t, [{ text: "leaked" }]);
    const location = `${other.origin}/v1/${format === "openai" ? "chat/completions" : "messages"}`;
    const server = await serve(t, [{ status: 307, headers: { location } }]);
    const failure = await failureOf(ask(await modelOf(format, server, { repeats: {} })));
    assert.equal(failure.code, "provider.rejected");
    assert.match(failure.message, /redirect: 307/);
    assert.deepEqual([server.requests.length, other.requests.length], [1, 0]);
  });

  test(`${format}: error events inside the stream`, async (t) => {
    const server = await serve(t, [
      { text: "x", errorEvent: { type: "invalid_request_error", message: "prompt is too long" } },
      { text: "x", errorEvent: { type: "authentication_error", message: "revoked" } },
      { text: "x", errorEvent: { type: "api_error", message: "Internal server error" } },
    ]);
    const model = await modelOf(format, server);
    const codes = [await failureOf(ask(model)), await failureOf(ask(model)), await failureOf(ask(model))];
    assert.deepEqual(
      codes.map(({ code }) => code),
      ["provider.overflow", "provider.rejected", "provider.unavailable"],
    );
  });
}

test("what a gateway quotes of the vendor behind it counts like the vendor's own words", async (t) => {
  const quoting = (error: object): string =>
    JSON.stringify({
      error: { message: `RateLimitError: XException - ${JSON.stringify({ error })} None.`, code: "429" },
    });
  const bodies = [quoting({ code: "1113", message: "-" }), quoting({ details: [{ retryDelay: "7s" }] })];
  const server = await serve(t, (_, at) => ({ status: 429, body: bodies[at] ?? "" }));
  const model = await modelOf("openai", server);
  const failures = [await failureOf(ask(model)), await failureOf(ask(model))];
  assert.deepEqual(
    failures.map(({ code, cause }) => [code, (cause as FailedCall).retryAfterMs]),
    [
      ["provider.quota", undefined],
      ["provider.unavailable", 7_000],
    ],
  );
});

test("the wait of a rate limit's own headers is that of the limit of which nothing is left", () => {
  const now = Date.UTC(2026, 0, 1);
  const waits = (headers: Readonly<Record<string, string>>): number | undefined =>
    retryAfterMs(new Map(Object.entries(headers)), "", now);
  const openAi = { "x-ratelimit-reset-requests": "6m0s", "x-ratelimit-reset-tokens": "1.5s" };
  assert.equal(waits({ ...openAi, "x-ratelimit-remaining-requests": "9", "x-ratelimit-remaining-tokens": "0" }), 1_500);
  assert.equal(
    waits({ ...openAi, "x-ratelimit-remaining-requests": "0", "x-ratelimit-remaining-tokens": "0" }),
    360_000,
  );
  assert.equal(waits(openAi), undefined);
  const anthropic = { "anthropic-ratelimit-tokens-reset": "2026-01-01T00:00:20Z" };
  assert.equal(waits({ ...anthropic, "anthropic-ratelimit-tokens-remaining": "0" }), 20_000);
  assert.equal(waits({ ...anthropic, "anthropic-ratelimit-tokens-remaining": "0", "retry-after": "3" }), 3_000);
  assert.equal(
    waits({ "anthropic-ratelimit-tokens-reset": "soon", "anthropic-ratelimit-tokens-remaining": "0" }),
    undefined,
  );
});

const CONTEXT = { model: "kimi/x", keyVariable: "KIMI_API_KEY", now: 0 };

test("transport errors by code and by wording", () => {
  const coded = (code: string): Error =>
    new Error("Connection error.", { cause: Object.assign(new Error("x"), { code }) });
  const table: readonly (readonly [Error, ErrorCode])[] = [
    [coded("ECONNRESET"), "provider.unavailable"],
    [coded("ENOTFOUND"), "provider.unavailable"],
    [coded("UND_ERR_SOCKET"), "provider.unavailable"],
    [new TypeError("terminated"), "provider.unavailable"],
    [new Error("socket hang up"), "provider.unavailable"],
    [new Error("Request timed out."), "provider.unavailable"],
    [new SyntaxError("Unexpected token"), "provider.unavailable"],
    [coded("DEPTH_ZERO_SELF_SIGNED_CERT"), "provider.rejected"],
    [coded("ERR_TLS_CERT_ALTNAME_INVALID"), "provider.rejected"],
  ];
  for (const [thrown, code] of table) {
    const error = providerError(thrown, CONTEXT);
    assert.ok(error instanceof RunnerError);
    assert.equal(error.code, code, thrown.message);
  }
});

test("programming errors stay unchanged", () => {
  const bug = new TypeError("Cannot read properties of undefined");
  assert.equal(providerError(bug, CONTEXT), bug);
});

test("the refusal of a part of the conversation names the part, and no setting", () => {
  const rows: readonly (readonly [refused: FailedCall["refused"], message: string])[] = [
    ["pictures", "Could not process image"],
    [
      "pictures",
      "messages.58.content.1.image.source.base64.data: At least one of the image dimensions exceed max allowed size",
    ],
    ["pictures", "You uploaded an unsupported image. Please make sure your image is valid."],
    ["pictures", "Unable to process input image. Please retry or report"],
    ["pictures", "cannot identify image file <_io.BytesIO object>"],
    ["pictures", "Failed to load image or audio file"],
    ["reasoning", "`thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified."],
    ["reasoning", "messages.1.content.0: Invalid `signature` in `thinking` block"],
    ["reasoning", "The encrypted content gAAA could not be verified."],
    ["reasoning", "Thought signature is not valid."],
    ["reasoning", "Item with id 'rs_68a' not found."],
    [undefined, "This model does not support image input"],
    [undefined, "image_url is only supported by certain models"],
    [undefined, "Unknown parameter: thinking"],
  ];
  for (const [refused, message] of rows) {
    const thrown = Object.assign(new Error(message), { status: 400, error: { message } });
    const error = providerError(thrown, { model: "a/b", keyVariable: "K", now: 0, progress: "sent" }) as RunnerError;
    const { refused: found } = error.cause as FailedCall;
    assert.deepEqual([error.code, found], ["provider.rejected", refused], message);
    if (refused !== undefined) assert.equal(error.hint, undefined);
  }
});
