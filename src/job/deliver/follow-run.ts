/** Follows a run for its thread: live comment, session save, publishing, and the report of an error. */

import { searchIssues } from "../../github/thread/query-issues.ts";
import type { ArtifactResult, PublishResult } from "../../publish/result/publish-result.ts";
import { foldRecord } from "../../run-model/apply.ts";
import { NO_FACTS, type RunFacts } from "../../run-model/facts.ts";
import type { RunEnd } from "../../run/end/run-end.ts";
import type { RunHooks } from "../../run/agent/run-parts.ts";
import { readJournal } from "../../session/journal.ts";
import { jobLedgerStore } from "../sessions/job-session-store.ts";
import {
  deliver,
  outcomeAfterPublishing,
  publishableRun,
  type EndedRun,
  type PublishableRun,
  type RunDelivery,
} from "./deliver.ts";
import { LOST, type SessionSync, type SettledSession } from "../sessions/session-sync.ts";
import type { JobContext } from "../context/job-context.ts";
import type { FoundInReview, JobEnd } from "../context/job-end.ts";
import { reportBroken } from "./report-broken.ts";
import type { Sink } from "../../protocol/wire.ts";
import { branchKeyOf } from "../context/request-keys.ts";
import type { ReviewEnd } from "../review/pull-review.ts";
import type { Saved } from "../sessions/own-session.ts";
import type { OutcomeRecord } from "../../protocol/outcome.ts";

/** Hands a run to another job. `met` is the outcome of the run, or says that its bundle could not be uploaded. */
export type WriteDelivery = (
  context: JobContext,
  run: Pick<EndedRun, "end" | "run">,
  warnings: readonly string[],
) => Promise<{ readonly artifact: ArtifactResult; readonly met: Pick<OutcomeRecord, "outcome" | "reason"> }>;

interface FollowOptions extends Pick<RunDelivery, "context" | "posts" | "isFirst"> {
  readonly warnings: readonly string[];
  /** Saves the session on the server, where there is a thread to answer in. */
  readonly sync?: SessionSync | undefined;
  /** Why the server does not save the session. */
  readonly unsaved?: Saved | undefined;
  readonly admit?: RunHooks["admit"] | undefined;
  readonly sinks?: readonly Sink[] | undefined;
  /** Hands the run to another job, which publishes it. */
  readonly writeDelivery?: WriteDelivery | undefined;
  /** Facts of the processes that worked on the session before. */
  readonly before?: RunFacts | undefined;
  /** Key of the request that began the session; the trigger's own when left out. */
  readonly requestKey?: string | undefined;
  /** The caller tells of this error, so that it is not reported as a failure. */
  readonly isTold?: ((error: unknown) => boolean) | undefined;
  /** Command that resumes the session after an error. */
  readonly goesOnWith?: ((error: unknown) => string | undefined) | undefined;
}

/** Carries out a run that reports to the thread by its hooks and is published at its end. Rejects as `run` does. */
export async function followRun(options: FollowOptions, run: (hooks: RunHooks) => Promise<RunEnd>): Promise<JobEnd> {
  const { context, posts, warnings, sync, unsaved, isFirst, admit, writeDelivery } = options;
  const { before = NO_FACTS, requestKey = branchKeyOf(context) } = options;
  let facts: RunFacts = { ...before, warnings: [...before.warnings, ...warnings] };
  let published: PublishResult | undefined;
  let artifact: ArtifactResult | undefined;
  let found: FoundInReview | undefined;
  const hooks: RunHooks = {
    sinks: [
      ...(sync?.hooks.sinks ?? []),
      {
        name: "progress",
        write: (record) => {
          facts = foldRecord(facts, record);
          posts?.progress?.update(facts);
        },
      },
      ...(options.sinks ?? []),
    ],
    openStore: jobLedgerStore(context),
    searchIssues: async (query, signal) =>
      await searchIssues({
        client: context.client,
        repository: { owner: context.job.owner, name: context.job.repo },
        query,
        signal,
      }),
    ...(admit === undefined ? {} : { admit }),
    opened: (opened) => sync?.hooks.opened(opened),
    deliver: async (end, opened) => {
      const { outcome, reason } = end.outcome;
      const saved = (await sync?.saveEnd(end)) ?? unsaved;
      // Another job resumed the session, so that job publishes it.
      if (saved?.kind === "lost") return { outcome: "interrupted", reason: LOST };
      if (writeDelivery !== undefined) {
        const handed = await writeDelivery(context, { end, run: opened }, warnings);
        artifact = handed.artifact;
        return handed.met;
      }
      if (context.inputs.publish === "none") return { outcome, reason };
      const publishable = await publishableRun(context, { end, run: opened, facts });
      const settle = sync && ((told: SettledSession["published"]) => sync.finish(end, told));
      const key = requestKey ?? end.sessionId;
      const review = await reviewOf(context, { end, run: opened, publishable, key, isFirst });
      ({ found } = review ?? {});
      published = await deliver({ context, posts, requestKey, saved, isFirst, settle, review }, publishable);
      return outcomeAfterPublishing(end.outcome, published);
    },
  };
  try {
    const end = await run(hooks);
    return { kind: "ran", end, published, artifact, found };
  } catch (error) {
    const goesOnWith = options.goesOnWith?.(error);
    if (published === undefined && options.isTold?.(error) !== true)
      await reportBroken({ parts: context, facts, posts, goesOnWith }, error);
    throw error;
  }
}

interface ToDeliver extends Pick<EndedRun, "end" | "run">, Pick<RunDelivery, "isFirst"> {
  readonly publishable: PublishableRun;
  readonly key: string;
}

async function reviewOf(
  context: JobContext,
  { end: { bundle }, run, ...handed }: ToDeliver,
): Promise<ReviewEnd | undefined> {
  const { begin } = run.session.state();
  if (begin?.review === undefined) return undefined;
  const { deliverReview } = await import("../review/pull-review.ts");
  const { gitDir } = await run.bench.git();
  const { root } = run.bench.repository;
  const { records } = readJournal(bundle.journal);
  return await deliverReview(context, { ...handed, begin, records, root, gitDir, bundle });
}
