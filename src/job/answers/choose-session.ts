/** Finds the session that a comment is about, from what is stored of its thread. It sends no request and changes nothing. */

import { BATCH_MARK, MAINTENANCE_MARK, ON_DASHBOARD } from "../../github/event/marker.ts";
import type { AnswerRefusal } from "../../publish/answer-refusal.ts";
import type { HeldCall } from "../../protocol/wire.ts";
import { isActive, isEarlierAttempt, takenReason, type Lease } from "../sessions/lease.ts";
import type { RemoteSession } from "../sessions/own-session.ts";
import type { DecisionTrigger, ThreadSession } from "../sessions/thread-sessions.ts";
import {
  isFinished,
  callsNamed,
  refusing,
  shortDigests,
  type AnswerTrigger,
  type CommentDecision,
  type ResumeTrigger,
  type Subject,
  type ThreadFacts,
} from "./decision.ts";

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
