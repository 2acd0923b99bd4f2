/** `kimi-runner batch plan <file>`: what a batch would do and may cost. Asks no model. */

import { resolve } from "node:path";
import { defaultBatchDir } from "../batch/plan/batch-dir.ts";
import { planListing } from "../batch/plan/listing.ts";
import { BATCH_FOLDER, openPlan } from "../batch/plan/open-plan.ts";
import { planText, writePlan } from "../batch/plan/plan-file.ts";
import { configError } from "../protocol/error.ts";
import type { World } from "../run/open/request.ts";
import type { Args } from "./options/args.ts";

export async function batchPlan(args: Args, world: World): Promise<number> {
  const [, file] = args.positionals;
  if (file === undefined) throw configError("There is no batch file.", `Give one, or its name in ${BATCH_FOLDER}.`);
  const choice = { cwd: world.cwd, policyPath: args.text("policy"), profile: args.text("profile") };
  const { plan, duplicates } = await openPlan({ file, world, ...choice });
  const dir = args.text("dir");
  const path = writePlan(dir === undefined ? defaultBatchDir(world, plan.id) : resolve(world.cwd, dir), plan);
  if (args.has("json")) world.out(planText(plan));
  else world.out(`${planListing(plan, { duplicates, all: args.has("all") })}\n`);
  world.err(`plan: ${path}\n`);
  return 0;
}
