/** `junit.xml`: the tasks of a batch for CI systems. A task that did not succeed is a failure; one that could not run properly is an error. */

import { taskLabel } from "../plan/task-label.ts";
import type { BatchState, TaskState } from "./fold.ts";

/** The whole document. */
export function junitReport({ plan, tasks }: BatchState): string {
  const count = (tag: Verdict): number => tasks.filter((taskState) => verdictOf(taskState) === tag).length;
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

function verdictOf({ state }: TaskState): Verdict {
  switch (state) {
    case "done":
    case "nothing":
      return "passed";
    case "person":
    case "limit":
      return "failure";
    case "infra":
      return "error";
    case "waiting":
    case "open":
    case "started":
      return "skipped";
    default:
      return state satisfies never;
  }
}

function caseOf(taskState: TaskState, suite: string): string {
  const { task, result, state } = taskState;
  const name = `${taskLabel(task)} [${task.id}]`;
  const head = `    <testcase name="${escaped(name)}" classname="${escaped(suite)}" time="${(result?.seconds ?? 0).toFixed(3)}"`;
  const verdict = verdictOf(taskState);
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
