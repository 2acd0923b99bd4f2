/** Words by which providers tell failures apart that have the same status. */

/** The request does not fit, in the words of about twenty vendors and servers. */
const OVERFLOW = new RegExp(
  [
    String.raw`context[ _]length[ _]exceeded`,
    "context window",
    String.raw`maximum context length`,
    String.raw`(?:prompt|input) (?:is )?too long`,
    "prompt exceeds max length", // Z.AI
    String.raw`exceeds? the (?:model's )?(?:maximum )?context`,
    String.raw`exceeds the available context size`, // llama.cpp
    String.raw`greater than the context length`, // LM Studio
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
/** Bedrock says "too many tokens" of a rate. */
const RATE = /rate[ _]limit|too many requests|please wait/i;

export function saysOverflow(body: string): boolean {
  return OVERFLOW.test(body) && !RATE.test(body);
}

/**
 * Words about missing money, not about rate limits. The words "quota" and "billing" alone do not tell them apart: OpenAI's
 * rate-limit text links to its billing page, and Gemini calls a limit per minute a quota, with a delay.
 */
const QUOTA =
  /insufficient_quota|exceeded_current_quota|exceeded your current quota|billing_hard_limit|billing hard limit|credit balance is too low|insufficient[ _](?:balance|funds|credits)|account .{0,80}(?:suspended|in arrears)|plan and billing details|check your account balance|please recharge|"code":\s*"?1113\b/i;
/** Limits of a plan or a day, after which waiting for minutes does not help. */
const PLAN_LIMIT =
  /PerDay|"code":\s*"?1308\b|usage_limit_reached|usage limit (?:reached|exceeded)|hit your usage limit/i;

/** Whether waiting does not help. A limit with a delay is one of rate, even if it is called a quota. */
export function saysSpent(body: string): boolean {
  return PLAN_LIMIT.test(body) || (QUOTA.test(body) && !body.includes("retryDelay"));
}

/** Gemini answers 400 to a wrong key. */
export function saysWrongKey(body: string): boolean {
  return /API[ _]key[ _](?:not valid|invalid|expired)/i.test(body);
}

/** Groq's words for a call that its model wrote and its server could not read. The model was at work, and may do better. */
export function saysMalformedCall(body: string): boolean {
  return /tool_use_failed|failed_generation/.test(body);
}
