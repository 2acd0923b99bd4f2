/** A wish to stop: a run that works is told so, a session that waits or stopped is given up. */

import { systemClock } from "../../base/clock.ts";
import { inline } from "../../base/plain-text.ts";
import { currentBase } from "./current-base.ts";
import type { DecideOptions, KeptOfThread } from "../sessions/session-decision.ts";
import { follow } from "../deliver/deferral-terms.ts";
import type { JobEnd } from "../context/job-end.ts";
import { isHeld } from "../sessions/lease.ts";
import type { OpenSession } from "../sessions/thread-sessions.ts";
import { onlyLooked, reply } from "./reply-without-run.ts";
import { lookAtShown, olderThanTold } from "./comment-check.ts";
import type { KeptSession } from "../sessions/session-store.ts";

/** Stops everything of the thread, and says what became of it. What could not be read is left alone. */
export async function cancel(options: DecideOptions, kept: KeptOfThread): Promise<JobEnd> {
  const { sessions, begun, problems } = kept;
  const said: string[] = [];
  for (const session of sessions) said.push(await stop(options, kept, session.kept, session));
  for (const claimed of begun) said.push(await stop(options, kept, claimed));
  for (const problem of problems) said.push(`A session was left alone. ${inline(problem)}`);
  return reply(options, said.length === 0 ? "Nothing of this thread runs or waits." : said.join("\n\n"));
}

/** What is said about it. */
async function stop(
  options: DecideOptions,
  { open: { store, repository } }: KeptOfThread,
  kept: KeptSession,
  session?: OpenSession,
): Promise<string> {
  const { trigger } = options;
  const tellRun = async (lease = kept.lease): Promise<string> => {
    const wish = await store.wishCancel(kept.id, repository.headCommit, trigger.author.login);
    if (wish.kind === "refused") return `The run could not be told to stop: ${inline(wish.said)}`;
    const job = lease?.runUrl ? `[The run](${lease.runUrl})` : "The run";
    return `${job} was told to stop. What it did until then is kept.`;
  };
  const isWorking = isHeld(kept.lease, systemClock.now());
  if (options.inputs.publish !== "github") {
    return onlyLooked(isWorking ? "The run would be told to stop" : "The session would be given up");
  }
  if (isWorking) return tellRun();
  const isNewest = session !== undefined && olderThanTold(await lookAtShown(options, session)) === undefined;
  store.adopt(kept);
  if (!(await store.finish())) {
    // Between reading and deleting it somebody answered, and a job goes on with it.
    const now = await store.read(kept.id);
    return now === undefined ? GIVEN_UP : tellRun(now.lease);
  }
  if (isNewest && session.stored.state.held.length > 0) {
    const { policy } = await currentBase(options, { repository }, session);
    const state = { kind: "cancelled", by: trigger.author.login, at: systemClock.now() } as const;
    await follow(options, session, { policy, shownAt: 0, state });
  }
  return GIVEN_UP;
}

const GIVEN_UP = "A session that waited was given up; nothing of it will be carried out.";
