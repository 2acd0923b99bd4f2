/** The name of a task for people. Tasks of a comparison have the same title, and differ in prompt, model and repetition. */

import type { PlannedTask } from "./batch-plan.ts";

type TaskNames = Pick<PlannedTask, "title" | "variant" | "model" | "repeat">;

/** `src/a.ts`, or `src/a.ts (short, kimi/k2, run 3)`: one line of foreign text. */
export function taskLabel({ title, variant, model, repeat }: TaskNames, group?: string): string {
  const parts = [variant, model, repeat === undefined ? undefined : `run ${repeat}`, group];
  const known = parts.filter((part) => part !== undefined);
  return known.length === 0 ? title : `${title} (${known.join(", ")})`;
}
