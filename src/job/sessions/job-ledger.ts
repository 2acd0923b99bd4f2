/** Which ledger a job's run is counted in: the repository's for a workflow, this machine's for a try on a laptop. */

import { systemClock } from "../../base/clock.ts";
import type { OpenLedgerStore } from "../../run/open/open-spending.ts";
import type { JobParts } from "../context/job-parts.ts";
import { refsOf } from "./job-session-store.ts";

/** Undefined: this machine's. Nothing is loaded before there is a limit to keep. */
export function jobLedgerStore(parts: JobParts): OpenLedgerStore | undefined {
  const { publish, phase } = parts.inputs;
  if (publish !== "github" && phase !== "agent") return undefined;
  return async ({ git, repository }, origin) => {
    const [{ createLedgerRef }, { gitDir }] = await Promise.all([import("./ledger-reference.ts"), git()]);
    return createLedgerRef({
      refs: refsOf(parts, gitDir, repository.root),
      thread: origin?.thread,
      clock: systemClock,
      random: Math.random,
    });
  };
}
