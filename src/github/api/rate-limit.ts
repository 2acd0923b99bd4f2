/**
 * Whether an answer means "later", and how much later. GitHub says it in three ways: `retry-after`, `x-ratelimit-*`, or only in
 * words (https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api).
 */

export interface RefusedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number | undefined>>;
  /** The `message` of the answer's body. */
  readonly message: string;
}

/** GitHub's advice for a secondary limit without a number: at least a minute. */
const UNSAID_WAIT_MS = 60_000;
/** "0 seconds" is said at the edge of a window; asking again at once is answered with the same. */
const LEAST_WAIT_MS = 1_000;
const LIMIT_WORDS = /rate limit|abuse detection/i;

/** Milliseconds to wait before asking again; undefined when the answer is no rate limit. `now` is wall time in ms. */
export function rateLimitWaitMs({ status, headers, message }: RefusedResponse, now: number): number | undefined {
  if (status !== 429 && status !== 403) return undefined;
  const asked = retryAfterMs(headers["retry-after"], now);
  if (asked !== undefined) return Math.max(LEAST_WAIT_MS, asked);
  const spent = headers["x-ratelimit-remaining"] === "0";
  const reset = Number(headers["x-ratelimit-reset"] ?? Number.NaN);
  if (spent && Number.isFinite(reset)) return Math.max(LEAST_WAIT_MS, reset * 1000 - now);
  return status === 429 || spent || LIMIT_WORDS.test(message) ? UNSAID_WAIT_MS : undefined;
}

/** Seconds or an HTTP date; anything else counts as not said. */
function retryAfterMs(value: string | number | undefined, now: number): number | undefined {
  const text = String(value ?? "").trim();
  if (/^\d{1,12}$/.test(text)) return Number(text) * 1000;
  // Date.parse reads all sorts of garbage as years; an HTTP date begins with a weekday and has a clock time.
  if (!/^[A-Z][a-z]{2}.*\d\d:\d\d:\d\d/.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : at - now;
}
