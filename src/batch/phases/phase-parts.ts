/** What the phases of a batch on GitHub share: their folder, their uploads, and how they end. */

import type { Outcome } from "../../protocol/outcome.ts";
import { uploadBundle, type UploadOptions } from "../../publish/artifact.ts";
import type { ArtifactResult } from "../../publish/result/publish-result.ts";
import type { BatchJobParts } from "../collect/batch-job.ts";

export interface PhaseEnd {
  readonly outcome: Outcome;
  /** One sentence. */
  readonly reason: string;
  /** For the jobs that follow. */
  readonly outputs: {
    readonly batch: string;
    /** The commit that the tasks start at, for the checkout of the shards. */
    readonly base?: string | undefined;
    readonly shards?: string | undefined;
    readonly parallel?: string | undefined;
  };
}

/** The folder of a batch in a job. */
export function phaseDir({ world: { env } }: Pick<BatchJobParts, "world">, id: string): string {
  return `${env["RUNNER_TEMP"] ?? "/tmp"}/kimi-batch/${id}`;
}

/** Uploads a folder, or the files of it that `isPart` names, as an artifact of the workflow run. Never rejects. */
export async function uploadPart(
  { job, world, clock }: BatchJobParts,
  part: Pick<UploadOptions, "dir" | "name" | "isPart">,
): Promise<ArtifactResult> {
  const { artifacts: service, retentionDays } = job;
  return await uploadBundle({ ...part, service, retentionDays, clock, warn: world.warn });
}
