/** Follows a run for the people who asked: the live comment while it goes on, everything else at its end. */

import { systemClock } from "../../base/clock.ts";
import type { GitHubApi } from "../../publish/result/ports.ts";
import type { ArtifactResult, PublishResult } from "../../publish/result/publish-result.ts";
import { foldRecord, NO_FACTS, type RunFacts } from "../../publish/result/run-facts.ts";
import type { World } from "../../run/open/request.ts";
import type { FinishedRun, RunHooks } from "../../run/run.ts";
import type { OutcomeRecord } from "../../protocol/wire.ts";
import { jobLedgerStore } from "../sessions/job-ledger.ts";
import { deliver, endedHere, outcomeAfterPublishing, type Delivery } from "./deliver.ts";
import { LOST, type SessionSync } from "../sessions/session-sync.ts";
import type { Posts } from "../context/posts.ts";
import { requestKeyOf } from "../context/job-context.ts";
import type { Saved } from "../sessions/session-store.ts";

export interface FollowedRun {
  readonly hooks: RunHooks;
  /** What people are told so far. */
  readonly facts: () => RunFacts;
  readonly published: () => PublishResult | undefined;
  /** The bundle that another job publishes. */
  readonly artifact: () => ArtifactResult | undefined;
}

/** The end of a run that another job publishes. */
export interface UnpublishedRun extends Pick<Delivery, "job" | "inputs" | "trigger" | "scene" | "clock" | "warn"> {
  readonly finished: FinishedRun;
  readonly sessionId: string;
  /** What people should know besides what the journal says. */
  readonly warnings: readonly string[];
}

/** Hands a run to another job. `met` is the outcome of the run, or that its bundle could not be uploaded. */
export type WriteDelivery = (
  run: UnpublishedRun,
) => Promise<{ readonly artifact: ArtifactResult; readonly met: Pick<OutcomeRecord, "outcome" | "reason"> }>;

export interface RunHooksOptions extends Pick<Delivery, "job" | "inputs" | "trigger" | "scene" | "wrapGit" | "repo"> {
  readonly world: World;
  readonly posts: Posts | undefined;
  readonly warnings: readonly string[];
  readonly api: GitHubApi;
  /** Keeps the session on the server, where there is a thread to answer in. */
  readonly sync?: SessionSync | undefined;
  /** Why there is no sync where there should be one. */
  readonly whyUnsaved?: string | undefined;
  /** Whether the run may begin. */
  readonly admit?: RunHooks["admit"] | undefined;
  /** Hands the run to another job, in place of publishing it here. */
  readonly writeDelivery?: WriteDelivery | undefined;
  /** What the processes before this one did. */
  readonly before?: RunFacts | undefined;
  /** Of the request that began the session; the trigger's own when left out. */
  readonly requestKey?: string | undefined;
}

function unsavedOf({ whyUnsaved: said }: RunHooksOptions): Saved | undefined {
  return said === undefined ? undefined : { kind: "unsaved", said };
}

/** Follows a run for the people in the thread, and publishes its end. */
export function createRunHooks(options: RunHooksOptions): FollowedRun {
  const { inputs, posts, warnings, api, world, job, trigger, scene, wrapGit, repo } = options;
  const { sync, admit, writeDelivery, before = NO_FACTS, requestKey = requestKeyOf(trigger) } = options;
  let facts: RunFacts = { ...before, warnings: [...before.warnings, ...warnings] };
  let published: PublishResult | undefined;
  let uploaded: ArtifactResult | undefined;
  const delivery: Delivery = {
    job,
    inputs,
    trigger,
    scene,
    requestKey,
    client: api,
    wrapGit,
    repo,
    reaction: posts?.reaction,
    progress: posts?.progress,
    pathVar: world.env["PATH"] ?? "",
    clock: systemClock,
    warn: world.warn,
  };
  return {
    facts: () => facts,
    published: () => published,
    artifact: () => uploaded,
    hooks: {
      sinks: [
        ...(sync?.hooks.sinks ?? []),
        {
          name: "progress",
          write: (record) => {
            facts = foldRecord(facts, record);
            posts?.progress?.update(facts);
          },
        },
      ],
      openStore: jobLedgerStore(options),
      ...(admit === undefined ? {} : { admit }),
      opened: (bench, leakCheck) => sync?.hooks.opened(bench, leakCheck),
      deliver: async (finished) => {
        const { outcome, reason } = finished.outcome;
        const saved = (await sync?.saveEnd(finished)) ?? unsavedOf(options);
        // What another job goes on with is no longer this one's to publish, nor to talk about.
        if (saved?.kind === "lost") return { outcome: "interrupted", reason: LOST };
        if (writeDelivery !== undefined) {
          const { sessionId } = facts;
          const { artifact, met } = await writeDelivery({ ...delivery, finished, sessionId, warnings });
          uploaded = artifact;
          return met;
        }
        if (inputs.publish === "none") return { outcome, reason };
        const ended = await endedHere(delivery, finished, { ...facts, totals: finished.totals });
        ({ result: published } = await deliver({ ...delivery, saved }, ended));
        await sync?.finish(outcome);
        return outcomeAfterPublishing(finished.outcome, published);
      },
    },
  };
}
