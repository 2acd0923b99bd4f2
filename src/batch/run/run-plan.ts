/**
 * Runs a plan: as many tasks at once as it allows, each in a process of its own, until none is left that may run now. Every decision
 * is made by the results on the disk, so that the same call goes on after a kill at any point.
 */

import { availableParallelism } from "node:os";
import { configError } from "../../protocol/error.ts";
import type { Limits } from "../../protocol/limits.ts";
import type { LedgerStore } from "../../spending/ledger-store.ts";
import type { BatchPlan, PlannedTask } from "../plan/batch-plan.ts";
import { foldResults, nextOf, runnableOf, type BatchState, type Next, type TaskStand } from "../results/fold.ts";
import { lockBatch } from "../results/batch-lock.ts";
import { openResults, readResults } from "../results/results-file.ts";
import type { ResultLine, ResultsLine } from "../results/results-line.ts";
import { beginAttempt, takeUpAttempt, type AttemptEnd, type AttemptParts } from "./attempts.ts";
import { reserveForBatch, type BatchMoney } from "./batch-money.ts";
import type { TaskMessage } from "./task-messages.ts";

export interface BatchWatch {
  readonly started: (task: PlannedTask, attempt: number) => void;
  readonly step: (task: PlannedTask, message: TaskMessage & { type: "step" }) => void;
  /** `line`: undefined where it has no result; `reason` says why. */
  readonly ended: (task: PlannedTask, line: ResultLine | undefined, state: BatchState, reason?: string) => void;
}

export interface RunPlanOptions extends Pick<
  AttemptParts,
  "dir" | "settings" | "answers" | "grounds" | "world" | "clock"
> {
  readonly plan: BatchPlan;
  /** Its number in the plan, from 0; all tasks when left out. */
  readonly shard?: number | undefined;
  /** How the batch stood when the shards were given out; as it stands now when left out. */
  readonly givenOut?: BatchState | undefined;
  /** Tasks at once; the plan's when left out. */
  readonly parallel?: number | undefined;
  /** Runs tasks again that need a person, or that reached a limit. */
  readonly retry: boolean;
  /** Of the policy. */
  readonly limits: Limits;
  /** The ledger of this machine or repository; undefined where another job has reserved. */
  readonly openStore?: (() => Promise<LedgerStore>) | undefined;
  /** Starts no further task. */
  readonly soon: AbortSignal;
  readonly now: AbortSignal;
  readonly watch: BatchWatch;
}

export interface BatchRunEnd {
  readonly state: BatchState;
  /**
   * `over`: nothing may run now. `stopped`: by a signal. `money`: the rest has no money. `refused`: something that every task would
   * meet.
   */
  readonly why: "over" | "stopped" | "money" | "refused";
  readonly reason?: string | undefined;
}

/** Throws where the batch cannot be run at all: another process does, its money is gone, its disk is full. */
export async function runPlan(options: RunPlanOptions): Promise<BatchRunEnd> {
  const { plan, dir, watch, now, world } = options;
  const own = tasksOf(options);
  using _ = lockBatch(dir);
  using results = openResults(dir);
  const lines: ResultsLine[] = [...readResults(dir)];
  const state = (): BatchState => foldResults(plan, lines);
  const append = (line: ResultsLine): void => {
    results.append(line);
    lines.push(line);
  };
  const money = await reserveForBatch({
    state: state(),
    totalUsd: totalOf(options.givenOut ?? state(), own, options),
    limits: options.limits,
    openStore: options.openStore,
    clock: options.clock,
    warn: world.warn,
  });
  const failed = new AbortController();
  const parts: AttemptParts = { ...options, append, onStep: watch.step, now: AbortSignal.any([now, failed.signal]) };
  try {
    const why = await schedule({ ...options, own, state, append, money, parts, fail: () => failed.abort() });
    return { ...why, state: state() };
  } finally {
    await money.settle(state());
  }
}

interface Scheduling extends Pick<RunPlanOptions, "plan" | "parallel" | "retry" | "soon" | "now" | "watch"> {
  readonly own: ReadonlySet<string>;
  readonly state: () => BatchState;
  readonly append: (line: ResultsLine) => void;
  readonly money: BatchMoney;
  readonly parts: AttemptParts;
  /** Stops the tasks in hand with their work saved. */
  readonly fail: () => void;
}

async function schedule(options: Scheduling): Promise<Omit<BatchRunEnd, "state">> {
  const { plan, own, state, append, money, parts } = options;
  const ownState = (): BatchState => ({ ...state(), tasks: state().tasks.filter(({ task }) => own.has(task.id)) });
  const { watch } = options;
  const most = options.parallel ?? Math.min(plan.limits.parallel, Math.max(1, 2 * availableParallelism()));
  const inHand = new Map<string, { readonly ended: Promise<void>; readonly takenUsd: number }>();
  /** Tasks that this call does not touch again: it has retried them, or they wait. */
  const done = new Set<string>();
  let refused: ResultLine | undefined;
  /** Tasks that may begin and have no money: those of the newest look, and those whose session turned out to be gone. */
  let isOutOfMoney = false;
  let isUnfunded = false;
  const mayStart = (): boolean => !options.soon.aborted && !options.now.aborted && refused === undefined;

  const settleEnd = ({ task, state: before }: TaskStand, end: AttemptEnd): void => {
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
    // Once a task got further, this one's failure is its own.
    if (end.kind === "refused" && !ownState().tasks.some(({ result }) => result !== undefined)) {
      refused ??= end.line;
      append(end.withdrawn ?? end.line);
      return watch.ended(task, undefined, ownState(), end.line.reason);
    }
    append(end.line);
    if (before === "person" || before === "limit" || end.line.state === "waiting") done.add(task.id);
    watch.ended(task, end.line, ownState());
  };

  const work = async (stand: TaskStand, costUsd: number | undefined): Promise<void> => {
    const next = nextOf(stand, options);
    if (next.kind === "none") return;
    watch.started(stand.task, next.attempt);
    const end =
      next.kind === "run" && costUsd !== undefined
        ? await beginAttempt(stand, next.attempt, costUsd, parts)
        : await takeUpAttempt(stand, costUsd, parts);
    settleEnd(stand, end);
    if (end.kind === "result" && end.line.state !== "waiting") await parts.grounds.close(stand.task);
  };

  const startMore = (): void => {
    isOutOfMoney = false;
    if (!mayStart() || inHand.size >= most) return;
    const now = state();
    const takenUsd = (): number =>
      now.tasks.reduce((sum, { task, spentUsd }) => sum + (inHand.get(task.id)?.takenUsd ?? spentUsd), 0);
    for (const stand of runnableOf(now, options)) {
      const { task, spentUsd } = stand;
      if (inHand.size >= most) return;
      if (!own.has(task.id) || inHand.has(task.id) || done.has(task.id)) continue;
      const isNew = nextOf(stand, options).kind === "run";
      // What began and has no end is counted with its share, which is what it goes on with.
      const costUsd = money.sliceOf(task, takenUsd() - (stand.state === "started" ? task.costUsd : 0));
      if (isNew && costUsd === undefined) {
        isOutOfMoney = true;
        continue;
      }
      const ended = work(stand, costUsd).finally(() => inHand.delete(task.id));
      inHand.set(task.id, { ended, takenUsd: isNew ? spentUsd + (costUsd ?? 0) : Math.max(spentUsd, task.costUsd) });
    }
  };
  const nextEnd = async (): Promise<void> => await Promise.race([...inHand.values()].map(({ ended }) => ended));

  try {
    for (startMore(); inHand.size > 0; startMore()) await nextEnd();
  } catch (error) {
    options.fail();
    await Promise.allSettled([...inHand.values()].map(({ ended }) => ended));
    throw error;
  }
  if (refused !== undefined) return { why: "refused", reason: refused.reason };
  if (options.soon.aborted || options.now.aborted) return { why: "stopped" };
  return { why: isOutOfMoney || isUnfunded ? "money" : "over" };
}

/** Ids of the tasks of this call. Throws `config.invalid` for a shard that the plan does not have. */
function tasksOf({ plan, shard }: Pick<RunPlanOptions, "plan" | "shard">): ReadonlySet<string> {
  if (shard === undefined) return new Set(plan.tasks.map(({ id }) => id));
  const ids = plan.shards[shard];
  if (ids !== undefined) return new Set(ids);
  throw configError(`The plan has no shard ${shard}.`, `Give a number from 0 to ${plan.shards.length - 1}.`);
}

/**
 * What the whole plan may have cost when these tasks have ended. Shards run side by side and see nothing of each other: what was left
 * when they were given out is for all tasks that had something to do then, and a shard has the part of its own.
 */
function totalOf(given: BatchState, own: ReadonlySet<string>, { retry }: Pick<RunPlanOptions, "retry">): number {
  const { plan, tasks, spentUsd } = given;
  if (own.size === tasks.length) return plan.limits.totalUsd;
  const due = runnableOf(given, { retry });
  const needOf = (stands: readonly TaskStand[]): number =>
    stands.reduce((sum, stand) => sum + needUsdOf(stand, nextOf(stand, { retry })), 0);
  const [all, ownNeed] = [needOf(due), needOf(due.filter(({ task }) => own.has(task.id)))];
  const left = Math.max(0, plan.limits.totalUsd - spentUsd);
  return spentUsd + (all > left ? (ownNeed * left) / all : ownNeed);
}

/** What a task may still cost: its slice, or what an attempt that goes on has left of it. One without a result is counted with all of it. */
function needUsdOf({ task: { costUsd }, started, result }: TaskStand, next: Next): number {
  if (next.kind === "run") return costUsd;
  return started === undefined ? Math.max(0, costUsd - (result?.costUsd ?? costUsd)) : 0;
}
