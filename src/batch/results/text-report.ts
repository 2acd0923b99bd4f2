/** `report.md`: the state of a batch, as a job summary shows it. */

import { counted, money } from "../../base/words.ts";
import { oneLine } from "../../base/truncate.ts";
import { safeInline } from "../../publish/render/safe-markdown.ts";
import { taskLabel } from "../plan/task-label.ts";
import { needsRetry, type BatchState, type TaskStand } from "./fold.ts";
import { stateCounts } from "./status.ts";

/** More rows than a person reads. GitHub cuts a summary at 1 MB. */
const MAX_ROWS = 300;
const MAX_TITLE = 200;
const MAX_REASON = 200;

export function textReport(state: BatchState): string {
  const { plan, tasks, spentUsd } = state;
  const attention = tasks.filter(needsRetry);
  const rest = tasks.filter((stand) => !needsRetry(stand));
  return [
    `# Batch ${cell(plan.name, MAX_TITLE)}`,
    "",
    `${counted(tasks.length, "task")} of plan \`${plan.id}\` at \`${plan.base.slice(0, 12)}\`, ${money(spentUsd)} of ${money(plan.limits.totalUsd)} spent.`,
    "",
    "| Tasks | State |",
    "| ----: | ----- |",
    ...stateCounts(state).map(([label, count]) => `| ${count} | ${label} |`),
    ...(attention.length === 0 ? [] : ["", "## Needs a look", "", ...tableOf(attention)]),
    ...(rest.length === 0 ? [] : ["", "## Tasks", "", ...tableOf(rest)]),
    "",
  ].join("\n");
}

function tableOf(stands: readonly TaskStand[]): readonly string[] {
  const more =
    stands.length > MAX_ROWS ? ["", `And ${stands.length - MAX_ROWS} more; \`report.csv\` has all of them.`] : [];
  return [
    "| Task | State | Cost | Steps | Changes | Reason |",
    "| ---- | ----- | ---: | ----: | ------- | ------ |",
    ...stands.slice(0, MAX_ROWS).map(rowOf),
    ...more,
  ];
}

function rowOf({ task, state, result, spentUsd, delivery }: TaskStand): string {
  const changes =
    delivery?.pullRequest === undefined
      ? result?.files
        ? counted(result.files, "file")
        : ""
      : `#${delivery.pullRequest} ${delivery.state}`;
  const red = result?.verification === "red" ? " (checks red)" : "";
  return `| ${cell(taskLabel(task), MAX_TITLE)} \`${task.id}\` | ${state}${red} | ${money(spentUsd)} | ${result?.steps ?? 0} | ${changes} | ${cell(result?.reason ?? "", MAX_REASON)} |`;
}

/** Makes foreign text safe for a cell of the table. */
function cell(text: string, maxChars: number): string {
  return safeInline(oneLine(text, maxChars));
}
