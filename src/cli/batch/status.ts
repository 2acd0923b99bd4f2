/** `kimi-runner batch status` and `batch compare`: say how far a batch is, and how its models and prompts compare. They only read. */

import { basename, dirname, join, resolve } from "node:path";
import { compareTasks, comparisonText, differencesTo, type Comparison } from "../../batch/compare/comparison.ts";
import { findBatchDir } from "../../batch/plan/batch-dir.ts";
import { readPlan } from "../../batch/plan/plan-file.ts";
import { foldResults } from "../../batch/results/fold.ts";
import { bundlePatches } from "../../batch/results/predictions.ts";
import { readResults, RESULTS_FILE } from "../../batch/results/results-file.ts";
import { statusText } from "../../batch/results/status.ts";
import { writeReports } from "../../batch/results/write-reports.ts";
import type { World } from "../../run/open/request.ts";
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

export const batchCompareCommand: Subcommand = {
  usage: "batch compare <batch>",
  summary: "compare the models and prompts of a batch in a table with 95 % intervals, next to a baseline",
  maxArguments: 1,
  options: {
    baseline: {
      value: "results.jsonl",
      help: "another batch; exit code 1 if this one is worse beyond chance, 2 if nothing can be compared",
    },
    json: { help: "print one JSON object" },
  },
  run: async (args, world) => {
    const now = comparisonIn(args.positionals[0] ?? "latest", world);
    const baseline = args.text("baseline");
    const differences = baseline === undefined ? [] : differencesTo(comparisonIn(baseline, world), now);
    if (args.has("json"))
      world.out(`${JSON.stringify({ ...now, ...(baseline === undefined ? {} : { differences }) })}\n`);
    else world.out(`${comparisonText(now, differences)}\n`);
    if (differences.length > 0 && differences.every(({ kind }) => kind === "none")) return 2;
    return differences.some(({ kind }) => kind === "worse") ? 1 : 0;
  },
};

/** The comparison within a batch. A results file stands for the batch in its folder, whose plan says which task is which. */
function comparisonIn(name: string, world: World): Comparison {
  const isFile = basename(name) === RESULTS_FILE;
  const dir = isFile ? dirname(resolve(world.cwd, name)) : findBatchDir(name, world);
  return compareTasks(foldResults(readPlan(dir), readResults(dir)));
}
