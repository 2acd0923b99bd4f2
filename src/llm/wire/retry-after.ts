/** The wait that a provider asked for, in any of three spellings. An invalid one counts as none. */

/** A response's headers as `Headers` or a Map. */
export interface HeaderReader {
  readonly get: (name: string) => string | null | undefined;
}

/** Gemini's wait is in the error body, not in a header: `"retryDelay": "37s"`. */
const RETRY_DELAY = /"retryDelay"\s*:\s*"(\d+(?:\.\d+)?)s"/;

/**
 * Wait in ms asked for by `retry-after-ms`, `retry-after` (seconds or an HTTP date) or the body. `now` is wall time in ms.
 * Undefined without a valid one; dates in the past and negative numbers are invalid.
 */
export function retryAfterMs(headers: HeaderReader | undefined, body: string, now: number): number | undefined {
  const exact = positive(Number(headers?.get("retry-after-ms") || Number.NaN));
  if (exact !== undefined) return exact;
  const text = headers?.get("retry-after")?.trim() ?? "";
  if (/^\d+(\.\d+)?$/.test(text)) return positive(Number(text) * 1000);
  // Date.parse reads many invalid texts as years. An HTTP date has a weekday and a clock time.
  if (/^[A-Z][a-z]{2}.*\d\d:\d\d:\d\d/.test(text)) return positive(Date.parse(text) - now);
  const delay = RETRY_DELAY.exec(body)?.[1];
  return delay === undefined ? undefined : positive(Number(delay) * 1000);
}

function positive(ms: number): number | undefined {
  return Number.isFinite(ms) && ms > 0 ? Math.ceil(ms) : undefined;
}
