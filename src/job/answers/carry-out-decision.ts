/** Carries out a decision about stored sessions: replies, records answers, takes a session for this job, deletes sessions. */

import { systemClock } from "../../base/clock.ts";
import { inline } from "../../base/plain-text.ts";
import type { Answer } from "../../protocol/approval.ts";
import { RunnerError } from "../../protocol/error.ts";
import { refusalReply, type AnswerRefusal } from "../../publish/answer-refusal.ts";
import { removeComment } from "../../publish/comments/status-comment.ts";
import { readSession } from "../../run/open/session.ts";
import type { Bundle } from "../../session/bundle.ts";
import { openJournal } from "../../session/journal.ts";
import { skipped, type JobEnd } from "../context/job-end.ts";
import { jobRedact, repoOf } from "../context/job-parts.ts";
import { postReply } from "../context/posts.ts";
import { bringStart } from "../sessions/bring-merge.ts";
import { updateDeferral } from "../deliver/update-deferral.ts";
import { leaseOwnerOf, sessionFiles, type OpenStore } from "../sessions/job-session-store.ts";
import { isEarlierAttempt, type LeaseState } from "../sessions/lease.ts";
import type { DecisionContext } from "../sessions/thread-sessions.ts";
import { currentBase, readRequestComment, toldOf } from "./gather-facts.ts";
import { notPublishing, staleSession, stillWaiting } from "./decide.ts";
import type { Cancelled, CommentDecision, Resumption, ShownRequest } from "./decision.ts";

/** Another job changed the session between reading and writing it, so the sessions must be read again. */
const OVERTAKEN = { kind: "overtaken" } as const;

/** The job ends, a session goes on in it, or the sessions must be read again. Throws `github.denied` where the server does not take a session. */
export async function carryOutDecision(
  context: DecisionContext,
  open: OpenStore,
  decision: CommentDecision,
): Promise<JobEnd | Resumption | typeof OVERTAKEN> {
  switch (decision.kind) {
    case "skip":
      return skipped(decision.reason, context);
    case "fail":
      throw new RunnerError({ code: "github.failed", message: decision.reason });
    case "reply":
      await show(context, decision.show);
      return await postReply(context, decision.text);
    case "refuse":
      return await carryOutRefusal(context, open, decision);
    case "cancel":
      return await postReply(context, await cancelAll(context, open, decision));
    case "record": {
      recordAnswers(decision.session.bundle, decision.answers, context);
      const waits = decision.rest.length > 0;
      if (!(await takeSession(context, open, decision, waits ? "waiting" : "running"))) return OVERTAKEN;
      await show(context, decision.show);
      return waits ? await postReply(context, stillWaiting(decision.rest)) : { ...decision, kind: "resume" };
    }
    case "resume":
      if (!(await takeSession(context, open, decision, "running"))) return OVERTAKEN;
      await show(context, decision.show);
      return decision;
  }
}

export async function replyRefusal(context: DecisionContext, refusal: AnswerRefusal): Promise<JobEnd> {
  const { inputs, trigger } = context;
  return postReply(
    context,
    refusalReply(refusal, { command: inputs.start.trigger, isResume: trigger.kind === "resume" }),
  );
}

async function show(context: DecisionContext, shown: ShownRequest | undefined): Promise<void> {
  if (shown !== undefined) await updateDeferral(context, shown.session, shown);
}

async function carryOutRefusal(
  context: DecisionContext,
  { store }: Pick<OpenStore, "store">,
  { refusal, unlessSaved, removes, show: shown }: Extract<CommentDecision, { kind: "refuse" }>,
): Promise<JobEnd | typeof OVERTAKEN> {
  const { client, inputs } = context;
  if (unlessSaved !== undefined) {
    const now = await store.read(unlessSaved.remote.id);
    if (now?.stored.commit !== unlessSaved.remote.stored.commit) return OVERTAKEN;
  }
  if (removes !== undefined && inputs.publish === "github")
    await removeComment({ client, repo: repoOf(context) }, removes);
  await show(context, shown);
  return await replyRefusal(context, refusal);
}

/** Writes answers into the journal, which uses them up. Throws `session.write`. */
function recordAnswers(bundle: Bundle, answers: ReadonlyMap<string, Answer>, context: DecisionContext): void {
  const { journal: previous } = readSession(bundle);
  const redact = jobRedact(context);
  const journal = openJournal({ path: bundle.journal, clock: systemClock, redact, previous });
  try {
    for (const [digest, answer] of answers) journal.record({ type: "deferral.answer", digest, ...answer });
  } finally {
    journal.close();
  }
}

/** Words of the error, and what a person does next. */
const NOT_TAKEN = {
  record: { failed: "The answer could not be recorded", retry: "answer again" },
  resume: { failed: "The session could not be taken up", retry: "write it again" },
} as const;

/** Saves the session with this job's lease, before anything of it is carried out. False where another job was faster. Throws `github.denied`. */
async function takeSession(
  context: DecisionContext,
  open: OpenStore,
  { kind, session }: Extract<CommentDecision, { kind: keyof typeof NOT_TAKEN }>,
  state: LeaseState,
): Promise<boolean> {
  const { store } = open;
  const { remote, bundle, tree, begin } = session;
  store.adopt(remote);
  await bringStart(context, open, begin); // an answer about files is taken also where the head moved
  // A cancel request was for the run that has ended, so it is deleted. After an earlier attempt of this job, which may have missed it, it stays.
  if (state === "running" && !isEarlierAttempt(remote.lease, leaseOwnerOf(context.job)))
    await store.clearCancelRequest();
  const saved = await store.save({ files: sessionFiles(bundle), tree, parent: begin.headCommit }, state);
  if (saved.kind !== "unsaved") return saved.kind === "saved";
  await store.abandon(); // the server may have taken it although it did not answer
  const { failed, retry } = NOT_TAKEN[kind];
  throw new RunnerError({
    code: "github.denied",
    message: `${failed}: ${saved.said}`,
    hint: `Nothing was carried out. Give the token \`contents: write\`, and ${retry}.`,
  });
}

/** A run at work is told to stop, a session that waits or stopped is deleted. Returns what became of each. */
async function cancelAll(
  context: DecisionContext,
  open: OpenStore,
  { sessions, problems }: Extract<CommentDecision, { kind: "cancel" }>,
): Promise<string> {
  const said: string[] = [];
  for (const session of sessions) said.push(await cancel(context, open, session));
  for (const problem of problems) said.push(`A session was left alone. ${inline(problem)}`);
  return said.length === 0 ? "Nothing of this thread runs or waits." : said.join("\n\n");
}

async function cancel(
  context: DecisionContext,
  { store, repository }: OpenStore,
  { remote, session, isWorking }: Cancelled,
): Promise<string> {
  const by = context.trigger.author.login;
  const tellRun = async (lease = remote.lease): Promise<string> => {
    const request = await store.requestCancel(remote.id, repository.headCommit, by);
    if (request.kind === "refused") return `The run could not be told to stop: ${inline(request.said)}`;
    const job = lease?.runUrl ? `[The run](${lease.runUrl})` : "The run";
    return `${job} was told to stop. What it did until then is kept.`;
  };
  if (context.inputs.publish !== "github")
    return notPublishing(isWorking ? "The run would be told to stop" : "The session would be deleted");
  if (isWorking) return tellRun();
  const waits = session !== undefined && session.stored.state.held.length > 0;
  // The comment of a session that an earlier save was put back for stays as it is.
  const isNewest = waits && staleSession(await readRequestComment(context, session), toldOf(session)) === undefined;
  store.adopt(remote);
  if (!(await store.finish())) {
    // Another job resumed the session between reading and deleting it.
    const now = await store.read(remote.id);
    return now === undefined ? DELETED : tellRun(now.lease);
  }
  if (isNewest) {
    const { policy } = await currentBase(context, { repository }, session);
    const state = { kind: "cancelled", by, at: systemClock.now() } as const;
    await updateDeferral(context, session, { policy, shownAt: 0, state });
  }
  return DELETED;
}

const DELETED = "The session was deleted. Its held actions will not run.";
