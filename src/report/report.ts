/** The parts of a run that the page shows, made from its events. */

import type { ImagePart } from "../protocol/message.ts";
import type { LineOrigins } from "../protocol/origin.ts";
import type { OutcomeRecord } from "../protocol/outcome.ts";
import type { EventOf } from "../protocol/wire.ts";
import type { VerifyResult } from "../protocol/verify.ts";

/** Groups of calls. The page can show one group alone. */
export type CallKind = "edit" | "command" | "read" | "other";

/** Colours of the page. */
export type Tone = "good" | "wait" | "bad";

interface ShownState {
  /** The word for it. */
  readonly became: string;
  /** The sign in front of the call. */
  readonly mark: string;
  readonly tone: Tone | "quiet";
  /** The call was rejected, or a person was asked about it. */
  readonly isDecision: boolean;
}

/** What became of a call. `answered`: a person approved it. `open`: the run ended before it did. */
export const CALL_STATES = {
  done: { became: "done", mark: "✓", tone: "good", isDecision: false },
  failed: { became: "failed", mark: "✗", tone: "bad", isDecision: false },
  rejected: { became: "rejected", mark: "⛔", tone: "bad", isDecision: true },
  waits: { became: "waits", mark: "…", tone: "wait", isDecision: true },
  answered: { became: "approved", mark: "✓", tone: "good", isDecision: true },
  open: { became: "no result", mark: "–", tone: "quiet", isDecision: false },
} as const satisfies Readonly<Record<string, ShownState>>;
export type CallState = keyof typeof CALL_STATES;

export interface ReportCall {
  readonly type: "call";
  readonly name: string;
  readonly kind: CallKind;
  /** JSON text as the model wrote it. */
  readonly arguments: string;
  summary: string;
  state: CallState;
  /** Id of the rule that decided, or the words for a person's answer. */
  rule?: string;
  reason?: string | undefined;
  /** Paths that it asked to write. */
  writes: readonly string[];
  result?: string;
  /** Pictures of the result. */
  pictures?: readonly ImagePart[];
  durationMs?: number;
  /** File of the bundle that has the whole result. */
  blob?: string | undefined;
}

/** `say`: words of the model. `note`: words of the runner. `agent`: what a subagent did. */
export type ReportItem =
  | ReportCall
  | { readonly type: "say" | "think" | "person"; readonly text: string }
  | { readonly type: "note"; readonly text: string; readonly tone?: "bad" | "waits" }
  | { readonly type: "agent"; readonly id: string; readonly name: string; readonly run: AgentReport };

export interface ReportStep {
  /** Anchor in the page, for example `s3` or `a1-s2`. */
  readonly id: string;
  readonly number: number;
  /** Time until the answer of the model was complete, failed attempts included. */
  modelMs: number;
  toolMs: number;
  tokens: number;
  /** Undefined without a price. */
  costUsd?: number | undefined;
  readonly items: ReportItem[];
}

/** One agent. `before` has what came before its first step. */
export interface AgentReport {
  readonly before: ReportItem[];
  readonly steps: ReportStep[];
}

export interface RunReport {
  readonly begin: EventOf<"session.begin"> | undefined;
  readonly end: OutcomeRecord | undefined;
  readonly main: AgentReport;
  readonly verification: readonly VerifyResult[];
  /** Calls that still wait at the end, with the digest that answers them. */
  readonly waiting: EventOf<"deferral.open">["held"];
  /** Undefined where the run could not record them. */
  readonly origins: LineOrigins | undefined;
  readonly records: number;
  /** Hash of the last record. */
  readonly chain: string;
  /** Time without a process of the run, between a deferral and its resume, in ms. */
  readonly waitedMs: number;
  /** From the first record to the last, in ms. */
  readonly wholeMs: number;
}

/** All calls of an agent and its subagents, with the step that each belongs to. */
export function callsOfRun(
  run: AgentReport,
): readonly { readonly call: ReportCall; readonly step: ReportStep | undefined }[] {
  const of = (items: readonly ReportItem[], step: ReportStep | undefined): ReturnType<typeof callsOfRun> =>
    items.flatMap((item) => {
      if (item.type === "call") return [{ call: item, step }];
      return item.type === "agent" ? callsOfRun(item.run) : [];
    });
  return [...of(run.before, undefined), ...run.steps.flatMap((step) => of(step.items, step))];
}

/** The steps of an agent and of its subagents, in the order of their beginnings. */
export function stepsIn(run: AgentReport): readonly ReportStep[] {
  const nested = (items: readonly ReportItem[]): readonly ReportStep[] =>
    items.flatMap((item) => (item.type === "agent" ? stepsIn(item.run) : []));
  return [...nested(run.before), ...run.steps.flatMap((step) => [step, ...nested(step.items)])];
}
