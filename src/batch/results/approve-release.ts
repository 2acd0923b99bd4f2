/** Releases the rest of a batch on this machine, by the digest that its status shows. */

import type { BatchPlan } from "../plan/batch-plan.ts";
import { foldResults } from "./fold.ts";
import { releaseOf } from "./release.ts";
import { openResults, readResults } from "./results-file.ts";

export interface ReleaseAnswer {
  /** As given on the command line: beginnings of digests, at least 8 digits long, of held actions too. */
  readonly digests: readonly string[];
  readonly by: string;
  /** ISO 8601. */
  readonly at: string;
}

/** True where one of the digests released the rest. `all` does not: it is for held actions. */
export function approveRelease(dir: string, plan: BatchPlan, { digests, by, at }: ReleaseAnswer): boolean {
  const release = releaseOf(foldResults(plan, readResults(dir)));
  if (release === undefined || digests.length === 0) return false;
  const { digest, upTo } = release;
  const isNamed = digests.some((given) => /^[0-9a-f]{8,64}$/i.test(given) && digest.startsWith(given.toLowerCase()));
  if (!isNamed) return false;
  using results = openResults(dir);
  results.append({ type: "approved", digest, by, at, upTo });
  return true;
}
