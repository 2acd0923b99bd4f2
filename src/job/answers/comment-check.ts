/**
 * Checks the comment that asked for approval when an answer is used. An account with write access can edit or delete the comment, or
 * put back an earlier save of its session. An approval could then be for another action, or be used a second time.
 */

import { systemClock } from "../../base/clock.ts";
import { inline } from "../../base/plain-text.ts";
import { forgeOf } from "../../github/api/forge.ts";
import { otherEditor } from "../../github/people/text-editors.ts";
import { removeComment } from "../../publish/comments/status-comment.ts";
import { findDeferral, type FoundDeferral } from "../../publish/comments/deferral-comment.ts";
import type { AnswerRefusal } from "../../publish/answer-refusal.ts";
import { foldRecord, NO_FACTS } from "../../publish/result/run-facts.ts";
import type { DecisionContext, ThreadSession } from "../sessions/thread-sessions.ts";
import { isSealed } from "../sessions/comment-seal.ts";
import { jobSealSecret } from "../sessions/session-seal.ts";
import { whoAmI } from "../context/job-context.ts";
import { repoOf } from "../context/job-parts.ts";

interface CommentCheck {
  readonly comment: FoundDeferral | undefined;
  /** Counts what the journal of the stored session has asked and done. A comment with a higher number has seen a later save. */
  readonly told: number;
}

/** Finds the comment of a session. Rejects as the client does. */
export async function checkComment(context: DecisionContext, { begin, stored }: ThreadSession): Promise<CommentCheck> {
  const { client, trigger } = context;
  const { asked } = stored.journal.records.reduce(foldRecord, NO_FACTS);
  const comment = await findDeferral({
    client,
    repo: repoOf(context),
    thread: trigger.thread.number,
    self: await whoAmI(client),
    session: begin.sessionId,
  });
  return { comment, told: asked.told };
}

/** A job updates the comment within this time after it saved a session. */
const TOLD_WITHIN_MS = 3000;
const LOOK_AGAIN_MS = 500;

/** As `checkComment`, but waits while the comment is older than the session: another job may have saved the session a moment ago. */
export async function checkToldComment(context: DecisionContext, session: ThreadSession): Promise<CommentCheck> {
  let check = await checkComment(context, session);
  for (let waitedMs = 0; waitedMs < TOLD_WITHIN_MS; waitedMs += LOOK_AGAIN_MS) {
    if (check.comment === undefined || check.comment.told >= check.told) return check;
    await systemClock.sleep(LOOK_AGAIN_MS, context.stopper.signal);
    check = await checkComment(context, session);
  }
  return check;
}

/** Refuses a stored session that is older than the comment. */
export function staleSession({ comment, told }: CommentCheck): AnswerRefusal | undefined {
  if (comment === undefined || comment.told <= told) return undefined;
  return {
    kind: "used",
    why: "The stored session is older than the comment about it: its last save did not arrive, or an earlier one was put back.",
  };
}

/** Why an approval does not count: the comment was edited or is missing, or was posted after the approval. Deletes an edited comment. */
export async function approvalProblem(
  context: DecisionContext,
  check: CommentCheck,
): Promise<AnswerRefusal | undefined> {
  const { client, inputs, trigger } = context;
  const { comment, told } = check;
  const because = (why: string): AnswerRefusal => ({ kind: "not-shown", why });
  if (comment === undefined) return because("The comment that asked for approval is not there.");
  const editor = await editorOf(context, comment);
  if (editor !== undefined) {
    const repo = repoOf(context);
    if (inputs.publish === "github") await removeComment({ client, repo }, comment.id);
    return because(`The comment that asked for approval was edited by ${inline(editor)}.`);
  }
  if (comment.told < told) return because("The comment that asks for approval did not show every held action yet.");
  const isAll = trigger.kind === "answer" && trigger.answer.digests === "all";
  const at = Date.parse(isAll ? comment.updatedAt : comment.createdAt);
  return Date.parse(trigger.comment.createdAt) >= at
    ? undefined
    : because("The request for approval was posted after this command.");
}

/** Another account that edited our comment; undefined where there is none. On a server that does not tell, the seal of the comment is checked. */
async function editorOf(context: DecisionContext, comment: FoundDeferral): Promise<string | undefined> {
  const { client, job } = context;
  if (forgeOf(job).hasGraphql) return await otherEditor(client, comment.nodeId, await whoAmI(client));
  return isSealed(comment, jobSealSecret(context)) ? undefined : "an unknown account";
}

/** Why recorded approvals may not be carried out now; undefined where they may, and for a session without any. */
export async function recordedApprovalProblem(
  context: DecisionContext,
  session: ThreadSession,
): Promise<AnswerRefusal | undefined> {
  const check = await checkComment(context, session);
  if (check.told === 0) return undefined;
  const stale = staleSession(check);
  if (stale !== undefined || !hasUnusedApproval(session)) return stale;
  const { comment } = check;
  const editor = comment && (await editorOf(context, comment));
  if (comment !== undefined && editor === undefined) return undefined;
  const what = editor === undefined ? "is not there" : `was edited by ${inline(editor)}`;
  return {
    kind: "used",
    why: `The comment about the recorded answers ${what}, so they may have been used already.`,
  };
}

function hasUnusedApproval({ stored }: ThreadSession): boolean {
  const answers = stored.state.progressed.unfinished.batch?.answers ?? new Map();
  return [...answers.values()].some(({ verdict }) => verdict === "approve");
}
