/** Hidden marks by which later runs find what earlier ones wrote. A mark alone proves nothing: the author must match too. */

import { member } from "../base/member.ts";
import { OWN_MARKER } from "../github/marker.ts";
import { PLAN_MARK } from "../github/plan-comment.ts";
import type { Account } from "./ports.ts";

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

/** The plan of a session, which later sessions leave alone. */
export function planMark(sessionId: string): string {
  return `${PLAN_MARK}${word(sessionId)} -->`;
}

/** The pull request of a session. */
export function pullRequestMark(sessionId: string): string {
  return `${PULL_REQUEST_MARK} session=${word(sessionId)} -->`;
}

/** How each of them begins. */
export const PULL_REQUEST_MARK = `${OWN_MARKER}:pull-request`;

function word(text: string): string {
  return text.replace(/[^\w.-]/g, "_");
}

/** True for a comment that `self` wrote and that begins with `mark`; a quoted mark further down does not count. */
export function isOwn(comment: unknown, self: Account, mark: string): boolean {
  const user = member(comment, "user");
  const body = member(comment, "body");
  return member(user, "id") === self.id && member(user, "login") === self.login && typeof body === "string"
    ? body.startsWith(mark)
    : false;
}
