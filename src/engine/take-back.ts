/** Takes back what calls changed in the workspace while plan mode was on: their approval rests on words, and the plan on these files. */

import type { Turn } from "../protocol/turn.ts";

/** Restores the tree if the workspace differs. Returns the note for the model; undefined where nothing had changed. */
export async function takeBack({ workspace, emit }: Pick<Turn, "workspace" | "emit">, tree: string) {
  if ((await workspace.snapshot()) === tree) return undefined;
  await workspace.restore(tree);
  await emit({ type: "warning", text: "A command changed files in plan mode; they are as before." });
  return "Plan mode is on: a call of this message changed files of the workspace. They are as before, and every process has ended.";
}
