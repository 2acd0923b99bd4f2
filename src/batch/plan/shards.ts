/** Divides the tasks among the jobs of GitHub's matrix. */

import { counted } from "../../base/words.ts";
import { configError } from "../../protocol/error.ts";
import type { BatchPlan, PlannedTask } from "./batch-plan.ts";

/** GitHub refuses a larger matrix. */
const MAX_SHARDS = 256;

/** A job ends after 360 minutes. The other 60 minutes are for setting up and for the upload. */
const SHARD_MINUTES = 300;

/** Neighbours share a shard, because a job is billed by the begun minute. The canary has shards of its own, because the others wait for an approval. */
export function shardsOf(
  tasks: readonly Pick<PlannedTask, "id">[],
  { limits, canary }: Pick<BatchPlan, "limits" | "canary">,
): string[][] {
  const ids = tasks.map(({ id }) => id);
  const inTime = Math.max(1, Math.floor(SHARD_MINUTES / limits.minutes));
  const first = canary === undefined ? 0 : Math.min(canary.first, ids.length);
  const parts = [ids.slice(0, first), ids.slice(first)];
  const size = Math.max(
    Math.min(inTime, Math.ceil(ids.length / limits.parallel)),
    // With two parts, there may be one more shard that is not full.
    Math.ceil(ids.length / (first > 0 ? MAX_SHARDS - 1 : MAX_SHARDS)),
  );
  return parts.flatMap((part) => inShards(part, size));
}

/** Throws `config.invalid` for a plan whose longest shard would not end within a job, because GitHub refuses more shards. */
export function requireFittingShards({ shards, limits }: Pick<BatchPlan, "shards" | "limits">): void {
  const most = shards.reduce((longest, { length }) => Math.max(longest, length), 0);
  if (most * limits.minutes <= SHARD_MINUTES) return;
  throw configError(
    `A shard of this batch has ${counted(most, "task")} of up to ${counted(limits.minutes, "minute")}, but a job has ${SHARD_MINUTES} minutes for them.`,
    `Lower limits.minutes to ${Math.max(1, Math.floor(SHARD_MINUTES / most))}, or narrow the source.`,
  );
}

/** As even as possible: sizes differ by one at most. */
function inShards(ids: readonly string[], size: number): string[][] {
  const count = Math.ceil(ids.length / size);
  return Array.from({ length: count }, (_, index) =>
    ids.slice(Math.floor((index * ids.length) / count), Math.floor(((index + 1) * ids.length) / count)),
  );
}
