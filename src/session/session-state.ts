/** The counters and open questions of a session as a fold over its journal: what a resume starts from. */

import { addUsage, NO_USAGE, type TokenUsage } from "../protocol/model.ts";
import type { Spent } from "../protocol/turn.ts";
import type { HeldCall, OutcomeRecord, Todo, WireEvent } from "../protocol/wire.ts";

/** The newest of a path stands for it; a run of a thousand reads does not remember a thousand facts of one file. */
export type SeenFact = Extract<WireEvent, { type: "file.seen" }>;

export interface SessionState {
  readonly begin: Extract<WireEvent, { type: "session.begin" }> | undefined;
  readonly system: string;
  readonly spent: Spent;
  /** False as soon as a step had no known price: a sum would be a lie. */
  readonly priced: boolean;
  readonly todos: readonly Todo[];
  /** Trees in the order they were taken; the first is the workspace at the start. */
  readonly snapshots: readonly string[];
  /** What the model knows of which file, in order. */
  readonly seen: readonly SeenFact[];
  readonly held: readonly HeldCall[];
  readonly outcome: OutcomeRecord | undefined;
}

export const EMPTY_STATE: SessionState = {
  begin: undefined,
  system: "",
  spent: { steps: 0, usage: NO_USAGE, costUsd: 0, denials: 0 },
  priced: true,
  todos: [],
  snapshots: [],
  seen: [],
  held: [],
  outcome: undefined,
};

/** One event folded in. Pure; feed it the journal in order. */
export function foldState(state: SessionState, event: WireEvent): SessionState {
  switch (event.type) {
    case "session.begin":
      return { ...state, begin: event };
    case "session.resume":
      return { ...state, outcome: undefined };
    case "context.system":
      return { ...state, system: event.text };
    case "step.begin":
      return { ...state, spent: { ...state.spent, steps: event.step } };
    case "step.usage":
    case "compaction.end":
      if (event.usage === undefined) return state;
      return {
        ...state,
        spent: charge(state.spent, event.usage, event.costUsd),
        priced: state.priced && event.costUsd !== undefined,
      };
    case "call.judged":
      if (event.decision.verdict !== "reject") return state;
      return { ...state, spent: { ...state.spent, denials: state.spent.denials + 1 } };
    case "todo.update":
      return { ...state, todos: event.todos };
    case "workspace.snapshot":
      return { ...state, snapshots: [...state.snapshots, event.tree] };
    case "file.seen":
      return { ...state, seen: [...state.seen.filter(({ path }) => path !== event.path), event] };
    case "deferral.open":
      return { ...state, held: event.held };
    case "deferral.answer":
      return { ...state, held: state.held.filter(({ digest }) => digest !== event.digest) };
    case "session.end":
      return { ...state, outcome: event };
    case "context.append":
    case "context.checkpoint":
    case "context.revert":
    case "context.clear":
    case "context.usage":
    case "context.prune":
    case "compaction.begin":
    case "step.retry":
    case "tool.begin":
    case "tool.end":
    case "repetition.notice":
    case "cell.open":
    case "assumption.made":
    case "warning":
      return state;
  }
}

function charge(spent: Spent, usage: TokenUsage, costUsd: number | undefined): Spent {
  return { ...spent, usage: addUsage(spent.usage, usage), costUsd: spent.costUsd + (costUsd ?? 0) };
}
