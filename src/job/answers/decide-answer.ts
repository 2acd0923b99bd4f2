/** An answer to held calls: checked against what is there now, recorded on the server, and only then carried out. */

import { systemClock } from "../../base/clock.ts";
import { checkApprover } from "../../github/people/approver.ts";
import { matchAnswers } from "../../github/event/match-answers.ts";
import type { Policy } from "../../policy/policy.ts";
import type { Answer } from "../../protocol/approval.ts";
import type { HeldCall } from "../../protocol/wire.ts";
import type { AnswerRefusal } from "../../publish/answer-refusal.ts";
import { currentBase } from "./current-base.ts";
import type { DecideOptions, Deciding, Decision, KeptOfThread } from "../sessions/session-decision.ts";
import { follow } from "../deliver/deferral-terms.ts";
import { holderOf } from "../sessions/job-session-store.ts";
import { isEarlierAttempt } from "../sessions/lease.ts";
import type { OpenSession } from "../sessions/thread-sessions.ts";
import { recordAnswers } from "./record-answers.ts";
import { begunBy, onlyLooked, refuse, reply, takenBy, voidBy } from "./reply-without-run.ts";
import { whoAmI } from "../context/job-context.ts";
import { repoOf } from "../context/repository.ts";
import { lookAtShown, olderThanTold, problemOfShown } from "./comment-check.ts";
import { takeUp, takeUpStopped } from "./take-session.ts";

type Answering = DecideOptions & { readonly trigger: Extract<Deciding, { kind: "answer" }> };

/** Throws `github.denied` when the answer could not be recorded. */
export async function answer(options: Answering, { open, sessions, begun, problems }: KeptOfThread): Promise<Decision> {
  const { trigger } = options;
  const waiting = sessions.filter(({ stored }) => stored.state.held.length > 0);
  const { digests } = trigger.answer;
  const meant = waiting.find(
    ({ stored }) => digests === "all" || digests.some((prefix) => begins(prefix, stored.state.held)),
  );
  if (digests === "all" && waiting.length > 1) return refuse(options, { kind: "several", count: waiting.length });
  const session = meant ?? waiting[0] ?? sessions[0];
  if (session === undefined) {
    const [said] = problems;
    const working = begunBy({ begun }, options);
    if (working !== undefined) return refuse(options, working);
    return refuse(options, said === undefined ? { kind: "nothing-waits" } : { kind: "unreadable", said });
  }
  const taken = takenBy(session.kept, options);
  if (taken !== undefined) return refuse(options, taken);
  const shown = await lookAtShown(options, session);
  const older = olderThanTold(shown);
  if (older !== undefined) return refuse(options, older);
  const base = await currentBase(options, open, session);
  const { policy } = base;
  const shownAt = lastShownAt(session);
  const gone = voidBy(session, base);
  if (gone !== undefined) {
    const changed = gone.kind === "head-moved" ? "head" : "policy";
    await follow(options, session, { policy, shownAt, state: { kind: "void", changed, from: gone.from, to: gone.to } });
    return refuse(options, gone);
  }
  const { stored, kept } = session;
  const isRecorded = stored.state.held.length === 0 && isEarlierAttempt(kept.lease, holderOf(options.job));
  if (isRecorded && kept.lease.state === "running") return takeUpStopped(options, open, session);
  const now = systemClock.now();
  const expiresAt = shownAt + policy.approvers.expiresHours * 3_600_000;
  if (now >= expiresAt) await follow(options, session, { policy, shownAt, state: { kind: "expired" } });
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
  if (matched.kind === "refused") return reply(options, matched.text);
  const denied = await mayAnswer(options, session, { ...base, answers: matched.answers });
  if (denied !== undefined) return refuse(options, denied);
  const unseen = trigger.answer.verdict === "approve" ? await problemOfShown(options, shown) : undefined;
  if (unseen !== undefined) {
    await follow(options, session, { policy, shownAt, state: { kind: "waiting" } });
    return refuse(options, unseen);
  }

  if (options.inputs.publish !== "github") return reply(options, onlyLooked("The answer would be taken"));

  const held = recordAnswers(session.bundle, matched.answers, options);
  const words = { failed: "The answer could not be recorded", retry: "answer again" };
  const done = await takeUp(options, open, session, { state: held.length > 0 ? "waiting" : "running", ...words });
  if (done !== "taken") return done;
  const runUrl = options.job.runUrl ?? "";
  const state = held.length > 0 ? ({ kind: "waiting" } as const) : ({ kind: "answered", runUrl } as const);
  await follow(options, session, { policy, shownAt, state });
  if (held.length > 0) {
    const left = held.map(({ digest }) => `\`${digest.slice(0, 12)}\``).join(", ");
    return reply(options, `Taken. Still waiting: ${left}.`);
  }
  return { kind: "goes on", session, limits: {} };
}

function begins(prefix: string, held: readonly Pick<HeldCall, "digest">[]): boolean {
  return held.some(({ digest }) => digest.startsWith(prefix));
}

function lastShownAt({ stored }: OpenSession): number {
  const shown = stored.journal.records.findLast(({ event }) => event.type === "deferral.open");
  return shown === undefined ? 0 : Date.parse(shown.time);
}

interface MayAnswer {
  readonly policy: Policy;
  readonly readBase: (path: string) => Promise<string | undefined>;
  readonly answers: ReadonlyMap<string, Answer>;
}

/** A path that only the owners of everything own: what a command does is nobody's part alone. */
const EVERYTHING = "every-file-of-the-repository";

/** Why this person may not give these answers; undefined when they may. */
async function mayAnswer(
  { client, trigger, job, inputs, stopper }: Answering,
  { stored, origin }: OpenSession,
  { policy, readBase, answers }: MayAnswer,
): Promise<AnswerRefusal | undefined> {
  const meant = stored.state.held.filter(({ digest }) => answers.has(digest));
  const access = await checkApprover(client, {
    repository: repoOf(job),
    author: trigger.author,
    paths: meant.flatMap(({ capabilities }) =>
      capabilities.map((need) => (need.kind === "write" ? need.path : EVERYTHING)),
    ),
    readBase,
    approvers: policy.approvers,
    requesters: origin.requester === undefined ? [] : [origin.requester],
    ownIds: [(await whoAmI(client)).id],
    comment: trigger.comment,
    answer: trigger.answer,
    trigger: inputs.trigger,
    signal: stopper.signal,
  });
  return access.allowed ? undefined : { kind: "not-allowed", reason: access.reason, isUnchecked: access.isUnchecked };
}
