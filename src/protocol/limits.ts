/** What a run may use. The policy sets them; flags can only lower them. */

export interface Limits {
  /** Steps per run, resumes included. N allows exactly N model calls; summaries of a compaction do not count. */
  readonly steps: number;
  /** Attempts per model call, the first included. */
  readonly retries: number;
  /** Wall clock of the run. */
  readonly minutes: number;
  readonly costUsd?: number | undefined;
  /** `costUsd` before the limit of a day or a thread lowered it; null: there was none. */
  readonly ownCostUsd?: number | null | undefined;
  /** All runs of a day, UTC, together. */
  readonly costUsdPerDay?: number | undefined;
  /** All runs of a thread together. */
  readonly costUsdPerThread?: number | undefined;
  /** Runs that may begin in a thread within an hour. */
  readonly runsPerHour?: number | undefined;
  /** All tokens, cached ones included. */
  readonly tokens?: number | undefined;
  /** Policy rejections before the run ends. */
  readonly denials: number;
  /** Consecutive steps that contain only mistakes of the model. */
  readonly mistakes: number;
}

/** What runs cost together so far, and the limit. A total without a limit is left out. */
export interface SpendingTotals {
  readonly day?: { readonly usedUsd: number; readonly limitUsd: number } | undefined;
  readonly thread?: { readonly usedUsd: number; readonly limitUsd: number } | undefined;
}

/** Settings of a session. A resume may choose others. */
export interface SessionTerms {
  /** `provider/id`. */
  readonly model: string;
  /** Tokens of the model's context window. */
  readonly window: number;
  readonly limits: Limits;
}

export const DEFAULT_LIMITS: Limits = { steps: 100, retries: 3, minutes: 30, denials: 5, mistakes: 3 };
