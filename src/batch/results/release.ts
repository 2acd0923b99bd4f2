/** The release of the rest of a batch after its canary, which a person approves by a digest. */

import { canonicalJson } from "../../base/canonical-json.ts";
import { sha256 } from "../../base/sha256.ts";
import type { BatchPlan } from "../plan/batch-plan.ts";
import { foldResults, type BatchState } from "./fold.ts";
import { openResults, readResults } from "./results-file.ts";
import type { ApprovedLine } from "./results-line.ts";

/** Undefined unless the batch is held after its canary. */
export function releaseOf({ plan, tasks, released, isHeld }: BatchState) {
  if (!isHeld) return undefined;
  const measuredUsd = tasks.slice(0, released).reduce((sum, { spentUsd }) => sum + spentUsd, 0);
  const rest = tasks.slice(released);
  return {
    /** Is made of the plan, the cost of the canary and the number of tasks left, so that people approve only what they have seen. */
    digest: sha256(canonicalJson({ plan: plan.digest, measuredUsd, left: rest.length })),
    /** Cost of the tasks of the canary together, in US dollars. */
    measuredUsd,
    /** Cost of the rest in US dollars, if each of its tasks costs as much as one of the canary. */
    restUsd: (measuredUsd / released) * rest.length,
    /** The most that the rest may cost, in US dollars. */
    restMaxUsd: rest.reduce((sum, { task }) => sum + task.costUsd, 0),
    /** Number of tasks that have not started. */
    left: rest.length,
    /** Number of all tasks of the plan, for the line `approved`. */
    upTo: tasks.length,
  };
}

interface ReleaseAnswer extends Pick<ApprovedLine, "by" | "at"> {
  /** Beginnings of digests from the command line, which may also be those of held actions. At least 8 digits count. */
  readonly digests: readonly string[];
}

/** Releases the rest on this machine where one of the digests is that of the release; returns whether it did. `all` is only for held actions. */
export function approveRelease(dir: string, plan: BatchPlan, { digests, by, at }: ReleaseAnswer): boolean {
  const release = releaseOf(foldResults(plan, readResults(dir)));
  if (release === undefined) return false;
  const { digest, upTo } = release;
  const isNamed = digests.some((given) => /^[0-9a-f]{8,64}$/i.test(given) && digest.startsWith(given.toLowerCase()));
  if (!isNamed) return false;
  using results = openResults(dir);
  results.append({ type: "approved", digest, by, at, upTo });
  return true;
}
