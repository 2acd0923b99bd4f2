/** `kimi-runner batch status <batch>`: prints how many tasks are done, wait, failed and are left, and the money spent. It only reads. */

import { bundlePatches } from "../../batch/results/predictions.ts";
import { writeReports } from "../../batch/results/write-reports.ts";
import { join, resolve } from "node:path";
import { findBatchDir } from "../../batch/plan/batch-dir.ts";
import { readPlan } from "../../batch/plan/plan-file.ts";
import { foldResults } from "../../batch/results/fold.ts";
import { readResults } from "../../batch/results/results-file.ts";
import { statusText } from "../../batch/results/status.ts";
import type { Subcommand } from "../options/args.ts";

export const batchStatusCommand: Subcommand = {
  usage: "batch status <batch>",
  summary: "say which tasks of a batch are done, waiting, failed and left, and what was spent",
  maxArguments: 1,
  options: {
    reports: { value: "folder", help: "write report.md, report.csv, junit.xml, retry.txt and preds.jsonl there" },
  },
  run: async (args, world) => {
    const dir = findBatchDir(args.positionals[0] ?? "latest", world);
    const state = foldResults(readPlan(dir), readResults(dir));
    world.out(`${statusText(state)}\n`);
    const reports = args.text("reports");
    if (reports === undefined) return 0;
    const folder = resolve(world.cwd, reports);
    for (const name of writeReports(folder, state, bundlePatches(dir))) world.err(`report: ${join(folder, name)}\n`);
    return 0;
  },
};
