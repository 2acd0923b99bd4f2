/**
 * The plan that an earlier run posted in a thread. It counts when it is our account's newest and unedited, because an edit by
 * another person would otherwise be followed as kimi-runner's plan.
 */

import { BREAK, fenced } from "../../base/plain-text.ts";
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
  /** A person hid the comment. */
  readonly isMinimised?: true | undefined;
  /** Without the characters that make Markdown harmless. */
  readonly text: string;
}

/** Plans posted before the command, oldest first, including edited ones. They are not sanitised, because any account can write many. */
export function plansIn(items: readonly RawItem[], before: string): readonly ThreadPlan[] {
  return items
    .flatMap((item): readonly ThreadPlan[] => {
      const { kind, id, author, authorId, createdAt, editedAt, text } = item;
      const plan = kind === "comment" ? planIn(text) : undefined;
      if (plan === undefined || createdAt === undefined || Date.parse(createdAt) >= Date.parse(before)) return [];
      const isEdited = editedAt !== createdAt; // without a time it may be edited
      const isMinimised = item.minimised === undefined ? undefined : true;
      return [{ id, author: { login: author, id: authorId }, createdAt, isEdited, isMinimised, text: plan }];
    })
    .toSorted((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt) || a.id - b.id);
}

/** The newest plan of an account as readers see it, which replaces its older ones. The caller must not follow one that was edited or hidden. */
export function newestPlan(
  plans: readonly ThreadPlan[],
  self: { readonly login: string; readonly id: number },
): ThreadPlan | undefined {
  const plan = plans.findLast(({ author }) => author.id === self.id && author.login === self.login);
  return plan && { ...plan, text: sanitisePlain(plan.text.replaceAll(BREAK, "")).text };
}

/** The plan as a block for the model, which no text inside it can end. */
export function renderPlan({ createdAt, text }: ThreadPlan): string {
  return [
    `The plan below was made earlier in this thread by kimi-runner, on ${createdAt}. Follow it, unless the code contradicts it or the person who asks now says otherwise.`,
    fenced(text, "markdown"),
  ].join("\n\n");
}
