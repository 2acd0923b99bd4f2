/** Where a session comes from: what its answers, its resumes and its results are bound to. */

export interface SessionOrigin {
  /** `owner/name`. */
  readonly repository: string;
  /** Number of the issue or pull request; undefined for schedules and dispatches. */
  readonly thread?: number | undefined;
  readonly isPull: boolean;
  /** Who asked, when it was a person. */
  readonly requester?: { readonly id: number; readonly login: string } | undefined;
  readonly verb: string;
  /** The same for every job that one comment or opening started. */
  readonly key?: string | undefined;
  /** How many runs started each other before this one; left out where a person began it. */
  readonly depth?: number | undefined;
}
