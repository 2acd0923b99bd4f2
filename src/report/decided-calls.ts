/** The calls of a run that were rejected, or that a person was asked about. The page and the job summary show the same ones. */

import { CALL_STATES, callsOfRun, type RunReport, type Tone } from "./report.ts";
import { decider } from "./words.ts";

export interface CallDecision {
  readonly became: string;
  readonly tone: Tone | "quiet";
  readonly summary: string;
  /** Id of the rule that decided, or the person who answered. */
  readonly by: string;
  readonly reason?: string | undefined;
  /** Undefined for a call before the first step. */
  readonly step?: { readonly id: string; readonly number: number } | undefined;
}

/** In the order of the calls. */
export function decidedCalls(report: RunReport): readonly CallDecision[] {
  return callsOfRun(report.main).flatMap(({ call, step }) => {
    const { became, tone, isDecision } = CALL_STATES[call.state];
    const { summary, reason } = call;
    return isDecision
      ? [
          {
            became,
            tone,
            summary,
            by: decider(call.rule),
            reason,
            step: step && { id: step.id, number: step.sums.number },
          },
        ]
      : [];
  });
}
