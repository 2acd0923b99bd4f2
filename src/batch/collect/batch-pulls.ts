/** The pull requests of a batch, with the tasks that each delivers. The record alone decides which may be opened or updated now. Pure. */

import { sha256 } from "../../base/sha256.ts";
import { batchBranch } from "../../publish/branch/own-branch.ts";
import type { BatchPlan } from "../plan/batch-plan.ts";
import { foldResults, isClosed, needsRetry, type BatchState, type TaskState } from "../results/fold.ts";
import type { DeliveryLine, ResultsLine } from "../results/results-line.ts";

export type BatchPullRequest = ReturnType<typeof batchPullsOf>[number];

/** After this time another collect takes over a claim, as that of a killed collect. Delivering one twice gives one pull request. */
const CLAIM_MS = 15 * 60_000;
const HOUR_MS = 3_600_000;

/** The pull requests of a plan, in the order of their first tasks. */
export function batchPullsOf({ plan, tasks }: BatchState, lines: readonly ResultsLine[]) {
  const { deliver } = plan;
  if (deliver === null) return [];
  const byBranch = newestByBranch(lines);
  const keyOf = ({ task }: TaskState): string => {
    switch (deliver.pullRequests) {
      case "per-task":
      case "stacked":
        return task.id;
      case "grouped":
        return task.group === undefined ? task.id : sha256(task.group).slice(0, 12);
      case "one":
        return "all";
    }
  };
  return [...Map.groupBy(tasks, keyOf)].map(([key, members]) => {
    const branch = batchBranch(plan.name, key, plan.id);
    const [first] = members;
    /** Foreign text. */
    const title =
      members.length === 1 && first !== undefined
        ? first.task.title
        : deliver.pullRequests === "grouped"
          ? `${plan.name}: ${first?.task.group ?? ""}`
          : plan.name;
    /** In the order of the plan, with those that have no change to deliver. */
    const own: readonly TaskState[] = members;
    return { branch, title, tasks: own, delivery: byBranch.get(branch) };
  });
}

/** The state of each branch. An open pull request stays open when an update of it is claimed, fails or is left out. */
function newestByBranch(lines: readonly ResultsLine[]): ReadonlyMap<string, DeliveryLine> {
  const found = new Map<string, DeliveryLine>();
  const standing = new Map<string, DeliveryLine>();
  for (const line of lines) {
    if (line.type !== "delivery") continue;
    const { branch, state, pullRequest = standing.get(branch)?.pullRequest } = line;
    const now = { ...line, pullRequest };
    if (state === "open" || state === "merged" || state === "closed") standing.set(branch, now);
    const isOnlyTried = state === "left_out" || state === "failed";
    found.set(branch, isOnlyTried ? (standing.get(branch) ?? now) : now);
  }
  return found;
}

/** How much of the limits for pull requests is used. `left`: those that may be opened now. `now`: ms since the epoch. */
export function roomOf(plan: BatchPlan, lines: readonly ResultsLine[], now: number) {
  const limits = plan.deliver ?? { open: 0, perHour: 0 };
  // Pull requests whose results were taken over from an earlier plan count for that plan.
  const own = lines.flatMap((line) => (line.type === "delivery" && line.branch.endsWith(`-${plan.id}`) ? [line] : []));
  const newest = [...newestByBranch(own).values()];
  const claimed = newest.filter((line) => isFreshClaim(line, now) && line.pullRequest === undefined).length;
  const open = newest.filter(
    (line) => line.state === "open" || (line.state === "claimed" && line.pullRequest !== undefined),
  ).length;
  const first = new Map<string, number>();
  for (const { state, branch, at } of own)
    if (state === "open" && !first.has(branch)) first.set(branch, Date.parse(at));
  const openedInHour = [...first.values()].filter((at) => isWithin(at, now, HOUR_MS)).length;
  const left = Math.max(0, Math.min(limits.open - open - claimed, limits.perHour - openedInHour - claimed));
  return { left, open, openedInHour };
}

function isFreshClaim(line: DeliveryLine, now: number): boolean {
  return line.state === "claimed" && isWithin(Date.parse(line.at), now, CLAIM_MS);
}

/** Times in the future count too: after a machine whose clock was days ahead, the batch would otherwise wait for days. */
function isWithin(at: number, now: number, ms: number): boolean {
  return Math.abs(now - at) < ms;
}

/** `now`: it may be delivered. Else why not: it has nothing new, waits for other tasks or for room under the limits, or is claimed by another collect. */
export type Due = "now" | "nothing" | "waits" | "room" | "claimed";

/** A tick overrides the limits of the plan for pull requests, and does not wait for the other tasks of its pull request. */
export function dueOf(
  batchPull: BatchPullRequest,
  { state, room, now }: { readonly state: BatchState; readonly room: ReturnType<typeof roomOf>; readonly now: number },
): Due {
  const { tasks, delivery } = batchPull;
  if (delivery !== undefined && isFreshClaim(delivery, now)) return "claimed";
  const ready = tasks.filter(isUndelivered);
  if (ready.length === 0) return "nothing";
  if (ready.some(({ wish }) => wish?.wish === "open")) return "now";
  if (tasks.length > 1 && comesMore(tasks, state)) return "waits";
  if (delivery?.pullRequest !== undefined && !isClosed(delivery)) return "now";
  return room.left > 0 ? "now" : "room";
}

/** Whether one of them runs again by itself, or waits for its release. */
function comesMore(tasks: readonly TaskState[], state: BatchState): boolean {
  if (tasks.some(({ next }) => next.kind !== "none")) return true;
  if (state.released >= state.tasks.length) return false;
  const held = new Set(state.tasks.slice(state.released));
  return tasks.some((taskState) => held.has(taskState));
}

/** The next one to deliver, claimed in the lines; undefined where nothing may be delivered now. */
export function claimNext(
  { plan, lines }: { readonly plan: BatchPlan; readonly lines: readonly ResultsLine[] },
  now: number,
  skip: ReadonlySet<string>,
): { readonly batchPull: BatchPullRequest; readonly line: DeliveryLine } | undefined {
  const state = foldResults(plan, lines);
  const room = roomOf(plan, lines, now);
  const batchPull = batchPullsOf(state, lines).find(
    (one) => !skip.has(one.branch) && dueOf(one, { state, room, now }) === "now",
  );
  if (batchPull === undefined) return undefined;
  return { batchPull, line: deliveryLine(batchPull, batchPull.tasks.filter(isDeliverable), { state: "claimed", now }) };
}

export type DeliveryFacts = Pick<DeliveryLine, "state" | "pullRequest" | "reason">;

/** The line that says what became of these tasks of a pull request. `now`: ms since the epoch. */
export function deliveryLine(
  { branch }: BatchPullRequest,
  tasks: readonly TaskState[],
  { now, ...facts }: DeliveryFacts & { readonly now: number },
): DeliveryLine {
  const ids = tasks.map(({ task }) => task.id);
  return { type: "delivery", tasks: ids, at: new Date(now).toISOString(), branch, ...facts };
}

/** Whether a task's change belongs into its pull request, where it may be already. */
export function isDeliverable(taskState: TaskState): boolean {
  return isUndelivered(taskState) || (hasChange(taskState) && taskState.delivery?.state === "open");
}

/** Callers make sure that a claim is not that of a collect which still runs. */
function isUndelivered(taskState: TaskState): boolean {
  return taskState.isReady || (hasChange(taskState) && taskState.delivery?.state === "claimed");
}

function hasChange({ state, result, wish }: TaskState): boolean {
  return state === "done" && result?.patch != null && wish?.wish !== "skip";
}

/** Whether nothing is left to do: no task runs again by itself, no change waits, and no pull request is open. */
export function isOver(state: BatchState, lines: readonly ResultsLine[]): boolean {
  const isSettled = (taskState: TaskState): boolean =>
    taskState.next.kind === "none" && !taskState.isReady && (!needsRetry(taskState) || taskState.wish?.wish === "skip");
  const isOpen = ({ delivery }: BatchPullRequest): boolean =>
    delivery?.state === "open" || delivery?.state === "claimed";
  return !state.isHeld && state.tasks.every(isSettled) && !batchPullsOf(state, lines).some(isOpen);
}
