/** What the phases of a batch on GitHub share: their folder, their artifacts, and how they end. */

import type { Outcome } from "../../protocol/outcome.ts";
import { uploadBundle, type UploadOptions } from "../../publish/artifact.ts";
import type { ArtifactResult } from "../../publish/result/publish-result.ts";
import { isBundleFile } from "../../session/bundle.ts";
import type { BatchJobParts } from "../collect/batch-job.ts";
import { RESULTS_FILE } from "../results/results-file.ts";

export interface PhaseEnd {
  readonly outcome: Outcome;
  readonly reason: string;
  readonly outputs: {
    readonly batch: string;
    /** The commit that the tasks start at, for the checkout of the shards. */
    readonly base?: string | undefined;
    readonly shards?: string | undefined;
    readonly parallel?: string | undefined;
  };
}

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

export function planArtifact(id: string): string {
  return `kimi-batch-${id}-plan`;
}

/** `shard`: from 0; `runAttempt`: from 1. The service never frees a name, so that of a shard has the attempt of the workflow run. */
export function shardArtifact(id: string, shard: number, runAttempt: number): string {
  return `kimi-batch-${id}-${shard}-${runAttempt}`;
}

const BUNDLE_PART = /^tasks\/[0-9a-f]{12}\/\d+\/(.+)$/;

/** Whether a file of a batch's folder is in the artifact of a shard: its results, and the bundles of its tasks. */
export function isPartOfShard(path: string): boolean {
  const [, inBundle] = BUNDLE_PART.exec(path) ?? [];
  return path === RESULTS_FILE || (inBundle !== undefined && isBundleFile(inBundle));
}
