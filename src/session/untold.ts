/**
 * What was found out and the model was not told of yet: failed checks, a hook's objection, a limit that is pressed, rejections.
 * It counts once the model was told, so that a process that takes the session up tells it.
 */

import { reads } from "../protocol/readers.ts";
import type { PressedLimit, Verification, WireEvent } from "../protocol/wire.ts";

export interface Untold {
  readonly checks?: Verification | undefined;
  readonly stopHookUsed?: boolean | undefined;
  readonly pressed: readonly PressedLimit[];
  readonly denials: number;
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
      return event.decision.verdict === "reject" ? { ...untold, denials: untold.denials + 1 } : untold;
    case "context.append":
    case "turn.begin":
    case "session.resume":
      return NOTHING_UNTOLD;
  }
}
