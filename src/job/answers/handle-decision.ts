/** Handles a comment that decides about a stored session: gathers the facts, decides from them, and carries the decision out. */

import { systemClock } from "../../base/clock.ts";
import { describeError } from "../../protocol/error.ts";
import { readSession } from "../../run/open/session.ts";
import { whoAmI } from "../context/job-context.ts";
import { skipped, type JobEnd } from "../context/job-end.ts";
import { requestKeyOf } from "../context/request-keys.ts";
import { doneReason } from "../sessions/done-record.ts";
import { leaseOwnerOf, openStore, type OpenStore } from "../sessions/job-session-store.ts";
import { takenReason } from "../sessions/lease.ts";
import type { Claimed } from "../sessions/session-claims.ts";
import { sessionId } from "../sessions/session-id.ts";
import { readThreadSessions, type DecisionContext } from "../sessions/thread-sessions.ts";
import { carryOutDecision, replyRefusal } from "./carry-out-decision.ts";
import { chooseSession, decideComment } from "./decide.ts";
import type { Resumption, ThreadFacts } from "./decision.ts";
import { gatherFacts } from "./gather-facts.ts";
import { publishHeld } from "./publish-held.ts";
import { resumeSession } from "./resume-session.ts";

/** Carries out the comment once. Throws `RunnerError` when the server or a session does not allow it; the thread is told before. */
export async function handleDecision(request: Omit<DecisionContext, "self">): Promise<JobEnd> {
  const asking = whoAmI(request.client);
  using open = await openStore(request);
  const context = { ...request, self: await asking };
  const claimed = context.inputs.publish === "github" ? await claimComment(context, open) : undefined;
  if (claimed?.kind === "done") return skipped(doneReason(claimed.done, true), context);
  const claimedBy = claimed?.kind === "taken" ? claimed.lease : undefined;
  if (claimed?.kind === "taken" && (claimedBy === undefined || context.trigger.kind !== "answer"))
    return skipped(takenReason(claimedBy), context);
  const isRepeated = claimedBy !== undefined || (claimed?.kind === "claimed" && claimed.isFirst !== true);
  const end = await decideWithRetries(context, open, { isRepeated, claimedBy }).catch(async (error: unknown) => {
    await replyRefusal(context, { kind: "failed", said: describeError(error) }).catch(() => {}); // the first error is the one to report
    throw error;
  });
  if (end.kind !== "resume") return end;
  // The recorded answer may be about the held files of a run that ended.
  const isAboutFiles = readSession(end.session.bundle).state.change?.answer !== undefined;
  return await (isAboutFiles ? publishHeld : resumeSession)({ ...context, ...end, open });
}

type Repeat = Pick<ThreadFacts, "isRepeated" | "claimedBy">;

/** In each try that fails another job succeeded, and hardly more than three people answer in the same second. */
const MAX_TRIES = 5;

/** Decides again when another job was faster: a part of the comment may still apply. */
async function decideWithRetries(
  context: DecisionContext,
  open: OpenStore,
  repeat: Repeat,
): Promise<JobEnd | Resumption> {
  const { trigger, world, job, inputs } = context;
  const publishes = inputs.publish === "github";
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const found = await readThreadSessions(context, open.store);
    for (const text of found.problems) world.warn(text);
    const facts = { ...found, ...repeat, trigger, owner: leaseOwnerOf(job), publishes, now: systemClock.now() };
    const chosen = chooseSession(facts);
    const decision =
      "trigger" in chosen
        ? decideComment(chosen, await gatherFacts(context, open, chosen), { ...facts, now: systemClock.now() })
        : chosen;
    const end = await carryOutDecision(context, open, decision);
    if (end.kind !== "overtaken") return end;
  }
  return replyRefusal(context, { kind: "faster" });
}

/** Another job may have got the same comment first. Without the right to claim there are no sessions either. */
async function claimComment({ trigger }: DecisionContext, { store }: OpenStore): Promise<Claimed> {
  const { thread, comment } = trigger;
  const key = requestKeyOf({ ...trigger, before: comment.createdAt });
  const id = sessionId({ thread: thread.number, at: Date.parse(comment.createdAt) }, key);
  return await store.claimAnswer(id);
}
