/** Hidden marks by which later runs find what earlier ones wrote. A mark alone proves nothing: the author must match too. */

import type { Account } from "./ports.ts";
import { field } from "./reply.ts";

/** The one comment of a thread that is edited all the time. */
export const STICKY_MARK = "<!-- kimi-runner:status -->";

/** A new comment that needs a person: one for each session and reason. */
export function noticeMark(sessionId: string, outcome: string): string {
  return `<!-- kimi-runner:notice session=${word(sessionId)} outcome=${word(outcome)} -->`;
}

/** The pull request of a session. */
export function pullRequestMark(sessionId: string): string {
  return `${PULL_REQUEST_MARK} session=${word(sessionId)} -->`;
}

/** How each of them begins. */
export const PULL_REQUEST_MARK = "<!-- kimi-runner:pull-request";

function word(text: string): string {
  return text.replace(/[^\w.-]/g, "_");
}

/** True for a comment that `self` wrote and that begins with `mark`; a quoted mark further down does not count. */
export function isOwn(comment: unknown, self: Account, mark: string): boolean {
  const user = field(comment, "user");
  const body = field(comment, "body");
  return field(user, "id") === self.id && field(user, "login") === self.login && typeof body === "string"
    ? body.startsWith(mark)
    : false;
}
