/** What goes into one call to the API and what comes out: the words that the client shares with who calls it. */

/** An answer below 300. `data` is whatever JSON, or text for media types that are not JSON; undefined where there was no body. */
export interface ApiResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number | undefined>>;
  readonly data: unknown;
}

/**
 * When a call may be sent again. `never`: not at all. `refused`: after a rate limit said no, so nothing was done. `always`:
 * also after a lost connection or a 5xx, where it may have been done. Reads are `always`, everything else is `never`.
 */
type Repeat = "never" | "refused" | "always";

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly repeat?: Repeat | undefined;
  /** Reads follow a renamed repository to its new name unless this is `refuse`. */
  readonly redirects?: "follow" | "refuse" | undefined;
}
