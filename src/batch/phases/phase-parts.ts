/** What the phases of a batch on GitHub work with, and how they end. */

import type { Clock } from "../../base/clock.ts";
import type { JobParts } from "../../job/context/job-parts.ts";
import type { Outcome } from "../../protocol/outcome.ts";

export interface PhaseParts extends JobParts {
  readonly clock: Clock;
}

export interface PhaseEnd {
  readonly outcome: Outcome;
  /** One sentence. */
  readonly reason: string;
  /** For the jobs that follow. */
  readonly outputs: {
    readonly batch: string;
    /** The commit that the tasks start at, for the checkout of the shards. */
    readonly base?: string | undefined;
    readonly shards?: string | undefined;
    readonly parallel?: string | undefined;
  };
}

/** The folder of a batch in a job. */
export function phaseDir({ world: { env } }: Pick<PhaseParts, "world">, id: string): string {
  return `${env["RUNNER_TEMP"] ?? "/tmp"}/kimi-batch/${id}`;
}
