/** The origin of a session, and the step that made each changed line. */

/** What started a session. Answers, resumes and results are bound to it. */
export interface SessionOrigin {
  /** `owner/name`. */
  readonly repository: string;
  /** Number of the issue or pull request; undefined for schedules and dispatches. */
  readonly thread?: number | undefined;
  readonly isPull: boolean;
  readonly requester?: { readonly id: number; readonly login: string } | undefined;
  /** Set when the requester has no write permission. The run then only reads, and its cost is counted separately. */
  readonly outsider?: true | undefined;
  readonly verb: string;
  /** Title of the issue or pull request when the session began, sanitised. */
  readonly title?: string | undefined;
  /** When the request came in a review thread: the id of that thread's first comment. */
  readonly replyTo?: number | undefined;
  /** Key of the request. All jobs that one comment, issue or pull request started have the same key. */
  readonly key?: string | undefined;
  /** The branch that a pull request of its own goes into. Left out where the change goes elsewhere. */
  readonly into?: string | undefined;
  /** Number of runs before this one that started each other in a chain. Left out when a person started the run. */
  readonly depth?: number | undefined;
  /** Set when this program merged head and base of the pull request, with conflicts marked, to get the start commit. */
  readonly merge?: readonly [head: string, base: string] | undefined;
}

/** The head of the pull request when the session began. */
export function headAtStart(begin: {
  readonly headCommit: string;
  readonly origin?: SessionOrigin | undefined;
}): string {
  return begin.origin?.merge?.[0] ?? begin.headCommit;
}

/** Consecutive lines of a file. `step` is a `ReportStep.id`, or empty when the lines are older than the run or their step is unknown. */
export type LineRun = readonly [first: number, count: number, step: string];

export interface FileOrigins {
  /** Lines of the file at the end of the run. */
  readonly added: readonly LineRun[];
  /** Lines of the file in the start commit, with the step that removed them. */
  readonly removed: readonly LineRun[];
  /** Every step that changed the file, also when the file is binary. */
  readonly steps: readonly string[];
}

/** By path. */
export type LineOrigins = Readonly<Record<string, FileOrigins>>;
