/** Names of sessions on the server. They say where a session belongs and when it was asked for, so that a list is enough to find, count and sweep. */

import { randomBytes } from "node:crypto";

export interface SessionName {
  /** Issue or pull request; undefined for schedules and dispatches. */
  readonly thread: number | undefined;
  /** When it was asked for, ms since the epoch, whole seconds. */
  readonly at: number;
}

export interface SessionIdOptions extends SessionName {
  /** The same for every job that one comment or opening started; random where there is none. */
  readonly key?: string | undefined;
}

/** `t12-20261122093000-1a2b3c4d`; without a thread `20261122093000-1a2b3c4d`. */
export function sessionId({ thread, at, key = randomBytes(4).toString("hex") }: SessionIdOptions): string {
  const time = new Date(at).toISOString().replace(/\D/g, "").slice(0, 14);
  return `${threadPrefix(thread)}${time}-${key}`;
}

/** How the ids of a thread's sessions begin. */
export function threadPrefix(thread: number | undefined): string {
  return thread === undefined ? "" : `t${thread}-`;
}

/** What an id says; undefined for what is none of ours. */
export function parseSessionId(id: string): SessionName | undefined {
  const [, thread, year, month, day, hour, minute, second] =
    /^(?:t(\d+)-)?(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)-[0-9a-f]{8}$/.exec(id) ?? [];
  if (year === undefined) return undefined;
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(at) ? undefined : { thread: thread === undefined ? undefined : Number(thread), at };
}
