/** `kimi-runner batch plan <file>`: lists what a batch would do and may cost. It asks no model. */

import { planListing } from "../../batch/plan/listing.ts";
import { BATCH_FOLDER } from "../../batch/plan/open-plan.ts";
import { planText } from "../../batch/plan/plan-file.ts";
import { configError } from "../../protocol/error.ts";
import type { Subcommand } from "../options/args.ts";
import { MODEL_OPTIONS, readRunOptions, WORKBENCH_OPTIONS } from "../options/run-options.ts";
import { beginPlan, PLAN_OPTIONS } from "./begin-plan.ts";

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
