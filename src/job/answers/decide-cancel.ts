/** Cancels the sessions of a thread: a run at work is told to stop, a session that waits or stopped is deleted. */

import { systemClock } from "../../base/clock.ts";
import { inline } from "../../base/plain-text.ts";
import { currentBase } from "./current-base.ts";
import type { DecisionContext, OpenThreadSessions, ThreadSession } from "../sessions/thread-sessions.ts";
import { updateDeferral } from "../deliver/deferral-terms.ts";
import type { JobEnd } from "../context/job-end.ts";
import { isActive } from "../sessions/lease.ts";
import { notPublishing, reply } from "./reply-without-run.ts";
import { checkComment, staleSession } from "./comment-check.ts";
import type { RemoteSession } from "../sessions/own-session.ts";

/** Cancels everything in the thread, and replies with what became of it. A session that cannot be read is left alone. */
export async function cancelSessions(context: DecisionContext, all: OpenThreadSessions): Promise<JobEnd> {
  const { sessions, begun, problems } = all;
  const said: string[] = [];
  for (const session of sessions) said.push(await stop(context, all, session.remote, session));
  for (const claimed of begun) said.push(await stop(context, all, claimed));
  for (const problem of problems) said.push(`A session was left alone. ${inline(problem)}`);
  return reply(context, said.length === 0 ? "Nothing of this thread runs or waits." : said.join("\n\n"));
}

/** Cancels one session. Returns the sentence of the reply. */
async function stop(
  context: DecisionContext,
  { open: { store, repository } }: OpenThreadSessions,
  remote: RemoteSession,
  session?: ThreadSession,
): Promise<string> {
  const { trigger } = context;
  const tellRun = async (lease = remote.lease): Promise<string> => {
    const request = await store.requestCancel(remote.id, repository.headCommit, trigger.author.login);
    if (request.kind === "refused") return `The run could not be told to stop: ${inline(request.said)}`;
    const job = lease?.runUrl ? `[The run](${lease.runUrl})` : "The run";
    return `${job} was told to stop. What it did until then is kept.`;
  };
  const isWorking = isActive(remote.lease, systemClock.now());
  if (context.inputs.publish !== "github") {
    return notPublishing(isWorking ? "The run would be told to stop" : "The session would be deleted");
  }
  if (isWorking) return tellRun();
  const isNewest = session !== undefined && staleSession(await checkComment(context, session)) === undefined;
  store.adopt(remote);
  if (!(await store.finish())) {
    // Another job resumed the session between reading and deleting it.
    const now = await store.read(remote.id);
    return now === undefined ? DELETED : tellRun(now.lease);
  }
  if (isNewest && session.stored.state.held.length > 0) {
    const { policy } = await currentBase(context, { repository }, session);
    const state = { kind: "cancelled", by: trigger.author.login, at: systemClock.now() } as const;
    await updateDeferral(context, session, { policy, shownAt: 0, state });
  }
  return DELETED;
}

const DELETED = "The session was deleted. Its held actions will not run.";
