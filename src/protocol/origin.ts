/** Where a session comes from. Its answers, resumes and results are bound to it. */

export interface SessionOrigin {
  /** `owner/name`. */
  readonly repository: string;
  /** Number of the issue or pull request; undefined for schedules and dispatches. */
  readonly thread?: number | undefined;
  readonly isPull: boolean;
  readonly requester?: { readonly id: number; readonly login: string } | undefined;
  readonly verb: string;
  /** The same for all jobs that one comment, issue or pull request started. */
  readonly key?: string | undefined;
  /** Length of the chain of runs that started each other before this one. Left out when a person started it. */
  readonly depth?: number | undefined;
}
