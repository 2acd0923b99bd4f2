/** Resumes a stored session in this job: fetches its commits, restores its workspace and publishes its end like any other run's. */

import { systemClock } from "../../base/clock.ts";
import { NOTHING_REMOVED } from "../../github/sanitise/hidden-characters.ts";
import { describeError, RunnerError } from "../../protocol/error.ts";
import { foldRecord, NO_FACTS } from "../../publish/result/run-facts.ts";
import { RUN_VERBS, type RunVerb } from "../../github/event/command.ts";
import { readJournal } from "../../session/journal.ts";
import { checkOut } from "../../workspace/check-out.ts";
import type { LimitOverrides } from "../../run/open/request.ts";
import { resumeRun } from "../../run/resume.ts";
import type { SessionDecisionOptions } from "../sessions/session-decision.ts";
import { examine, obstacles, requireUsable } from "../context/examine.ts";
import { reportBroken } from "../deliver/report-broken.ts";
import type { JobEnd } from "../context/job-end.ts";
import { createSessionSync, type SessionSync } from "../sessions/session-sync.ts";
import { openStore, refsOf, type OpenStore } from "../sessions/job-session-store.ts";
import { NO_PICTURES } from "../context/pictures.ts";
import { createPosts } from "../context/posts.ts";
import { refuse } from "./reply-without-run.ts";
import { readJobContext, type JobContext } from "../context/job-context.ts";
import type { ThreadSession } from "../sessions/thread-sessions.ts";
import type { RunTrigger } from "../context/task.ts";
import { createRunHooks } from "../deliver/run-hooks.ts";
import { remoteOf, repoOf } from "../context/repository.ts";

export interface ResumeSessionOptions extends SessionDecisionOptions {
  readonly session: ThreadSession;
  readonly open: OpenStore;
  readonly limits: LimitOverrides;
}

/** Goes on to the end. Throws `RunnerError` for what stands in the way; people are told, and the session is left to others. */
export async function resumeSession(options: ResumeSessionOptions): Promise<JobEnd> {
  const { inputs, job, world, stopper, session, open } = options;
  const { store } = open;
  const sync = createSessionSync({ inputs, job, world, store, stopper, bundleDir: session.bundle.dir });
  try {
    const trigger = runTriggerOf(options);
    const scene = await usableScene(options, trigger).catch(async (error: unknown) => {
      await refuse(options, { kind: "failed-after", said: describeError(error) }).catch(() => {}); // the first failure is the one to hear of
      throw error;
    });
    return await resumeIn(scene, trigger, { ...options, sync });
  } catch (error) {
    await sync.abandon();
    throw error;
  } finally {
    sync.close();
  }
}

async function usableScene(
  { client, inputs, world, job }: ResumeSessionOptions,
  trigger: RunTrigger,
): Promise<JobContext> {
  const scene = await readJobContext(client, trigger, job, {
    examine: (known) => examine(client, { inputs, world, job, trigger, ...known }),
    look: async () => NO_PICTURES,
  });
  requireUsable(scene.findings, job, world.warn);
  for (const text of obstacles(scene.findings)) world.warn(text);
  return scene;
}

async function resumeIn(
  scene: JobContext,
  trigger: RunTrigger,
  options: ResumeSessionOptions & { readonly sync: SessionSync },
): Promise<JobEnd> {
  const { inputs, job, world, stopper, client, session, limits, sync } = options;
  const { warn } = world;
  const repo = repoOf(job);
  const posts = createPosts({ api: client, repo, job, trigger, scene, warn });
  void posts?.reaction.seen();
  const { records } = readJournal(session.bundle.journal);
  const followed = createRunHooks({
    inputs,
    world,
    job,
    trigger,
    scene,
    posts,
    repo,
    sync,
    warnings: obstacles(scene.findings),
    api: client,
    wrapGit: (git) => git,
    before: records.reduce(foldRecord, NO_FACTS),
    requestKey: session.origin.key,
  });
  try {
    await restoreWorkspace(options, scene);
    const request = {
      ...inputs,
      bundleDir: session.bundle.dir,
      cwd: inputs.cwd,
      answers: () => new Map(), // they are in its journal
      limits,
      secrets: { GITHUB_TOKEN: inputs.token ?? "" },
    };
    const end = await resumeRun(request, { world, stopper, hooks: followed.hooks });
    return { kind: "ran", end, published: followed.published() };
  } catch (error) {
    const isOver = error instanceof RunnerError && error.code === "session.corrupt";
    const goesOnWith = isOver ? undefined : `${inputs.trigger} resume`;
    const broken = { job, inputs, world, facts: followed.facts(), posts, goesOnWith };
    if (followed.published() === undefined) await reportBroken(broken, error);
    throw error;
  }
}

/** The job as the one that began the session would describe it, with the comment that made it go on. */
function runTriggerOf({ trigger, session }: ResumeSessionOptions): RunTrigger {
  const { thread, comment, repository, author } = trigger;
  const { origin, begin } = session;
  const verb: RunVerb = RUN_VERBS.find((known) => known === origin.verb) ?? "fix";
  const requester = origin.requester === undefined ? [] : [{ ...author, ...origin.requester }];
  return {
    kind: "run",
    repository,
    authority: requester.length === 0 ? { kind: "workflow" } : { kind: "people", users: requester },
    thread,
    comment,
    verb,
    text: begin.task,
    isSlash: false,
    removed: NOTHING_REMOVED,
    before: new Date(systemClock.now()).toISOString(),
  };
}

/** Checks out the commit that the session started from, and puts its files over it. */
async function restoreWorkspace(
  { inputs, job, world, session, open }: ResumeSessionOptions,
  scene: JobContext,
): Promise<void> {
  const { begin, tree } = session;
  const pathVar = world.env["PATH"] ?? "";
  const remote = remoteOf(job, inputs);
  const { headCommit: head, baseCommit: base } = begin;
  requireHead(scene, head);
  await checkOut({ checkout: open.repository, remote, head, base, pathVar });
  if (open.repository.headCommit === head) return open.git.restore(tree);
  const fresh = await openStore({ inputs, job, world });
  try {
    // Its git directory knows the commit that is checked out now; the snapshot's objects are fetched into it once more.
    await refsOf({ inputs, job, world }, fresh.git.gitDir, fresh.repository.root).read(session.remote.stored.commit);
    await fresh.git.restore(tree);
  } finally {
    fresh.close();
  }
}

/** Looked at once more, right before anything of the session is carried out. */
function requireHead({ thread }: JobContext, head: string): void {
  const now = thread?.pull?.headSha;
  if (now === undefined || now === head) return;
  throw new RunnerError({
    code: "session.corrupt",
    message: `The pull request moved from ${head.slice(0, 12)} to ${now.slice(0, 12)} since the session stopped.`,
    hint: "What was shown is not what would run any more; ask for the work again.",
  });
}
