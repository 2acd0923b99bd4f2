/**
 * People and threads as an event shows them, in their state at the time of the event. Ids, types and times come from GitHub; every
 * other string is foreign text.
 */

/** An account. `id` never changes; a login can be renamed and taken over by another account. */
export interface Account {
  readonly id: number;
  readonly login: string;
  /** `User`, `Bot`, `Organization`, `Mannequin`. */
  readonly type: string;
}

export interface RepositoryName {
  readonly owner: string;
  readonly name: string;
}

/** An issue or pull request as the event's payload shows it. */
export interface EventThread {
  readonly number: number;
  readonly title: string;
  readonly body: string;
  readonly author: Account;
  /** `OWNER`, `MEMBER`, `COLLABORATOR`, `CONTRIBUTOR`, `NONE` …; only shown, it gives no permission. */
  readonly association: string;
  readonly closed: boolean;
  /** A merged pull request, which cannot be reopened. */
  readonly isMerged?: true;
  readonly locked: boolean;
  readonly labels: readonly string[];
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface EventIssue extends EventThread {
  readonly kind: "issue" | "pull";
}

export interface EventPull extends EventThread {
  readonly kind: "pull";
  readonly headSha: string;
  readonly baseSha: string;
  readonly baseRef: string;
  /** The head is in another repository, or that repository is gone. */
  readonly fork: boolean;
  readonly isDraft?: true;
}

export interface EventComment {
  readonly id: number;
  readonly body: string;
  readonly author: Account;
  readonly association: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The place of a comment in a diff. */
export interface DiffPlace {
  readonly path: string;
  /** `LEFT` for a deleted line; undefined for the whole file. */
  readonly side: "LEFT" | "RIGHT" | undefined;
  /** The last line that it is about; for a line that is no longer part of the diff, its number when the comment was written. */
  readonly line: number | undefined;
  /** The first of several lines. */
  readonly startLine: number | undefined;
  /** The line is no longer part of the diff. */
  readonly isOutdated: boolean;
  readonly diffHunk: string;
  /** Id of the first comment of its thread. */
  readonly root: number;
}
