/** Runs a plan until no task may run now, each task in a process. Every decision follows from the results on the disk, so a call goes on after a kill. */

import { availableParallelism } from "node:os";
import { configError, RunnerError } from "../../protocol/error.ts";
import type { Limits } from "../../protocol/limits.ts";
import type { LedgerStore } from "../../spending/ledger-store.ts";
import type { Repository } from "../../workspace/repository.ts";
import type { PlannedTask } from "../plan/batch-plan.ts";
import {
  foldResults,
  nextOf,
  paidUsd,
  runnableOf,
  type BatchState,
  type Next,
  type TaskState,
} from "../results/fold.ts";
import { openResults, readResults } from "../results/results-file.ts";
import type { ResultLine, ResultsLine } from "../results/results-line.ts";
import { paidByOpen } from "./attempt-end.ts";
import { beginAttempt, takeUpAttempt, type AttemptEnd, type AttemptParts } from "./attempts.ts";
import { reserveForBatch, type BatchMoney } from "./batch-money.ts";
import { createTaskFolders } from "./task-folders.ts";
import type { StepMessage } from "./task-messages.ts";

export interface BatchWatch {
  readonly started: (task: PlannedTask) => void;
  readonly step: (task: PlannedTask, message: StepMessage) => void;
  /** `line`: undefined where there is no result; `reason` says why. */
  readonly ended: (task: PlannedTask, line: ResultLine | undefined, state: BatchState, reason?: string) => void;
}

export interface RunPlanOptions extends Pick<
  AttemptParts,
  "plan" | "dir" | "settings" | "answers" | "world" | "clock"
> {
  /** The checkout that the tasks get copies of. */
  readonly repository: Repository;
  /** Number of the shard in the plan, from 0; all tasks run when left out. */
  readonly shard?: number | undefined;
  /** State of the batch when the shards were started; its state now when left out. */
  readonly stateAtStart?: BatchState | undefined;
  /** Number of tasks that run at once; the plan's when left out. */
  readonly parallel?: number | undefined;
  /** Runs tasks again that need a person, or that reached a limit. */
  readonly retry: boolean;
  /** The limits of the policy. */
  readonly limits: Limits;
  /** Opens the ledger of this machine or repository; undefined where another job has reserved. */
  readonly openStore?: (() => Promise<LedgerStore>) | undefined;
  /** Starts no further task. */
  readonly soon: AbortSignal;
  /** Stops the tasks under way too. Their work is saved. */
  readonly now: AbortSignal;
  readonly watch: BatchWatch;
}

export interface BatchRunEnd {
  readonly state: BatchState;
  /** `over`: nothing may run now. `stopped`: by a signal. `money`: none is left for the rest. `refused`: something would stop every task. */
  readonly why: "over" | "stopped" | "money" | "refused";
  readonly reason?: string | undefined;
  /** Equal failures in a row stopped it, which need not be those of every task. */
  readonly areEqualFailures?: boolean | undefined;
}

/** Throws where the batch cannot run at all, because another process runs it, its money is gone or its disk is full. */
export async function runPlan(options: RunPlanOptions): Promise<BatchRunEnd> {
  const { plan, dir, watch, now, world } = options;
  const own = tasksOf(options);
  using results = openResults(dir);
  const folders = await createTaskFolders(options);
  const lines: ResultsLine[] = [...readResults(dir)];
  const state = (): BatchState => foldResults(plan, lines);
  const append = (line: ResultsLine): void => {
    results.append(line);
    lines.push(line);
  };
  const money = await reserveForBatch({
    state: state(),
    totalUsd: totalOf(options.stateAtStart ?? state(), own, options),
    limits: options.limits,
    openStore: options.openStore,
    clock: options.clock,
    warn: world.warn,
  });
  const failed = new AbortController();
  const parts = { ...options, folders, append, onStep: watch.step, now: AbortSignal.any([now, failed.signal]) };
  try {
    const why = await schedule({ ...options, own, state, append, money, parts, fail: () => failed.abort() });
    return { ...why, state: state() };
  } finally {
    await money.settle(paidUsd(state(), (taskState) => paidByOpen(taskState, dir)));
  }
}

interface Scheduling extends Pick<RunPlanOptions, "plan" | "parallel" | "retry" | "soon" | "now" | "watch"> {
  readonly own: ReadonlySet<string>;
  readonly state: () => BatchState;
  readonly append: (line: ResultsLine) => void;
  readonly money: BatchMoney;
  readonly parts: AttemptParts;
  /** Stops the tasks under way. Their work is saved. */
  readonly fail: () => void;
}

async function schedule(options: Scheduling): Promise<Omit<BatchRunEnd, "state">> {
  const { plan, own, state, append, money, parts, watch } = options;
  const ownState = (): BatchState => {
    const all = state();
    return { ...all, tasks: all.tasks.filter(({ task }) => own.has(task.id)) };
  };
  const most = options.parallel ?? Math.min(plan.limits.parallel, Math.max(1, 2 * availableParallelism()));
  /** The tasks under way. `takenUsd`: what each has cost, with its slice. */
  const underWay = new Map<string, { readonly ended: Promise<void>; readonly takenUsd: number }>();
  /** Tasks that this call does not start again: it has retried them, or they wait. */
  const done = new Set<string>();
  let refused: { readonly reason: string; readonly areEqualFailures: boolean } | undefined;
  const beginInRow = failuresInARow(state());
  /** Whether there was too little money for a task when tasks were last chosen. */
  let isOutOfMoney = false;
  /** Whether there was too little money to begin a task anew whose session is gone. */
  let isUnfunded = false;
  const mayStart = (): boolean => !options.soon.aborted && !options.now.aborted && refused === undefined;

  const settleEnd = ({ task, state: before, next }: TaskState, end: AttemptEnd, isHopeless: IsHopeless): void => {
    if (end.kind === "unfunded") {
      isUnfunded = true;
      done.add(task.id);
      return watch.ended(task, undefined, ownState(), "no money is left for it");
    }
    if (end.kind === "left") {
      done.add(task.id);
      if (end.withdrawn !== undefined) append(end.withdrawn);
      return watch.ended(task, undefined, ownState(), end.reason);
    }
    if (end.kind === "unwritable") {
      if (end.line !== undefined) append(end.line);
      throw end.error;
    }
    // Where another task has a result, the failure is that of this task alone.
    if (end.kind === "refused" && !ownState().tasks.some(({ result }) => result !== undefined)) {
      refused ??= { reason: end.line.reason, areEqualFailures: false };
      append(end.withdrawn ?? end.line);
      return watch.ended(task, undefined, ownState(), end.line.reason);
    }
    append(end.line);
    if (end.kind !== "missing" && isHopeless(end.line)) {
      const reason = `the last ${MAX_EQUAL_FAILURES} tasks ended with the same failure: ${end.line.reason}`;
      refused ??= { reason, areEqualFailures: true };
    }
    const isRetried = before === "person" || before === "limit" || next.kind === "none";
    if (isRetried || end.line.state === "waiting") done.add(task.id);
    watch.ended(task, end.line, ownState());
  };

  /** An interrupt at a terminal also ends a git that is making the folder of a task, which then has not begun. */
  const unlessStopped = (error: unknown): AttemptEnd => {
    if (options.soon.aborted && error instanceof RunnerError && error.code === "git.failed") return { kind: "left" };
    throw error;
  };

  const work = async (taskState: TaskState, costUsd: number | undefined): Promise<void> => {
    const next = nextOf(taskState, options);
    watch.started(taskState.task);
    const isHopeless = beginInRow();
    const attempt =
      next.kind === "run" && costUsd !== undefined
        ? beginAttempt(taskState, next.attempt, costUsd, parts)
        : takeUpAttempt(taskState, costUsd, parts);
    const end = await attempt.catch(unlessStopped);
    settleEnd(taskState, end, isHopeless);
    const isOver = end.kind === "refused" || (end.kind === "result" && end.line.state !== "waiting");
    if (isOver) await parts.folders.close(taskState.task);
  };

  const startMore = (): void => {
    isOutOfMoney = false;
    if (!mayStart() || underWay.size >= most) return;
    const now = state();
    const takenUsd = (): number =>
      now.tasks.reduce((sum, { task, spentUsd }) => sum + (underWay.get(task.id)?.takenUsd ?? spentUsd), 0);
    for (const taskState of runnableOf(now, options)) {
      const { task, spentUsd } = taskState;
      if (underWay.size >= most) return;
      if (!own.has(task.id) || underWay.has(task.id) || done.has(task.id)) continue;
      const isNew = nextOf(taskState, options).kind === "run";
      // The money of an attempt that began is counted already, and it goes on with that.
      const costUsd = money.sliceOf(task, takenUsd() - (taskState.state === "started" ? task.costUsd : 0));
      if (isNew && costUsd === undefined) {
        isOutOfMoney = true;
        continue;
      }
      const ended = work(taskState, costUsd).finally(() => underWay.delete(task.id));
      underWay.set(task.id, { ended, takenUsd: isNew ? spentUsd + (costUsd ?? 0) : Math.max(spentUsd, task.costUsd) });
    }
  };
  const nextEnd = async (): Promise<void> => await Promise.race([...underWay.values()].map(({ ended }) => ended));

  try {
    for (startMore(); underWay.size > 0; startMore()) await nextEnd();
  } catch (error) {
    options.fail();
    await Promise.allSettled([...underWay.values()].map(({ ended }) => ended));
    throw error;
  }
  if (refused !== undefined) return { why: "refused", ...refused };
  if (options.soon.aborted || options.now.aborted) return { why: "stopped" };
  return { why: isOutOfMoney || isUnfunded ? "money" : "over" };
}

/** A batch of which so many tasks in a row end alike has something else wrong with it than its tasks. */
const MAX_EQUAL_FAILURES = 10;

/** Is asked once, with the result of the attempt. Says whether the batch should stop. */
type IsHopeless = (line: ResultLine) => boolean;

/**
 * Counts the tasks whose results in a row have the same outcome and reason. A failure of the tasks themselves counts while no task of the
 * batch has succeeded, and one from outside, such as an account without credit, always. A comparison measures failures. The returned
 * function is called at the begin of an attempt.
 */
export function failuresInARow({ plan, tasks }: BatchState): () => IsHopeless {
  let hasWorked = tasks.some(({ state }) => SUCCEEDED.has(state));
  let last = "";
  let results = 0;
  /** Number of the first result of the row. */
  let first = 0;
  let failed = new Set<string>();
  return () => {
    const resultsBefore = results;
    return ({ task, state, outcome, reason }) => {
      results += 1;
      hasWorked ||= SUCCEEDED.has(state);
      const isOutside = state === "infra" || outcome === "config_error";
      // Providers name each request by an id of its own.
      const next = `${outcome} ${isOutside ? withoutIds(reason) : reason}`;
      if (next !== last) {
        [last, first, failed] = [next, results, new Set([task])];
      } else if (!isOutside || resultsBefore >= first) {
        failed.add(task); // an outage is one moment for all attempts that were under way
      }
      return plan.compare === undefined && failed.size >= MAX_EQUAL_FAILURES && (isOutside || !hasWorked);
    };
  };
}

const SUCCEEDED: ReadonlySet<string> = new Set(["done", "nothing", "waiting"] satisfies readonly TaskState["state"][]);

/** The ids of the tasks of this call. Throws `config.invalid` for a shard that the plan does not have. */
function tasksOf({ plan, shard }: Pick<RunPlanOptions, "plan" | "shard">): ReadonlySet<string> {
  if (shard === undefined) return new Set(plan.tasks.map(({ id }) => id));
  const ids = plan.shards[shard];
  if (ids !== undefined) return new Set(ids);
  throw configError(`The plan has no shard ${shard}.`, `Give a number from 0 to ${plan.shards.length - 1}.`);
}

/**
 * What the whole plan may have cost when these tasks have ended. Shards run side by side and do not know of each other. The money that
 * was left when they were started is shared among all tasks that had something to do then, and a shard gets the part of its own tasks.
 */
function totalOf(given: BatchState, own: ReadonlySet<string>, { retry }: Pick<RunPlanOptions, "retry">): number {
  const { plan, tasks, spentUsd } = given;
  if (own.size === tasks.length) return plan.limits.totalUsd;
  const due = runnableOf(given, { retry });
  const needOf = (taskStates: readonly TaskState[]): number =>
    taskStates.reduce((sum, taskState) => sum + needUsdOf(taskState, nextOf(taskState, { retry })), 0);
  const [all, ownNeed] = [needOf(due), needOf(due.filter(({ task }) => own.has(task.id)))];
  const left = Math.max(0, plan.limits.totalUsd - spentUsd);
  return spentUsd + (all > left ? (ownNeed * left) / all : ownNeed);
}

/** What a task may still cost: its slice, or what is left of it. Nothing for an attempt without a result, whose slice counts as spent. */
function needUsdOf({ task: { costUsd }, started, result }: TaskState, next: Next): number {
  if (next.kind === "run") return costUsd;
  return started === undefined ? Math.max(0, costUsd - (result?.costUsd ?? costUsd)) : 0;
}

/** The text without its words that contain a digit. */
function withoutIds(text: string): string {
  return text
    .split(/\s+/)
    .filter((word) => !/\d/.test(word))
    .join(" ");
}
