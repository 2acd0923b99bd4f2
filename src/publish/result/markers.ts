/** Hidden marks by which later runs find the comments of earlier ones. A mark counts only with the matching author. */

import { member } from "../../base/member.ts";
import { OWN_MARKER } from "../../github/event/marker.ts";
import { PLAN_MARK } from "../../github/thread/plan-comment.ts";
import type { AccountRef } from "./ports.ts";

/** The status comment of a request. `key`: the same for each job that works on it (`requestKeyOf`). */
export function statusMark(key: string): string {
  return `${OWN_MARKER}:status request=${word(key)} -->`;
}

/** The answer to a request that changes nothing: a new comment, which GitHub mails. */
export function answerMark(key: string): string {
  return `${OWN_MARKER}:answer request=${word(key)} -->`;
}

/** The notice, one for each session and outcome. */
export function noticeMark(sessionId: string, outcome: string): string {
  return `${OWN_MARKER}:notice session=${word(sessionId)} outcome=${word(outcome)} -->`;
}

/** The request for approval, one for each session. */
export function deferralMark(sessionId: string): string {
  return `${OWN_MARKER}:deferral session=${word(sessionId)} -->`;
}

/** Second line of a request: the session's counter when it was written (`HeldBatch.told`). */
export function toldMark(told: number): string {
  return `${OWN_MARKER}:told ${told} -->`;
}

/** The counter on top of our text of a request; 0 where it has none. */
export function toldIn(text: string): number {
  return Number(/^<!-- kimi-runner:told (\d{1,9}) -->/.exec(text)?.[1] ?? 0);
}

/** The plan of a session; later sessions do not edit it. */
export function planMark(sessionId: string): string {
  return `${PLAN_MARK}${word(sessionId)} -->`;
}

/** A comment or an issue that a run asked for: the `nth` of its kind, by what asked for the run. */
export function outputMark(key: string, action: string, nth: number): string {
  return `${OWN_MARKER}:output key=${word(key)} ${word(action)}=${nth} -->`;
}

/** The pull request of a session. `depth`: length of the chain of runs that started this one. */
export function pullRequestMark(sessionId: string, depth: number): string {
  return `${PULL_REQUEST_MARK} session=${word(sessionId)} depth=${depth} -->`;
}

export function depthInMark(body: string): number {
  return Number(/^<!-- kimi-runner:[a-z-]+ session=\S+ depth=(\d{1,6}) -->/.exec(body)?.[1] ?? 0);
}

/** The beginning of each pull request's mark. */
export const PULL_REQUEST_MARK = `${OWN_MARKER}:pull-request`;

function word(text: string): string {
  return text.replace(/[^\w.-]/g, "_");
}

/** True for a comment that `self` wrote and that begins with `mark`. A quoted mark further down does not count. */
export function isOwn(comment: unknown, self: AccountRef, mark: string): boolean {
  const user = member(comment, "user");
  const body = member(comment, "body");
  return member(user, "id") === self.id && member(user, "login") === self.login && typeof body === "string"
    ? body.startsWith(mark)
    : false;
}
