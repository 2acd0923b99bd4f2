/** The names of a batch's artifacts. The service never frees a name, so those of a shard have the attempt of the workflow run. */

import { isBundleFile } from "../../session/bundle.ts";
import { RESULTS_FILE } from "../results/results-file.ts";

export function planArtifact(id: string): string {
  return `kimi-batch-${id}-plan`;
}

/** `shard`: from 0; `runAttempt`: from 1. */
export function shardArtifact(id: string, shard: number, runAttempt: number): string {
  return `kimi-batch-${id}-${shard}-${runAttempt}`;
}

const BUNDLE_PART = /^tasks\/[0-9a-f]{12}\/\d+\/(.+)$/;

/** Whether a file of a batch's folder is in the artifact of a shard: its results, and the bundles of its tasks. */
export function isPartOfShard(path: string): boolean {
  const [, inBundle] = BUNDLE_PART.exec(path) ?? [];
  return path === RESULTS_FILE || (inBundle !== undefined && isBundleFile(inBundle));
}
