/**
 * Publishes a session whose run ended in an earlier job, as that job would have. The model is not asked. A resume of a run that is
 * over and a repeated job both end here; publishing twice gives the result of publishing once.
 */

import { systemClock } from "../../base/clock.ts";
import { createLeakSearch, createRedact } from "../../base/redact.ts";
import { judgeChange } from "../../policy/judge-change.ts";
import { RunnerError } from "../../protocol/error.ts";
import { exitCode } from "../../protocol/outcome.ts";
import { artifactName } from "../../publish/artifact.ts";
import { foldRecord, NO_FACTS } from "../../publish/result/run-facts.ts";
import type { RunEnd } from "../../run/end/run-end.ts";
import { createPublishGit } from "../../workspace/push.ts";
import { trustedPath } from "../../workspace/trusted-path.ts";
import type { JobContext } from "../context/job-context.ts";
import type { JobEnd } from "../context/job-end.ts";
import { jobSecrets } from "../context/job-parts.ts";
import { outboxOf } from "../context/outbox.ts";
import { createPosts } from "../context/posts.ts";
import { remoteOf } from "../context/job-parts.ts";
import { bringMerge } from "../sessions/bring-merge.ts";
import { sessionFiles, type OpenStore } from "../sessions/job-session-store.ts";
import { settleSession } from "../sessions/session-sync.ts";
import type { ThreadSession } from "../sessions/thread-sessions.ts";
import {
  decidedIn,
  deliver,
  intoOf,
  outcomeAfterPublishing,
  targetOf,
  type PublishableRun,
  type RunDelivery,
} from "./deliver.ts";
import { outputRefusalOf } from "./judge-outputs.ts";
import { policyAt, treeThere } from "./policy-at.ts";

export interface StoredRun {
  /** Read and checked, of this job's repository and thread. */
  readonly session: ThreadSession;
  readonly open: OpenStore;
}

/** Throws `RunnerError` for what stands in the way; the session is left to others. */
export async function publishStored(context: JobContext, { session, open }: StoredRun): Promise<JobEnd> {
  const { world } = context;
  const { begin, bundle, remote, tree, stored, origin } = session;
  const { outcome } = stored.state;
  if (outcome === undefined) throw new RunnerError({ code: "session.corrupt", message: "The run has no end." });
  open.store.adopt(remote);
  const publishable = await publishableOf(context, { session, open });
  const outbox = outboxOf(context);
  const posts = createPosts(context, outbox.api, { key: origin.key });
  const saved = { kind: "saved" } as const;
  world.err(
    `Publishing run ${begin.sessionId}, which ended before: ${outcome.outcome}. The model is not asked again.\n`,
  );
  const point = { files: sessionFiles(bundle), tree, parent: begin.headCommit };
  const stop = async (): Promise<unknown> => await open.store.save(point, "stopped");
  const settle: RunDelivery["settle"] = async (told) =>
    settleSession({ store: open.store, outcome: outcome.outcome, published: told, stop });
  const published = await deliver({ context, outbox, posts, requestKey: origin.key, saved, settle }, publishable);
  const met = outcomeAfterPublishing(outcome, published);
  const end: RunEnd = {
    outcome: { ...outcome, ...met },
    exitCode: exitCode(met.outcome),
    bundle,
    sessionId: begin.sessionId,
    held: stored.state.held,
    isWithheld: false,
    beganAt: publishable.run.beganAt,
  };
  return { kind: "ran", end, published };
}

async function publishableOf(context: JobContext, { session, open }: StoredRun): Promise<PublishableRun> {
  const { job, world } = context;
  const { git: trusted, repository } = open;
  const { begin, remote, tree, stored } = session;
  const { gitDir } = trusted;
  const path = trustedPath(world.env["PATH"] ?? "", repository.root);
  const git = createPublishGit({ gitDir, path, clock: systemClock });
  await bringMerge(context, { ...open, begin, gitDir });
  const from = await treeThere(git, remoteOf(context), begin.headCommit);
  await treeThere(git, remoteOf(context), begin.baseCommit);
  const policy = await policyAt(context, { root: repository.root, gitDir, path, commit: begin.baseCommit });
  const secrets = jobSecrets(context);
  const { records } = stored.journal;
  const facts = records.reduce(foldRecord, NO_FACTS);
  const taken = records.findLast(({ event }) => event.type === "session.begin" || event.type === "session.resume");
  const { runId, runAttempt } = remote.lease;
  const hasArtifact = job.artifacts.isThere && job.runUrl?.endsWith(`/${runId}`) === true;
  return {
    run: {
      facts,
      base: begin.headCommit,
      merge: begin.origin?.merge,
      tree,
      changes: tree === from ? [] : await trusted.changes(begin.headCommit, tree),
      heldBy: judgeChange(policy, facts.rung ?? "none", stored.state.answered),
      outputRefusal: outputRefusalOf(context, policy, true),
      redact: createRedact(secrets),
      search: createLeakSearch(secrets),
      beganAt: Date.parse(taken?.time ?? ""),
      artifact: hasArtifact ? artifactName(begin.sessionId, runAttempt) : undefined,
    },
    target: targetOf(context, { git, policy, into: intoOf(job, repository) }),
    policy,
    decided: async () => await decidedIn(() => records),
  };
}
