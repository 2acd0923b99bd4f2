/** Follows a run for the people who asked: the live comment while it goes on, everything else at its end. */

import { systemClock } from "../../base/clock.ts";
import type { GitHubApi } from "../../publish/ports.ts";
import type { ArtifactResult, PublishResult } from "../../publish/result.ts";
import { foldRecord, NO_FACTS, type RunFacts } from "../../publish/run-facts.ts";
import type { World } from "../request.ts";
import type { RunHooks } from "../run.ts";
import { booksOf } from "./books.ts";
import { deliver, endedHere, metOutcome, type Delivery } from "./deliver.ts";
import { LOST, type Keeper } from "./keeper.ts";
import type { Posts } from "./posts.ts";
import { requestKeyOf } from "./scene.ts";
import type { Saved } from "./session-store.ts";

export interface Watch {
  readonly hooks: RunHooks;
  /** What people are told so far. */
  readonly facts: () => RunFacts;
  readonly published: () => PublishResult | undefined;
  /** The bundle that another job publishes. */
  readonly handedOver: () => ArtifactResult | undefined;
}

export interface WatchOptions extends Pick<Delivery, "job" | "inputs" | "trigger" | "scene" | "wrapGit" | "repo"> {
  readonly world: World;
  readonly posts: Posts | undefined;
  readonly warnings: readonly string[];
  readonly api: GitHubApi;
  /** Keeps the session on the server, where there is a thread to answer in. */
  readonly keeper?: Keeper | undefined;
  /** Why there is no keeper where there should be one. */
  readonly unkept?: string | undefined;
  /** Whether the run may begin. */
  readonly admit?: RunHooks["admit"] | undefined;
  /** What the processes before this one did. */
  readonly before?: RunFacts | undefined;
  /** Of the request that began the session; the trigger's own when left out. */
  readonly requestKey?: string | undefined;
}

function unkeptOf({ unkept: said }: WatchOptions): Saved | undefined {
  return said === undefined ? undefined : { kind: "unkept", said };
}

/** Follows a run for the people in the thread, and publishes its end. */
export function watchRun(options: WatchOptions): Watch {
  const { inputs, posts, warnings, api, world, job, trigger, scene, wrapGit, repo } = options;
  const { keeper, admit, before = NO_FACTS, requestKey = requestKeyOf(trigger) } = options;
  let facts: RunFacts = { ...before, warnings: [...before.warnings, ...warnings] };
  let published: PublishResult | undefined;
  let handed: ArtifactResult | undefined;
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
    handedOver: () => handed,
    hooks: {
      sinks: [
        ...(keeper?.hooks.sinks ?? []),
        {
          name: "progress",
          write: (record) => {
            facts = foldRecord(facts, record);
            posts?.progress?.update(facts);
          },
        },
      ],
      books: booksOf(options),
      ...(admit === undefined ? {} : { admit }),
      opened: (bench, guard) => keeper?.hooks.opened(bench, guard),
      deliver: async (finished) => {
        const { outcome, reason } = finished.outcome;
        const saved = (await keeper?.keep(finished)) ?? unkeptOf(options);
        // What another job goes on with is no longer this one's to publish, nor to talk about.
        if (saved?.kind === "lost") return { outcome: "interrupted", reason: LOST };
        if (inputs.phase === "agent") {
          const { handOver } = await import("./hand-over.ts");
          const { sessionId } = facts;
          const { artifact, met } = await handOver({ ...delivery, finished, sessionId, warnings });
          handed = artifact;
          return met;
        }
        if (inputs.publish === "none") return { outcome, reason };
        const ended = await endedHere(delivery, finished, { ...facts, totals: finished.totals });
        ({ result: published } = await deliver({ ...delivery, saved }, ended));
        await keeper?.release(outcome);
        return metOutcome(finished.outcome, published);
      },
    },
  };
}
