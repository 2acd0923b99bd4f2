/** What a job looks at besides its own request: how much else was asked for in its thread, and what nobody answered. */

import { systemClock } from "../../base/clock.ts";
import type { GitHubClient } from "../../github/api/client.ts";
import type { Repo } from "../../publish/result/ports.ts";
import type { World } from "../../run/open/request.ts";
import type { RunHooks } from "../../run/run.ts";
import type { ClaimedIds } from "../sessions/claim-request.ts";
import type { JobInputs } from "../context/inputs.ts";
import { capRuns } from "../sessions/run-cap.ts";
import type { JobContext } from "../context/job-context.ts";

export interface ThreadGuardsOptions {
  readonly client: GitHubClient;
  readonly inputs: Pick<JobInputs, "trigger">;
  readonly scene: Pick<JobContext, "self">;
  readonly world: Pick<World, "warn">;
  readonly repo: Repo;
  readonly thread: number;
  readonly claimed: Promise<ClaimedIds>;
}

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
export function createThreadGuards({
  client,
  inputs,
  scene,
  world,
  repo,
  thread,
  claimed,
}: ThreadGuardsOptions): ThreadGuards {
  const { self } = scene;
  let looking: Promise<void> = Promise.resolve();
  return {
    admit: capRuns({ thread, claimed, clock: systemClock, warn: world.warn }),
    tellTooMany: async () => {
      const { tellTooMany } = await import("./tell-too-many.ts");
      await tellTooMany({ client, repo, thread, self });
    },
    checkDropped: () => {
      looking = (async () => {
        const { replyToDroppedCommands } = await import("./dropped-commands.ts");
        await replyToDroppedCommands({ client, repo, self, trigger: inputs.trigger, claimed, clock: systemClock });
      })();
      looking.catch(() => {}); // the next run looks again
    },
    settled: () => looking.catch(() => {}),
  };
}
