/** `kimi-runner batch plan <file>`: lists what a batch would do and may cost. It asks no model. `batch run` plans in the same way. */

import { resolve } from "node:path";
import { defaultBatchDir } from "../../batch/plan/batch-dir.ts";
import { planListing } from "../../batch/plan/listing.ts";
import { BATCH_FOLDER, INPUT_FORMATS, openPlan } from "../../batch/plan/open-plan.ts";
import { planText } from "../../batch/plan/plan-file.ts";
import { beginBatch } from "../../batch/results/begin-batch.ts";
import { systemClock } from "../../base/clock.ts";
import { configError } from "../../protocol/error.ts";
import type { RunSettings, World } from "../../run/open/request.ts";
import type { Args, Options, Subcommand } from "../options/args.ts";
import { MODEL_OPTIONS, readRunOptions, WORKBENCH_OPTIONS } from "../options/run-options.ts";

export const PLAN_OPTIONS: Options = {
  dir: { value: "folder", help: "the batch's folder (default: batch/<id> in the user's state folder)" },
  source: { value: "file", help: "take the tasks from this file instead of the batch file's source" },
  format: { value: INPUT_FORMATS, help: "the format of that file (default: jsonl)" },
};

export const batchPlanCommand: Subcommand = {
  usage: "batch plan <file or name>",
  summary: "list the tasks of a batch and what they may cost, and write the plan; asks no model",
  maxArguments: 1,
  options: {
    ...WORKBENCH_OPTIONS,
    ...MODEL_OPTIONS,
    all: { help: "list every task" },
    json: { help: "print plan.json" },
    ...PLAN_OPTIONS,
  },
  run: async (args, world) => {
    const [file] = args.positionals;
    if (file === undefined) throw configError("No batch file was given.", `Give one, or its name in ${BATCH_FOLDER}.`);
    const settings = readRunOptions(args, world);
    const { plan, duplicates } = await beginPlan(file, args, { ...settings, world });
    if (args.has("json")) world.out(planText(plan));
    else world.out(`${planListing(plan, { duplicates, all: args.has("all") })}\n`);
    return 0;
  },
};

/** Plans a batch file and begins the batch in its folder. Throws what planning throws. */
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
