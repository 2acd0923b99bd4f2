/**
 * The plan that an earlier run posted in a thread. It counts when it is our account's newest and unedited, because an edit by
 * another person would otherwise be followed as kimi-runner's plan.
 */

import { fenced } from "../../base/plain-text.ts";
import { planIn } from "./plan-comment.ts";
import { sanitisePlain } from "../sanitise/sanitise.ts";
import type { RawItem } from "./thread-conversation.ts";

/** A comment that begins with the mark of a plan. Any account can write one. */
export interface ThreadPlan {
  readonly id: number;
  readonly author: { readonly login: string; readonly id: number | undefined };
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  readonly isEdited: boolean;
  /** The visible text, without the characters that make Markdown harmless. */
  readonly text: string;
}

/** Plans posted before the command, oldest first, including edited ones. */
export function plansIn(items: readonly RawItem[], before: string): readonly ThreadPlan[] {
  return items
    .flatMap(({ kind, id, author, authorId, createdAt, editedAt, text }): readonly ThreadPlan[] => {
      const plan = kind === "comment" ? planIn(text) : undefined;
      if (plan === undefined || createdAt === undefined || Date.parse(createdAt) >= Date.parse(before)) return [];
      const isEdited = editedAt !== createdAt; // without a time it may be edited
      return [{ id, author: { login: author, id: authorId }, createdAt, isEdited, text: sanitisePlain(plan).text }];
    })
    .toSorted((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt) || a.id - b.id);
}

/** The newest plan of an account, which replaces its older ones. The caller must not follow one that was edited. */
export function newestPlan(
  plans: readonly ThreadPlan[],
  self: { readonly login: string; readonly id: number },
): ThreadPlan | undefined {
  return plans.findLast(({ author }) => author.id === self.id && author.login === self.login);
}

/** The plan as a block for the model, which no text inside it can end. */
export function renderPlan({ createdAt, text }: ThreadPlan): string {
  return [
    `The plan below was made earlier in this thread by kimi-runner, on ${createdAt}. Follow it, unless the code contradicts it or the person who asks now says otherwise.`,
    fenced(text, "markdown"),
  ].join("\n\n");
}
