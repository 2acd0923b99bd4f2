/** What a person releases after the canary: the rest of the batch, bound to the plan and to what the canary has cost. */

import { canonicalJson } from "../../base/canonical-json.ts";
import { sha256 } from "../../base/sha256.ts";
import type { BatchState } from "./fold.ts";

export interface Release {
  /** Changes with the plan, with what the canary cost and with what is left, so that no one approves what they did not see. */
  readonly digest: string;
  /** What the canary's tasks cost together, in US dollars. */
  readonly measuredUsd: number;
  /** What the rest costs if each of its tasks costs as much as one of the canary, in US dollars. */
  readonly restUsd: number;
  /** The most that the rest may cost, in US dollars. */
  readonly restMaxUsd: number;
  /** Tasks that have not started. */
  readonly left: number;
  /** For the line `approved`: all tasks of the plan. */
  readonly upTo: number;
}

/** Undefined unless the batch is held after its canary. */
export function releaseOf({ plan, tasks, released, isHeld }: BatchState): Release | undefined {
  if (!isHeld) return undefined;
  const measuredUsd = tasks.slice(0, released).reduce((sum, { spentUsd }) => sum + spentUsd, 0);
  const rest = tasks.slice(released);
  return {
    digest: sha256(canonicalJson({ plan: plan.digest, measuredUsd, left: rest.length })),
    measuredUsd,
    restUsd: (measuredUsd / released) * rest.length,
    restMaxUsd: rest.reduce((sum, { task }) => sum + task.costUsd, 0),
    left: rest.length,
    upTo: tasks.length,
  };
}
