/** Decides what a comment that answers, resumes or cancels means. Its author's permission, edits and the waiting calls are checked later. */

import { canonicalJson } from "../../base/canonical-json.ts";
import type { AnswerCommand, GivenAnswer } from "./answer.ts";
import { parseCommand } from "./command.ts";
import type { EventComment, EventIssue, EventPull } from "./event-parts.ts";
import { replyTo } from "./reply.ts";
import { splitQuotations } from "../markdown/quotations.ts";
import { sanitise } from "../sanitise/sanitise.ts";
import type { TriggerContext, DecidingComment, Trigger } from "./trigger.ts";

export interface AnswerContext {
  readonly asked: TriggerContext;
  readonly thread: EventIssue | EventPull;
  readonly comment: EventComment;
  readonly place: Omit<DecidingComment, "createdAt">;
  readonly trigger: string;
}

/** The trigger, or a reply that shows the accepted forms. */
export function decideAnswer(
  command: AnswerCommand,
  { asked, thread, comment, place, trigger }: AnswerContext,
): Extract<Trigger, { readonly kind: "answer" | "resume" | "cancel" | "reply" }> {
  const { body, author, createdAt } = comment;
  if (command.kind === "malformed") return { kind: "reply", text: replyTo(command, trigger), ...asked };
  const decided = { ...asked, thread, author, comment: { ...place, createdAt } };
  if (command.kind !== "answer") return { ...command, ...decided };
  const answer = answerIn(body, trigger);
  if (answer !== undefined) return { kind: "answer", answer, ...decided };
  const { verdict: verb } = command.answer;
  const problem = "Readers of the comment do not see a part of the answer.";
  return { kind: "reply", text: replyTo({ kind: "malformed", verb, problem }, trigger), ...asked };
}

/**
 * The answer that readers of the comment see, with its reason sanitised; undefined if there is none. The answer must be the same
 * with and without hidden text, so that a line hidden in pasted text cannot approve a call.
 */
export function answerIn(body: string, trigger: string): GivenAnswer | undefined {
  const written = parseCommand(body, trigger);
  const shown = parseCommand(sanitise(body).text, trigger);
  if (written.kind !== "answer" || shown.kind !== "answer") return undefined;
  if (!isSameAnswer({ ...written.answer, reason: undefined }, { ...shown.answer, reason: undefined })) return undefined;
  const { reason = "", ...answer } = written.answer;
  const told = splitQuotations(sanitise(reason).text).own.trim();
  return told === "" ? answer : { ...answer, reason: told };
}

/** True for equal answers, including their reasons. */
export function isSameAnswer(a: GivenAnswer, b: GivenAnswer): boolean {
  return canonicalJson(a) === canonicalJson(b);
}
