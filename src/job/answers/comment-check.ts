/**
 * The comment that showed what waits, as it is when an answer is used. Whoever may write can change it, delete it, or put back an
 * earlier save of its session; then an approval may be for something that nobody decided about, or used for the second time.
 */

import { inline } from "../../base/plain-text.ts";
import { otherEditor } from "../../github/people/comment-edits.ts";
import { removeComment } from "../../publish/comments/status-comment.ts";
import type { FoundDeferral } from "../../publish/comments/deferral-comment.ts";
import type { AnswerRefusal } from "../../publish/answer-refusal.ts";
import { foldRecord, NO_FACTS } from "../../publish/result/run-facts.ts";
import type { DecideOptions } from "../sessions/session-decision.ts";
import type { OpenSession } from "../sessions/thread-sessions.ts";
import { whoAmI } from "../context/job-context.ts";
import { repoOf } from "../context/repository.ts";

export interface Shown {
  readonly comment: FoundDeferral | undefined;
  /** How much of the session its own journal tells of. */
  readonly told: number;
}

/** Looks at it. Rejects as the client does. */
export async function lookAtShown(
  { client, job, trigger }: DecideOptions,
  { begin, stored }: OpenSession,
): Promise<Shown> {
  const { asked } = stored.journal.records.reduce(foldRecord, NO_FACTS);
  const { findDeferral } = await import("../../publish/comments/deferral-comment.ts");
  const comment = await findDeferral({
    client,
    repo: repoOf(job),
    thread: trigger.thread.number,
    self: await whoAmI(client),
    session: begin.sessionId,
  });
  return { comment, told: asked.told };
}

/** The thread was told more of the session than is kept of it. */
export function olderThanTold({ comment, told }: Shown): AnswerRefusal | undefined {
  if (comment === undefined || comment.told <= told) return undefined;
  return {
    kind: "used",
    why: "What is kept of this run is older than what was told of it here: its last save did not arrive, or an earlier one was put back.",
  };
}

/** Why an approval does not count: what its writer read was not ours, or is not what waits. Takes such a comment away. */
export async function problemOfShown(options: DecideOptions, shown: Shown): Promise<AnswerRefusal | undefined> {
  const { client, inputs, job, trigger } = options;
  const { comment, told } = shown;
  const because = (why: string): AnswerRefusal => ({ kind: "not-shown", why });
  if (comment === undefined) return because("The comment that showed what waits is not there.");
  const editor = await otherEditor(client, comment.nodeId, await whoAmI(client));
  if (editor !== undefined) {
    const repo = repoOf(job);
    if (inputs.publish === "github") await removeComment({ client, repo }, comment.id);
    return because(`The comment that showed what waits was edited by ${inline(editor)}.`);
  }
  if (comment.told < told) return because("The comment that shows what waits did not show all of it yet.");
  const isAll = trigger.kind === "answer" && trigger.answer.digests === "all";
  const at = Date.parse(isAll ? comment.updatedAt : comment.createdAt);
  return Date.parse(trigger.comment.createdAt) >= at
    ? undefined
    : because("What waits was shown after this was written.");
}

/** Why approvals that were recorded and not carried out are left alone; nobody has to answer for anything else of a session. */
export async function problemOfRecorded(
  options: DecideOptions,
  session: OpenSession,
): Promise<AnswerRefusal | undefined> {
  const shown = await lookAtShown(options, session);
  if (shown.told === 0) return undefined;
  const older = olderThanTold(shown);
  if (older !== undefined || !hasUnusedApproval(session)) return older;
  const { comment } = shown;
  const editor = comment && (await otherEditor(options.client, comment.nodeId, await whoAmI(options.client)));
  if (comment !== undefined && editor === undefined) return undefined;
  const what = comment === undefined ? "is not there" : `was edited by ${inline(editor ?? "somebody")}`;
  return {
    kind: "used",
    why: `The comment that tells what became of the answers ${what}, so that they may have been used.`,
  };
}

function hasUnusedApproval({ stored }: OpenSession): boolean {
  const answers = stored.state.progressed.unfinished.batch?.answers ?? new Map();
  return [...answers.values()].some(({ verdict }) => verdict === "approve");
}
