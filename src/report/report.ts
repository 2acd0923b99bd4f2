/** The parts of a run that the page shows, made from its events. */

import { decidedBy, isAnswer, type Capability } from "../protocol/approval.ts";
import type { LineOrigins } from "../protocol/origin.ts";
import type { OutcomeRecord } from "../protocol/outcome.ts";
import type { EventOf } from "../protocol/wire.ts";
import type { VerifyResult } from "../protocol/verify.ts";
import type { Call, Step } from "../run-model/story.ts";

/** Groups of calls. The page can show one group alone. */
type CallKind = "edit" | "command" | "read" | "other";

/** Colours of the page. */
export type Tone = "good" | "wait" | "bad";

interface ShownState {
  readonly became: string;
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

export type ReportCall = ReturnType<typeof reportCall>;

/** A call as the page shows it, as far as the run came. */
export function reportCall(call: Call) {
  const { asked, judged, held, end, result } = call;
  const { capabilities = [], decision } = judged ?? {};
  const waiting = result === undefined ? held : undefined;
  const name = asked?.name ?? "";
  return {
    name,
    kind: kindOf(capabilities),
    /** JSON text as the model wrote it. */
    arguments: asked?.arguments ?? "",
    summary: waiting?.summary ?? judged?.summary ?? name,
    state: stateOf(call),
    /** Id of the rule that decided, or the person who answered. */
    rule: waiting?.rule ?? (decision && decidedBy(decision)),
    reason: waiting === undefined ? decision?.reason : waiting.reason,
    /** Paths that it asked to write. */
    writes: capabilities.flatMap((need) => (need.kind === "write" ? [need.path] : [])),
    result: result?.content,
    pictures: result?.images ?? [],
    durationMs: end?.durationMs,
    /** File of the bundle that has the whole result. */
    blob: end?.blob,
  };
}

function stateOf({ judged, held, result }: Call): CallState {
  if (result === undefined) return held === undefined ? "open" : "waits";
  const decision = judged?.decision;
  if (decision?.verdict === "reject") return "rejected";
  if (decision?.verdict === "defer") return "waits";
  if (result.isError) return "failed";
  return decision !== undefined && isAnswer(decision) ? "answered" : "done";
}

function kindOf(capabilities: readonly Capability[]): CallKind {
  const kinds = new Set(capabilities.map(({ kind }) => kind));
  if (kinds.has("write")) return "edit";
  if (kinds.has("exec")) return "command";
  return kinds.has("read") ? "read" : "other";
}

/** `say`: words of the model. `note`: words of the runner. `agent`: what a subagent did. */
export type ReportItem =
  | { readonly type: "call"; readonly call: Call }
  | { readonly type: "say" | "think" | "person"; readonly text: string }
  | { readonly type: "note"; readonly text: string; readonly tone?: "bad" | "waits" }
  | { readonly type: "agent"; readonly id: string; readonly name: string; readonly run: AgentReport };

export interface ReportStep {
  /** Anchor in the page, for example `s3` or `a1-s2`. */
  readonly id: string;
  readonly sums: Step;
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
  readonly chain: string;
  /** Time of the processes of the run, and between them, in ms. */
  readonly workedMs: number;
  readonly waitedMs: number;
}

/** All calls of an agent and its subagents, with the step that each belongs to. */
export function callsOfRun(
  run: AgentReport,
): readonly { readonly call: ReportCall; readonly step: ReportStep | undefined }[] {
  const of = (items: readonly ReportItem[], step: ReportStep | undefined): ReturnType<typeof callsOfRun> =>
    items.flatMap((item) => {
      if (item.type === "call") return [{ call: reportCall(item.call), step }];
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
