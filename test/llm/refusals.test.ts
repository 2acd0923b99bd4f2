/**
 * What servers and gateways say when they refuse, in their own words: the class of each, which decides whether the request is sent
 * again, and the setting that the hint names. The samples are error bodies that people reported.
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { providerError } from "../../src/llm/errors.ts";
import { RunnerError, type ErrorCode } from "../../src/protocol/error.ts";

type Sample = readonly [who: string, status: number | "stream", body: unknown, code: ErrorCode, hint?: RegExp];

const MODEL = "compatible/some-model";
const CONTEXT = { model: MODEL, keyVariable: "COMPATIBLE_API_KEY", now: 0 };

const error = (message: string, more: object = {}): object => ({ error: { message, ...more } });
const says = (message: string): object => error(message, { type: "invalid_request_error" });

const ID = /^Check the model id compatible\/some-model/;
const TEXT_CALLS = /--tool-syntax xml/;
const own = (fields: string): RegExp => new RegExp(`models: \\{ "${MODEL}": \\{ ${fields} \\} \\}`);
const REFUSED = "provider.rejected";
const SPENT = "provider.quota";
const AGAIN = "provider.unavailable";
const OVERFLOW = "provider.overflow";

/** There is no such model. */
const UNKNOWN: readonly Sample[] = [
  ["OpenAI", 404, says("The model `x` does not exist or you do not have access to it."), REFUSED, ID],
  ["vLLM through LiteLLM", 400, error("OpenAIException - The model `x` does not exist."), REFUSED, ID],
  ["Anthropic", 404, error("model: claude-x", { type: "not_found_error" }), REFUSED, ID],
  ["Gemini", 404, error("models/x is not found for API version v1beta, or is not supported"), REFUSED, ID],
  ["Moonshot", 404, error("Not found the model x or Permission denied"), REFUSED, ID],
  ["DeepSeek", 400, says("Model Not Exist"), REFUSED, ID],
  [
    "DeepSeek today",
    400,
    says("The supported API model names are deepseek-flash, deepseek-v4-pro, but you passed x."),
    REFUSED,
    ID,
  ],
  ["Mistral", 400, { object: "error", message: "Invalid model: x", type: "invalid_model", code: "1500" }, REFUSED, ID],
  ["Together", 400, error("Unable to access non-serverless model x/y.", { code: "model_not_available" }), REFUSED, ID],
  ["Fireworks", 404, { message: "Model not found, inaccessible, and/or not deployed", code: "NOT_FOUND" }, REFUSED, ID],
  ["OpenRouter", 400, error("x/y is not a valid model ID", { code: 400 }), REFUSED, ID],
  ["xAI", 400, { code: "Client specified an invalid argument", error: "Model not found: grok-x" }, REFUSED, ID],
  [
    "Cerebras",
    404,
    { message: "Model x does not exist or you do not have access to it.", code: "model_not_found" },
    REFUSED,
    ID,
  ],
  ["Z.AI", 400, error("Unknown Model, please check the model code.", { code: "1211" }), REFUSED, ID],
  [
    "Z.AI's plan",
    429,
    error("The current subscription plan does not include access to GLM-5", { code: "1311" }),
    SPENT,
  ],
  ["MiniMax", 400, error("invalid params, unknown model 'x' (2013)"), REFUSED, ID],
  [
    "Qwen",
    404,
    error("The model `x` does not exist or you do not have access to it.", { code: "model_not_found" }),
    REFUSED,
    ID,
  ],
  [
    "Azure",
    404,
    error("The API deployment for this resource does not exist.", { code: "DeploymentNotFound" }),
    REFUSED,
    ID,
  ],
  ["Azure's inference", 400, error("Unavailable model: x", { code: "unavailable_model" }), REFUSED, ID],
  ["Bedrock", 400, { message: "The provided model identifier is invalid." }, REFUSED, ID],
  ["Vertex", 404, error("Publisher Model `x` was not found or your project does not have access to it."), REFUSED, ID],
  [
    "LiteLLM",
    400,
    error("Invalid model name passed in model=x. Call `/v1/models` to view available models."),
    REFUSED,
    ID,
  ],
  [
    "new-api",
    503,
    error("No available channel for model x under group default (distributor)", { code: "model_not_found" }),
    REFUSED,
    ID,
  ],
  ["GitHub Copilot", 400, error("The requested model is not supported.", { code: "model_not_supported" }), REFUSED, ID],
  ["inside a stream", "stream", { message: "Model not found: x", type: "server_error" }, REFUSED, ID],
  ["Ollama", 404, error('model "x" not found, try pulling it first'), REFUSED, /ollama pull some-model/],
  [
    "LM Studio",
    400,
    error("No models loaded. Please load a model in the developer page."),
    REFUSED,
    /lms load some-model/,
  ],
  [
    "Groq, retired",
    400,
    error("The model `x` has been decommissioned and is no longer supported.", { code: "model_decommissioned" }),
    REFUSED,
    /is retired/,
  ],
  [
    "Bedrock, retired",
    404,
    { message: "Access denied. This Model is marked by provider as Legacy" },
    REFUSED,
    /is retired/,
  ],
];

/** A setting of the server, the account or the policy. */
const SETTINGS: readonly Sample[] = [
  [
    "vLLM without a parser",
    400,
    error('"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'),
    REFUSED,
    TEXT_CALLS,
  ],
  [
    "llama.cpp without templates",
    500,
    error("tools param requires --jinja flag", { code: 500, type: "server_error" }),
    REFUSED,
    /--jinja.*--tool-syntax xml/,
  ],
  [
    "llama.cpp, inside a stream",
    "stream",
    { code: 500, message: "tools param requires --jinja flag", type: "server_error" },
    REFUSED,
    /--jinja/,
  ],
  [
    "llama.cpp before",
    500,
    error("Unsupported param: tools", { code: 500, type: "server_error" }),
    REFUSED,
    TEXT_CALLS,
  ],
  [
    "llama.cpp without a projector",
    500,
    error("image input is not supported - hint: if this is unexpected, you may need to provide the mmproj"),
    REFUSED,
    own("vision: false"),
  ],
  [
    "llama.cpp's template",
    500,
    error("Jinja Exception: After the optional system message, conversation roles must alternate"),
    REFUSED,
    /--chat-template-file/,
  ],
  [
    "LM Studio's template",
    400,
    error('Error rendering prompt with jinja template: "Conversation roles must alternate"'),
    REFUSED,
    /--chat-template-file/,
  ],
  ["Ollama without tools", 400, error("registry.ollama.ai/library/x does not support tools"), REFUSED, TEXT_CALLS],
  [
    "Ollama without memory",
    500,
    error("model requires more system memory (9.9 GiB) than is available (7.6 GiB)"),
    REFUSED,
    /smaller model/,
  ],
  ["Ollama without thinking", 400, error('"x" does not support thinking'), REFUSED, /--thinking/],
  ["OpenRouter without tools", 404, error("No endpoints found that support tool use."), REFUSED, TEXT_CALLS],
  [
    "OpenRouter without pictures",
    404,
    error("No endpoints found that support image input"),
    REFUSED,
    own("vision: false"),
  ],
  [
    "OpenRouter's privacy",
    404,
    error("No endpoints found matching your data policy (Paid model training)."),
    REFUSED,
    /openrouter\.ai\/settings\/privacy/,
  ],
  [
    "OpenRouter's guardrails",
    404,
    error("No endpoints available matching your guardrail restrictions and data policy."),
    REFUSED,
    /openrouter\.ai\/settings\/privacy/,
  ],
  [
    "vLLM without pictures",
    400,
    error("At most 0 image(s) may be provided in one prompt."),
    REFUSED,
    own("vision: false"),
  ],
  [
    "DeepSeek without pictures",
    400,
    error("messages[1]: unknown variant `image_url`, expected `text`"),
    REFUSED,
    own("vision: false"),
  ],
  [
    "Azure's other format",
    400,
    error("The chatCompletion operation does not work with the specified model, x."),
    REFUSED,
    own("wire: responses"),
  ],
  [
    "OpenAI's other format",
    400,
    error(
      "Function tools with reasoning_effort are not supported in /v1/chat/completions. To use function tools, use /v1/responses",
    ),
    REFUSED,
    own("wire: responses"),
  ],
  [
    "OpenAI, not verified",
    400,
    error("Your organization must be verified to stream this model.", { code: "unsupported_value" }),
    REFUSED,
    /Verify the organization/,
  ],
  [
    "Bedrock's form",
    404,
    { message: "Model use case details have not been submitted for this account." },
    REFUSED,
    /Fill in Anthropic's form/,
  ],
  [
    "Bedrock's profile",
    400,
    { message: "Invocation of model ID x with on-demand throughput isn’t supported." },
    REFUSED,
    /inference profile/,
  ],
  [
    "Bedrock, no access",
    403,
    { message: "You don't have access to the model with the specified model ID." },
    REFUSED,
    /COMPATIBLE_API_KEY/,
  ],
  [
    "Gemini's countries",
    400,
    error("User location is not supported for the API use.", { status: "FAILED_PRECONDITION" }),
    REFUSED,
    /in this region/,
  ],
  [
    "Moonshot's temperature",
    400,
    says("invalid temperature: only 1 is allowed for this model"),
    REFUSED,
    own("parameters: …"),
  ],
  ["xAI's penalty", 400, error("Model x does not support parameter presencePenalty."), REFUSED, own("parameters: …")],
  [
    "OpenAI's cap field",
    400,
    error("Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."),
    REFUSED,
    own("cap_field: max_completion_tokens"),
  ],
  [
    "OpenAI's cap",
    400,
    error(
      "max_tokens is too large: 20480. This model supports at most 16384 completion tokens, whereas you provided 20480.",
    ),
    REFUSED,
    own("output: …"),
  ],
  [
    "Anthropic's cap",
    400,
    error("max_tokens: 64000 > 32000, which is the maximum allowed number of output tokens for claude-x"),
    REFUSED,
    own("output: …"),
  ],
  [
    "DeepSeek's cap",
    400,
    says("Invalid max_tokens value, the valid range of max_tokens is [1, 8192]"),
    REFUSED,
    own("output: …"),
  ],
  [
    "Groq's cap",
    400,
    says(
      "`max_tokens` must be less than or equal to `8192`, the maximum value for `max_tokens` is less than the `context_window` for this model",
    ),
    REFUSED,
    own("output: …"),
  ],
  [
    "Vertex's cap",
    400,
    error("Unable to submit request because it has a maxOutputTokens value of 65536 but the supported range is from 1"),
    REFUSED,
    own("output: …"),
  ],
];

const VLLM = (cap: number, window: number, input: number): string =>
  `'max_tokens' or 'max_completion_tokens' is too large: ${cap}. This model's maximum context length is ${window} tokens and your request has ${input} input tokens (${cap} > ${window} - ${input}).`;

/** Prompt and cap together are too large. A cap that leaves no room for any prompt is a setting, else a shorter prompt helps. */
const SIZES: readonly Sample[] = [
  ["vLLM", 400, error(VLLM(32_768, 32_768, 7_838)), REFUSED, own("window: 32768")],
  ["vLLM", 400, error(VLLM(16_384, 65_536, 52_189)), OVERFLOW, own("window: 65536")],
  [
    "vLLM today",
    400,
    error(
      "This model's maximum context length is 128000 tokens. However, you requested 65535 output tokens and your prompt contains at least 62466 input tokens, for a total of at least 128001 tokens.",
    ),
    REFUSED,
    own("window: 128000"),
  ],
  [
    "vLLM before",
    400,
    {
      object: "error",
      message:
        "This model's maximum context length is 32768 tokens. However, you requested 1007838 tokens (7838 in the messages, 1000000 in the completion). Please reduce the length of the messages or completion.",
    },
    REFUSED,
    own("window: 32768"),
  ],
  [
    "DeepSeek",
    400,
    says(
      "This model's maximum context length is 131072 tokens. However, you requested 140000 tokens (132000 in the messages, 8000 in the completion).",
    ),
    OVERFLOW,
    own("window: 131072"),
  ],
  [
    "OpenRouter",
    400,
    error(
      "This endpoint's maximum context length is 32768 tokens. However, you requested about 40000 tokens (7000 of text input, 1000 of tool input, 32000 in the output).",
    ),
    REFUSED,
    own("window: 32768"),
  ],
  [
    "SGLang",
    400,
    error(
      "Requested token count exceeds the model's maximum context length of 64000 tokens. You requested a total of 71897 tokens: 7897 tokens from the input messages and 64000 tokens for the completion.",
    ),
    REFUSED,
    own("window: 64000"),
  ],
  [
    "TGI",
    422,
    {
      error:
        "Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 159 `inputs` tokens and 4000 `max_new_tokens`",
    },
    REFUSED,
    own("window: 4096"),
  ],
  [
    "Together",
    422,
    error(
      "Input validation error: `inputs` tokens + `max_new_tokens` must be <= 8193. Given: 9000 `inputs` tokens and 512 `max_new_tokens`",
    ),
    OVERFLOW,
    own("window: 8193"),
  ],
  [
    "Anthropic",
    400,
    error("input length and `max_tokens` exceed context limit: 190000 + 32768 > 200000"),
    OVERFLOW,
    own("window: 200000"),
  ],
  [
    "LM Studio",
    400,
    error(
      "Trying to keep the first 6000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens",
    ),
    OVERFLOW,
    /^Compact/,
  ],
  [
    "OpenAI",
    400,
    error("This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens."),
    OVERFLOW,
    /^Compact/,
  ],
];

/** No money, and what passes. */
const OTHERS: readonly Sample[] = [
  [
    "Qwen's free tier",
    403,
    error("The free tier of the model has been exhausted.", { code: "AllocationQuota.FreeTierOnly" }),
    SPENT,
  ],
  [
    "Bedrock's payment",
    403,
    {
      message: "Model access is denied due to INVALID_PAYMENT_INSTRUMENT:A valid payment instrument must be provided.",
    },
    SPENT,
  ],
  [
    "Z.AI's week",
    429,
    error("Weekly/Monthly Limit Exhausted. Your limit will reset at 2026-12-01", { code: "1310" }),
    SPENT,
  ],
  [
    "Gemini's plan",
    429,
    error("Quota exceeded for metric: generate_content_free_tier_requests, limit: 0, model: gemini-x", {
      details: [{ retryDelay: "27s" }],
    }),
    SPENT,
  ],
  ["Fireworks", 412, error("Account x is suspended, possibly due to reaching the monthly spending limit"), SPENT],
  [
    "Gemini's minute",
    429,
    error("Quota exceeded for metric: generate_content_requests, limit: 10", { details: [{ retryDelay: "27s" }] }),
    AGAIN,
  ],
  [
    "Groq's minute",
    429,
    error("Rate limit reached for model `x` in organization `y` on tokens per minute (TPM): Limit 6000, Used 0"),
    AGAIN,
  ],
  ["LM Studio", 400, error("The model has crashed without additional information. (Exit code: 6)"), AGAIN],
  ["llama.cpp", 503, error("Loading model", { code: 503, type: "unavailable_error" }), AGAIN],
  ["Cerebras", 429, { message: "We're experiencing high traffic right now!", code: "queue_exceeded" }, AGAIN],
  ["vLLM", 500, { object: "error", message: "Internal Server Error", type: "InternalServerError", code: 500 }, AGAIN],
];

for (const [who, status, body, code, hint] of [...UNKNOWN, ...SETTINGS, ...SIZES, ...OTHERS]) {
  test(`${who}: ${status}: ${JSON.stringify(body).slice(0, 70)} is ${code}`, () => {
    // As the SDKs throw them: with the status and the body, or with the body of an event alone.
    const inner = status === "stream" ? body : ((body as { readonly error?: object }).error ?? body);
    const thrown = Object.assign(new Error("x"), { error: inner }, status === "stream" ? {} : { status });
    const verdict = providerError(thrown, CONTEXT);
    assert.ok(verdict instanceof RunnerError);
    assert.equal(verdict.code, code, verdict.message);
    if (hint !== undefined) assert.match(verdict.hint ?? "", hint);
    if (code === REFUSED) assert.doesNotMatch(verdict.hint ?? "", /Compact/);
  });
}
