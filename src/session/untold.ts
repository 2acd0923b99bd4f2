/**
 * What was found out and the model was not told of yet: failed checks, a hook's objection, a limit that is pressed, rejections.
 * It counts once the model was told, so that a process that takes the session up tells it.
 */

import { reads } from "../protocol/readers.ts";
import type { Verification } from "../protocol/verify.ts";
import type { EventOf, PressedLimit, WireEvent } from "../protocol/wire.ts";

export interface Untold {
  readonly checks?: Verification | undefined;
  readonly stopHookUsed?: boolean | undefined;
  readonly pressed: readonly PressedLimit[];
  /** 1 when calls of the newest message were rejected: rejections count once for a step. */
  readonly denials: 0 | 1;
}

export const NOTHING_UNTOLD: Untold = { pressed: [], denials: 0 };

/** One event of the main agent folded in. What a process left untold is found out again by the next. */
export function foldUntold(untold: Untold, event: WireEvent): Untold {
  if (!reads("untold", event)) return untold;
  switch (event.type) {
    case "verify.end": {
      const { round: rounds, passed, results } = event;
      return { ...untold, checks: { rounds, passed, results } };
    }
    case "hook.end":
      return event.event === "Stop" && event.action === "block" ? { ...untold, stopHookUsed: true } : untold;
    case "limit.pressed":
      return { ...untold, pressed: [...untold.pressed, event.limit] };
    case "call.judged":
      return event.decision.verdict === "reject" ? { ...untold, denials: 1 } : untold;
    case "context.append":
    case "turn.begin":
    case "session.resume":
      return NOTHING_UNTOLD;
  }
}

/** Subagents whose newest message has a rejected call. One more in the set is one more denial of the run. */
export function foldRefused(
  refused: ReadonlySet<string>,
  { agentId, event }: EventOf<"subagent.event">,
): ReadonlySet<string> {
  const isRefused = event.type === "call.judged" && event.decision.verdict === "reject";
  const isTold = event.type === "context.append";
  if (isRefused === refused.has(agentId) || !(isRefused || isTold)) return refused;
  return isRefused ? new Set([...refused, agentId]) : new Set([...refused].filter((other) => other !== agentId));
}

/** Counts what a subagent is refused. Its parent is not told, so it counts at once. */
export function countRefused<
  S extends { readonly refused: ReadonlySet<string>; readonly spent: { readonly denials: number } },
>(state: S, event: EventOf<"subagent.event">): S {
  const refused = foldRefused(state.refused, event);
  if (refused === state.refused) return state;
  const denials = state.spent.denials + (refused.size > state.refused.size ? 1 : 0);
  return { ...state, refused, spent: { ...state.spent, denials } };
}

/** Whether a call that was not rejected asks for something of the web: its answer may be the words of a page. */
export function reachesWeb({ decision, capabilities }: EventOf<"call.judged">): boolean {
  return decision.verdict !== "reject" && capabilities.some(({ kind }) => kind === "net");
}
