/** What people are told about a run, folded from its events: the same facts feed the live comment and the final texts. */

import type { Rung } from "../../protocol/cell.ts";
import type { Limits, SpendingTotals } from "../../protocol/limits.ts";
import { totalTokens } from "../../protocol/model.ts";
import type { AgentChoice } from "../../protocol/subagent.ts";
import type { HeldCall, JournalRecord, OutcomeRecord, Todo, WireEvent } from "../../protocol/wire.ts";
import { foldApproved, NOTHING_APPROVED, type ApprovedChanges } from "./approved-changes.ts";
import { foldHeldBatch, NOTHING_HELD, type HeldBatch } from "./held-calls.ts";

/** A call that was not simply approved. */
interface Objection {
  readonly verdict: "reject" | "defer";
  readonly summary: string;
  readonly rule: string;
  readonly reason?: string | undefined;
}

export interface RunFacts {
  readonly sessionId: string;
  /** How many runs started each other before this one. */
  readonly depth: number;
  readonly model: string;
  /** What the run was started as, where that was said; of modes the one that is on. */
  readonly choice?: AgentChoice | undefined;
  readonly limits?: Limits | undefined;
  readonly rung?: Rung | undefined;
  readonly probes: { readonly held: number; readonly all: number };
  readonly step: number;
  readonly costUsd: number;
  /** What runs cost together, where that is limited; known at the end. */
  readonly totals?: SpendingTotals | undefined;
  readonly tokens: number;
  readonly todos: readonly Todo[];
  /** What the last judged call does. */
  readonly doing?: string | undefined;
  readonly objections: readonly Objection[];
  readonly approved: ApprovedChanges;
  readonly held: readonly HeldCall[];
  readonly asked: HeldBatch;
  readonly assumptions: readonly string[];
  readonly warnings: readonly string[];
  /** Set once the run has ended. */
  readonly outcome?: OutcomeRecord | undefined;
}

export const NO_FACTS: RunFacts = {
  sessionId: "",
  depth: 0,
  model: "",
  probes: { held: 0, all: 0 },
  step: 0,
  costUsd: 0,
  tokens: 0,
  todos: [],
  objections: [],
  approved: NOTHING_APPROVED,
  held: [],
  asked: NOTHING_HELD,
  assumptions: [],
  warnings: [],
};

/** The facts after one more record of the journal. Returns the same object when it tells people nothing. */
export function foldRecord(facts: RunFacts, { event, time }: Pick<JournalRecord, "event" | "time">): RunFacts {
  return foldWith(facts, event, time);
}

/** As `foldRecord`, where nobody knows when it happened. */
export function foldFacts(facts: RunFacts, event: WireEvent): RunFacts {
  return foldWith(facts, event, undefined);
}

function foldWith(facts: RunFacts, event: WireEvent, time: string | undefined): RunFacts {
  const asked = foldHeldBatch(facts.asked, event, time);
  const approved = foldApproved(facts.approved, event.type === "subagent.event" ? event.event : event);
  const isSame = asked === facts.asked && approved === facts.approved;
  return foldEvent(isSame ? facts : { ...facts, asked, approved }, event);
}

function foldEvent(facts: RunFacts, event: WireEvent): RunFacts {
  switch (event.type) {
    case "session.begin": {
      const { sessionId, model, choice, limits, origin } = event;
      return { ...facts, sessionId, depth: origin?.depth ?? 0, model, choice, limits };
    }
    case "mode.switch":
      return { ...facts, choice: { kind: "mode", name: event.to } };
    case "session.resume":
      return { ...facts, rung: event.rung, held: [], outcome: undefined };
    case "cell.open": {
      const held = event.probes.filter((probe) => probe.held).length;
      return { ...facts, rung: event.rung, probes: { held, all: event.probes.length } };
    }
    case "step.begin":
      return { ...facts, step: facts.step + 1 };
    case "subagent.event":
      return isUse(event.event) ? foldEvent(facts, event.event) : facts;
    case "compaction.end":
    case "model.wasted":
    case "closing.usage":
    case "step.usage": {
      if (event.usage === undefined) return facts;
      return {
        ...facts,
        tokens: facts.tokens + totalTokens(event.usage),
        costUsd: facts.costUsd + (event.costUsd ?? 0),
      };
    }
    case "call.judged": {
      const { verdict, rule, reason } = event.decision;
      if (verdict === "approve") return { ...facts, doing: event.summary };
      const objection = { verdict, summary: event.summary, rule, reason };
      return { ...facts, objections: [...facts.objections, objection] };
    }
    case "todo.update":
      return { ...facts, todos: event.todos };
    case "assumption.made":
      return { ...facts, assumptions: [...facts.assumptions, event.question] };
    case "deferral.open":
      return { ...facts, held: event.held };
    case "deferral.answer":
      return { ...facts, held: facts.held.filter(({ digest }) => digest !== event.digest) };
    case "warning":
      return { ...facts, warnings: [...facts.warnings, event.text] };
    case "session.end": {
      const { type: _type, ...outcome } = event;
      return { ...facts, outcome };
    }
    default:
      return facts; // of no interest to people in a thread
  }
}

/** What a subagent uses and is refused counts for the run. */
function isUse(event: WireEvent): boolean {
  return ["step.begin", "step.usage", "model.wasted", "compaction.end", "call.judged"].includes(event.type);
}
