/** Runs a phase of a batch in a job. It is loaded only for such a phase. */

import { systemClock } from "../base/clock.ts";
import type { BatchJobParts } from "../batch/collect/batch-job.ts";
import { collectPhase } from "../batch/phases/collect-phase.ts";
import type { PhaseEnd } from "../batch/phases/phase-parts.ts";
import { planPhase } from "../batch/phases/plan-phase.ts";
import { shardPhase } from "../batch/phases/shard-phase.ts";
import { githubJob } from "../job/context/github-job.ts";
import { jobClient } from "../job/context/job-client.ts";
import { outboxOf } from "../job/context/outbox.ts";
import type { BatchInputs } from "./action-inputs.ts";

/** Throws `RunnerError` for an error before anything was run. */
export async function runBatchPhase(
  batch: BatchInputs,
  given: Pick<BatchJobParts, "inputs" | "world" | "stopper">,
): Promise<PhaseEnd> {
  const job = githubJob(given.inputs.context, given.world.env);
  const client = jobClient(given.inputs, job, given.world);
  const parts = { ...given, job, client, outbox: outboxOf(given.inputs, client), clock: systemClock };
  switch (batch.phase) {
    case "plan":
      return planPhase(batch.batch, parts);
    case "shard":
      return shardPhase(batch, parts);
    case "collect":
      return collectPhase(batch.id, parts);
    default:
      return batch satisfies never;
  }
}
