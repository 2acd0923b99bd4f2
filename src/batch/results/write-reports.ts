/** Writes the reports of a batch. They are views of its plan and results, which are never read back. */

import { readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { needsRetry, type BatchState, type TaskState } from "./fold.ts";
import { predictionFiles, type PatchOf } from "./predictions.ts";
import { unwritable } from "./results-file.ts";
import { makeFolders } from "../../base/make-folders.ts";
import { counted, money } from "../../base/words.ts";
import { oneLine } from "../../base/truncate.ts";
import { safeInline } from "../../publish/render/safe-markdown.ts";
import { taskLabel } from "../plan/batch-plan.ts";
import { stateCounts } from "./status.ts";

const PREDICTIONS = /^preds(?:-[\w.-]+)?\.jsonl$/;

/** File name → text. */
export function reportsOf(state: BatchState, patchOf: PatchOf): ReadonlyMap<string, string> {
  return new Map([
    ["report.md", textReport(state)],
    ["report.csv", tableReport(state)],
    ["junit.xml", junitReport(state)],
    ["retry.txt", retryList(state)],
    ...predictionFiles(state, patchOf),
  ]);
}

/** The ids of the tasks that `--retry` runs again, one in each line. */
function retryList({ tasks }: BatchState): string {
  return tasks
    .filter(needsRetry)
    .map(({ task }) => `${task.id}\n`)
    .join("");
}

/** Writes each report whole or not at all. Returns their names. Throws `session.write`. */
export function writeReports(dir: string, state: BatchState, patchOf: PatchOf): readonly string[] {
  const reports = reportsOf(state, patchOf);
  try {
    makeFolders(dir);
    for (const name of readdirSync(dir)) if (PREDICTIONS.test(name) && !reports.has(name)) rmSync(join(dir, name));
    for (const [name, text] of reports) {
      const next = join(dir, `.${name}.${process.pid}`);
      writeFileSync(next, text, { mode: 0o600 });
      renameSync(next, join(dir, name));
    }
  } catch (cause) {
    throw unwritable("The reports of the batch", dir, cause);
  }
  return [...reports.keys()];
}

type Cell = string | number | null | undefined;

const COLUMNS: Readonly<Record<string, (taskState: TaskState) => Cell>> = {
  id: ({ task }) => task.id,
  title: ({ task }) => task.title,
  state: ({ state }) => state,
  outcome: ({ result }) => result?.outcome,
  verification: ({ result }) => result?.verification,
  attempts: ({ attempt }) => attempt,
  cost_usd: ({ spentUsd }) => Number(spentUsd.toFixed(6)),
  steps: ({ result }) => result?.steps,
  tokens: ({ result }) => result?.tokens,
  seconds: ({ result }) => result?.seconds,
  files: ({ result }) => result?.files,
  model: ({ task, result }) => result?.model ?? task.model,
  variant: ({ task }) => task.variant,
  repeat: ({ task }) => task.repeat,
  delivery: ({ delivery }) => delivery?.state,
  pull_request: ({ delivery }) => delivery?.pullRequest,
  reason: ({ result }) => result?.reason,
};

/** `report.csv`: one row for each task, for spreadsheets, in the format of RFC 4180 with a header. */
function tableReport({ tasks }: BatchState): string {
  const readers = Object.values(COLUMNS);
  const rows = [Object.keys(COLUMNS), ...tasks.map((taskState) => readers.map((read) => read(taskState)))];
  return rows.map((row) => `${row.map(cellText).join(",")}\r\n`).join("");
}

/** A spreadsheet runs a text that begins like a formula, and titles are foreign text. */
const FORMULA = /^[=+\-@\t\r]/;

function cellText(cell: Cell): string {
  const text = typeof cell === "string" && FORMULA.test(cell) ? `'${cell}` : String(cell ?? "");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** More rows than a person reads. GitHub cuts a summary at 1 MB. */
const MAX_ROWS = 300;
const MAX_TITLE = 200;
const MAX_REASON = 200;

/** `report.md`: the state of a batch, as a job summary shows it. */
function textReport(state: BatchState): string {
  const { plan, tasks, spentUsd } = state;
  const attention = tasks.filter(needsRetry);
  const rest = tasks.filter((taskState) => !needsRetry(taskState));
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

function tableOf(taskStates: readonly TaskState[]): readonly string[] {
  const more =
    taskStates.length > MAX_ROWS
      ? ["", `And ${taskStates.length - MAX_ROWS} more; \`report.csv\` has all of them.`]
      : [];
  return [
    "| Task | State | Cost | Steps | Changes | Reason |",
    "| ---- | ----- | ---: | ----: | ------- | ------ |",
    ...taskStates.slice(0, MAX_ROWS).map(rowOf),
    ...more,
  ];
}

function rowOf({ task, state, result, spentUsd, delivery }: TaskState): string {
  const changes =
    delivery?.pullRequest === undefined
      ? result?.files
        ? counted(result.files, "file")
        : ""
      : `#${delivery.pullRequest} ${delivery.state}`;
  const red = result?.verification === "red" ? " (checks red)" : "";
  return `| ${cell(taskLabel(task), MAX_TITLE)} \`${task.id}\` | ${state}${red} | ${money(spentUsd)} | ${result?.steps ?? 0} | ${changes} | ${cell(result?.reason ?? "", MAX_REASON)} |`;
}

function cell(text: string, maxChars: number): string {
  return safeInline(oneLine(text, maxChars));
}

function junitReport({ plan, tasks }: BatchState): string {
  const count = (tag: Verdict): number => tasks.filter((taskState) => VERDICTS[taskState.state] === tag).length;
  const seconds = tasks.reduce((sum, { result }) => sum + (result?.seconds ?? 0), 0);
  const counts = `tests="${tasks.length}" failures="${count("failure")}" errors="${count("error")}" skipped="${count("skipped")}" time="${seconds.toFixed(3)}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="kimi-runner" ${counts}>`,
    `  <testsuite name="${escaped(plan.name)}" id="${escaped(plan.id)}" ${counts}>`,
    ...tasks.map((taskState) => caseOf(taskState, plan.name)),
    "  </testsuite>",
    "</testsuites>",
    "",
  ].join("\n");
}

type Verdict = "passed" | "failure" | "error" | "skipped";

const VERDICTS: Readonly<Record<TaskState["state"], Verdict>> = {
  done: "passed",
  nothing: "passed",
  person: "failure",
  limit: "failure",
  infra: "error",
  waiting: "skipped",
  open: "skipped",
  started: "skipped",
};

function caseOf(taskState: TaskState, suite: string): string {
  const { task, result, state } = taskState;
  const name = `${taskLabel(task)} [${task.id}]`;
  const head = `    <testcase name="${escaped(name)}" classname="${escaped(suite)}" time="${(result?.seconds ?? 0).toFixed(3)}"`;
  const verdict = VERDICTS[state];
  if (verdict === "passed") return `${head}/>`;
  const reason = result?.reason ?? "";
  const message = `${result?.outcome ?? state}${reason === "" ? "" : `: ${reason}`}`;
  const type = verdict === "skipped" ? "" : ` type="${state}"`;
  return `${head}>\n      <${verdict}${type} message="${escaped(message)}"/>\n    </testcase>`;
}

/** The control characters and the two others that XML 1.0 cannot contain in any form. */
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;
const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\n": "&#10;",
  "\r": "&#13;",
  "\t": "&#9;",
};

function escaped(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(FORBIDDEN, "\uFFFD")
    .replaceAll(/[&<>"\n\r\t]/g, (char) => ENTITIES[char] ?? char);
}
