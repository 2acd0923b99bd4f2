/** Hidden marks by which later runs find what earlier ones wrote. A mark alone proves nothing: the author must match too. */

import { member } from "../../base/member.ts";
import { OWN_MARKER } from "../../github/event/marker.ts";
import { PLAN_MARK } from "../../github/thread/plan-comment.ts";
import type { AccountRef } from "./ports.ts";

/** The one comment of a thread that is edited all the time. */
export const STICKY_MARK = `${OWN_MARKER}:status -->`;

/** A new comment that needs a person: one for each session and reason. */
export function noticeMark(sessionId: string, outcome: string): string {
  return `${OWN_MARKER}:notice session=${word(sessionId)} outcome=${word(outcome)} -->`;
}

/** Where a session asks people: one comment, edited as they answer. */
export function deferralMark(sessionId: string): string {
  return `${OWN_MARKER}:deferral session=${word(sessionId)} -->`;
}

/** Stands below that mark: how much of the session the comment tells of. */
export function toldMark(told: number): string {
  return `${OWN_MARKER}:told ${told} -->`;
}

/** What the mark of a body tells; 0 where it has none. */
export function toldIn(body: string): number {
  return Number(
    /^<!-- kimi-runner:deferral session=\S+ -->\r?\n<!-- kimi-runner:told (\d{1,9}) -->/.exec(body)?.[1] ?? 0,
  );
}

/** The plan of a session, which later sessions leave alone. */
export function planMark(sessionId: string): string {
  return `${PLAN_MARK}${word(sessionId)} -->`;
}

/** The pull request of a session. `depth`: how many runs started each other before this one. */
export function pullRequestMark(sessionId: string, depth: number): string {
  return `${PULL_REQUEST_MARK} session=${word(sessionId)} depth=${depth} -->`;
}

/** The depth that a mark on top of a body tells; 0 where it tells none. */
export function depthInMark(body: string): number {
  return Number(/^<!-- kimi-runner:[a-z-]+ session=\S+ depth=(\d{1,6}) -->/.exec(body)?.[1] ?? 0);
}

/** How each of them begins. */
export const PULL_REQUEST_MARK = `${OWN_MARKER}:pull-request`;

function word(text: string): string {
  return text.replace(/[^\w.-]/g, "_");
}

/** True for a comment that `self` wrote and that begins with `mark`; a quoted mark further down does not count. */
export function isOwn(comment: unknown, self: AccountRef, mark: string): boolean {
  const user = member(comment, "user");
  const body = member(comment, "body");
  return member(user, "id") === self.id && member(user, "login") === self.login && typeof body === "string"
    ? body.startsWith(mark)
    : false;
}
