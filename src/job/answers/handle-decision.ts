/** A comment that decides about a stored session: it answers held calls, resumes or cancels. */

import { describeError } from "../../protocol/error.ts";
import { openStore, type OpenStore } from "../sessions/job-session-store.ts";
import { answerHeldCalls } from "./decide-answer.ts";
import { cancelSessions } from "./decide-cancel.ts";
import { resumeNewest } from "./decide-resume.ts";
import type { SessionDecisionOptions, SessionDecision, ResumeDecision } from "../sessions/session-decision.ts";
import { resumeSession } from "./resume-session.ts";
import { skipped, type JobEnd } from "../context/job-end.ts";
import { takenReason } from "../sessions/lease.ts";
import { readThreadSessions } from "../sessions/thread-sessions.ts";
import { refuse } from "./reply-without-run.ts";
import { requestKeyOf } from "../context/job-context.ts";
import { sessionId } from "../sessions/session-id.ts";

/** Carries the comment out, once. Throws `RunnerError` for what the server or a session refuses; people are told before. */
export async function handleDecision(options: SessionDecisionOptions): Promise<JobEnd> {
  const { job, inputs, world } = options;
  const open = await openStore(options);
  try {
    const taken = inputs.publish === "github" ? await takenBefore(options, open) : undefined;
    if (taken !== undefined) return skipped(taken, job, world);
    const decision = await decidedAtLast(options, open).catch(async (error: unknown) => {
      await refuse(options, { kind: "failed", said: describeError(error) }).catch(() => {}); // the first failure is the one to hear of
      throw error;
    });
    return decision.kind === "resume" ? await resumeSession({ ...options, ...decision, open }) : decision;
  } finally {
    open.close();
  }
}

/** Each time one of the others got its way; more than two or three people do not answer in the same second. */
const MAX_TRIES = 5;

/** Looks again where another job was faster: what is left of the comment may still be right. */
async function decidedAtLast(options: SessionDecisionOptions, open: OpenStore): Promise<JobEnd | ResumeDecision> {
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const decision = await decided(options, open);
    if (decision.kind !== "overtaken") return decision;
  }
  return refuse(options, { kind: "faster" });
}

async function decided(options: SessionDecisionOptions, open: OpenStore): Promise<SessionDecision> {
  const { trigger, job, inputs, world } = options;
  const dirOf = (id: string): string => `${inputs.bundleDir}-${id}`;
  const found = await readThreadSessions(open.store, trigger.thread.number, job, dirOf);
  for (const text of found.problems) world.warn(text);
  const all = { open, ...found };
  switch (trigger.kind) {
    case "answer":
      return await answerHeldCalls({ ...options, trigger }, all);
    case "resume":
      return await resumeNewest({ ...options, trigger }, all);
    case "cancel":
      return await cancelSessions(options, all);
  }
}

/** Why this job does nothing, where another one hears of the comment as well. Without the right to claim there are no sessions either. */
async function takenBefore(
  { trigger }: SessionDecisionOptions,
  { store, repository }: OpenStore,
): Promise<string | undefined> {
  const { thread, comment } = trigger;
  const key = requestKeyOf({ ...trigger, before: comment.createdAt });
  const id = sessionId({ thread: thread.number, at: Date.parse(comment.createdAt), key });
  const claimed = await store.claimAnswer(id, repository.headCommit);
  return claimed.kind === "taken" ? takenReason(claimed.lease) : undefined;
}
