/** Reads the wait that a provider asks for. There are five ways to ask for one. */

/** A response's headers as `Headers` or a Map. */
export interface HeaderReader {
  readonly get: (name: string) => string | null | undefined;
}

/** Gemini's wait in the error body: `"retryDelay": "37s"`. */
const RETRY_DELAY = /"retryDelay"\s*:\s*"(\d+(?:\.\d+)?)s"/;

/** A wait in words: OpenAI's "try again in 6m0s", Azure's "retry after 7 seconds". */
const IN_WORDS =
  /\b(?:try again|retry) (?:in|after) ((?:\d+(?:\.\d+)?\s?(?:ms|milliseconds?|s|sec|seconds?|m|min|minutes?|h|hours?)\b\s?)+|(?:\d+h)?(?:\d+m)?\d+(?:\.\d+)?s\b)/i;
const PART = /(?<!\d)(\d+(?:\.\d+)?)\s?(ms|milli|s|m|h)/gi;
const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, milli: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/**
 * The wait in ms from `retry-after-ms`, `retry-after` (seconds or an HTTP date), the body, or the headers of a rate limit. `now` is
 * wall time in ms. Undefined without a valid wait; dates in the past and negative numbers are invalid.
 */
export function retryAfterMs(headers: HeaderReader | undefined, body: string, now: number): number | undefined {
  const exact = positive(Number(headers?.get("retry-after-ms") || Number.NaN));
  if (exact !== undefined) return exact;
  const text = headers?.get("retry-after")?.trim() ?? "";
  if (/^\d+(\.\d+)?$/.test(text)) return positive(Number(text) * 1000);
  // Date.parse reads many invalid texts as years. An HTTP date has a weekday and a time.
  if (/^[A-Z][a-z]{2}.*\d\d:\d\d:\d\d/.test(text)) return positive(Date.parse(text) - now);
  const delay = RETRY_DELAY.exec(body)?.[1];
  if (delay !== undefined) return positive(Number(delay) * 1000);
  return durationMs(IN_WORDS.exec(body)?.[1] ?? "") ?? resetMs(headers, now);
}

/** Reads a duration such as `6m0s` or `7 seconds`. */
function durationMs(text: string): number | undefined {
  const parts = [...text.matchAll(PART)];
  return positive(
    parts.reduce((sum, [, count, unit = ""]) => sum + Number(count) * (UNIT_MS[unit.toLowerCase()] ?? 0), 0),
  );
}

const RATE_LIMITS = [
  ...["requests", "tokens", "input-tokens", "output-tokens"].map((of) => ["anthropic-ratelimit-", of] as const),
  ...["requests", "tokens"].map((of) => ["x-ratelimit-", of] as const),
];

/** The longest wait of all rate limits that are used up. OpenAI sends a duration, Anthropic a date. */
function resetMs(headers: HeaderReader | undefined, now: number): number | undefined {
  const waits = RATE_LIMITS.flatMap(([prefix, of]) => {
    const isOpenAi = prefix === "x-ratelimit-";
    const left = headers?.get(isOpenAi ? `${prefix}remaining-${of}` : `${prefix}${of}-remaining`);
    const reset = headers?.get(isOpenAi ? `${prefix}reset-${of}` : `${prefix}${of}-reset`) ?? "";
    return left === "0" ? [(isOpenAi ? durationMs(reset) : positive(Date.parse(reset) - now)) ?? 0] : [];
  });
  return positive(Math.max(0, ...waits));
}

function positive(ms: number): number | undefined {
  return Number.isFinite(ms) && ms > 0 ? Math.ceil(ms) : undefined;
}
