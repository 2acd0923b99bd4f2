/** `kimi-runner batch run`: runs a plan, and goes on with one that was begun. */

import type { BatchState } from "../../batch/results/fold.ts";
import { needsRetry } from "../../batch/results/fold.ts";
import { findBatchDir } from "../../batch/plan/batch-dir.ts";
import { readPlan } from "../../batch/plan/plan-file.ts";
import { releaseOf } from "../../batch/results/release.ts";
import { createGrounds } from "../../batch/run/grounds.ts";
import { createBatchProgress, totalLine } from "../../batch/run/progress.ts";
import { runPlan, type BatchRunEnd } from "../../batch/run/run-plan.ts";
import { stopsOf } from "../../batch/run/stops.ts";
import { requirePolicy } from "../../batch/run/plan-policy.ts";
import { systemClock } from "../../base/clock.ts";
import { configError } from "../../protocol/error.ts";
import { exitCode, STOP_SIGNALS, type StopSignal } from "../../protocol/outcome.ts";
import { stateDir } from "../../run/open/state-dir.ts";
import type { World } from "../../run/open/request.ts";
import { createLocalLedger } from "../../spending/local-ledger.ts";
import { openRepository } from "../../workspace/repository.ts";
import type { Args, Subcommand } from "../options/args.ts";
import { readRunOptions, RUN_OPTIONS } from "../options/run-options.ts";

const { "no-apply": _noApply, output: _output, ...OPTIONS_OF_TASKS } = RUN_OPTIONS;

export const batchRunCommand: Subcommand = {
  usage: "batch run <batch>",
  summary: "run the tasks of a plan; the same command goes on with what is left",
  maxArguments: 1,
  options: {
    ...OPTIONS_OF_TASKS,
    cwd: { value: "dir", help: "the repository is there instead of here" },
    shard: { value: "k", help: "only the tasks of this shard, from 1" },
    jobs: { value: "n", short: "j", help: "tasks at once (default: limits.parallel of the batch file)" },
    retry: { help: "run tasks again that need a person, or that reached a limit" },
    approve: { value: "digest|all", help: "answer held actions of waiting tasks; repeatable", multiple: true },
    reject: { value: "digest|all", help: "do not run them; repeatable", multiple: true },
    why: { value: "text", help: "told to the model; without it a rejection ends the task" },
    output: { value: "text|json", help: "what goes to standard output (default: text)" },
  },
  run: async (args, world) => {
    const dir = findBatchDir(args.positionals[0], world);
    const plan = readPlan(dir);
    const settings = readRunOptions(args, world);
    const format = args.choice("output", ["text", "json"], "text");
    const pathVar = world.env["PATH"] ?? "";
    const repository = await openRepository(settings.workbench.cwd, pathVar);
    const { limits } = await requirePolicy(plan, { workbench: settings.workbench, root: repository.root, pathVar });
    const progress = createBatchProgress({
      write: world.err,
      isTerminal: world.isTerminal === true,
      columns: () => process.stderr.columns,
      now: systemClock.monotonic,
    });
    const grounds = await createGrounds({
      repository,
      dir,
      base: plan.base,
      areCopied: settings.workbench.sandbox === "sealed",
      pathVar,
      clock: systemClock,
      warn: progress.note,
    });
    const { root } = repository;
    const stops = stopsOf(progress.note, { isPatient: true });
    try {
      const end = await runPlan({
        plan,
        dir,
        settings,
        answers: answersIn(args, world),
        grounds,
        world: { ...world, warn: progress.note },
        clock: systemClock,
        shard: countOf(args, "shard"),
        parallel: countOf(args, "jobs"),
        retry: args.has("retry"),
        limits,
        openStore: async () => createLocalLedger({ stateDir: stateDir(world), root, clock: systemClock }),
        soon: stops.soon,
        now: stops.now,
        watch: progress,
      });
      progress.close();
      if (format === "json") world.out(`${JSON.stringify(endObject(end, dir))}\n`);
      for (const line of closingLines(end)) world.err(`${line}\n`);
      return codeOf(end, stops.stoppedBy());
    } finally {
      stops.dispose();
    }
  },
};

function countOf(args: Args, name: string): number | undefined {
  const value = args.number(name);
  if (value === undefined || Number.isInteger(value)) return value;
  throw configError(`--${name} ${value} is not a whole number.`, `Give a whole number, e.g. --${name} 4.`);
}

function answersIn(args: Args, { env }: World): Parameters<typeof runPlan>[0]["answers"] {
  const by = env["USER"] ?? "the local user";
  return { approve: args.all("approve"), reject: args.all("reject"), why: args.text("why"), by };
}

function closingLines({ state, why, reason }: BatchRunEnd): readonly string[] {
  const release = releaseOf(state);
  const again = state.tasks.filter(needsRetry).length;
  return [
    totalLine(state),
    ...(why === "refused" ? [`stopped, because every task would end so: ${reason}`] : []),
    ...(why === "stopped" ? ["stopped; the same command goes on"] : []),
    ...(why === "money" ? ["the rest has no money: total_usd or the limit of the day is used up"] : []),
    ...(release === undefined
      ? []
      : [`${release.left} tasks wait for a release after the canary: ${release.digest.slice(0, 12)}`]),
    ...(again === 0 ? [] : [`${again} ${again === 1 ? "task needs" : "tasks need"} a look; --retry runs them again`]),
  ];
}

/** The object of `--output json`. */
function endObject({ state, why, reason }: BatchRunEnd, dir: string): object {
  const { plan, tasks, spentUsd } = state;
  const counts: Record<string, number> = {};
  for (const { state: name } of tasks) counts[name] = (counts[name] ?? 0) + 1;
  return {
    batch: plan.id,
    dir,
    end: why,
    ...(reason === undefined ? {} : { reason }),
    counts,
    spentUsd,
    tasks: tasks.map(({ task, state: name, attempt, result }) => ({
      id: task.id,
      title: task.title,
      state: name,
      attempt,
      outcome: result?.outcome ?? null,
      reason: result?.reason ?? "",
      bundle: result?.bundle ?? null,
      costUsd: result?.costUsd ?? null,
    })),
  };
}

function codeOf({ state, why }: BatchRunEnd, stoppedBy: StopSignal | undefined): number {
  if (why === "stopped") return STOP_SIGNALS[stoppedBy ?? "SIGINT"];
  if (why === "refused") return exitCode("config_error");
  if (hasFailed(state)) return 1;
  return why === "money" ? exitCode("limit_cost") : 0;
}

function hasFailed({ tasks }: BatchState): boolean {
  return tasks.some(needsRetry);
}
