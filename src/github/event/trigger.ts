/** What an event turns out to ask for, and of whom it has to be allowed. Shapes only; `decide-trigger.ts` decides. */

import type { OwnLimits } from "../../protocol/limits.ts";
import type { GivenAnswer } from "./answer.ts";
import type { RunVerb } from "./command.ts";
import type { Removed } from "../sanitise/hidden-characters.ts";
import type { Account, EventIssue, EventPull, RepositoryName } from "./event-parts.ts";

export interface TriggerInputs {
  /** The word that begins a command, e.g. `/kimi`. */
  readonly trigger: string;
  /** Adding this label asks for a fix. */
  readonly label?: string | undefined;
  /** Assigning this login asks for a fix. */
  readonly assignee?: string | undefined;
  /** The task of runs that nobody commanded: schedules, dispatches, every pull request. */
  readonly prompt?: string | undefined;
  /** Accounts whose comments are never commands: a machine user that our own comments are written by. */
  readonly ownIds?: readonly number[] | undefined;
}

/** Who must have write permission: people to ask GitHub about, or nobody because the workflow file itself asks. */
export type Authority = { readonly kind: "people"; readonly users: readonly Account[] } | { readonly kind: "workflow" };

/** The comment with the command, for reactions and answers. A review's text never commands; it may be replied to. */
interface CommandComment {
  readonly kind: "issue" | "review" | "review text";
  readonly id: number;
  readonly url: string;
  /** Where in the diff, for review comments. */
  readonly place?: { readonly path: string; readonly line: number | undefined; readonly diffHunk: string } | undefined;
}

/** A comment that decides something: it is asked for again when the decision is carried out. */
export interface DecidingComment extends CommandComment {
  readonly kind: "issue" | "review";
  /** ISO 8601, UTC, whole seconds. */
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface TriggerContext {
  readonly repository: RepositoryName | undefined;
  readonly authority: Authority;
  /** The issue or pull request as the event shows it; undefined for schedules and dispatches. */
  readonly thread: EventIssue | EventPull | undefined;
  readonly comment: CommandComment | undefined;
}

/** Words about a run that is there already. */
interface Decided extends TriggerContext {
  readonly thread: EventIssue | EventPull;
  readonly comment: DecidingComment;
  /** Who wrote the comment. */
  readonly author: Account;
}

export type Trigger =
  | (TriggerContext & {
      readonly kind: "run";
      readonly verb: RunVerb;
      /** What was asked for beyond the verb, sanitised; may be empty. */
      readonly text: string;
      /** `text` is a slash command, and the whole prompt: the run reads it. */
      readonly isSlash: boolean;
      readonly removed: Removed;
      /** ISO 8601: nothing created or edited from then on belongs to the request. */
      readonly before: string | undefined;
    })
  /** Whether this author may answer is for `checkApprover`, which calls are meant for `matchAnswers`. */
  | (Decided & { readonly kind: "answer"; readonly answer: GivenAnswer })
  | (Decided & { readonly kind: "resume"; readonly overrides: OwnLimits })
  | (Decided & { readonly kind: "cancel" })
  /** `text` is Markdown, of our own words only. */
  | (TriggerContext & { readonly kind: "reply"; readonly text: string })
  | { readonly kind: "skip"; readonly reason: string };
