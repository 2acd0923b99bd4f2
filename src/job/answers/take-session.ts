/** Takes a session for this job: writes its lease on the server. Only then is anything of the session carried out. */

import { RunnerError } from "../../protocol/error.ts";
import type { RaisedLimits } from "./current-base.ts";
import type { SessionDecision, DecisionContext, Overtaken, ThreadSession } from "../sessions/thread-sessions.ts";
import { leaseOwnerOf, sessionFiles, type OpenStore } from "../sessions/job-session-store.ts";
import type { AnswerRefusal } from "../../publish/answer-refusal.ts";
import { isEarlierAttempt, type LeaseState } from "../sessions/lease.ts";
import { bringStart } from "../deliver/bring-start.ts";
import { refuse } from "./reply-without-run.ts";
import { recordedApprovalProblem } from "./comment-check.ts";

interface TakeSessionOptions {
  readonly state: Exclude<LeaseState, "stopped">;
  /** Words of the error, e.g. `The answer could not be recorded`, and what a person does next, without a full stop. */
  readonly failed: string;
  readonly retry: string;
}

/** Saves the session as it is on this disk, with this job's lease. Throws `github.denied` when the server does not take it. */
export async function takeSession(
  context: DecisionContext,
  open: Pick<OpenStore, "store" | "git" | "repository">,
  { remote, bundle, tree, begin }: ThreadSession,
  { state, failed, retry }: TakeSessionOptions,
): Promise<"taken" | Overtaken> {
  const { store } = open;
  store.adopt(remote);
  await bringStart(context, open, begin); // an answer about files is taken also where the head moved
  // A cancel request was for the run that has ended, so it is deleted. After an earlier attempt of this job, which may have missed it, it stays.
  if (state === "running" && !isEarlierAttempt(remote.lease, leaseOwnerOf(context.job)))
    await store.clearCancelRequest();
  const saved = await store.save({ files: sessionFiles(bundle), tree, parent: begin.headCommit }, state);
  if (saved.kind === "saved") return "taken";
  if (saved.kind === "lost") return { kind: "overtaken" };
  await store.abandon(); // the server may have taken it although it did not answer
  throw new RunnerError({
    code: "github.denied",
    message: `${failed}: ${saved.said}`,
    hint: `Nothing was carried out. Give the token \`contents: write\`, and ${retry}.`,
  });
}

/**
 * Refuses because of a comment. The comment was read after the session: where another job saved the session in between, the comment
 * is newer, and both must be read again.
 */
export async function refuseAsRead(
  context: DecisionContext,
  { store }: Pick<OpenStore, "store">,
  { remote }: ThreadSession,
  refusal: AnswerRefusal,
): Promise<SessionDecision> {
  const now = await store.read(remote.id);
  return now?.stored.commit === remote.stored.commit ? refuse(context, refusal) : { kind: "overtaken" };
}

/** Takes a session that needs no answer. Throws as `takeSession`. */
export async function resumeStopped(
  context: DecisionContext,
  open: Pick<OpenStore, "store" | "git" | "repository">,
  session: ThreadSession,
  raised?: RaisedLimits,
): Promise<SessionDecision> {
  const used = await recordedApprovalProblem(context, session);
  if (used !== undefined) return refuseAsRead(context, open, session, used);
  const words = { failed: "The session could not be taken up", retry: "write it again" };
  const taken = await takeSession(context, open, session, { state: "running", ...words });
  const limits = context.trigger.kind === "resume" ? context.trigger.overrides : {};
  return taken === "taken" ? { kind: "resume", session, limits, raised: raised?.raised } : taken;
}
