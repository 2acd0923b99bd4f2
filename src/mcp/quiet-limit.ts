/** The time limit of one request. It restarts when the server reports progress, up to ten times the limit in all. */

/** So that a server that reports progress for ever does not block the run for ever. */
const TOTAL_FACTOR = 10;

/** The longest time that a request with this limit may take. */
export function longestMs(quietMs: number): number {
  return quietMs * TOTAL_FACTOR;
}

export function startQuietLimit(quietMs: number) {
  const controller = new AbortController();
  let hasProgress = false;
  let isTotal = false;
  const abort = (): void => controller.abort();
  let quiet = setTimeout(abort, quietMs);
  const total = setTimeout(() => {
    isTotal = true;
    abort();
  }, longestMs(quietMs));
  return {
    signal: controller.signal,
    /** Restarts the limit, because the server reported progress. */
    alive: (): void => {
      hasProgress = true;
      clearTimeout(quiet);
      quiet = setTimeout(abort, quietMs);
    },
    /** Why the signal aborted, as half a sentence; `option` is the setting of the limit. */
    reason: (option: string): string => {
      if (isTotal) return `it reported progress for ${longestMs(quietMs)} ms without an answer (10 × ${option}).`;
      return `it ${hasProgress ? "was silent for" : "did not answer within"} ${quietMs} ms (${option}).`;
    },
    end: (): void => {
      clearTimeout(quiet);
      clearTimeout(total);
    },
  };
}
