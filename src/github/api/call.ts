/** Options and answer of one API call. */

/** An answer below 300. `data` is any JSON value, or text for other media types; undefined without a body. */
export interface ApiResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number | undefined>>;
  readonly data: unknown;
}

/**
 * Whether a failed call is repeated. `always`: after a rate limit, and after a lost connection or a 5xx, although GitHub may have
 * carried it out. `briefly`: as `always`, but only for as long as people wait for a run to begin. `find`: as `always`, but it first
 * looks for what the call would have made; what it finds is the answer. The default is `briefly` for reads, else `never`.
 */
export type Repeat = "never" | "briefly" | "always" | { readonly find: () => Promise<unknown> };

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly repeat?: Repeat | undefined;
  /** Reads follow a renamed repository to its new name unless this is `refuse`. */
  readonly redirects?: "follow" | "refuse" | undefined;
}
