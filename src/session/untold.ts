/** What the model has not been told yet. It counts from the message that tells the model. */

import { reads } from "../protocol/readers.ts";
import type { Verification } from "../protocol/verify.ts";
import type { EventOf, PressedLimit, WireEvent } from "../protocol/wire.ts";

export interface Untold {
  readonly checks?: Verification | undefined;
  readonly stopHookUsed?: boolean | undefined;
  readonly pressed: readonly PressedLimit[];
  /** 1 when calls of the newest message were rejected: the rejections of a step count once. */
  readonly denials: 0 | 1;
}

export const NOTHING_UNTOLD: Untold = { pressed: [], denials: 0 };

/** Folds one event of the main agent. What a process left untold, the next process finds out again. */
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

/** Counts the messages of subagents with a rejected call, at once, because the main agent is not told of them. */
export function countRefused<
  S extends { readonly refused: ReadonlySet<string>; readonly spent: { readonly denials: number } },
>(state: S, { agentId, event }: EventOf<"subagent.event">): S {
  const { refused, spent } = state;
  const isRejected = event.type === "call.judged" && event.decision.verdict === "reject";
  if (event.type === "context.append" && refused.has(agentId))
    return { ...state, refused: refused.difference(new Set([agentId])) };
  if (!isRejected || refused.has(agentId)) return state;
  return { ...state, refused: new Set([...refused, agentId]), spent: { ...spent, denials: spent.denials + 1 } };
}

/** Whether a call reaches the web and was not rejected, so that its result may contain words of a page. */
export function reachesWeb({ decision, capabilities }: EventOf<"call.judged">): boolean {
  return decision.verdict !== "reject" && capabilities.some(({ kind }) => kind === "net");
}
