/** Counts what a run of test files came to, from the events of node's runner. */

import type { EventData } from "node:test";

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

export const noCounts = (): Counts => ({ passed: 0, failed: 0, skipped: 0 });

/** Whether it is a test that failed, or a suite that failed by itself: a file that cannot be loaded, a hook, the time. */
export function isFailure({ details }: EventData.TestFail): boolean {
  return details.type !== "suite" || Reflect.get(details.error, "failureType") !== "subtestsFailed";
}

/** Counts an end that is no failure. A suite is none of its own: its tests are counted. */
export function countPass(counts: Counts, { details, skip }: EventData.TestPass): void {
  if (details.type !== "suite") counts[skip === undefined || skip === false ? "passed" : "skipped"] += 1;
}
