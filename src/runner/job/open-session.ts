/** Kept sessions of a thread, read and checked: the chain of the journal, the repository, the thread. Nothing of them is believed before. */

import { describeError, RunnerError } from "../../protocol/error.ts";
import type { SessionOrigin } from "../../protocol/origin.ts";
import type { Bundle } from "../../session/bundle.ts";
import type { SessionState } from "../../session/session-state.ts";
import { readSession, type StoredSession } from "../session.ts";
import type { JobEnvironment } from "./environment.ts";
import { unpack } from "./kept.ts";
import { threadPrefix } from "./session-id.ts";
import type { KeptSession, SessionStore } from "./session-store.ts";

export interface OpenSession {
  readonly kept: KeptSession;
  readonly bundle: Bundle;
  readonly stored: StoredSession;
  readonly begin: NonNullable<SessionState["begin"]>;
  readonly origin: SessionOrigin;
}

export interface SessionsOfThread {
  readonly sessions: readonly OpenSession[];
  /** Why others were not read, each a sentence. */
  readonly problems: readonly string[];
}

/** A thread has one or two; more are read no further than this. */
const MAX_READ = 10;

/** The sessions that the store keeps for a thread, newest first. `dirOf` gives each a directory of its own. Throws `git.failed`. */
export async function sessionsOfThread(
  store: SessionStore,
  thread: number,
  job: JobEnvironment,
  dirOf: (id: string) => string,
): Promise<SessionsOfThread> {
  const { sessions: ids } = await store.list();
  const own = ids
    .filter((id) => id.startsWith(threadPrefix(thread)))
    .toSorted()
    .toReversed();
  const sessions: OpenSession[] = [];
  const problems: string[] = [];
  for (const id of own.slice(0, MAX_READ)) {
    try {
      const kept = await store.read(id);
      const session = kept && openSession(kept, { thread, job, dir: dirOf(id) });
      if (session !== undefined) sessions.push(session);
    } catch (error) {
      problems.push(`${id}: ${describeError(error)}`);
    }
  }
  return { sessions, problems };
}

interface Binding {
  readonly thread: number;
  readonly job: Pick<JobEnvironment, "owner" | "repo">;
  readonly dir: string;
}

/** Undefined for a session of which nothing but the claim was kept. Throws `session.corrupt`. */
function openSession(kept: KeptSession, { thread, job, dir }: Binding): OpenSession | undefined {
  const bundle = unpack(kept, dir);
  if (bundle === undefined) return undefined;
  const stored = readSession(bundle);
  const { begin } = stored.state;
  const origin = begin?.origin;
  if (begin === undefined || origin === undefined) throw refused("It does not say where it comes from.");
  if (begin.sessionId !== kept.id) throw refused(`It is ${begin.sessionId}.`);
  const here = `${job.owner}/${job.repo}`;
  if (origin.repository.toLowerCase() !== here.toLowerCase()) throw refused(`It belongs to ${origin.repository}.`);
  if (origin.thread !== thread) throw refused(`It belongs to thread ${origin.thread ?? "none"}.`);
  if (kept.stored.parent !== undefined && kept.stored.parent !== begin.headCommit) {
    throw refused("Its commit does not follow the one it started from.");
  }
  return { kept, bundle, stored, begin, origin };
}

function refused(message: string): RunnerError {
  return new RunnerError({
    code: "session.corrupt",
    message: `The kept session is not what it should be. ${message}`,
    hint: "It is left alone; ask for the work again.",
  });
}
