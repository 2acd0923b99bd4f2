/**
 * Whether an answer is a rate limit, and how long to wait. GitHub has three forms: `retry-after`, `x-ratelimit-*`, or only words
 * (https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api); of the creation of content also a 422.
 */

import type { ApiResponse } from "./call.ts";

/** `message` is that of the answer's body. */
type RefusedResponse = Pick<ApiResponse, "status" | "headers"> & { readonly message: string };

/** GitHub's advice for a secondary limit without a number: at least a minute. */
const UNSAID_WAIT_MS = 60_000;
/** The least wait. At the edge of a window GitHub answers "0 seconds", and refuses an immediate request again. */
const LEAST_WAIT_MS = 1_000;
const LIMIT_WORDS = /rate limit|abuse detection/i;
/** In a 422: octokit/plugin-throttling.js#775, cli/cli#4801. */
const TOO_FAST = /submitted too quickly|"code":"abuse"/i;

/**
 * Milliseconds to wait before asking again; undefined when the answer is no rate limit. `now` is wall time in ms. GitHub wants
 * longer waits each time where it names none: `before` is how often a limit refused the request already.
 */
export function rateLimitWaitMs(
  { status, headers, message }: RefusedResponse,
  now: number,
  before = 0,
): number | undefined {
  const isTooFast = status === 422 && TOO_FAST.test(message);
  if (status !== 429 && status !== 403 && !isTooFast) return undefined;
  const asked = retryAfterMs(headers["retry-after"], now);
  if (asked !== undefined) return Math.max(LEAST_WAIT_MS, asked);
  const spent = headers["x-ratelimit-remaining"] === "0";
  const reset = Number(headers["x-ratelimit-reset"] ?? Number.NaN);
  if (spent && Number.isFinite(reset)) return Math.max(LEAST_WAIT_MS, reset * 1000 - now);
  return status === 429 || isTooFast || spent || LIMIT_WORDS.test(message) ? UNSAID_WAIT_MS * 2 ** before : undefined;
}

/** Reads seconds or an HTTP date; undefined for any other text. */
function retryAfterMs(value: string | number | undefined, now: number): number | undefined {
  const text = String(value ?? "").trim();
  if (/^\d{1,12}$/.test(text)) return Number(text) * 1000;
  // Date.parse reads many invalid texts as years. An HTTP date has a weekday and a clock time.
  if (!/^[A-Z][a-z]{2}.*\d\d:\d\d:\d\d/.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : at - now;
}
