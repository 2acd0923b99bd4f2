/** A phase of a batch in a job. Loaded only for one. */

import { systemClock } from "../base/clock.ts";
import { planPhase } from "../batch/run/plan-phase.ts";
import { shardPhase } from "../batch/run/shard-phase.ts";
import type { PhaseEnd, PhaseParts } from "../batch/run/phase-parts.ts";
import { githubJob } from "../job/context/github-job.ts";
import type { BatchInputs } from "./batch-inputs.ts";

/** Throws `RunnerError` for what is wrong before anything was run. */
export async function runBatchPhase(
  batch: BatchInputs,
  given: Pick<PhaseParts, "inputs" | "world" | "stopper">,
): Promise<PhaseEnd> {
  const job = githubJob(given.inputs.context, given.world.env);
  const parts = { ...given, job, clock: systemClock };
  switch (batch.phase) {
    case "plan":
      return planPhase(batch.file, parts);
    case "shard":
      return shardPhase(batch, parts);
    default:
      return batch satisfies never;
  }
}
