/** Names of sessions on the server. A name says which thread a session belongs to and when it was asked for, so that a list of names is enough to find, count and sweep sessions. */

import { randomBytes } from "node:crypto";

interface SessionName {
  /** Number of the issue or pull request; undefined for schedules and dispatches. */
  readonly thread: number | undefined;
  /** When it was asked for: ms since the epoch, in whole seconds. */
  readonly at: number;
}

/** `t12-20261122093000-1a2b3c4d`, or without a thread `20261122093000-1a2b3c4d`. `key`: that of the comment or opening; random where there is none. */
export function sessionId({ thread, at }: SessionName, key = randomBytes(4).toString("hex")): string {
  const time = new Date(at).toISOString().replace(/\D/g, "").slice(0, 14);
  return `${threadPrefix(thread)}${time}-${key}`;
}

/** How the ids of a thread's sessions begin. */
export function threadPrefix(thread: number | undefined): string {
  return thread === undefined ? "" : `t${thread}-`;
}

/** What an id says; undefined for a text that is no session id. */
export function parseSessionId(id: string): SessionName | undefined {
  const [, thread, year, month, day, hour, minute, second] =
    /^(?:t(\d+)-)?(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)-[0-9a-f]{8}$/.exec(id) ?? [];
  if (year === undefined) return undefined;
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(at) ? undefined : { thread: thread === undefined ? undefined : Number(thread), at };
}
