/** Resumes a stored session in this job: fetches its commits, restores its workspace, runs on and publishes the end. */

import { join } from "node:path";
import { headAtStart } from "../../protocol/origin.ts";
import { systemClock } from "../../base/clock.ts";
import { describeError, RunnerError } from "../../protocol/error.ts";
import { hasTrait } from "../../protocol/outcome.ts";
import { foldRecord } from "../../run-model/apply.ts";
import { NO_FACTS } from "../../run-model/facts.ts";
import { readJournal } from "../../session/journal.ts";
import { carry } from "../../workspace/change/carry.ts";
import type { StoredTree } from "../../run/open/request.ts";
import { resumeRun } from "../../run/resume.ts";
import type { DecisionContext, ThreadSession } from "../sessions/thread-sessions.ts";
import { obstacles, requireUsable } from "../context/examine.ts";
import { publishStored } from "../deliver/publish-stored.ts";
import type { JobEnd } from "../context/job-end.ts";
import { bringMerge } from "../sessions/bring-merge.ts";
import { livedBy } from "../sessions/lease.ts";
import { createSessionSync, type SessionSync } from "../sessions/session-sync.ts";
import { checkOutHere } from "../context/job-git.ts";
import { openStore, type OpenStore } from "../sessions/job-session-store.ts";
import { createPosts } from "../context/posts.ts";
import { replyRefusal } from "./carry-out-decision.ts";
import type { Resumption } from "./decision.ts";
import { withBase } from "../context/base-branch.ts";
import { readJobContext, type JobContext } from "../context/job-context.ts";
import type { RunTrigger } from "../context/task.ts";
import { followRun } from "../deliver/follow-run.ts";

export interface ResumeSessionOptions extends DecisionContext, Omit<Resumption, "kind"> {
  readonly open: OpenStore;
}

/** Resumes the session and runs it to its end. Throws `RunnerError` when it cannot; the thread is told, and the session is left to other jobs. */
export async function resumeSession(options: ResumeSessionOptions): Promise<JobEnd> {
  const { session, open, ...decision } = options;
  const sync = createSessionSync(decision, open.store, session.bundle.dir);
  try {
    const context = await usableContext(options);
    const { remote, stored } = session;
    const isOver = stored.state.outcome !== undefined && hasTrait(stored.state.outcome.outcome, "final");
    if (!isOver || remote.lease.state !== "unpublished") return await resumeIn(context, options, sync);
    return await publishStored(context, { session, open });
  } catch (error) {
    await sync.abandon();
    throw error;
  } finally {
    sync.close();
  }
}

/** The context in which the session is resumed. Where it cannot be, the thread is told and the error is thrown. */
export async function usableContext(options: ResumeSessionOptions): Promise<JobContext> {
  return await readUsable(options).catch(async (error: unknown) => {
    await replyRefusal(options, { kind: "failed-after", said: describeError(error) }).catch(() => {}); // the first error is the one to report
    throw error;
  });
}

async function readUsable(options: ResumeSessionOptions): Promise<JobContext> {
  const { inputs, world, stopper, job, client, outbox, session } = options;
  const request = { inputs, world, stopper, job, client, outbox, trigger: runTriggerOf(options) };
  const { context } = await readJobContext(request);
  requireUsable(context.findings, context);
  for (const text of obstacles(context.findings)) world.warn(text);
  const { into } = session.origin;
  return into === undefined ? await withBase(context) : { ...context, base: { into } };
}

async function resumeIn(context: JobContext, options: ResumeSessionOptions, sync: SessionSync): Promise<JobEnd> {
  const { inputs, world, stopper } = context;
  const { session, open, limits, raised } = options;
  const posts = createPosts(context, { key: session.origin.key });
  void posts?.reaction.seen();
  const { key } = session.origin;
  const isOver = (error: unknown): boolean => error instanceof RunnerError && error.code === "session.corrupt";
  const following = {
    context,
    posts,
    sync,
    warnings: obstacles(context.findings),
    before: readJournal(session.bundle.journal).records.reduce(foldRecord, NO_FACTS),
    requestKey: key,
    goesOnWith: (error: unknown) => (isOver(error) ? undefined : `${inputs.start.trigger} resume`),
  };
  return await followRun(following, async (hooks) => {
    await using restored = await restoreWorkspace(context, session, open);
    const request = {
      ...inputs.run,
      begunWith: restored.begunWith,
      bundleDir: session.bundle.dir,
      answers: () => new Map(), // the journal has them
      limits,
      raised,
      lived: livedBy(session.remote.lease),
      secrets: { GITHUB_TOKEN: inputs.token ?? "" },
    };
    return await resumeRun(request, { world, stopper, hooks });
  });
}

/** The trigger of the job that began the session, with the comment that resumes it. */
function runTriggerOf({ trigger, session }: ResumeSessionOptions): RunTrigger {
  const { thread, comment, author } = trigger;
  const { origin, begin, verb } = session;
  const requester = origin.requester === undefined ? [] : [{ ...author, ...origin.requester }];
  return {
    kind: "run",
    authority: requester.length === 0 ? { kind: "workflow" } : { kind: "people", users: requester },
    thread,
    comment,
    replyTo: origin.replyTo,
    verb,
    text: begin.task,
    isSlash: false,
    before: new Date(systemClock.now()).toISOString(),
  };
}

/** Checks out the session's start commit with its last save. Files of earlier steps of this job stay. Throws `session.corrupt` where one does not fit. */
async function restoreWorkspace(context: JobContext, session: ThreadSession, open: OpenStore) {
  const { begin, tree: own } = session;
  const { headCommit: head, baseCommit: base } = begin;
  requireHead(context, headAtStart(begin));
  if (begin.origin?.merge === undefined) await checkOutHere(context, { head, base, withHistory: true });
  else await bringMerge(context, { ...open, begin, isCheckedOut: true });
  // Another commit needs a new git directory. The snapshot is fetched into it again.
  const isHere = open.repository.headCommit === head;
  const store = isHere ? open : await openStore(context);
  const { git, repository } = store;
  await using undo = new AsyncDisposableStack();
  if (!isHere) {
    undo.use(store);
    await store.refs.read(session.remote.stored.commit);
  }
  const now = await git.snapshot();
  const stored = { from: repository.headTree, to: own, takesMissing: true };
  const { tree, misfits } = await carry({ git: git.objects, ...stored, onto: now });
  const [other] = misfits;
  if (other !== undefined) throw changedByStep(other.path);
  await git.restore(tree);
  const kept = undo.move();
  const begunWith: StoredTree = { tree: now, objectsDir: join(git.gitDir, "objects") };
  return { begunWith, [Symbol.asyncDispose]: async () => await kept.disposeAsync() };
}

function changedByStep(path: string): RunnerError {
  return new RunnerError({
    code: "session.corrupt",
    message: `${path} was changed by an earlier step of this job, and the session's change to it conflicts with that.`,
    hint: "Run the step after kimi-runner, or ask for the work again.",
  });
}

/** Checks the head once more, right before anything of the session is carried out. Throws `session.corrupt`. */
function requireHead({ thread }: JobContext, head: string): void {
  const now = thread?.pull?.headSha;
  if (now === undefined || now === head) return;
  throw new RunnerError({
    code: "session.corrupt",
    message: `The pull request moved from ${head.slice(0, 12)} to ${now.slice(0, 12)} since the session stopped.`,
    hint: "The session fits only the earlier commit; ask for the work again.",
  });
}
