/** What a comment does to the stored sessions of its thread: each row is one decision from the facts alone. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { BATCH_MARK, MAINTENANCE_MARK, ON_DASHBOARD } from "../../../src/github/event/marker.ts";
import { chooseSession, decideComment } from "../../../src/job/answers/decide.ts";
import type { SessionFacts, ThreadFacts } from "../../../src/job/answers/decision.ts";
import { DEAD_AFTER_MS, type Lease } from "../../../src/job/sessions/lease.ts";
import type { DecisionTrigger, ThreadSession } from "../../../src/job/sessions/thread-sessions.ts";
import type { Answer } from "../../../src/protocol/approval.ts";
import { DEFAULT_LIMITS } from "../../../src/protocol/limits.ts";
import { NO_USAGE } from "../../../src/protocol/model.ts";
import type { HeldCall, WireEvent } from "../../../src/protocol/wire.ts";
import { EMPTY_STATE, type SessionState } from "../../../src/session/session-state.ts";

const at = (minutes: number): string => new Date(Date.UTC(2026, 0, 1, 12, minutes)).toISOString();
const NOW = Date.parse(at(30));
const [A, B] = ["a".repeat(64), "b".repeat(64)] as const;
const [A12, B12] = [A.slice(0, 12), B.slice(0, 12)];
const call = (digest: string, more: Partial<HeldCall> = {}): HeldCall => ({
  callId: digest.slice(0, 1),
  index: 0,
  tool: "execute_command",
  summary: "run it",
  capabilities: [],
  rule: "folders",
  digest,
  ...more,
});
const FILES = call(A, { files: [{ path: "a.yml", rule: "default", isAnswerable: true }] });
const approved: Answer = { verdict: "approve", by: "alice" };

const lease = (state: Lease["state"], more: Partial<Lease> = {}): Lease => ({
  runUrl: "https://github.test/o/r/actions/runs/1",
  runId: 1,
  runAttempt: 1,
  at: NOW - 60_000,
  state,
  ...more,
});

interface Stored {
  readonly id?: string;
  readonly held?: readonly HeldCall[];
  readonly lease?: Lease;
  readonly state?: Partial<SessionState>;
  /** Recorded answers, with the minute. */
  readonly recorded?: readonly (readonly [digest: string, minute: number])[];
  /** Answers of the open batch. */
  readonly answers?: readonly (readonly [string, Answer])[];
  readonly stepsUsed?: number;
  readonly ended?: "completed" | "limit_steps";
}

function stored({ id = "t1", held = [call(A)], state = {}, recorded = [], answers, ...more }: Stored): ThreadSession {
  const begin = { type: "session.begin", sessionId: id, headCommit: "head", policyDigest: "policy" };
  const events: (readonly [WireEvent, number])[] = [
    [{ type: "deferral.open", held }, 10],
    ...recorded.map(([digest, minute]) => [{ type: "deferral.answer", digest, ...approved } as const, minute] as const),
  ];
  const batch = answers && {
    begun: new Set<number>(),
    results: new Map(),
    held: new Map(),
    answers: new Map(answers),
    applied: new Map(),
  };
  const outcome = more.ended && { outcome: more.ended, reason: "", steps: 1, usage: NO_USAGE, filesChanged: 0 };
  return {
    remote: {
      id,
      lease: more.lease ?? lease("waiting"),
      stored: { commit: "c0", parent: undefined, files: new Map(), workspaceTree: undefined },
      sealProblem: undefined,
    },
    tree: "tree",
    bundle: {} as ThreadSession["bundle"], // deciding reads no files
    begin: begin as ThreadSession["begin"],
    origin: { repository: "o/r", thread: 1, isPull: true, verb: "fix" },
    verb: "fix",
    stored: {
      journal: { records: events.map(([event, minute]) => ({ event, time: at(minute) })) as never, validBytes: 0 },
      state: {
        ...EMPTY_STATE,
        held,
        outcome,
        spent: { ...EMPTY_STATE.spent, steps: more.stepsUsed ?? 0 },
        progressed: { ...EMPTY_STATE.progressed, unfinished: { calls: batch } },
        ...state,
      },
      limits: { ...DEFAULT_LIMITS, steps: 5 },
      model: undefined,
      images: 0,
      usedMs: 0,
      killedMs: 0,
      hasTask: true,
    },
  };
}

const alice = { id: 7, login: "alice", type: "User" };
const thread = { kind: "issue", number: 1, author: alice, body: "It should add." } as DecisionTrigger["thread"];
const asked = { authority: { kind: "people", users: [alice] }, thread, author: alice } as const;
const comment = { kind: "issue", id: 3, createdAt: at(20) } as const;
const answer = (verdict: "approve" | "reject", digests: "all" | readonly string[]): DecisionTrigger => ({
  ...asked,
  comment,
  kind: "answer",
  answer: { verdict, digests, isForSession: false },
});
const APPROVE = answer("approve", [A12]);
const ALL = answer("approve", "all");
const RESUME: DecisionTrigger = { ...asked, comment, kind: "resume", overrides: {} };
const CANCEL: DecisionTrigger = { ...asked, comment, kind: "cancel" };

const POLICY = {
  approvers: { permission: "write", twoPerson: false, codeOwners: false, expiresHours: 1, session: false },
  digest: "policy",
  digests: ["policy"],
  limits: DEFAULT_LIMITS,
} as const;
const KNOWN: SessionFacts = {
  comment: { id: 9, told: 1, createdAt: at(10), updatedAt: at(10) },
  told: 1,
  policy: POLICY,
  head: "head",
  access: { allowed: true },
};

interface Given extends Partial<Omit<ThreadFacts, "trigger" | "sessions">> {
  readonly of: DecisionTrigger;
  readonly sessions?: readonly Stored[];
  readonly known?: Partial<SessionFacts>;
}

/** The decision, with the id in place of each session. */
function decided({ of, sessions = [{}], known, ...more }: Given): unknown {
  const facts: ThreadFacts = {
    trigger: of,
    sessions: sessions.map(stored),
    begun: [],
    problems: [],
    isRepeated: false,
    claimedBy: undefined,
    owner: { runUrl: "https://github.test/o/r/actions/runs/2", runId: 2, runAttempt: 1 },
    publishes: true,
    now: NOW,
    ...more,
  };
  const chosen = chooseSession(facts);
  const decision = "trigger" in chosen ? decideComment(chosen, { ...KNOWN, ...known }, facts) : chosen;
  const plain = JSON.stringify(decision, (_key, value: unknown) => {
    if (value instanceof Map) return Object.fromEntries(value);
    if (value !== null && typeof value === "object" && "approvers" in value) return "today's policy";
    const { begin, sealProblem, id } = (value ?? {}) as {
      begin?: { sessionId: string };
      sealProblem?: unknown;
      id?: string;
    };
    if (begin !== undefined) return begin.sessionId;
    return value !== null && typeof value === "object" && "sealProblem" in value && sealProblem === undefined
      ? id
      : value;
  });
  return JSON.parse(plain);
}

const shown = (state: object, session = "t1") => ({
  session,
  policy: "today's policy",
  shownAt: Date.parse(at(10)),
  state,
});
const refused = (refusal: object, more: object = {}) => ({ kind: "refuse", refusal, ...more });
const replied = (text: string, more: object = {}) => ({ kind: "reply", text, ...more });
const resumed = (more: object = {}) => ({ kind: "resume", session: "t1", limits: {}, ...more });
const ANSWERED = { kind: "answered", runUrl: "https://github.test/o/r/actions/runs/2" };
const notUsed = (line: string, waiting: string): string =>
  `Your answer was not used:\n\n- ${line}\n\nWaiting: ${waiting}.`;
const STALE = {
  kind: "used",
  why: "The stored session is older than the comment about it: its last save did not arrive, or an earlier one was restored.",
};
const used = (what: string) => ({
  kind: "used",
  why: `The comment about the recorded answers ${what}, so they may have been used already.`,
});
const notShown = (why: string) => ({ refusal: { kind: "not-shown", why }, show: shown({ kind: "waiting" }) });
const OTHER_JOB = lease("running", { runId: 8, runUrl: "https://github.test/o/r/actions/runs/8" });
const TAKEN = { kind: "taken", runUrl: OTHER_JOB.runUrl };
const CLAIM = { id: "t2", lease: OTHER_JOB, stored: stored({}).remote.stored, sealProblem: undefined };
const record = (rest: readonly HeldCall[], answers: object, state: object = ANSWERED) => ({
  kind: "record",
  session: "t1",
  limits: {},
  answers,
  rest: JSON.parse(JSON.stringify(rest)) as unknown,
  show: shown(state),
});
const again = { isRepeated: true } as const;
const dashboard = (mark: string, of: DecisionTrigger): Given => ({
  of: { ...of, thread: { ...thread, author: { ...alice, type: "Bot" }, body: `**3** tasks ${mark}` } },
  sessions: [],
});
const fileAnswer = { change: { call: FILES, answer: approved } };

const ROWS: Readonly<Record<string, readonly [Given, unknown]>> = {
  "an approval by digest is recorded and the session goes on": [{ of: APPROVE }, record([], { [A]: approved })],
  "an approval of all": [
    { of: ALL, sessions: [{ held: [call(A), call(B)] }] },
    record([], { [A]: approved, [B]: approved }),
  ],
  "an approval of all, where the clock of the runner that asked is ahead of GitHub's": [
    {
      of: { ...ALL, comment: { ...comment, createdAt: at(9) } },
      known: { comment: { ...KNOWN.comment!, createdAt: at(8), updatedAt: at(8) } },
    },
    record([], { [A]: approved }),
  ],
  "one of two answers leaves the session waiting": [
    { of: APPROVE, sessions: [{ held: [call(A), call(B)] }] },
    record([call(B)], { [A]: approved }, { kind: "waiting" }),
  ],
  "a rejection with an edited request is taken": [
    { of: answer("reject", "all"), known: { comment: { ...KNOWN.comment!, editor: "bob" } } },
    record([], { [A]: { ...approved, verdict: "reject" } }),
  ],
  "a digest that does not wait": [
    { of: answer("approve", ["0123456789ab"]) },
    replied(notUsed("`0123456789ab` is not the digest of a waiting call.", `\`${A12}\``)),
  ],
  "a call that was answered before": [
    { of: APPROVE, sessions: [{ held: [call(B)], answers: [[A, approved]] }] },
    replied(notUsed(`\`${A12}\` was approved by alice already.`, `\`${B12}\``)),
  ],
  "an expired request": [
    { of: APPROVE, now: Date.parse(at(70)) },
    replied(notUsed(`The request expired at ${at(70)}. Ask for the work again.`, `\`${A12}\``), {
      show: shown({ kind: "expired" }),
    }),
  ],
  "a person who may not answer": [
    { of: APPROVE, known: { access: { allowed: false, reason: "alice does not own docs/a.md." } } },
    refused({ kind: "not-allowed", reason: "alice does not own docs/a.md." }),
  ],
  "GitHub does not say who may answer": [
    { of: APPROVE, known: { access: { allowed: false, reason: "No answer.", isUnchecked: true } } },
    { kind: "fail", reason: "No answer." },
  ],
  "a job that publishes nothing": [
    { of: APPROVE, publishes: false },
    replied(
      "The answer would be taken. It was not done, because this job publishes nothing. On a machine that has the session's bundle, `kimi-runner resume <bundle>` resumes it.",
    ),
  ],
  "an edited request": [
    { of: APPROVE, known: { comment: { ...KNOWN.comment!, editor: "bob" } } },
    { kind: "refuse", ...notShown("The comment that asked for approval was edited by bob."), removes: 9 },
  ],
  "a missing request": [
    { of: APPROVE, known: { comment: undefined } },
    { kind: "refuse", ...notShown("The comment that asked for approval is not there.") },
  ],
  "a request that does not show every call yet": [
    { of: APPROVE, known: { told: 2 } },
    { kind: "refuse", ...notShown("The comment that asks for approval did not show every held action yet.") },
  ],
  "a request that was posted after the approval": [
    { of: APPROVE, known: { comment: { ...KNOWN.comment!, createdAt: at(21) } } },
    { kind: "refuse", ...notShown("The request for approval was posted after this command.") },
  ],
  "`all` and a request that was updated after it": [
    { of: ALL, known: { comment: { ...KNOWN.comment!, updatedAt: at(21) } } },
    { kind: "refuse", ...notShown("The request for approval was posted after this command.") },
  ],
  "an earlier save that was put back": [
    { of: APPROVE, known: { comment: { ...KNOWN.comment!, told: 2 } } },
    refused(STALE, { unlessSaved: "t1" }),
  ],
  "the head moved": [
    { of: APPROVE, known: { head: "newer" } },
    refused(
      { kind: "head-moved", from: "head", to: "newer" },
      { show: shown({ kind: "void", changed: "head", from: "head", to: "newer" }) },
    ),
  ],
  "the policy changed": [
    { of: APPROVE, sessions: [{}], known: { policy: { ...POLICY, digest: "new", digests: ["new"] } } },
    refused(
      { kind: "policy-changed", from: "policy", to: "new" },
      {
        show: shown({ kind: "void", changed: "policy", from: "policy", to: "new" }),
      },
    ),
  ],
  "an answer about files holds where the head moved": [
    { of: APPROVE, sessions: [{ held: [FILES], state: { change: { call: FILES } } }], known: { head: "newer" } },
    record([], { [A]: approved }),
  ],
  "a session of another job": [{ of: APPROVE, sessions: [{ lease: OTHER_JOB }] }, refused(TAKEN)],
  "a session of another job that vanished": [
    { of: APPROVE, sessions: [{ lease: { ...OTHER_JOB, at: NOW - DEAD_AFTER_MS } }] },
    record([], { [A]: approved }),
  ],
  "a session of another job whose workflow run is over": [
    { of: APPROVE, sessions: [{ lease: { ...OTHER_JOB, attempt: "over" } }] },
    record([], { [A]: approved }),
  ],
  "a session that another job publishes": [
    { of: APPROVE, sessions: [{ lease: { ...OTHER_JOB, state: "unpublished", attempt: "at-work" } }] },
    refused(TAKEN),
  ],
  "a session of an earlier attempt of this job": [
    {
      of: APPROVE,
      sessions: [{ lease: lease("running", { runId: 2 }) }],
      owner: { runUrl: ANSWERED.runUrl, runId: 2, runAttempt: 2 },
    },
    record([], { [A]: approved }),
  ],
  "`all` while two sessions wait": [
    { of: ALL, sessions: [{ id: "t1" }, { id: "t0", held: [call(B)] }] },
    refused({ kind: "several", count: 2 }),
  ],
  "a digest of the older of two sessions": [
    { of: APPROVE, sessions: [{ id: "t2", held: [call(B)] }, {}] },
    record([], { [A]: approved }),
  ],
  "nothing waits": [{ of: APPROVE, sessions: [] }, refused({ kind: "nothing-waits" })],
  "no session can be read": [
    { of: APPROVE, sessions: [], problems: ["t1: Its seal is broken."] },
    refused({ kind: "unreadable", said: "t1: Its seal is broken." }),
  ],
  "another job has only begun": [{ of: APPROVE, sessions: [], begun: [CLAIM] }, refused(TAKEN)],
  "another job has the comment": [
    { of: APPROVE, ...again, claimedBy: OTHER_JOB },
    { kind: "skip", reason: `Another job has this request: ${OTHER_JOB.runUrl}.` },
  ],
  "another job recorded the answer and left the session": [
    {
      of: APPROVE,
      ...again,
      claimedBy: OTHER_JOB,
      sessions: [{ held: [], recorded: [[A, 21]], lease: { ...OTHER_JOB, state: "stopped" } }],
    },
    resumed({ show: shown(ANSWERED) }),
  ],
  "another job recorded the answer and works on": [
    { of: APPROVE, ...again, claimedBy: OTHER_JOB, sessions: [{ held: [], recorded: [[A, 21]], lease: OTHER_JOB }] },
    { kind: "skip", reason: `Another job has this request: ${OTHER_JOB.runUrl}.` },
  ],
  "an earlier attempt recorded the answer": [
    { of: ALL, ...again, sessions: [{ held: [], recorded: [[A, 21]], answers: [[A, approved]] }] },
    resumed({ show: shown(ANSWERED) }),
  ],
  "an earlier attempt recorded the answer, and the request was edited": [
    {
      of: ALL,
      ...again,
      sessions: [{ held: [], recorded: [[A, 21]], answers: [[A, approved]] }],
      known: { comment: { ...KNOWN.comment!, editor: "bob" } },
    },
    refused(used("was edited by bob"), { unlessSaved: "t1" }),
  ],
  "an earlier attempt recorded one of two answers": [
    { of: APPROVE, ...again, sessions: [{ held: [call(B)], recorded: [[A, 21]] }] },
    replied(`Taken. Still waiting: \`${B12}\`.`),
  ],
  "an answer of before the comment does not count as its own": [
    { of: APPROVE, ...again, sessions: [{ recorded: [[A, 12]] }] },
    record([], { [A]: approved }),
  ],
  "files whose branch was refused are answered again by the same comment": [
    { of: ALL, ...again, sessions: [{ held: [FILES], recorded: [[A, 21]], state: { change: { call: FILES } } }] },
    record([], { [A]: approved }),
  ],
  "an answer about files that an earlier job took": [
    { of: APPROVE, sessions: [{ held: [], state: fileAnswer }] },
    resumed(),
  ],
  "the same in a job that publishes nothing": [
    { of: APPROVE, publishes: false, sessions: [{ held: [], state: fileAnswer }] },
    replied(
      "The run would continue. It was not done, because this job publishes nothing. On a machine that has the session's bundle, `kimi-runner resume <bundle>` resumes it.",
    ),
  ],

  "resume: nothing is stored": [
    { of: RESUME, sessions: [] },
    replied("No session of this thread is stored, so there is nothing to resume. Ask for the work again."),
  ],
  "resume: the session cannot be read": [
    { of: RESUME, sessions: [], problems: ["broken"] },
    refused({ kind: "unreadable", said: "broken" }),
  ],
  "resume: another job works in the thread": [{ of: RESUME, begun: [CLAIM] }, refused(TAKEN)],
  "resume: another job works on the session": [{ of: RESUME, sessions: [{ lease: OTHER_JOB }] }, refused(TAKEN)],
  "resume: the session waits": [
    { of: RESUME },
    replied(`This session waits for an answer to \`${A12}\`. Approve or reject it, and the run continues.`),
  ],
  "resume: held files wait, and the run is over": [
    { of: RESUME, sessions: [{ held: [FILES], state: { change: { call: FILES } }, ended: "completed" }] },
    replied(`This session waits for an answer to \`${A12}\`. Approve or reject it, and the run continues.`),
  ],
  "resume: held files wait, and the run has work to do": [
    { of: RESUME, sessions: [{ held: [FILES], state: { change: { call: FILES } }, ended: "limit_steps" }] },
    resumed(),
  ],
  "resume: an answer about files needs neither head nor room": [
    { of: RESUME, sessions: [{ held: [], state: fileAnswer, stepsUsed: 5 }], known: { head: "newer" } },
    resumed(),
  ],
  "resume: the head moved": [
    { of: RESUME, sessions: [{ held: [] }], known: { head: "newer" } },
    refused({ kind: "head-moved", from: "head", to: "newer" }),
  ],
  "resume: all steps are used": [
    { of: RESUME, sessions: [{ held: [], stepsUsed: 5 }] },
    replied(
      "The run was not resumed. The session has used its 5 steps. Give more with `--steps`, up to the policy's 100; limits span the whole session.",
    ),
  ],
  "resume: with more steps": [
    { of: { ...RESUME, overrides: { steps: 9 } }, sessions: [{ held: [], stepsUsed: 5 }] },
    resumed({ limits: { steps: 9 } }),
  ],
  "resume: with more steps than the policy has": [
    { of: { ...RESUME, overrides: { steps: 101 } }, sessions: [{ held: [], stepsUsed: 5 }] },
    replied(
      "The run was not resumed. --steps 101 is above the policy's limit of 100. Give 100 or less, or raise the limit in the policy.",
    ),
  ],
  "resume: the policy's limits were raised": [
    {
      of: RESUME,
      sessions: [{ held: [], stepsUsed: 5 }],
      known: {
        policy: { ...POLICY, digest: "new", digests: ["new"] },
        raised: { policy: { ...DEFAULT_LIMITS, steps: 5 }, raised: { ...DEFAULT_LIMITS, steps: 9 } },
      },
    },
    resumed({ raised: { ...DEFAULT_LIMITS, steps: 9 } }),
  ],
  "resume: a run that is over needs no room": [
    { of: RESUME, sessions: [{ held: [], stepsUsed: 5, ended: "completed" }] },
    resumed(),
  ],
  "resume: recorded approvals without their comment": [
    { of: RESUME, sessions: [{ held: [], answers: [[A, approved]] }], known: { comment: undefined } },
    refused(used("is not there"), { unlessSaved: "t1" }),
  ],
  "resume: recorded approvals of an earlier save": [
    {
      of: RESUME,
      sessions: [{ held: [], answers: [[A, approved]] }],
      known: { comment: { ...KNOWN.comment!, told: 2 } },
    },
    refused(STALE, { unlessSaved: "t1" }),
  ],
  "resume: a session that never asked needs no comment": [
    { of: RESUME, sessions: [{ held: [], answers: [[A, approved]] }], known: { comment: undefined, told: 0 } },
    resumed(),
  ],

  "cancel: what works is told, the rest is deleted": [
    { of: CANCEL, begun: [CLAIM], problems: ["broken"] },
    {
      kind: "cancel",
      sessions: [
        { remote: "t1", session: "t1", isWorking: false },
        { remote: "t2", isWorking: true },
      ],
      problems: ["broken"],
    },
  ],
  "a batch's dashboard: an answer": [dashboard(BATCH_MARK, APPROVE), { kind: "skip", reason: ON_DASHBOARD }],
  "a batch's dashboard: cancel": [
    dashboard(BATCH_MARK, CANCEL),
    replied(
      "This issue is the dashboard of a batch, which has no run of its own to resume or cancel. Tick a box to run a task again or to skip it; stop a running job in the Actions tab.",
    ),
  ],
  "the dashboard of scheduled tasks: resume": [
    dashboard(MAINTENANCE_MARK, RESUME),
    replied(
      "This issue lists scheduled tasks, which have no run here to resume or cancel. Tick a box to run a task next time, to pause it or to resume it; stop a running job in the Actions tab.",
    ),
  ],
  "the dashboard of scheduled tasks: an answer": [
    dashboard(MAINTENANCE_MARK, APPROVE),
    refused({ kind: "nothing-waits" }),
  ],
};

for (const [name, [given, decision]] of Object.entries(ROWS)) {
  test(name, () => assert.deepEqual(decided(given), decision));
}
