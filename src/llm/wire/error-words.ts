/** The words by which failures with the same HTTP status are distinguished. */

import type { PromptPart } from "../../protocol/message.ts";

/** "The request is too large", in the words of about twenty vendors and servers. */
const OVERFLOW = new RegExp(
  [
    String.raw`context[ _]length[ _]exceeded`,
    "exceed context limit", // Anthropic, of prompt and cap together
    "context window",
    String.raw`maximum context length`,
    String.raw`(?:prompt|input) (?:is )?too long`,
    "prompt exceeds max length", // Z.AI
    "longer than the maximum model length", // vLLM
    "too many tokens: size limit exceeded", // Cohere
    String.raw`exceeds? the (?:model's )?(?:maximum )?context`,
    String.raw`exceeds the available context size`, // llama.cpp
    String.raw`greater than the context length|context length of only`, // LM Studio
    String.raw`max_new_tokens\W{1,3}must be <=`, // TGI
    String.raw`longer than the model'?s context length`, // Together
    String.raw`input token count .*exceeds`, // Gemini
    String.raw`maximum prompt length is \d+`, // xAI
    String.raw`reduce the length of the messages`, // Groq
    String.raw`maximum allowed input length`, // OpenRouter
    String.raw`token count of \d+ exceeds the limit of \d+`, // GitHub Copilot
    String.raw`exceeded model token limit`, // Moonshot
    String.raw`configured context size is`,
    String.raw`range of input length should be`, // Qwen
    String.raw`model_context_window_exceeded`,
    String.raw`request_too_large`,
    String.raw`token limit exceeded`,
    String.raw`"code":\s*"1261"`, // Z.AI
  ].join("|"),
  "i",
);
/** Words about a rate: Bedrock says "too many tokens" about one. */
const RATE = /rate[ _]limit|too many requests|please wait/i;
/** OpenAI's words for one request that is larger than the rate limit of a minute, so that it never succeeds. */
const OVER_RATE = /tokens must be reduced in order to run/i;

export function saysOverflow(body: string): boolean {
  return (OVERFLOW.test(body) && !RATE.test(body)) || OVER_RATE.test(body);
}

/** Missing money. Not "quota" and "billing" alone, which OpenAI and Gemini also say about rate limits. */
const QUOTA = new RegExp(
  [
    "insufficient_quota|exceeded_current_quota|exceeded your current quota|plan and billing details",
    "billing_hard_limit|billing hard limit|billing_not_active", // OpenAI
    "credit balance is too low",
    "insufficient[ _](?:balance|funds|credits)",
    "account .{0,80}(?:suspended|in arrears)",
    "check your account balance|please recharge",
    "prepayment credits are depleted", // Gemini
    "free tier .{0,60}exhausted|freetieronly", // Qwen
    "invalid_payment_instrument", // Bedrock
    "n't have any credits|used all available credits|monthly spending limit", // xAI
    "arrearage", // Qwen
    "budget_exceeded|budget has been exceeded", // LiteLLM
    String.raw`"code":\s*"?1113\b`, // Z.AI
  ].join("|"),
  "i",
);
/** Words about limits of a plan or a day. Waiting for minutes does not help then. */
const PLAN_LIMIT = new RegExp(
  [
    "PerDay|free-models-per-day|per day limit exceeded", // Gemini, OpenRouter, Cerebras
    "usage_limit_reached|usage limit (?:reached|exceeded)|hit your usage limit",
    "reached your specified .{0,20}usage limits", // Anthropic
    String.raw`"code":\s*"?13(?:08|09|10|11)\b`, // Z.AI
    String.raw`\blimit: 0(?![.\d])`, // Gemini, for models that a plan does not have
  ].join("|"),
  "i",
);

/** Whether the account has no quota left, so that waiting does not help. A "quota" with a delay is a rate limit. */
export function saysSpent(body: string): boolean {
  return PLAN_LIMIT.test(body) || (QUOTA.test(body) && !body.includes("retryDelay"));
}

/** A wrong key. Gemini, xAI and LiteLLM answer 400 to it, MiniMax 200. */
export const WRONG_KEY = new RegExp(
  [
    "API[ _]key[ _](?:not valid|invalid|expired)|incorrect API key|invalid api[ _]key|login fail",
    "no_db_connection", // LiteLLM without a database, which knows no key but its own
  ].join("|"),
  "i",
);

/** The prompt or the answer was withheld because of its content. */
export const FILTERED = new RegExp(
  [
    "content_filter|content_policy|invalid_prompt|bio_policy|cyber_policy|misalignment_policy",
    "result of our safety system", // OpenAI, whose code LiteLLM leaves out
    "content management policy", // Azure
    "considered high risk", // Moonshot
    "content filtering policy", // Anthropic
    "content exists risk", // DeepSeek
    "data_inspection_failed", // Qwen
    "unsafe or sensitive content", // Z.AI
    "new_sensitive", // MiniMax
    "requires moderation", // OpenRouter
  ].join("|"),
  "i",
);

/** LM Studio answers 400 to a failure of its own. */
export const CRASHED = /model has crashed|model (?:was |has been )?unloaded/i;

/** Groq's server could not read a call that its model wrote. The attempt was charged, and another one may succeed. */
export const MALFORMED_CALL = /tool_use_failed|failed_generation/;

/** Pictures that cannot be read. A model that sees none says so in other words, and needs a setting. */
const PICTURES = new RegExp(
  [
    "could not process image|image(?: \\w+)? (?:cannot|can't|must not) be empty", // Anthropic
    String.raw`image\.source\b|image dimensions exceed|image exceeds`,
    "unsupported image|invalid[ _](?:base64[ _])?image|image_parse_error|valid image", // OpenAI
    "(?:unable|failed) to (?:process|decode|load|parse|read) (?:the |input )*image|cannot identify image", // Gemini, llama.cpp, vLLM
    "image (?:data )?(?:is|was) (?:not valid|invalid|corrupt)|(?:corrupt|truncated|broken)\\w* image|image file is truncated",
  ].join("|"),
  "i",
);
/** Words of models that see no pictures. */
const NO_SIGHT = /(?:\bnot|n't) support|only supported|no vision|multimodal/i;
/** Reasoning of an earlier answer that does not fit its seal, or whose seal the account or the model cannot open. */
const REASONING = new RegExp(
  [
    "thinking[^a-z]+blocks? .{0,80}cannot be modified|invalid [^a-z]*signature[^a-z]* in|thinking.{0,40}signature", // Anthropic
    "invalid_encrypted_content|encrypted content .{0,120}could not be", // OpenAI
    "thought_?\\s?signature (?:is )?(?:not valid|invalid)|(?:invalid|corrupted) thought_?\\s?signature", // Gemini
    String.raw`item (?:with id )?'rs_\w+'`,
  ].join("|"),
  "i",
);

/** What of the conversation was refused, so that the same request without it may be taken. */
export function refusedPartIn(body: string): PromptPart | undefined {
  if (REASONING.test(body)) return "reasoning";
  return PICTURES.test(body) && !NO_SIGHT.test(body) ? "pictures" : undefined;
}
