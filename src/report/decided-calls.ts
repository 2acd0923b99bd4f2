/** The calls of a run that were decided otherwise than by a plain approval. Page and job summary show the same ones. */

import { callsOfRun, type CallState, type ReportStep, type RunReport } from "./report.ts";
import { decider } from "./words.ts";

/** Colours of the page. */
export type Tone = "good" | "wait" | "bad";

export interface CallDecision {
  readonly became: string;
  readonly tone: Tone;
  readonly summary: string;
  /** Id of the rule that decided, or the person who answered. */
  readonly by: string;
  readonly reason?: string | undefined;
  /** Undefined for a call before the first step. */
  readonly step?: Pick<ReportStep, "id" | "number"> | undefined;
}

/** In the order of the calls. */
export function decidedCalls(report: RunReport): readonly CallDecision[] {
  return callsOfRun(report.main).flatMap(({ call, step }) => {
    const tone = TONES[call.state];
    if (tone === undefined) return [];
    const { summary, reason } = call;
    return [{ became: BECAME[call.state], tone, summary, by: decider(call.rule), reason, step }];
  });
}

const TONES: Readonly<Record<CallState, Tone | undefined>> = {
  rejected: "bad",
  waits: "wait",
  answered: "good",
  done: undefined,
  failed: undefined,
  open: undefined,
};

export const BECAME: Readonly<Record<CallState, string>> = {
  done: "done",
  failed: "failed",
  rejected: "rejected",
  waits: "waits",
  answered: "approved",
  open: "no result",
};
