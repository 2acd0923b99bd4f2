/** Calls of a session that came to nothing. A run whose model finished and all of whose work was refused or failed did nothing. */

import { counted } from "../../base/words.ts";
import type { Fruitless, RunFacts } from "../../run-model/facts.ts";

/** The counts, if the session made calls and none of them came to anything; otherwise undefined. */
export function fruitlessCalls({ fruitless }: Pick<RunFacts, "fruitless">): Fruitless | undefined {
  return fruitless === undefined || fruitless.rejected + fruitless.failed === 0 ? undefined : fruitless;
}

/** `2 calls were rejected and 1 failed`. */
export function fruitlessWords({ rejected, failed }: Fruitless): string {
  const refused = rejected === 0 ? [] : [`${counted(rejected, "call was", "calls were")} rejected`];
  const broken = failed === 0 ? [] : [rejected === 0 ? `${counted(failed, "call")} failed` : `${failed} failed`];
  return [...refused, ...broken].join(" and ");
}
