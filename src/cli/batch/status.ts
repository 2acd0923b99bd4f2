/** `kimi-runner batch status <batch>`: what is done, waiting, failed and left, and what was spent. Reads only. */

import { findBatchDir } from "../../batch/plan/batch-dir.ts";
import { readPlan } from "../../batch/plan/plan-file.ts";
import { foldResults } from "../../batch/results/fold.ts";
import { readResults } from "../../batch/results/results-file.ts";
import { statusText } from "../../batch/results/status.ts";
import type { Subcommand } from "../options/args.ts";

export const batchStatusCommand: Subcommand = {
  usage: "batch status <batch>",
  summary: "say what of a batch is done, waiting, failed and left, and what was spent",
  maxArguments: 1,
  options: {},
  run: async ({ positionals: [name = "latest"] }, world) => {
    const dir = findBatchDir(name, world);
    world.out(`${statusText(foldResults(readPlan(dir), readResults(dir)))}\n`);
    return 0;
  },
};
