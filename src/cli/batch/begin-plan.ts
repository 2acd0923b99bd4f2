/** Plans a batch file and begins the batch in its folder, for `batch plan` and `batch run`. */

import { resolve } from "node:path";
import { defaultBatchDir } from "../../batch/plan/batch-dir.ts";
import { INPUT_FORMATS, openPlan } from "../../batch/plan/open-plan.ts";
import { beginBatch } from "../../batch/results/begin-batch.ts";
import { systemClock } from "../../base/clock.ts";
import type { RunSettings, World } from "../../run/open/request.ts";
import type { Args, Options } from "../options/args.ts";

export const PLAN_OPTIONS: Options = {
  dir: { value: "folder", help: "the batch's folder (default: batch/<id> in the user's state folder)" },
  source: { value: "file", help: "take the tasks from this file instead of the batch file's source" },
  format: { value: INPUT_FORMATS, help: "the format of that file (default: jsonl)" },
};

/** Throws what planning throws. */
export async function beginPlan(
  file: string,
  args: Args,
  { workbench, model, agent, world }: Pick<RunSettings, "workbench" | "model" | "agent"> & { readonly world: World },
) {
  const source = args.text("source");
  const path = source === undefined ? undefined : resolve(world.cwd, source);
  const input = path === undefined ? undefined : { path, format: args.choice("format", INPUT_FORMATS, "jsonl") };
  const opened = await openPlan({ workbench, model, agent, file, world, clock: systemClock, input });
  const chosen = args.text("dir");
  const dir = chosen === undefined ? defaultBatchDir(world, opened.plan.id) : resolve(world.cwd, chosen);
  const begun = beginBatch(dir, opened.plan);
  if (begun.takenOver > 0) world.err(`${begun.takenOver} done already, under an earlier plan of this batch\n`);
  world.err(`plan: ${begun.path}\n`);
  return { ...opened, dir };
}
