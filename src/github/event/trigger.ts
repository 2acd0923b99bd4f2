/** The decision about an event: what it asks for, and which accounts need permission. `decide-trigger.ts` decides. */

import type { OwnLimits } from "../../protocol/limits.ts";
import type { GivenAnswer } from "./answer.ts";
import type { RunVerb } from "./command.ts";
import type { Account, DiffPlace, EventIssue, EventPull } from "./event-parts.ts";

export interface TriggerInputs {
  /** The word that begins a command, e.g. `/kimi`. */
  readonly trigger: string;
  /** Labels that ask for a run when they are added. Without a verb the prompt decides, else it is a fix. */
  readonly labels?: readonly { readonly name: string; readonly verb?: RunVerb | undefined }[] | undefined;
  /** Assigning this login asks for a fix. */
  readonly assignee?: string | undefined;
  /** The task of runs without a command: schedules, dispatches, every pull request. */
  readonly prompt?: string | undefined;
  /** Bots that may ask for a run, by exact login. */
  readonly allowedBots?: readonly string[] | undefined;
}

/** Accounts that need write permission; `workflow` needs no check, because the workflow file itself asks. */
export type Authority = { readonly kind: "people"; readonly users: readonly Account[] } | { readonly kind: "workflow" };

/** The comment with the command, for reactions and replies. A review has no thread of its own: its replies go to the conversation. */
interface CommandComment {
  readonly kind: "issue" | "review" | "review text";
  readonly id: number;
  /** The place in the diff, for review comments; path and hunk are sanitised. */
  readonly place?: DiffPlace | undefined;
}

/** A comment that answers, resumes or cancels. It is read again when the decision is carried out. */
export interface DecidingComment extends CommandComment {
  readonly kind: "issue" | "review";
  /** ISO 8601, UTC, whole seconds. */
  readonly createdAt: string;
}

export interface TriggerContext {
  readonly authority: Authority;
  /** The issue or pull request as the event shows it; undefined for schedules and dispatches. */
  readonly thread: EventIssue | EventPull | undefined;
  readonly comment: CommandComment | undefined;
  /** The first comment of the thread on a line of the diff in which the request was written: answers go there. */
  readonly replyTo?: number | undefined;
}

interface Decided extends TriggerContext {
  readonly thread: EventIssue | EventPull;
  readonly comment: DecidingComment;
  readonly author: Account;
}

export type Trigger =
  | (TriggerContext & {
      readonly kind: "run";
      readonly verb: RunVerb;
      /** The text after the verb, sanitised; may be empty. */
      readonly text: string;
      /** What the comment with the command quotes, sanitised: words of others, which are no part of the request. */
      readonly quoted?: readonly string[];
      /** The text is the workflow's own prompt and not written by the person who opened the thread. */
      readonly isPrompted?: true;
      /** `text` is a slash command and the whole prompt. */
      readonly isSlash: boolean;
      /** ISO 8601. Text created or edited from this time on does not belong to the request. */
      readonly before: string | undefined;
    })
  /** `checkApprover` decides whether the author may answer, `matchAnswers` finds the calls. */
  | (Decided & { readonly kind: "answer"; readonly answer: GivenAnswer })
  | (Decided & { readonly kind: "resume"; readonly overrides: OwnLimits })
  | (Decided & { readonly kind: "cancel" })
  | (TriggerContext & { readonly kind: "status"; readonly thread: EventIssue | EventPull })
  /** `text` is Markdown without foreign text. */
  | (TriggerContext & { readonly kind: "reply"; readonly text: string })
  /** `isMistake`: the workflow expects a run of an event that starts none. */
  | { readonly kind: "skip"; readonly reason: string; readonly isMistake?: true };
