/** A phase of a batch in a job. Loaded only for one. */

import { systemClock } from "../base/clock.ts";
import { collectPhase } from "../batch/collect/collect-phase.ts";
import { planPhase } from "../batch/phases/plan-phase.ts";
import { shardPhase } from "../batch/phases/shard-phase.ts";
import { phaseDir, type PhaseEnd, type PhaseParts } from "../batch/phases/phase-parts.ts";
import { githubJob } from "../job/context/github-job.ts";
import { jobClient } from "../job/context/job-client.ts";
import type { BatchInputs } from "./batch-inputs.ts";

/** Throws `RunnerError` for what is wrong before anything was run. */
export async function runBatchPhase(
  batch: BatchInputs,
  given: Pick<PhaseParts, "inputs" | "world" | "stopper">,
): Promise<PhaseEnd> {
  const job = githubJob(given.inputs.context, given.world.env);
  const client = jobClient(given.inputs, job, given.world);
  const parts = { ...given, job, client, clock: systemClock };
  switch (batch.phase) {
    case "plan":
      return planPhase(batch.batch, parts);
    case "shard":
      return shardPhase(batch, parts);
    case "collect":
      return collect(batch.id, parts);
    default:
      return batch satisfies never;
  }
}

async function collect(id: string | undefined, parts: Parameters<typeof collectPhase>[1]): Promise<PhaseEnd> {
  const dir = `${phaseDir(parts, id ?? "all")}-artifacts`;
  return { ...(await collectPhase({ id, dir }, parts)), outputs: { batch: id ?? "" } };
}
