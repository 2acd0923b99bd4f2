/** An answer to held calls: it is checked against the state of today, recorded on the server, and only then carried out. */

import { systemClock } from "../../base/clock.ts";
import { createRedact } from "../../base/redact.ts";
import { checkApprover, ownedPaths } from "../../github/people/approver.ts";
import { matchAnswers } from "../../github/event/match-answers.ts";
import { RunnerError } from "../../protocol/error.ts";
import type { Policy } from "../../policy/policy.ts";
import type { Answer } from "../../protocol/approval.ts";
import type { HeldCall } from "../../protocol/wire.ts";
import type { AnswerRefusal } from "../../publish/answer-refusal.ts";
import { readSession } from "../../run/open/session.ts";
import type { Bundle } from "../../session/bundle.ts";
import { openJournal } from "../../session/journal.ts";
import { currentBase, type CurrentBase } from "./current-base.ts";
import { resumeWithin } from "./decide-resume.ts";
import { skipped } from "../context/job-end.ts";
import type {
  DecisionContext,
  DecisionTrigger,
  SessionDecision,
  OpenThreadSessions,
  ThreadSession,
} from "../sessions/thread-sessions.ts";
import { updateDeferral } from "../deliver/deferral-terms.ts";
import { isActive, takenReason, type Lease } from "../sessions/lease.ts";
import { threadAtWorkElsewhere, notPublishing, refuse, reply, atWorkElsewhere, voidBy } from "./reply-without-run.ts";
import { whoAmI } from "../context/job-context.ts";
import { jobSecrets, repoOf } from "../context/job-parts.ts";
import { checkToldComment, staleSession, approvalProblem } from "./comment-check.ts";
import { refuseAsRead, takeSession, resumeStopped } from "./take-session.ts";

type Answering = DecisionContext & { readonly trigger: Extract<DecisionTrigger, { kind: "answer" }> };

/** Checks the answer and records it. Throws `github.denied` when it could not be recorded. */
export async function answerHeldCalls(
  asked: Answering,
  { open, sessions, begun, problems }: OpenThreadSessions,
): Promise<SessionDecision> {
  const recorded = asked.isRepeated === true ? sessions.find((one) => recordedIn(asked, one).length > 0) : undefined;
  const given = recorded === undefined ? [] : recordedIn(asked, recorded);
  if (asked.claimedBy !== undefined && !isLeft(recorded, asked.claimedBy))
    return skipped(takenReason(asked.claimedBy), asked);
  // Files whose branch was refused wait for the same answer again.
  const again = recorded?.stored.state.held.filter(({ digest }) => given.includes(digest)) ?? [];
  const digestsAgain = again.map(({ digest }) => digest);
  const context = again.length === 0 ? asked : withDigests(asked, digestsAgain);
  const { trigger } = context;
  const waiting = sessions.filter(({ stored }) => stored.state.held.length > 0);
  const { digests } = trigger.answer;
  const meant = waiting.find(({ stored }) => names(digests, stored.state.held));
  if (digests === "all" && waiting.length > 1) return refuse(context, { kind: "several", count: waiting.length });
  const session = recorded ?? meant ?? waiting[0] ?? sessions[0];
  if (session === undefined) {
    const [said] = problems;
    const working = threadAtWorkElsewhere({ begun }, context);
    if (working !== undefined) return refuse(context, working);
    return refuse(context, said === undefined ? { kind: "nothing-waits" } : { kind: "unreadable", said });
  }
  const taken = atWorkElsewhere(session.remote, context);
  if (taken !== undefined) return refuse(context, taken);
  const check = await checkToldComment(context, session);
  const stale = staleSession(check);
  if (stale !== undefined) return refuseAsRead(context, open, session, stale);
  const base = await currentBase(context, open, session);
  const { policy, raised } = base;
  const shownAt = lastShownAt(session);
  // An answer about files is not void then: they are published on the branch of today, under the policy of today.
  const { change } = session.stored.state;
  const gone = change === undefined ? voidBy(session, base) : undefined;
  if (gone !== undefined) {
    const changed = gone.kind === "head-moved" ? "head" : "policy";
    await updateDeferral(context, session, {
      policy,
      shownAt,
      state: { kind: "void", changed, from: gone.from, to: gone.to },
    });
    return refuse(context, gone);
  }
  const { stored } = session;
  if (recorded !== undefined && again.length === 0) {
    if (stored.state.held.length > 0) return reply(context, stillWaiting(stored.state.held));
    return await carryOutRecorded(context, open, { session, now: base });
  }
  // An earlier job took the same answer and ended before it published; this job does it.
  const isRepeated = change?.answer?.verdict === trigger.answer.verdict && names(trigger.answer.digests, [change.call]);
  if (isRepeated) return resumeStopped(context, open, session, raised);
  const now = systemClock.now();
  const expiresAt = shownAt + policy.approvers.expiresHours * 3_600_000;
  if (now >= expiresAt) await updateDeferral(context, session, { policy, shownAt, state: { kind: "expired" } });
  const matched = matchAnswers(
    trigger.answer,
    { by: trigger.author.login, writtenAt: trigger.comment.createdAt },
    {
      held: stored.state.held,
      answered: stored.state.progressed.unfinished.batch?.answers ?? new Map(),
      shownAt,
      expiresAt,
      now,
      allowsSession: policy.approvers.session,
    },
  );
  if (matched.kind === "refused") return reply(context, matched.text);
  const denied = await permissionRefusal(context, session, { ...base, answers: matched.answers });
  if (denied !== undefined) return refuse(context, denied);
  const problem = trigger.answer.verdict === "approve" ? await approvalProblem(context, check) : undefined;
  if (problem !== undefined) {
    await updateDeferral(context, session, { policy, shownAt, state: { kind: "waiting" } });
    return refuse(context, problem);
  }

  if (context.inputs.publish !== "github") return reply(context, notPublishing("The answer would be taken"));

  const held = recordAnswers(session.bundle, matched.answers, context);
  const words = { failed: "The answer could not be recorded", retry: "answer again" };
  const done = await takeSession(context, open, session, { state: held.length > 0 ? "waiting" : "running", ...words });
  if (done !== "taken") return done;
  const runUrl = context.job.runUrl ?? "";
  const state = held.length > 0 ? ({ kind: "waiting" } as const) : ({ kind: "answered", runUrl } as const);
  await updateDeferral(context, session, { policy, shownAt, state });
  if (held.length > 0) return reply(context, stillWaiting(held));
  return { kind: "resume", session, limits: {}, raised: raised?.raised };
}

function stillWaiting(held: readonly Pick<HeldCall, "digest">[]): string {
  return `Taken. Still waiting: ${held.map(({ digest }) => `\`${digest.slice(0, 12)}\``).join(", ")}.`;
}

/** A runner's clock may be this much behind GitHub's. */
const CLOCKS_DIFFER_MS = 60_000;

/** Digests of the calls to which the journal has the answer of this comment. */
function recordedIn({ trigger }: Answering, { stored }: ThreadSession): readonly string[] {
  const { verdict, digests } = trigger.answer;
  const since = Date.parse(trigger.comment.createdAt) - CLOCKS_DIFFER_MS;
  return stored.journal.records.flatMap(({ event, time }) => {
    if (event.type !== "deferral.answer" || event.by !== trigger.author.login) return [];
    return event.verdict === verdict && Date.parse(time) >= since && names(digests, [event]) ? [event.digest] : [];
  });
}

/** Whether the job that had the comment recorded its answer and left the session before it carried that out. */
function isLeft(recorded: ThreadSession | undefined, { runId }: Lease): boolean {
  if (recorded === undefined || recorded.stored.state.held.length > 0) return false;
  const { lease } = recorded.remote;
  return lease.runId === runId && !isActive(lease, systemClock.now());
}

function withDigests(context: Answering, digests: readonly string[]): Answering {
  return { ...context, trigger: { ...context.trigger, answer: { ...context.trigger.answer, digests } } };
}

/** Carries out an answer that an earlier job recorded, from where that job left the session. */
async function carryOutRecorded(
  context: Answering,
  open: OpenThreadSessions["open"],
  { session, now }: { readonly session: ThreadSession; readonly now: CurrentBase },
): Promise<SessionDecision> {
  const isAboutFiles = session.stored.state.change !== undefined;
  const decision = await resumeWithin(context, open, { session, now: isAboutFiles ? undefined : now });
  if (decision.kind !== "resume") return decision;
  const state = { kind: "answered", runUrl: context.job.runUrl ?? "" } as const;
  await updateDeferral(context, session, { policy: now.policy, shownAt: lastShownAt(session), state });
  return decision;
}

function names(digests: "all" | readonly string[], held: readonly Pick<HeldCall, "digest">[]): boolean {
  return digests === "all" || digests.some((prefix) => held.some(({ digest }) => digest.startsWith(prefix)));
}

/** When the session last asked for an answer, ms since the epoch. */
export function lastShownAt({ stored }: ThreadSession): number {
  const shown = stored.journal.records.findLast(({ event }) => event.type === "deferral.open");
  return shown === undefined ? 0 : Date.parse(shown.time);
}

/** Writes answers into the journal, which uses them up. Returns the calls that still wait. Throws `session.write`. */
function recordAnswers(
  bundle: Bundle,
  answers: ReadonlyMap<string, Answer>,
  context: DecisionContext,
): readonly HeldCall[] {
  const redact = createRedact(jobSecrets(context));
  const { journal: previous } = readSession(bundle);
  const journal = openJournal({ path: bundle.journal, clock: systemClock, redact, previous });
  try {
    for (const [digest, answer] of answers) journal.record({ type: "deferral.answer", digest, ...answer });
  } finally {
    journal.close();
  }
  return readSession(bundle).state.held;
}

interface Permission {
  readonly policy: Policy;
  readonly readBase: (path: string) => Promise<string | undefined>;
  readonly answers: ReadonlyMap<string, Answer>;
}

/** Why this person may not give these answers; undefined where they may. Throws `github.failed` where GitHub does not say it. */
async function permissionRefusal(
  context: Answering,
  { stored, origin }: ThreadSession,
  { policy, readBase, answers }: Permission,
): Promise<AnswerRefusal | undefined> {
  const { client, trigger, inputs, stopper } = context;
  const meant = stored.state.held.filter(({ digest }) => answers.has(digest));
  const access = await checkApprover(client, {
    repository: repoOf(context),
    author: trigger.author,
    paths: ownedPaths(meant),
    readBase,
    approvers: policy.approvers,
    requesters: origin.requester === undefined ? [] : [origin.requester],
    ownIds: [(await whoAmI(client)).id],
    comment: trigger.comment,
    answer: trigger.answer,
    trigger: inputs.start.trigger,
    signal: stopper.signal,
  });
  if (access.allowed) return undefined;
  // Where GitHub did not say who may answer, the job fails, so that it can be run again.
  if (access.isUnchecked === true) throw new RunnerError({ code: "github.failed", message: access.reason });
  return { kind: "not-allowed", reason: access.reason };
}
