/** How a task is named to people: tasks of a comparison share their title, and differ in prompt, model and repetition. */

import type { PlannedTask } from "./batch-plan.ts";

type TaskNames = Pick<PlannedTask, "title" | "variant" | "model" | "repeat">;

/** `src/a.ts`, or `src/a.ts (short, kimi/k2, run 3)`. One line of foreign text. */
export function taskLabel({ title, variant, model, repeat }: TaskNames, group?: string): string {
  const cell = [variant, model, repeat === undefined ? undefined : `run ${repeat}`, group];
  const known = cell.filter((part) => part !== undefined);
  return known.length === 0 ? title : `${title} (${known.join(", ")})`;
}
