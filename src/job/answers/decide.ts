/** Decides what a comment does to the session that it is about, from facts alone. It sends no request and changes nothing. */

import { inline } from "../../base/plain-text.ts";
import { matchAnswers } from "../../github/event/match-answers.ts";
import type { Answer } from "../../protocol/approval.ts";
import { RunnerError } from "../../protocol/error.ts";
import type { Limits } from "../../protocol/limits.ts";
import { headAtStart } from "../../protocol/origin.ts";
import type { HeldCall } from "../../protocol/wire.ts";
import type { AnswerRefusal } from "../../publish/answer-refusal.ts";
import type { DeferralState } from "../../publish/result/deferral-terms.ts";
import { resumedLimits } from "../../run/open/limits.ts";
import { requireRoomInLimits } from "../../run/resume-checks.ts";
import type { ThreadSession } from "../sessions/thread-sessions.ts";
import {
  isFinished,
  callsNamed,
  refusing,
  shortDigests,
  type CommentDecision,
  type SessionFacts,
  type ShownRequest,
  type Subject,
  type ThreadFacts,
} from "./decision.ts";

/** What the comment does to the session that it is about. */
export function decideComment(subject: Subject, known: SessionFacts, facts: ThreadFacts): CommentDecision {
  return subject.kind === "answer" ? decideAnswer(subject, known, facts) : decideResume(subject, known, facts);
}

type Answering = Extract<Subject, { kind: "answer" }>;

function decideAnswer(subject: Answering, known: SessionFacts, facts: ThreadFacts): CommentDecision {
  const { session, answer, isRecorded, trigger } = subject;
  const { policy, raised, access } = known;
  const { held, change, progressed } = session.stored.state;
  const show = (state: DeferralState): ShownRequest => ({ session, policy, shownAt: lastShownAt(session), state });
  const stale = staleSession(known);
  if (stale !== undefined) return { ...refusing(stale), unlessSaved: session };
  // An answer about files is not void then: they are published on the branch of today, under the policy of today.
  const gone = change === undefined ? voidBy(session, known) : undefined;
  if (gone !== undefined) {
    const changed = gone.kind === "head-moved" ? "head" : "policy";
    return { ...refusing(gone), show: show({ kind: "void", changed, from: gone.from, to: gone.to }) };
  }
  const answered = { kind: "answered", runUrl: facts.owner.runUrl } as const;
  if (isRecorded) {
    if (held.length > 0) return { kind: "reply", text: stillWaiting(held) };
    const limits = change === undefined ? known : undefined;
    const decision = goOn(subject, { known, limits }, facts);
    return decision.kind === "resume" ? { ...decision, show: show(answered) } : decision;
  }
  // An earlier job took the same answer and ended before it published; this job does it.
  const { verdict } = answer;
  if (change?.answer?.verdict === verdict && callsNamed(answer.digests, [change.call]).length > 0)
    return goOn(subject, { known, limits: undefined }, facts);
  const expiresAt = lastShownAt(session) + policy.approvers.expiresHours * 3_600_000;
  const matched = matchAnswers(
    answer,
    { by: trigger.author.login, writtenAt: trigger.comment.createdAt },
    {
      held,
      answered: progressed.unfinished.calls?.answers ?? new Map(),
      shownAt: lastShownAt(session),
      expiresAt,
      now: facts.now,
      allowsSession: policy.approvers.session,
    },
  );
  if (matched.kind === "refused") {
    const expired = facts.now >= expiresAt ? show({ kind: "expired" }) : undefined;
    return { kind: "reply", text: matched.text, show: expired };
  }
  if (!access.allowed) {
    if (access.isUnchecked === true) return { kind: "fail", reason: access.reason };
    return refusing({ kind: "not-allowed", reason: access.reason });
  }
  const waiting = { kind: "waiting" } as const;
  const why = verdict === "approve" ? unshown(subject, known) : undefined;
  if (why !== undefined) {
    const removes = known.comment?.editor === undefined ? undefined : known.comment.id;
    return { ...refusing({ kind: "not-shown", why }), show: show(waiting), removes };
  }
  if (!facts.publishes) return { kind: "reply", text: notPublishing("The answer would be taken") };
  const { answers } = matched;
  const rest = held.filter(({ digest }) => !answers.has(digest));
  const resumed = { session, limits: {}, raised: raised?.raised };
  return { kind: "record", ...resumed, answers, rest, show: show(rest.length > 0 ? waiting : answered) };
}

function decideResume(subject: Subject, known: SessionFacts, facts: ThreadFacts): CommentDecision {
  const { session } = subject;
  // A recorded answer about files is carried out under the policy of today, and needs no room in any limit.
  if (session.stored.state.change?.answer !== undefined) return goOn(subject, { known, limits: undefined }, facts);
  const gone = voidBy(session, known);
  return gone === undefined ? goOn(subject, { known, limits: known }, facts) : refusing(gone);
}

interface GoingOn {
  readonly known: SessionFacts;
  /** Undefined where the session needs no room in its limits. */
  readonly limits: Pick<SessionFacts, "policy" | "raised"> | undefined;
}

/** Takes up a session that has no open question, within its limits. */
function goOn(subject: Subject, { known, limits }: GoingOn, { publishes }: ThreadFacts): CommentDecision {
  // A run that is over is only published.
  const problem = limits && !isFinished(subject.session) ? limitsProblem(subject, limits) : undefined;
  if (problem !== undefined) return { kind: "reply", text: problem };
  if (!publishes) return { kind: "reply", text: notPublishing("The run would go on") };
  return take(subject, known, limits?.raised?.raised);
}

/** Takes up a session, unless its recorded approvals may have been used before. */
function take({ session, ...asked }: Subject, known: SessionFacts, raised: Limits | undefined): CommentDecision {
  const used = recordedApprovalProblem(session, known);
  if (used !== undefined) return { ...refusing(used), unlessSaved: session };
  const limits = asked.kind === "resume" ? asked.trigger.overrides : {};
  return { kind: "resume", session, limits, raised };
}

/** The reply of a job that publishes nothing. It decides nothing either, because no other job would know what it did. */
export function notPublishing(what: string): string {
  return `${what}. It was not done, because this job publishes nothing. On a machine that has the session's bundle, \`kimi-runner resume <bundle>\` resumes it.`;
}

export function stillWaiting(held: readonly Pick<HeldCall, "digest">[]): string {
  return `Taken. Still waiting: ${shortDigests(held)}.`;
}

/** When the session last asked for an answer, ms since the epoch. */
export function lastShownAt({ stored }: Pick<ThreadSession, "stored">): number {
  const shown = stored.journal.records.findLast(({ event }) => event.type === "deferral.open");
  return shown === undefined ? 0 : Date.parse(shown.time);
}

/** Refuses where the head of the pull request or the policy changed since the session stopped. */
function voidBy(
  { begin }: ThreadSession,
  { policy, head, raised }: SessionFacts,
): Extract<AnswerRefusal, { kind: "head-moved" | "policy-changed" }> | undefined {
  const from = headAtStart(begin);
  if (head !== undefined && head !== from) return { kind: "head-moved", from, to: head };
  if (policy.digests.includes(begin.policyDigest) || raised !== undefined) return undefined;
  return { kind: "policy-changed", from: begin.policyDigest, to: policy.digest };
}

interface Told extends Pick<SessionFacts, "told"> {
  readonly comment: Pick<NonNullable<SessionFacts["comment"]>, "told"> | undefined;
}

/** Refuses a stored session that is older than the comment. */
export function staleSession({ comment, told }: Told): AnswerRefusal | undefined {
  if (comment === undefined || comment.told <= told) return undefined;
  return {
    kind: "used",
    why: "The stored session is older than the comment about it: its last save did not arrive, or an earlier one was restored.",
  };
}

/** What is wrong with the comment that asked, which the approvals of the session belong to. */
function commentProblem({ comment }: SessionFacts): string | undefined {
  if (comment === undefined) return "is not there";
  return comment.editor === undefined ? undefined : `was edited by ${inline(comment.editor)}`;
}

/** Why an approval does not count: it belongs to another request than the one that is shown. */
function unshown({ trigger, answer }: Answering, known: SessionFacts): string | undefined {
  const { comment, told } = known;
  const problem = commentProblem(known);
  if (comment === undefined || problem !== undefined) return `The comment that asked for approval ${problem}.`;
  if (comment.told < told) return "The comment that asks for approval did not show every held action yet.";
  const at = Date.parse(answer.digests === "all" ? comment.updatedAt : comment.createdAt);
  const isLater = Date.parse(trigger.comment.createdAt) >= at;
  return isLater ? undefined : "The request for approval was posted after this command.";
}

/** Why recorded approvals may not be carried out now. */
function recordedApprovalProblem(session: ThreadSession, known: SessionFacts): AnswerRefusal | undefined {
  if (known.told === 0) return undefined;
  const stale = staleSession(known);
  if (stale !== undefined || !hasUnusedApproval(session)) return stale;
  const problem = commentProblem(known);
  if (problem === undefined) return undefined;
  const why = `The comment about the recorded answers ${problem}, so they may have been used already.`;
  return { kind: "used", why };
}

export function hasUnusedApproval({ stored }: ThreadSession): boolean {
  const answers = stored.state.progressed.unfinished.calls?.answers ?? new Map<string, Answer>();
  return [...answers.values()].some(({ verdict }) => verdict === "approve");
}

/** Why the session cannot go on within its limits. It goes into a reply, so that the comment of the run stays as it is. */
function limitsProblem(
  { session: { stored }, ...asked }: Subject,
  { policy, raised }: Pick<SessionFacts, "policy" | "raised">,
): string | undefined {
  const given = asked.kind === "resume" ? asked.trigger.overrides : {};
  try {
    const limits = resumedLimits({
      ...(raised ?? { policy: policy.limits }),
      session: stored.limits,
      given,
      option: "--",
    });
    const most = (raised?.raised ?? policy.limits).steps;
    const hint =
      limits.steps < most
        ? `Give more with \`--steps\`, up to the policy's ${most}; limits span the whole session.`
        : "Raise `limits.steps` in the policy, then resume; limits span the whole session.";
    requireRoomInLimits(stored.state, limits, hint);
    return undefined;
  } catch (error) {
    if (!(error instanceof RunnerError) || error.code !== "config.invalid") throw error;
    return `The run was not resumed. ${error.message} ${error.hint ?? ""}`.trim();
  }
}
