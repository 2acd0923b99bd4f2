/** `kimi-runner batch plan <file>`: what a batch would do and may cost. Asks no model. */

import { resolve } from "node:path";
import { defaultBatchDir } from "../../batch/plan/batch-dir.ts";
import { planListing } from "../../batch/plan/listing.ts";
import { BATCH_FOLDER, openPlan } from "../../batch/plan/open-plan.ts";
import { planText } from "../../batch/plan/plan-file.ts";
import { systemClock } from "../../base/clock.ts";
import { beginBatch } from "../../batch/results/begin-batch.ts";
import { configError } from "../../protocol/error.ts";
import type { Subcommand } from "../options/args.ts";
import { WORKBENCH_OPTIONS } from "../options/run-options.ts";
import { inputIn, SOURCE_OPTIONS } from "./source-options.ts";
import { readRunOptions } from "../options/run-options.ts";

export const batchPlanCommand: Subcommand = {
  usage: "batch plan <file or name>",
  summary: "list the tasks of a batch, with what they may cost, and write the plan; asks no model",
  maxArguments: 1,
  options: {
    ...WORKBENCH_OPTIONS,
    dir: { value: "folder", help: "the batch's folder (default: batch/<id> in the user's state folder)" },
    all: { help: "list every task" },
    json: { help: "print plan.json" },
    ...SOURCE_OPTIONS,
  },
  run: async (args, world) => {
    const [file] = args.positionals;
    if (file === undefined) throw configError("There is no batch file.", `Give one, or its name in ${BATCH_FOLDER}.`);
    const { workbench } = readRunOptions(args, world);
    const { plan, duplicates } = await openPlan({
      file,
      world,
      workbench,
      clock: systemClock,
      input: inputIn(args, world),
    });
    const dir = args.text("dir");
    const chosen = dir === undefined ? defaultBatchDir(world, plan.id) : resolve(world.cwd, dir);
    const { path, takenOver } = beginBatch(chosen, plan);
    if (args.has("json")) world.out(planText(plan));
    else world.out(`${planListing(plan, { duplicates, all: args.has("all") })}\n`);
    if (takenOver > 0) world.err(`${takenOver} done already, under an earlier plan of this batch\n`);
    world.err(`plan: ${path}\n`);
    return 0;
  },
};
