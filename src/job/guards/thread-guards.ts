/** What a job looks at besides its own request: how much else was asked for in its thread, and what nobody answered. */

import { systemClock } from "../../base/clock.ts";
import type { RunHooks } from "../../run/agent/run-parts.ts";
import type { ClaimedRequest } from "../sessions/claim-request.ts";
import { createOwnComment } from "../../publish/comments/status-comment.ts";
import { createOutgoing } from "../../publish/render/outgoing.ts";
import { noticeMark } from "../../publish/result/markers.ts";
import { capRuns, HOUR_MS } from "../sessions/run-cap.ts";
import { replyToDroppedCommands } from "./dropped-commands.ts";
import type { JobContext } from "../context/job-context.ts";
import { repoOf } from "../context/repository.ts";

export interface ThreadGuards {
  readonly admit: NonNullable<RunHooks["admit"]>;
  /** Says in the thread that there were too many. Never rejects. */
  readonly tellTooMany: () => Promise<void>;
  /** Begins to answer commands that nobody carried out. The run does not wait for it. */
  readonly checkDropped: () => void;
  /** Resolves when that is done. Never rejects. */
  readonly settled: () => Promise<void>;
}

/** One per job that claimed a request. Asks nothing by itself. */
export function createThreadGuards(context: JobContext, { thread, ids }: ClaimedRequest): ThreadGuards {
  let looking: Promise<void> = Promise.resolve();
  return {
    admit: capRuns({ thread, ids, clock: systemClock, warn: context.world.warn }),
    tellTooMany: () => tellTooMany(context, thread),
    checkDropped: () => {
      looking = replyToDroppedCommands(context, ids);
      looking.catch(() => {}); // the next run looks again
    },
    settled: () => looking.catch(() => {}),
  };
}

/** Says so in the thread, once an hour at most. Never rejects. */
async function tellTooMany(context: JobContext, thread: number): Promise<void> {
  const comment = createOwnComment({
    client: context.client,
    repo: repoOf(context),
    self: context.self,
    thread,
    mark: noticeMark(`t${thread}`, "runs_per_hour"),
    outgoing: createOutgoing((text) => text), // our own words only
    clock: systemClock,
    notBefore: systemClock.now() - HOUR_MS,
  });
  await comment.put(
    "More runs were asked for in this thread within an hour than `limits.runs_per_hour` of the policy lets begin, so the last one was skipped, and others will be until an hour has fewer. Ask again then.",
  );
}
