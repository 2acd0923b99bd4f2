/** The state of a batch for people: counts, money, and the tasks that need a person. */

import { counted, money } from "../../base/words.ts";
import { taskLabel } from "../plan/batch-plan.ts";
import { needsRetry, type BatchState, type TaskState } from "./fold.ts";
import { releaseOf } from "./release.ts";

/** Tasks in the list. The reports have all of them. */
const MAX_LISTED = 20;

/** The words for the states, in the order in which they are listed. */
const LABELS = {
  done: "done",
  nothing: "nothing to change",
  started: "started",
  waiting: "waiting for an approval",
  open: "not started",
  person: "for a person to look at",
  limit: "stopped by a limit",
  infra: "failed outside of the task",
} as const satisfies Record<TaskState["state"], string>;

/** The number of tasks in each state. States without a task are left out. */
export function stateCounts({
  tasks,
}: Pick<BatchState, "tasks">): readonly (readonly [label: string, count: number])[] {
  return Object.entries(LABELS)
    .map(([state, label]) => [label, tasks.filter((task) => task.state === state).length] as const)
    .filter(([, count]) => count > 0);
}

/** Lines without a newline at the end of the last one. */
export function statusText(state: BatchState): string {
  const { plan, tasks, spentUsd } = state;
  const release = releaseOf(state);
  const ready = tasks.filter(({ isReady }) => isReady).length;
  const open = tasks.filter(({ delivery }) => delivery?.state === "open").length;
  const merged = tasks.filter(({ delivery }) => delivery?.state === "merged").length;
  const bad = tasks.filter(needsRetry);
  return [
    `Batch ${plan.name} ${plan.id}: ${counted(tasks.length, "task")}, ${money(spentUsd)} of ${money(plan.limits.totalUsd)}`,
    ...stateCounts(state).map(([label, count]) => `  ${String(count).padStart(5)} ${label}`),
    ...(plan.deliver === null ? [] : [`  changes: ${ready} ready, ${open} open, ${merged} merged`]),
    ...(release === undefined
      ? []
      : [
          `  The canary is over: it cost ${money(release.measuredUsd)}. The ${counted(release.left, "task that is left costs", "tasks that are left cost")} about ${money(release.restUsd)} at that rate, at most ${money(release.restMaxUsd)}.`,
          `  They wait for an approval of ${release.digest.slice(0, 12)}.`,
        ]),
    ...bad
      .slice(0, MAX_LISTED)
      .map((task) => `  ${task.task.id} ${task.state}: ${taskLabel(task.task)}: ${task.result?.reason ?? ""}`),
    ...(bad.length > MAX_LISTED ? [`  and ${bad.length - MAX_LISTED} more`] : []),
  ].join("\n");
}
