/** Plan mode's reminders for the model (at Kimi CLI's intervals), and the modes of a checkpoint to which the run goes back. */

import type { Turn } from "../../protocol/turn.ts";
import type { RunParts } from "./run-parts.ts";

/** Steps between reminders. */
const EVERY = 5;
/** Every so many reminders, the whole text is repeated. */
const WHOLE_EVERY = 5;

export const WHOLE_REMINDER =
  "Plan mode is on: nothing may be written, and only commands that read will run. Read and search until you know how the work is to be done, then send the plan with exit_plan_mode: which files change and how, in which order, what could go wrong, how it will be checked. The code has to be known, not guessed.";
const SHORT = "Plan mode is still on: read and search only, then send the plan with exit_plan_mode.";

/** The reminder at this step, if one is due. It depends on the step alone, so that a resumed run gets the same ones. */
export function planReminder(isOn: boolean, step: number): string | undefined {
  if (!isOn || (step - 1) % EVERY !== 0) return undefined;
  return ((step - 1) / EVERY) % WHOLE_EVERY === 0 ? WHOLE_REMINDER : SHORT;
}

/**
 * Restores the modes of a checkpoint, because a message such as "plan mode is off" may be forgotten there. Records each change;
 * does nothing where the modes are the same.
 */
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
