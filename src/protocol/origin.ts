/** Where things come from: a session, and each changed line. */

/** What started a session. Its answers, resumes and results are bound to it. */
export interface SessionOrigin {
  /** `owner/name`. */
  readonly repository: string;
  /** Number of the issue or pull request; undefined for schedules and dispatches. */
  readonly thread?: number | undefined;
  readonly isPull: boolean;
  readonly requester?: { readonly id: number; readonly login: string } | undefined;
  /** The requester has no write permission: the run only reads, and its money is counted apart. */
  readonly outsider?: true | undefined;
  readonly verb: string;
  /** Title of the issue or pull request as it was then, sanitised. */
  readonly title?: string | undefined;
  /** Id of the first comment of the thread on a line of the diff in which the session was asked for. */
  readonly replyTo?: number | undefined;
  /** The same for all jobs that one comment, issue or pull request started. */
  readonly key?: string | undefined;
  /** Length of the chain of runs that started each other before this one. Left out when a person started it. */
  readonly depth?: number | undefined;
  /** The start commit is a merge of this program with conflicts marked: of these two, head and base of the pull request. */
  readonly merge?: readonly [head: string, base: string] | undefined;
}

/** The head of the pull request when the session began. */
export function headAtStart(begin: {
  readonly headCommit: string;
  readonly origin?: SessionOrigin | undefined;
}): string {
  return begin.origin?.merge?.[0] ?? begin.headCommit;
}

/** Lines of a file in order. The step is one of `ReportStep.id`, or empty for lines that the run found or cannot tell. */
export type LineRun = readonly [first: number, count: number, step: string];

export interface FileOrigins {
  /** Lines of the file as it is at the end. */
  readonly added: readonly LineRun[];
  /** Lines of the file as the start commit has it, and the step that removed them. */
  readonly removed: readonly LineRun[];
  /** Every step that changed the file, also where its content is no text. */
  readonly steps: readonly string[];
}

/** By path. */
export type LineOrigins = Readonly<Record<string, FileOrigins>>;
