/** Going back to a checkpoint with the modes that held there: a message that says "plan mode is over" may be forgotten now. */

import type { Turn } from "../../protocol/turn.ts";
import type { Persona } from "../open/choose-agent.ts";
import type { Session } from "../open/session.ts";

export interface ModesThenParts {
  readonly session: Pick<Session, "emit" | "modesAt" | "state">;
  readonly persona: Pick<Persona, "agent">;
}

/** Records each change that takes the session's modes back; nothing where they are the same, or were put back already. */
export function restoreModes({ session, persona }: ModesThenParts): Turn["restoreModes"] {
  return async (checkpoint) => {
    const then = session.modesAt(checkpoint);
    if (then === undefined) return;
    const { mode = persona.agent.name, planMode } = session.state();
    const { mode: to = persona.agent.name } = then;
    const reason = `a D-Mail went back to checkpoint ${checkpoint}`;
    if (to !== mode) await session.emit({ type: "mode.switch", from: mode, to, reason });
    if (then.planMode !== planMode) await session.emit({ type: "plan.mode", on: then.planMode });
  };
}
