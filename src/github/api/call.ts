/** Options and result of one API call. */

/** An answer below 300. `data` is any JSON value, or text for other media types; undefined without a body. */
export interface ApiResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number | undefined>>;
  readonly data: unknown;
}

/**
 * When a call may be repeated. `never`. `refused`: after a rate limit refused it, so that it was not carried out. `always`: also
 * after a lost connection or a 5xx, when it may have been carried out. The default is `always` for reads, else `never`.
 */
type Repeat = "never" | "refused" | "always";

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly repeat?: Repeat | undefined;
  /** Reads follow a renamed repository to its new name unless this is `refuse`. */
  readonly redirects?: "follow" | "refuse" | undefined;
}
