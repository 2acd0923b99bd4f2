/** Plan mode for the model: what it is, and reminders so that a long search does not forget it (Kimi CLI's intervals). */

/** Steps between reminders. */
const EVERY = 5;
/** Every so many reminders the whole text again. */
const WHOLE_EVERY = 5;

export const WHOLE_REMINDER =
  "Plan mode is on: nothing may be written, and only commands that read will run. Read and search until you know how the work is to be done, then send the plan with exit_plan_mode: which files change and how, in which order, what could go wrong, how it will be checked. The code has to be known, not guessed.";
const SHORT = "Plan mode is still on: read and search only, then send the plan with exit_plan_mode.";

/** The reminder at this step of the run, if one is due. Depends on nothing but the step, so that a resume reminds alike. */
export function planReminder(isOn: boolean, step: number): string | undefined {
  if (!isOn || (step - 1) % EVERY !== 0) return undefined;
  return ((step - 1) / EVERY) % WHOLE_EVERY === 0 ? WHOLE_REMINDER : SHORT;
}
