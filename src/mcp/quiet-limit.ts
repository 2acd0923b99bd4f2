/** The time limit of one request: it begins anew at each sign of life, and is ten times as long at most. */

/** A server that reports progress for ever does not hold the run up for ever. */
const TOTAL_FACTOR = 10;

export interface QuietLimit {
  readonly signal: AbortSignal;
  /** The server is at work: the limit begins anew. */
  readonly alive: () => void;
  /** Why the signal aborted, as half a sentence; `option` is the setting of the limit. */
  readonly reason: (option: string) => string;
  readonly end: () => void;
}

/** The longest that a request with this limit takes. */
export function longestMs(quietMs: number): number {
  return quietMs * TOTAL_FACTOR;
}

export function startQuietLimit(quietMs: number): QuietLimit {
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
    alive: () => {
      hasProgress = true;
      clearTimeout(quiet);
      quiet = setTimeout(abort, quietMs);
    },
    reason: (option) => {
      if (isTotal) return `it reported progress for ${longestMs(quietMs)} ms without an answer (10 × ${option}).`;
      return `it ${hasProgress ? "was silent for" : "did not answer within"} ${quietMs} ms (${option}).`;
    },
    end: () => {
      clearTimeout(quiet);
      clearTimeout(total);
    },
  };
}
