/** Decides what a comment does to the session that it is about, from facts alone. It sends no request and changes nothing. */

import { inline } from "../../base/plain-text.ts";
import { matchAnswers } from "../../github/event/match-answers.ts";
import type { Answer } from "../../protocol/approval.ts";
import { RunnerError } from "../../protocol/error.ts";
import type { OwnLimits } from "../../protocol/limits.ts";
import { headAtStart } from "../../protocol/origin.ts";
import type { HeldCall } from "../../protocol/wire.ts";
import type { AnswerRefusal } from "../../publish/answer-refusal.ts";
import type { DeferralState } from "../../publish/result/deferral-terms.ts";
import { resumedLimits } from "../../run/open/limits.ts";
import { requireRoomInLimits } from "../../run/resume-checks.ts";
import type { ThreadSession, DecisionTrigger } from "../sessions/thread-sessions.ts";
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
  type AnswerTrigger,
  type ResumeTrigger,
} from "./decision.ts";
import { BATCH_MARK, MAINTENANCE_MARK, ON_DASHBOARD } from "../../github/event/marker.ts";
import { isActive, isEarlierAttempt, takenReason, type Lease } from "../sessions/lease.ts";
import type { RemoteSession } from "../sessions/own-session.ts";

/** What the comment does to the session that it is about. */
export function decideComment(subject: Subject, known: SessionFacts, facts: ThreadFacts): CommentDecision {
  if (subject.kind === "answer") return decideAnswer(subject, known, facts);
  const gone = isAboutFiles(subject.session) ? undefined : voidBy(subject.session, known);
  return gone === undefined ? goOn(subject, known, facts) : refusing(gone);
}

type Answering = Extract<Subject, { kind: "answer" }>;

function decideAnswer(subject: Answering, known: SessionFacts, facts: ThreadFacts): CommentDecision {
  const { session, answer, isRecorded, trigger } = subject;
  const { policy, raised, access } = known;
  const { held, change, progressed } = session.stored.state;
  const show = (state: DeferralState): ShownRequest => ({ session, policy, shownAt: lastShownAt(session), state });
  const stale = staleSession(known.comment, known.told);
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
    const decision = goOn(subject, known, facts);
    return decision.kind === "resume" ? { ...decision, show: show(answered) } : decision;
  }
  // An earlier job took the same answer and ended before it published; this job does it.
  const { verdict } = answer;
  if (change?.answer?.verdict === verdict && callsNamed(answer.digests, [change.call]).length > 0)
    return goOn(subject, known, facts);
  const expiresAt = lastShownAt(session) + policy.approvers.expiresHours * 3_600_000;
  const matched = matchAnswers(
    answer,
    { by: trigger.author.login, writtenAt: trigger.comment.createdAt },
    {
      held,
      answered: progressed.unfinished.calls?.answers ?? new Map(),
      // The clock of the runner that asked may be ahead of GitHub's, so that an answer seems to be written before the request was recorded.
      shownAt: Math.min(
        lastShownAt(session),
        known.comment === undefined ? Infinity : Date.parse(known.comment.updatedAt),
      ),
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

/** Whether it has an answer about files, which is carried out under the policy of today and needs no room in any limit. */
function isAboutFiles({ stored }: ThreadSession): boolean {
  return stored.state.change?.answer !== undefined;
}

/** Takes up a session that has no open question, within its limits, unless its recorded approvals may have been used before. */
function goOn(subject: Subject, known: SessionFacts, { publishes }: ThreadFacts): CommentDecision {
  const { session } = subject;
  const limits = subject.kind === "resume" ? subject.trigger.overrides : {};
  // A run that is over is only published.
  const problem = isAboutFiles(session) || isFinished(session) ? undefined : limitsProblem(session, limits, known);
  if (problem !== undefined) return { kind: "reply", text: problem };
  if (!publishes) return { kind: "reply", text: notPublishing("The run would continue") };
  const used = recordedApprovalProblem(session, known);
  if (used !== undefined) return { ...refusing(used), unlessSaved: session };
  return { kind: "resume", session, limits, raised: isAboutFiles(session) ? undefined : known.raised?.raised };
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

/** Refuses a stored session that is older than the comment. */
export function staleSession(comment: { readonly told: number } | undefined, told: number): AnswerRefusal | undefined {
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
  const stale = staleSession(known.comment, known.told);
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
  { stored }: ThreadSession,
  given: OwnLimits,
  { policy, raised }: Pick<SessionFacts, "policy" | "raised">,
): string | undefined {
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

/** The session that the comment is about, or the decision where none has to be looked at. */
export function chooseSession(facts: ThreadFacts): Subject | CommentDecision {
  const { trigger, sessions, begun, problems, now } = facts;
  // `fix` works in a dashboard as in any issue, so a dashboard can have sessions too.
  const elsewhere = sessions.length + begun.length === 0 ? onDashboard(trigger) : undefined;
  if (elsewhere !== undefined) return elsewhere;
  if (trigger.kind === "answer") return chooseAnswered(trigger, facts);
  if (trigger.kind === "resume") return chooseNewest(trigger, facts);
  const isWorking = ({ lease }: Pick<RemoteSession, "lease">): boolean => isActive(lease, now);
  const saved = sessions.map((session) => ({ session, remote: session.remote, isWorking: isWorking(session.remote) }));
  const claims = begun.map((remote) => ({ remote, isWorking: isWorking(remote) }));
  return { kind: "cancel", sessions: [...saved, ...claims], problems };
}

/** A dashboard without sessions. */
function onDashboard({ kind, thread: { author, body } }: DecisionTrigger): CommentDecision | undefined {
  if (author.type !== "Bot") return undefined;
  if (body.includes(BATCH_MARK))
    return kind === "answer" ? { kind: "skip", reason: ON_DASHBOARD } : { kind: "reply", text: OF_BATCH };
  return body.includes(MAINTENANCE_MARK) && kind !== "answer" ? { kind: "reply", text: OF_TASKS } : undefined;
}

const OF_BATCH =
  "This issue is the dashboard of a batch, which has no run of its own to resume or cancel. Tick a box to run a task again or to skip it; stop a running job in the Actions tab.";
const OF_TASKS =
  "This issue lists scheduled tasks, which have no run here to resume or cancel. Tick a box to run a task next time, to pause it or to resume it; stop a running job in the Actions tab.";

function chooseAnswered(trigger: AnswerTrigger, facts: ThreadFacts): Subject | CommentDecision {
  const { sessions, problems, isRepeated, claimedBy } = facts;
  const recorded = isRepeated ? sessions.find((one) => recordedIn(trigger, one).length > 0) : undefined;
  if (claimedBy !== undefined && !isLeft(recorded, claimedBy, facts.now))
    return { kind: "skip", reason: takenReason(claimedBy) };
  const given = recorded === undefined ? [] : recordedIn(trigger, recorded);
  // Files whose branch was refused wait for the same answer again.
  const again = heldOf(recorded).flatMap(({ digest }) => (given.includes(digest) ? [digest] : []));
  const answer = again.length === 0 ? trigger.answer : { ...trigger.answer, digests: again };
  const waiting = sessions.filter((session) => heldOf(session).length > 0);
  if (answer.digests === "all" && waiting.length > 1) return refusing({ kind: "several", count: waiting.length });
  const meant = waiting.find((session) => callsNamed(answer.digests, heldOf(session)).length > 0);
  const session = recorded ?? meant ?? waiting[0] ?? sessions[0];
  if (session === undefined) {
    const [said] = problems;
    const unread = said === undefined ? ({ kind: "nothing-waits" } as const) : ({ kind: "unreadable", said } as const);
    return refusing(threadAtWork(facts) ?? unread);
  }
  const taken = atWorkElsewhere(session.remote, facts);
  if (taken !== undefined) return refusing(taken);
  return { kind: "answer", session, answer, isRecorded: recorded !== undefined && again.length === 0, trigger };
}

function chooseNewest(trigger: ResumeTrigger, facts: ThreadFacts): Subject | CommentDecision {
  const { sessions, problems } = facts;
  const working = threadAtWork(facts);
  if (working !== undefined) return refusing(working);
  const [session] = sessions;
  if (session === undefined) {
    const [said] = problems;
    return said === undefined ? { kind: "reply", text: NOTHING_STORED } : refusing({ kind: "unreadable", said });
  }
  const taken = atWorkElsewhere(session.remote, facts);
  if (taken !== undefined) return refusing(taken);
  const held = heldOf(session);
  // Held files do not stop a run that still has work to do.
  if (held.length === 0 || (session.stored.state.change !== undefined && !isFinished(session)))
    return { kind: "resume", session, trigger };
  const text = `This session waits for an answer to ${shortDigests(held)}. Approve or reject it, and the run continues.`;
  return { kind: "reply", text };
}

const NOTHING_STORED = "No session of this thread is stored, so there is nothing to resume. Ask for the work again.";

/** A runner's clock may be this much behind GitHub's. */
const CLOCKS_DIFFER_MS = 60_000;

/** Digests of the calls to which the journal has the answer of this comment. */
function recordedIn({ answer, author, comment }: AnswerTrigger, { stored }: ThreadSession): readonly string[] {
  const since = Date.parse(comment.createdAt) - CLOCKS_DIFFER_MS;
  return stored.journal.records.flatMap(({ event, time }) => {
    if (event.type !== "deferral.answer" || event.by !== author.login || event.verdict !== answer.verdict) return [];
    return Date.parse(time) >= since ? callsNamed(answer.digests, [event]).map(({ digest }) => digest) : [];
  });
}

/** Whether the job that had the comment recorded its answer and left the session before it carried that out. */
function isLeft(recorded: ThreadSession | undefined, { runId }: Lease, now: number): boolean {
  if (recorded === undefined || heldOf(recorded).length > 0) return false;
  const { lease } = recorded.remote;
  return lease.runId === runId && !isActive(lease, now);
}

/** Refuses while another job works on the session. An earlier attempt of this job does not count, because it is over. */
function atWorkElsewhere(
  { lease }: Pick<RemoteSession, "lease">,
  { owner, now }: Pick<ThreadFacts, "owner" | "now">,
): AnswerRefusal | undefined {
  if (!isActive(lease, now) || isEarlierAttempt(lease, owner)) return undefined;
  return { kind: "taken", runUrl: lease?.runUrl };
}

/** Refuses while another job works in the thread on a session that it has not saved yet. */
function threadAtWork(facts: ThreadFacts): AnswerRefusal | undefined {
  return facts.begun.map((claimed) => atWorkElsewhere(claimed, facts)).find((taken) => taken !== undefined);
}

function heldOf(session: ThreadSession | undefined): readonly HeldCall[] {
  return session?.stored.state.held ?? [];
}
