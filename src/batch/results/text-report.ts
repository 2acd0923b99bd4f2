/** `report.md`: how a batch stands, as a job summary shows it. */

import { counted } from "../../base/words.ts";
import { breakCommands, plainText } from "../../base/plain-text.ts";
import { needsRetry, type BatchState, type TaskStand } from "./fold.ts";
import { stateCounts } from "./status.ts";

/** GitHub cuts a summary at 1 MB; a person reads none of this length. */
const MAX_ROWS = 300;
const MAX_REASON = 200;

export function textReport(state: BatchState): string {
  const { plan, tasks, spentUsd } = state;
  const attention = tasks.filter(needsRetry);
  const rest = tasks.filter((stand) => !needsRetry(stand));
  return [
    `# Batch ${inline(plan.name)}`,
    "",
    `${counted(tasks.length, "task")} of plan \`${plan.id}\` at \`${plan.base.slice(0, 12)}\`, $${spentUsd.toFixed(2)} of $${plan.limits.totalUsd.toFixed(2)} spent.`,
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
        ? `${result.files} files`
        : ""
      : `#${delivery.pullRequest} ${delivery.state}`;
  const red = result?.verification === "red" ? " (checks red)" : "";
  const reason = result?.reason ?? "";
  const short = reason.length > MAX_REASON ? `${reason.slice(0, MAX_REASON)}…` : reason;
  return `| ${inline(task.title)} \`${task.id}\` | ${state}${red} | $${spentUsd.toFixed(2)} | ${result?.steps ?? 0} | ${changes} | ${inline(short)} |`;
}

/** Foreign text in a cell of a table: no markup, no mentions, no references, no commands, one line. */
function inline(text: string): string {
  return breakCommands(plainText(text.toWellFormed()))
    .replaceAll(/\s+/g, " ")
    .replaceAll(/[\\`*_{}[\]<>|~&$!]/g, (char) => `&#${char.codePointAt(0)};`)
    .replaceAll(/[@#:](?=\w|\/)/g, (char) => `${char}\u200B`)
    .trim();
}
