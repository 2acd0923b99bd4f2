/** Going back to a checkpoint with the modes that held there: a message that says "plan mode is over" may be forgotten now. */

import type { Turn } from "../../protocol/turn.ts";
import type { RunParts } from "./run-parts.ts";

/** Records each change that takes the session's modes back; nothing where they are the same, or were put back already. */
export function restoreModes({ session, agent }: Pick<RunParts, "session" | "agent">): Turn["restoreModes"] {
  return async (checkpoint) => {
    const then = session.modesAt(checkpoint);
    if (then === undefined) return;
    const { mode = agent.spec.name, planMode } = session.state();
    const { mode: to = agent.spec.name } = then;
    const reason = `a D-Mail went back to checkpoint ${checkpoint}`;
    if (to !== mode) await session.emit({ type: "mode.switch", from: mode, to, reason });
    if (then.planMode !== planMode) await session.emit({ type: "plan.mode", on: then.planMode });
  };
}
