/** What a job looks at besides its own request: how much else was asked for in its thread, and what nobody answered. */

import { systemClock } from "../../base/clock.ts";
import type { RunHooks } from "../../run/agent/run-parts.ts";
import type { ClaimedRequest } from "../sessions/claim-request.ts";
import { capRuns } from "../sessions/run-cap.ts";
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
  const { client, inputs, self, world } = context;
  const repo = repoOf(context);
  let looking: Promise<void> = Promise.resolve();
  return {
    admit: capRuns({ thread, ids, clock: systemClock, warn: world.warn }),
    tellTooMany: async () => {
      const { tellTooMany } = await import("./tell-too-many.ts");
      await tellTooMany({ client, repo, thread, self });
    },
    checkDropped: () => {
      looking = (async () => {
        const { replyToDroppedCommands } = await import("./dropped-commands.ts");
        await replyToDroppedCommands({ client, repo, self, trigger: inputs.start.trigger, ids, clock: systemClock });
      })();
      looking.catch(() => {}); // the next run looks again
    },
    settled: () => looking.catch(() => {}),
  };
}
