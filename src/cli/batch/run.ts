/** `kimi-runner batch run`: runs a plan, or continues one that was begun. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { foldResults, needsRetry } from "../../batch/results/fold.ts";
import { findBatchDir } from "../../batch/plan/batch-dir.ts";
import { PLAN_FILE, readPlan } from "../../batch/plan/plan-file.ts";
import { openForPlan } from "../../batch/plan/plan-terms.ts";
import { approveRelease, releaseOf } from "../../batch/results/release.ts";
import { bundlePatches } from "../../batch/results/predictions.ts";
import { readResults } from "../../batch/results/results-file.ts";
import { writeReports } from "../../batch/results/write-reports.ts";
import { heldActions, unknownAnswers } from "../../batch/run/held-answers.ts";
import { createBatchProgress, totalLine } from "../../batch/run/progress.ts";
import { runPlan, type BatchRunEnd } from "../../batch/run/run-plan.ts";
import { systemClock } from "../../base/clock.ts";
import { plainText } from "../../base/plain-text.ts";
import { counted } from "../../base/words.ts";
import { configError, RunnerError } from "../../protocol/error.ts";
import { exitCode, STOP_SIGNALS, type StopSignal } from "../../protocol/outcome.ts";
import { stateDir } from "../../run/open/state-dir.ts";
import type { RunSettings, World } from "../../run/open/request.ts";
import type { Args, Subcommand } from "../options/args.ts";
import { readRunOptions, RUN_OPTIONS } from "../options/run-options.ts";
import { beginPlan, PLAN_OPTIONS } from "./begin-plan.ts";

const { "no-apply": _noApply, output: _output, ...OPTIONS_OF_TASKS } = RUN_OPTIONS;

export const batchRunCommand: Subcommand = {
  usage: "batch run <file, name or batch>",
  summary: "run the tasks of a plan; the same command continues with what is left",
  cleansItself: true,
  maxArguments: 1,
  options: {
    ...OPTIONS_OF_TASKS,
    cwd: { value: "dir", help: "the repository is there instead of here" },
    shard: { value: "k", help: "only the tasks of this shard, from 0" },
    jobs: { value: "n", short: "j", help: "tasks at once (default: limits.parallel of the batch file)" },
    retry: { help: "run tasks that need a person or reached a limit again" },
    approve: { value: "digest|all", help: "answer held actions of waiting tasks; repeatable", multiple: true },
    reject: { value: "digest|all", help: "do not run them; repeatable", multiple: true },
    why: { value: "text", help: "the reason, which the model reads; without it, a rejection ends the task" },
    ...PLAN_OPTIONS,
    output: { value: ["text", "json"], help: "what goes to standard output (default: text)" },
  },
  run: async (args, world) => {
    const settings = readRunOptions(args, world);
    const { plan, dir } = await planOf(args, settings, world);
    const { repository, limits } = await openForPlan(plan, settings, world);
    const format = args.choice("output", ["text", "json"], "text");
    const progress = createBatchProgress({
      write: world.err,
      columns: world.terminalColumns,
      now: systemClock.monotonic,
    });
    const { root } = repository;
    const answers = {
      approve: args.all("approve"),
      reject: args.all("reject"),
      why: args.text("why"),
      by: world.env["USER"] ?? "the local user",
    };
    const at = new Date(systemClock.now()).toISOString();
    if (approveRelease(dir, plan, { digests: answers.approve, by: answers.by, at }))
      progress.note("The rest of the batch is released.");
    for (const digest of unknownAnswers(answers, foldResults(plan, readResults(dir)), dir))
      progress.note(`No waiting action and no release has the digest ${digest}, of which 8 digits are needed.`);
    using stops = stopsOf(progress.note);
    const end = await runPlan({
      plan,
      dir,
      settings,
      answers,
      repository,
      world: { ...world, warn: progress.note },
      clock: systemClock,
      shard: args.count("shard", 0),
      parallel: jobsOf(args),
      retry: args.has("retry"),
      limits,
      openStore: async () => {
        const { createLocalLedger } = await import("../../spending/local-ledger.ts");
        return createLocalLedger({ stateDir: stateDir(world), root, clock: systemClock });
      },
      soon: stops.soon,
      now: stops.now,
      watch: progress,
    });
    progress.close();
    writeReports(dir, end.state, bundlePatches(dir));
    if (format === "json") world.out(`${JSON.stringify(endObject(end, dir))}\n`);
    for (const line of closingLines(end, dir)) world.err(`${plainText(line)}\n`);
    world.err(`report: ${join(dir, "report.md")}\n`);
    return codeOf(end, stops.stoppedBy());
  },
};

/** The signals of a batch. The first interrupt stops it after the tasks under way; the second one stops these too, with their work saved. */
function stopsOf(tell: (text: string) => void) {
  const soon = new AbortController();
  const now = new AbortController();
  let stoppedBy: StopSignal | undefined;
  const handlers = Object.entries(STOP_SIGNALS).map(([name, code]) => {
    const signal = name as StopSignal;
    const onSignal = (): void => {
      if (now.signal.aborted) process.exit(code);
      stoppedBy ??= signal;
      if (signal === "SIGINT" && !soon.signal.aborted) {
        tell("SIGINT: stopping after the running tasks. Send it again to stop them too, with their work saved.");
        soon.abort();
        return;
      }
      tell(`${signal}: stopping the running tasks; their work is saved. Send it again to exit at once.`);
      soon.abort();
      now.abort();
    };
    return { signal, onSignal };
  });
  for (const { signal, onSignal } of handlers) process.on(signal, onSignal);
  return {
    /** No further task is started. */
    soon: soon.signal,
    /** The tasks under way stop. Their work is saved. */
    now: now.signal,
    stoppedBy: (): StopSignal | undefined => stoppedBy,
    [Symbol.dispose]: () => {
      for (const { signal, onSignal } of handlers) process.off(signal, onSignal);
    },
  };
}

/** The plan in a batch's folder. A batch file is planned first, which gives the same plan for the same commit. Throws what planning throws. */
async function planOf(args: Args, settings: RunSettings, world: World) {
  const [given] = args.positionals;
  if (given === undefined)
    throw configError("No batch was given.", "Give a batch file, or the folder or id of a plan.");
  const known = plannedDir(given, world);
  if (known !== undefined) return { plan: readPlan(known), dir: known };
  return await beginPlan(given, args, { ...settings, world });
}

/** The folder of an existing plan; undefined for every other name. */
function plannedDir(given: string, world: World): string | undefined {
  if (/\.ya?ml$/.test(given)) return undefined;
  try {
    const dir = findBatchDir(given, world);
    return existsSync(join(dir, PLAN_FILE)) ? dir : undefined;
  } catch (error) {
    if (error instanceof RunnerError) return undefined; // then it names a batch file
    throw error;
  }
}

/** The same limit as for `limits.parallel` of a batch file. A task takes some 110 MB. */
const MAX_JOBS = 256;

function jobsOf(args: Args): number | undefined {
  const jobs = args.count("jobs", 1);
  if (jobs === undefined || jobs <= MAX_JOBS) return jobs;
  throw configError(
    `--jobs ${jobs} is more than ${MAX_JOBS}.`,
    "Give the number of tasks that this machine can run at once.",
  );
}

const MAX_LISTED = 10;

function closingLines({ state, why, reason, areEqualFailures = false }: BatchRunEnd, dir: string): readonly string[] {
  const release = releaseOf(state);
  const again = state.tasks.filter(needsRetry).length;
  const held = heldActions(state, dir);
  const changed = state.tasks.find(({ isReady }) => isReady);
  const lines = [totalLine(state)];
  if (why === "refused")
    lines.push(`stopped, because ${areEqualFailures ? "" : "every task would end the same way: "}${reason}`);
  if (why === "stopped") lines.push("stopped; the same command continues the batch");
  if (why === "money") lines.push("there is no money for the rest: total_usd or the daily limit is used up");
  if (release !== undefined) {
    const waiting = counted(release.left, "task waits", "tasks wait");
    lines.push(`${waiting} for a release after the canary: --approve ${release.digest.slice(0, 12)}`);
  }
  if (again > 0) {
    const needing = counted(again, "task needs", "tasks need");
    lines.push(`${needing} a look; --retry runs ${again === 1 ? "it" : "them"} again`);
  }
  for (const { digest, summary, title } of held.slice(0, MAX_LISTED))
    lines.push(`waits: ${digest.slice(0, 12)} ${summary} (${title})`);
  if (held.length > MAX_LISTED)
    lines.push(`and ${counted(held.length - MAX_LISTED, "more action waits", "more actions wait")}`);
  if (held.length > 0)
    lines.push("answer them with --approve <digest|all> or --reject <digest|all> and the same command");
  if (changed?.result?.bundle != null)
    lines.push(`a task's change into this checkout: kimi-runner apply ${join(dir, changed.result.bundle)}`);
  return lines;
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
  if (state.tasks.some(needsRetry)) return 1;
  return why === "money" ? exitCode("limit_cost") : 0;
}
