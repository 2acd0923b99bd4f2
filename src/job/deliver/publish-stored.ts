/** Publishes a session whose run ended in an earlier job, as that job would have. Publishing twice gives the same result as publishing once. */

import { createLeakSearch, createRedact } from "../../base/redact.ts";
import { judgeChange } from "../../policy/judge-change.ts";
import type { Policy } from "../../policy/policy.ts";
import { RunnerError } from "../../protocol/error.ts";
import { artifactName } from "../../publish/artifact.ts";
import { fetchCommits } from "../context/fetch-commits.ts";
import type { JobContext } from "../context/job-context.ts";
import type { JobEnd } from "../context/job-end.ts";
import { openJobGit, policyAt } from "../context/job-git.ts";
import { jobSecrets } from "../context/job-parts.ts";
import { createPosts } from "../context/posts.ts";
import { sessionFiles, type OpenStore } from "../sessions/job-session-store.ts";
import { settleSession } from "../sessions/session-sync.ts";
import type { ThreadSession } from "../sessions/thread-sessions.ts";
import { bringStart } from "../sessions/bring-merge.ts";
import { deliverEnded, outputRefusalOf, targetOf, type PublishableRun, type RunDelivery } from "./deliver.ts";
import type { ReviewEnd } from "../review/pull-review.ts";

interface StoredRun {
  /** Read and checked: it belongs to this job's repository and thread. */
  readonly session: ThreadSession;
  readonly open: OpenStore;
}

/** The store has the session adopted. Throws `RunnerError` when it cannot be published; the session is then left to other jobs. */
export async function publishStored(context: JobContext, { session, open }: StoredRun): Promise<JobEnd> {
  const { world } = context;
  const { begin, bundle, tree, stored, origin } = session;
  const { outcome, held } = stored.state;
  if (outcome === undefined) throw new RunnerError({ code: "session.corrupt", message: "The run has no end." });
  const { sessionId, headCommit: parent } = begin;
  const publishable = await asTheRunLeftIt(context, { session, open });
  const review = await storedReview(context, session, publishable);
  const made = createPosts(context, { key: origin.key });
  const posts = made && begin.review ? { ...made, progress: undefined } : made;
  const saved = { kind: "saved" } as const;
  world.err(`Publishing run ${sessionId}, which ended before: ${outcome.outcome}. The model is not asked again.\n`);
  const stop = async (): Promise<unknown> =>
    await open.store.save({ files: sessionFiles(bundle), tree, parent }, "stopped");
  const settle: RunDelivery["settle"] = async (told) =>
    settleSession({
      store: open.store,
      outcome: outcome.outcome,
      waits: held.length > 0,
      published: told,
      stop,
    });
  const delivery = { context, posts, requestKey: origin.key, saved, settle, review };
  return await deliverEnded(delivery, publishable, { outcome, bundle, sessionId, held });
}

/** Proves and posts what a review found, on the commit that it read. Undefined for a run that is none. */
async function storedReview(
  context: JobContext,
  { begin, bundle, origin, stored: { journal } }: ThreadSession,
  publishable: PublishableRun,
): Promise<ReviewEnd | undefined> {
  if (begin.review === undefined) return undefined;
  const { deliverReview } = await import("../review/pull-review.ts");
  await fetchCommits(context, begin.review);
  using own = await openJobGit(context);
  const { gitDir } = own.git;
  const { root } = own.repository;
  const key = origin.key ?? begin.sessionId;
  const { records } = journal;
  return await deliverReview(context, { begin, key, records, publishable, root, gitDir, bundle });
}

/** What the run left, under the policy that it was judged by. */
async function asTheRunLeftIt(context: JobContext, { session, open }: StoredRun): Promise<PublishableRun> {
  const { job } = context;
  const { begin, remote, stored } = session;
  await bringStart(context, open, begin);
  const policy = await policyAt(context, open, begin.baseCommit);
  const { records } = stored.journal;
  const taken = records.findLast(({ event }) => event.type === "session.begin" || event.type === "session.resume");
  const beganAt = Date.parse(taken?.time ?? "");
  const publishable = await storedRun(context, { session, open }, { policy, beganAt });
  const { runId, runAttempt } = remote.lease;
  const hasArtifact = job.artifacts.isThere && job.runUrl?.endsWith(`/${runId}`) === true;
  const artifact = hasArtifact ? artifactName(begin.sessionId, runAttempt) : undefined;
  return {
    ...publishable,
    run: { ...publishable.run, artifact },
  };
}

/** What a stored session leaves to publish under a policy. `beganAt` is when the process that ended it took it up, ms since the epoch. */
export async function storedRun(
  context: JobContext,
  { session, open }: StoredRun,
  { policy, beganAt }: { readonly policy: Policy; readonly beganAt: number },
): Promise<PublishableRun> {
  const { begin, tree, stored } = session;
  const { objects: git } = open.git;
  const into = begin.origin?.into ?? context.base.into;
  const from = await bringStart(context, open, begin);
  const secrets = jobSecrets(context);
  return {
    run: {
      facts: stored.state,
      base: begin.headCommit,
      merge: begin.origin?.merge,
      tree,
      changes: tree === from ? [] : await open.git.changes(begin.headCommit, tree),
      heldBy: judgeChange(policy, stored.state.level ?? "none", stored.state.answered),
      filters: { trees: [begin.baseCommit], asIs: policy.asIs },
      outputRefusal: outputRefusalOf(context, policy, true),
      redact: createRedact(secrets),
      search: createLeakSearch(secrets),
      beganAt,
    },
    target: targetOf({ ...context, base: { into } }, git, policy),
    policy,
  };
}
