/** Handles a comment that decides about a stored session: it answers held calls, resumes or cancels. */

import { describeError } from "../../protocol/error.ts";
import { BATCH_MARK, MAINTENANCE_MARK, ON_DASHBOARD } from "../../github/event/marker.ts";
import { openStore, type OpenStore } from "../sessions/job-session-store.ts";
import { answerHeldCalls } from "./decide-answer.ts";
import { cancelSessions } from "./decide-cancel.ts";
import { resumeNewest } from "./decide-resume.ts";
import {
  type DecisionContext,
  type SessionDecision,
  type ResumeDecision,
  readThreadSessions,
  type ThreadSession,
} from "../sessions/thread-sessions.ts";
import { readSession } from "../../run/open/session.ts";
import { publishHeld } from "./publish-held.ts";
import { resumeSession } from "./resume-session.ts";
import { skipped, type JobEnd } from "../context/job-end.ts";
import { takenReason } from "../sessions/lease.ts";
import { refuse, reply } from "./reply-without-run.ts";
import type { Claimed } from "../sessions/session-claims.ts";
import { doneReason } from "../sessions/done-record.ts";
import { sessionId } from "../sessions/session-id.ts";
import { requestKeyOf } from "../context/request-keys.ts";

/** Carries out the comment once. Throws `RunnerError` when the server or a session does not allow it; the thread is told before. */
export async function handleDecision(given: DecisionContext): Promise<JobEnd> {
  const { inputs } = given;
  const open = await openStore(given);
  try {
    const claimed = inputs.publish === "github" ? await claimComment(given, open) : undefined;
    if (claimed?.kind === "done") return skipped(doneReason(claimed.done, true), given);
    const claimedBy = claimed?.kind === "taken" ? claimed.lease : undefined;
    if (claimed?.kind === "taken" && (claimedBy === undefined || given.trigger.kind !== "answer"))
      return skipped(takenReason(claimedBy), given);
    const isRepeated = claimedBy !== undefined || (claimed?.kind === "claimed" && claimed.isFirst !== true);
    const context = { ...given, isRepeated, claimedBy };
    const decision = await decideWithRetries(context, open).catch(async (error: unknown) => {
      await refuse(context, { kind: "failed", said: describeError(error) }).catch(() => {}); // the first error is the one to report
      throw error;
    });
    if (decision.kind !== "resume") return decision;
    const goOn = isAboutChange(decision.session) ? publishHeld : resumeSession;
    return await goOn({ ...context, ...decision, open });
  } finally {
    open.close();
  }
}

/** Whether the recorded answer is about the held files of a run that ended. */
function isAboutChange({ bundle }: ThreadSession): boolean {
  return readSession(bundle).state.change?.answer !== undefined;
}

/** In each try that fails another job succeeded, and hardly more than three people answer in the same second. */
const MAX_TRIES = 5;

/** Decides again when another job was faster: a part of the comment may still apply. */
async function decideWithRetries(context: DecisionContext, open: OpenStore): Promise<JobEnd | ResumeDecision> {
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const decision = await decideOnce(context, open);
    if (decision.kind !== "overtaken") return decision;
  }
  return refuse(context, { kind: "faster" });
}

async function decideOnce(context: DecisionContext, open: OpenStore): Promise<SessionDecision> {
  const { trigger, world } = context;
  const found = await readThreadSessions(context, open.store);
  for (const text of found.problems) world.warn(text);
  // `fix` works in a dashboard as in any issue, so a dashboard can have sessions too.
  const elsewhere = found.sessions.length + found.begun.length === 0 ? onDashboard(trigger) : undefined;
  if (elsewhere !== undefined)
    return "skip" in elsewhere ? skipped(elsewhere.skip, context) : await reply(context, elsewhere.reply);
  const all = { open, ...found };
  switch (trigger.kind) {
    case "answer":
      return await answerHeldCalls({ ...context, trigger }, all);
    case "resume":
      return await resumeNewest({ ...context, trigger }, all);
    case "cancel":
      return await cancelSessions(context, all);
  }
}

/** The end of a job for a comment on a dashboard without sessions; undefined for any other thread. */
function onDashboard({
  kind,
  thread: { author, body },
}: DecisionContext["trigger"]): { readonly skip: string } | { readonly reply: string } | undefined {
  if (author.type !== "Bot") return undefined;
  if (body.includes(BATCH_MARK)) return kind === "answer" ? { skip: ON_DASHBOARD } : { reply: OF_BATCH };
  return body.includes(MAINTENANCE_MARK) && kind !== "answer" ? { reply: OF_TASKS } : undefined;
}

const OF_BATCH =
  "This issue is the dashboard of a batch, which has no run of its own to resume or cancel. A ticked box has a task run again or skipped; a job that works is stopped in the Actions tab.";
const OF_TASKS =
  "This issue lists scheduled tasks, which have no run here to resume or cancel. A ticked box has a task run next time, pauses it or resumes it; a job that works is stopped in the Actions tab.";

/** Another job may have got the same comment first. Without the right to claim there are no sessions either. */
async function claimComment({ trigger }: DecisionContext, { store }: OpenStore): Promise<Claimed> {
  const { thread, comment } = trigger;
  const key = requestKeyOf({ ...trigger, before: comment.createdAt });
  const id = sessionId({ thread: thread.number, at: Date.parse(comment.createdAt), key });
  return await store.claimAnswer(id);
}
