/**
 * Reads what a decision about a session depends on: the comment that asked for approval, the base of today, and who answers. An
 * account with write access can edit or delete the comment, or put back an earlier save of its session. An approval could then be for
 * another action, or be used a second time.
 */

import { systemClock } from "../../base/clock.ts";
import { forgeOf } from "../../github/api/forge.ts";
import { YES, type Access } from "../../github/people/access.ts";
import { checkApprover, ownedPaths } from "../../github/people/approver.ts";
import { otherEditor } from "../../github/people/text-editors.ts";
import { findDeferral, type FoundDeferral } from "../../publish/comments/deferral-comment.ts";
import { whoAmI } from "../context/job-context.ts";
import { repoOf } from "../context/job-parts.ts";
import { isSealed } from "../sessions/comment-seal.ts";
import type { OpenStore } from "../sessions/job-session-store.ts";
import { jobSealSecret } from "../sessions/session-seal.ts";
import type { DecisionContext, ThreadSession } from "../sessions/thread-sessions.ts";
import { currentBase, type CurrentBase } from "./current-base.ts";
import { callsNamed, type SessionFacts, type Subject } from "./decision.ts";
import { hasUnusedApproval } from "./decide.ts";

/** Throws `policy.invalid`, `git.failed`, `github.*`. */
export async function gatherFacts(
  context: DecisionContext,
  open: Pick<OpenStore, "repository" | "git">,
  subject: Subject,
): Promise<SessionFacts> {
  const { session } = subject;
  const told = toldOf(session);
  const isAnswer = subject.kind === "answer";
  const comment = isAnswer ? await toldComment(context, session, told) : await readRequestComment(context, session);
  const base = await currentBase(context, open, session);
  const isApproval = (isAnswer && subject.answer.verdict === "approve") || hasUnusedApproval(session);
  // The editor is asked for last: an edit that came after the comment was read counts too.
  const [access, editor] = await Promise.all([
    isAnswer ? accessOf(context, subject, base) : YES,
    isApproval && comment !== undefined ? editorOf(context, comment) : undefined,
  ]);
  const { policy, raised, head } = base;
  return { comment: comment && { ...comment, editor }, told, policy, raised, head, access };
}

/** What the journal of a stored session has asked and done. */
export function toldOf({ stored }: ThreadSession): number {
  return stored.state.asked.told;
}

/** The comment of a session. Rejects as the client does. */
export async function readRequestComment(
  context: DecisionContext,
  { begin }: ThreadSession,
): Promise<FoundDeferral | undefined> {
  const { client, trigger } = context;
  return await findDeferral({
    client,
    repo: repoOf(context),
    thread: trigger.thread.number,
    self: await whoAmI(client),
    session: begin.sessionId,
  });
}

/** A job updates the comment within this time after it saved a session. */
const TOLD_WITHIN_MS = 3000;
const LOOK_AGAIN_MS = 500;

/** Waits while the comment is older than the session: another job may have saved the session a moment ago. */
async function toldComment(
  context: DecisionContext,
  session: ThreadSession,
  told: number,
): Promise<FoundDeferral | undefined> {
  let comment = await readRequestComment(context, session);
  for (let waitedMs = 0; waitedMs < TOLD_WITHIN_MS; waitedMs += LOOK_AGAIN_MS) {
    if (comment === undefined || comment.told >= told) return comment;
    await systemClock.sleep(LOOK_AGAIN_MS, context.stopper.signal);
    comment = await readRequestComment(context, session);
  }
  return comment;
}

/** Another account that edited our comment; undefined where there is none. On a server that does not tell, the seal of the comment is checked. */
async function editorOf(context: DecisionContext, comment: FoundDeferral): Promise<string | undefined> {
  const { client, job } = context;
  if (forgeOf(job).hasGraphql) return await otherEditor(client, comment.nodeId, await whoAmI(client));
  return isSealed(comment, jobSealSecret(context)) ? undefined : "an unknown account";
}

/** Whether this person may give this answer now. */
async function accessOf(
  { client, inputs, stopper, ...context }: DecisionContext,
  { session, answer, trigger }: Extract<Subject, { kind: "answer" }>,
  { policy, readBase }: Pick<CurrentBase, "policy" | "readBase">,
): Promise<Access> {
  const { stored, origin } = session;
  return await checkApprover(client, {
    repository: repoOf(context),
    author: trigger.author,
    paths: ownedPaths(callsNamed(answer.digests, stored.state.held)),
    readBase,
    approvers: policy.approvers,
    requesters: origin.requester === undefined ? [] : [origin.requester],
    ownIds: [(await whoAmI(client)).id],
    comment: trigger.comment,
    answer: trigger.answer,
    trigger: inputs.start.trigger,
    signal: stopper.signal,
  });
}
