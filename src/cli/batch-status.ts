/** `kimi-runner batch status <folder|id>`: what is done, waiting, failed and left, and what was spent. Reads only. */

import { findBatchDir } from "../batch/plan/batch-dir.ts";
import { readPlan } from "../batch/plan/plan-file.ts";
import { foldResults } from "../batch/results/fold.ts";
import { readResults } from "../batch/results/results-file.ts";
import { statusText } from "../batch/results/status.ts";
import type { World } from "../run/open/request.ts";
import type { Args } from "./options/args.ts";

export async function batchStatus(args: Args, world: World): Promise<number> {
  const dir = findBatchDir(args.text("dir") ?? args.positionals[1] ?? "latest", world);
  world.out(`${statusText(foldResults(readPlan(dir), readResults(dir)))}\n`);
  return 0;
}
