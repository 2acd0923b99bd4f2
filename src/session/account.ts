/** What the agents of a run use together, as a fold over the journal: model calls, tokens, money; of subagents all of it. */

import { addUsage, type TokenUsage } from "../protocol/model.ts";
import type { Spent } from "../protocol/turn.ts";
import type { WireEvent } from "../protocol/wire.ts";
import { foldUntold, NOTHING_UNTOLD } from "./untold.ts";

interface Account {
  readonly spent: Spent;
  /** False as soon as a call had no known price. */
  readonly priced: boolean;
}

/** One event folded in. Of what a subagent is refused its parent is told nothing, so that it counts at once. */
export function foldAccount<S extends Account>(state: S, event: WireEvent): S {
  if (event.type !== "subagent.event") return foldSpent(state, event);
  const { denials } = foldUntold(NOTHING_UNTOLD, event.event);
  if (denials === 0) return foldSpent(state, event.event);
  return { ...state, spent: { ...state.spent, denials: state.spent.denials + denials } };
}

function foldSpent<S extends Account>(state: S, event: WireEvent): S {
  switch (event.type) {
    case "step.begin":
      return withStep(state);
    case "closing.usage":
      return charged(withStep(state), event);
    case "step.usage":
    case "model.wasted":
    case "compaction.end":
      return charged(state, event);
    default:
      return state;
  }
}

function withStep<S extends Account>(state: S): S {
  return { ...state, spent: { ...state.spent, steps: state.spent.steps + 1 } };
}

type Paid = { readonly usage?: TokenUsage | undefined; readonly costUsd?: number | undefined };

function charged<S extends Account>(state: S, { usage, costUsd }: Paid): S {
  if (usage === undefined) return state;
  const { spent } = state;
  return {
    ...state,
    spent: { ...spent, usage: addUsage(spent.usage, usage), costUsd: spent.costUsd + (costUsd ?? 0) },
    priced: state.priced && costUsd !== undefined,
  };
}
