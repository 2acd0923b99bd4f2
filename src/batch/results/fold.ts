/** Makes the state of each task from a plan and the lines of its results. Pure. `run`, `collect`, `status` and every report decide by this state only. */

import type { BatchPlan, PlannedTask } from "../plan/batch-plan.ts";
import type {
  ApprovedLine,
  AskedLine,
  DeliveryLine,
  ResultLine,
  ResultState,
  ResultsLine,
  StartedLine,
  RequestLine,
} from "./results-line.ts";

/** `open`: never started. `started`: an attempt began and has no result yet. Its process may run, or be gone. */
type TaskStateName = ResultState | "open" | "started";

/** What a task needs now. `resume` goes on with an attempt that began; `run` begins another. */
export type Next = { readonly kind: "run" | "resume"; readonly attempt: number } | { readonly kind: "none" };

export type TaskState = ReturnType<typeof stateOf>;

export type BatchState = ReturnType<typeof foldResults>;

/** How often an attempt is repeated that failed for reasons outside of the task. */
const MAX_INFRA_RETRIES = 2;

/** Ignores lines of tasks that the plan does not have, or has with another key. */
export function foldResults(plan: BatchPlan, lines: readonly ResultsLine[]) {
  const ofTask = linesByTask(lines);
  /** In the order of the plan. */
  const tasks: readonly TaskState[] = plan.tasks.map((task) => stateOf(task, ofTask.get(task.id) ?? []));
  const approvals = lines.filter((line) => line.type === "approved");
  const released = releasedOf(plan, approvals);
  const canary = tasks.slice(0, plan.canary?.first ?? 0);
  return {
    plan,
    tasks,
    spentUsd: tasks.reduce((sum, { spentUsd }) => sum + spentUsd, 0),
    /** How many of the first tasks may start: all, or those of the canary until a person releases the rest. */
    released,
    /** The canary is over, and the rest waits for a person. */
    isHeld: released < tasks.length && canary.every(({ state, next }) => state !== "started" && next.kind !== "run"),
    approvals,
  };
}

/** What the batch has paid. `openUsd`: what the attempt of a task has paid that began and has no result yet. */
export function paidUsd({ tasks }: Pick<BatchState, "tasks">, openUsd: (taskState: TaskState) => number): number {
  const paidFor = (taskState: TaskState): number =>
    taskState.started === undefined
      ? taskState.spentUsd
      : taskState.spentUsd - taskState.task.costUsd + openUsd(taskState);
  return tasks.reduce((sum, taskState) => sum + paidFor(taskState), 0);
}

/** Tasks that may start now, or go on, in the order of the plan. */
export function runnableOf(
  { tasks, released }: BatchState,
  { retry }: { readonly retry: boolean },
): readonly TaskState[] {
  return tasks.slice(0, released).filter((taskState) => nextOf(taskState, { retry }).kind !== "none");
}

/** What a call with or without `--retry` does with a task. */
export function nextOf(taskState: TaskState, { retry }: { readonly retry: boolean }): Next {
  const { attempt, next, wish } = taskState;
  return retry && needsRetry(taskState) && wish?.wish !== "skip" ? { kind: "run", attempt: attempt + 1 } : next;
}

/** Whether a person has to look at a task. `retry.txt` lists these tasks, and a call with `--retry` runs them again. */
export function needsRetry({ state }: Pick<TaskState, "state">): boolean {
  return state === "person" || state === "limit" || state === "infra";
}

/** Whether a person has merged or closed the pull request. */
export function isClosed(delivery: DeliveryLine | undefined): boolean {
  return delivery?.state === "merged" || delivery?.state === "closed";
}

interface TaskLine {
  /** Position in the file. */
  readonly at: number;
  readonly line: Exclude<ResultsLine, ApprovedLine | AskedLine>;
}

function linesByTask(lines: readonly ResultsLine[]): ReadonlyMap<string, readonly TaskLine[]> {
  const ofTasks = lines.flatMap((line, at) => {
    if (line.type === "approved" || line.type === "asked") return [];
    return (line.type === "delivery" ? line.tasks : [line.task]).map((id) => ({ id, at, line }));
  });
  return Map.groupBy(ofTasks, ({ id }) => id);
}

function releasedOf({ tasks, canary }: BatchPlan, approvals: readonly ApprovedLine[]): number {
  if (canary === undefined) return tasks.length;
  return Math.min(tasks.length, Math.max(canary.first, ...approvals.map(({ upTo }) => upTo)));
}

function stateOf(task: PlannedTask, lines: readonly TaskLine[]) {
  const own = lines.filter(({ line }) => !("key" in line) || line.key === task.key);
  const attempts = attemptsOf(own);
  const last = attempts.at(-1);
  const ended = attempts.findLast(({ result }) => result !== undefined);
  const state: TaskStateName =
    last === undefined ? "open" : last.isOpen ? "started" : (last.result?.line.state ?? "started");
  const attempt = last?.attempt ?? 0;
  const failures = attempts.filter(({ result, isOpen }) => !isOpen && result?.line.state === "infra").length;
  const resultAt = ended?.result?.at ?? -1;
  const wish = requestOf(own, resultAt);
  const isRepeated = wish?.wish === "retry" || (state === "infra" && failures <= MAX_INFRA_RETRIES);
  const next = wish?.wish === "skip" ? NONE : afterState(state, attempt, isRepeated);
  const delivery = own.findLast(({ line }) => line.type === "delivery");
  const result = ended?.result?.line;
  return {
    task,
    state,
    /** The highest attempt that began; 0 for none. */
    attempt,
    /** The last beginning of that attempt, where no result follows it. */
    started: last?.isOpen === true ? last.started : undefined,
    /** The latest result of the highest attempt that has one. */
    result,
    /** Cost of all its attempts in US dollars. An attempt without a result, or without a price, counts as its whole slice. */
    spentUsd: attempts.reduce(
      (sum, { result, isOpen }) => sum + ((isOpen ? undefined : result?.line.costUsd) ?? task.costUsd),
      0,
    ),
    /** What a call without `--retry` does with it; see `nextOf`. */
    next,
    delivery: delivery?.line.type === "delivery" ? delivery.line : undefined,
    /** It has changes that are in no delivery yet, or newer ones than its delivery. */
    isReady: state === "done" && result?.patch != null && wish?.wish !== "skip" && isUndelivered(delivery, resultAt),
    /** The last wish of a person that is not fulfilled yet. A wish to skip stays. */
    wish,
    /** People's answers to held actions of the highest attempt. */
    answers: own.flatMap(({ line }) => (line.type === "answer" && line.attempt === attempt ? [line] : [])),
  };
}

const NONE: Next = { kind: "none" };

interface Attempt {
  readonly attempt: number;
  readonly started: StartedLine | undefined;
  readonly result: { readonly at: number; readonly line: ResultLine } | undefined;
  /** It began, or was resumed, and has no result since. */
  readonly isOpen: boolean;
}

/** Sorted by number: where shards ran side by side, the lines of one attempt may stand after those of a later one. */
function attemptsOf(lines: readonly TaskLine[]): readonly Attempt[] {
  const byNumber = new Map<number, Attempt>();
  for (const { at, line } of lines) {
    if (line.type !== "started" && line.type !== "withdrawn" && line.type !== "result") continue;
    const { attempt } = line;
    const known = byNumber.get(attempt) ?? { attempt, started: undefined, result: undefined, isOpen: false };
    if (line.type === "withdrawn") {
      if (known.started?.session !== line.session || !known.isOpen) continue;
      if (known.result === undefined) byNumber.delete(attempt);
      else byNumber.set(attempt, { ...known, isOpen: false });
      continue;
    }
    const after: Attempt =
      line.type === "started"
        ? { ...known, started: line, isOpen: true }
        : { ...known, result: { at, line }, isOpen: false };
    byNumber.set(attempt, after);
  }
  return [...byNumber.values()].toSorted((a, b) => a.attempt - b.attempt);
}

function afterState(state: TaskStateName, attempt: number, isRepeated: boolean): Next {
  switch (state) {
    case "open":
      return { kind: "run", attempt: 1 };
    case "started":
    case "waiting":
      return { kind: "resume", attempt };
    case "done":
    case "nothing":
      return NONE;
    case "infra":
    case "person":
    case "limit":
      return isRepeated ? { kind: "run", attempt: attempt + 1 } : NONE;
  }
}

/** A result after it fulfils the wish to run again, and an open pull request after it the wish to be opened. */
function requestOf(lines: readonly TaskLine[], resultAt: number): RequestLine | undefined {
  const last = lines.findLast(({ line }) => line.type === "wish");
  if (last?.line.type !== "wish") return undefined;
  const isOpened = lines.some(({ at, line }) => at > last.at && line.type === "delivery" && line.state === "open");
  switch (last.line.wish) {
    case "skip":
      return last.line;
    case "retry":
      return resultAt > last.at ? undefined : last.line;
    case "open":
      return isOpened ? undefined : last.line;
  }
}

/** A failed delivery is tried again. A change that was left out, closed or merged waits for a new result. */
function isUndelivered(delivery: TaskLine | undefined, resultAt: number): boolean {
  if (delivery?.line.type !== "delivery" || delivery.line.state === "failed") return true;
  return resultAt > delivery.at;
}
