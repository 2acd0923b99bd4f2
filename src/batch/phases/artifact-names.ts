/** The names of a batch's artifacts. The service never frees a name, so those of a shard have the attempt of the workflow run. */

export function planArtifact(id: string): string {
  return `kimi-batch-${id}-plan`;
}

/** `shard`: from 0; `runAttempt`: from 1. */
export function shardArtifact(id: string, shard: number, runAttempt: number): string {
  return `kimi-batch-${id}-${shard}-${runAttempt}`;
}
