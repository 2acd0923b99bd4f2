/** A batch pull request as Markdown. Every value from tasks, bundles and models is foreign text. */

import { oneLine } from "../../base/truncate.ts";
import { fillTemplate } from "../../publish/render/fill-template.ts";
import { bulleted, heldFileList, paragraphs, section, unfilteredLine } from "../../publish/render/render-parts.ts";
import { quotedAs, safeInline, safeMarkdown, safeWords } from "../../publish/render/safe-markdown.ts";
import { pullRequestMark } from "../../publish/result/markers.ts";
import type { BatchPlan } from "../plan/batch-plan.ts";
import type { TaskState } from "../results/fold.ts";
import type { Composed, IncludedTask, LeftOutTask } from "./compose.ts";
import type { BatchPullRequest } from "./batch-pulls.ts";
import type { UnionResult } from "./verify-union.ts";

export interface BatchPullView extends Pick<Composed, "included" | "leftOut"> {
  readonly plan: BatchPlan;
  readonly batchPull: BatchPullRequest;
  /** Checks of several changes together; undefined where there was one change only. */
  readonly union: UnionResult | undefined;
  readonly dashboardUrl: string | undefined;
  readonly runUrl: string | undefined;
  /** Text of the repository's template for pull requests. */
  readonly template?: string | undefined;
}

/** Entries of each list. */
const MAX_TASKS = 100;
const MAX_FILES = 100;
const MAX_FIELDS = 20;

/** The session that commits and pull requests of a plan name. */
export function sessionOf({ id }: Pick<BatchPlan, "id">): string {
  return `batch-${id}`;
}

/** Body of the pull request, with its mark at the top. It fills the repository's template where there is one. */
export function batchPullText(view: BatchPullView): string {
  const { plan, batchPull, included, leftOut, union, dashboardUrl, runUrl, template } = view;
  const [only] = included;
  const isOne = batchPull.tasks.length === 1 && only !== undefined;
  // Several tasks may change the same file.
  const files = [...new Set(included.flatMap((task) => task.files))];
  const held = [...new Map(included.flatMap(({ heldFiles }) => heldFiles.map((file) => [file.path, file]))).values()];
  const links = [
    ...(dashboardUrl === undefined ? [] : [`[Dashboard of the batch](${dashboardUrl})`]),
    ...(runUrl === undefined ? [] : [`[run](${runUrl})`]),
  ];
  const verification = isOne ? checkedLine(only) : unionLine(union, included.length);
  const description = isOne ? reportOf(only) : taskList(included);
  const filled = template === undefined ? undefined : fillTemplate(template, { description, verification, issue: "" });
  const tasks = isOne ? [] : section(`Tasks (${included.length})`, description);
  const body = paragraphs([
    ...(filled === undefined ? [isOne ? description : "", verification, ...tasks] : [filled, "---"]),
    ...(isOne ? section("Task", fieldList(only)) : []),
    ...section(`Left out (${leftOut.length})`, leftOutList(leftOut)),
    ...section(
      `Files (${files.length})`,
      bulleted(files, (file) => safeInline(oneLine(file, 300)), MAX_FILES),
    ),
    unfilteredLine(included.flatMap(({ unfiltered }) => unfiltered)),
    ...section(`Files that are not published (${held.length})`, heldFileList(held)),
    `<sub>${[`Batch ${safeInline(plan.name)}, plan ${plan.id}`, ...links].join(" · ")}</sub>`,
  ]);
  return `${pullRequestMark(sessionOf(plan), 0)}\n${body}`;
}

function reportOf({ report, taskState }: IncludedTask): string {
  const words = safeMarkdown(report);
  return words === "" ? safeWords(taskState.result?.reason ?? "") : quotedAs("From the model", words);
}

function checkedLine({ taskState: { task, result } }: IncludedTask): string {
  const commands = task.verify.map((command) => safeInline(oneLine(command, 200))).join(", ");
  const of = commands === "" ? "" : ` (${commands})`;
  switch (result?.verification) {
    case "green":
      return `✅ Its checks passed${of}.`;
    case "red":
      return `❌ Its checks failed${of}.`;
    case "none":
    case undefined:
      return "⚠️ Nothing checked it: neither the policy nor the task names a command.";
  }
}

function unionLine(union: UnionResult | undefined, count: number): string {
  switch (union?.kind) {
    case "green":
      return `✅ The checks passed on all ${count} changes together.`;
    case "red":
      return `❌ On all ${count} changes together ${safeInline(union.said)}.`;
    case "none":
    case undefined:
      return count === 1
        ? ""
        : "⚠️ Nothing checked the changes together: neither the policy nor the tasks name a command.";
  }
}

function fieldList({ taskState: { task } }: IncludedTask): string {
  return bulleted(
    Object.entries(task.fields),
    ([name, value]) => `${safeInline(oneLine(name, 60))}: ${safeInline(oneLine(value, 300))}`,
    MAX_FIELDS,
  );
}

function taskList(included: readonly IncludedTask[]): string {
  return bulleted(included, ({ taskState }) => nameOf(taskState), MAX_TASKS);
}

function leftOutList(leftOut: readonly LeftOutTask[]): string {
  return bulleted(
    leftOut,
    ({ taskState, reason }) => `${nameOf(taskState)}: ${safeWords(oneLine(reason, 500))}`,
    MAX_TASKS,
  );
}

function nameOf({ task }: TaskState): string {
  return `${safeInline(oneLine(task.title, 200))} (${task.id})`;
}
