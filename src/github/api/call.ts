/** Options and result of one API call. */

/** An answer below 300. `data` is any JSON value, or text for other media types; undefined without a body. */
export interface ApiResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number | undefined>>;
  readonly data: unknown;
}

/**
 * When a call may be repeated. `never`. `always`: after a rate limit, and after a lost connection or a 5xx, when it may have been
 * carried out. `briefly`: as `always`, but no longer than people wait for a run to begin. `find`: as `always`, but then it first
 * looks for what the call would have made, and what is found counts as the answer. The default is `briefly` for reads, else `never`.
 */
export type Repeat = "never" | "briefly" | "always" | { readonly find: () => Promise<unknown> };

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly repeat?: Repeat | undefined;
  /** Reads follow a renamed repository to its new name unless this is `refuse`. */
  readonly redirects?: "follow" | "refuse" | undefined;
}
