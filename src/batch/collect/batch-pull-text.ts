/** What a batch pull request says of its tasks, as Markdown. Every value from tasks, bundles and models is foreign text. */

import { oneLine } from "../../base/truncate.ts";
import { bulleted, section } from "../../publish/render/render-parts.ts";
import type { PullRequestAbout } from "../../publish/render/result-view.ts";
import { quotedAs, safeInline, safeMarkdown, safeWords } from "../../publish/render/safe-markdown.ts";
import type { BatchPlan } from "../plan/batch-plan.ts";
import type { TaskState } from "../results/fold.ts";
import type { Composed, IncludedTask, LeftOutTask } from "./compose.ts";
import type { BatchPullRequest } from "./batch-pulls.ts";

export interface BatchPullView extends Pick<Composed, "included" | "leftOut"> {
  readonly plan: BatchPlan;
  readonly batchPull: BatchPullRequest;
  readonly isVerified: boolean;
  readonly dashboardUrl: string | undefined;
}

const MAX_TASKS = 100;
const MAX_FIELDS = 20;

export function aboutBatchPull(view: BatchPullView): PullRequestAbout {
  const { plan, batchPull, included, leftOut, dashboardUrl } = view;
  const [only] = included;
  const isOne = batchPull.tasks.length === 1 && only !== undefined;
  return {
    description: isOne ? reportOf(only) : bulleted(included, ({ taskState }) => nameOf(taskState), MAX_TASKS),
    verification: checksOf(view),
    sections: [
      ...(isOne ? section("Task", fieldList(only)) : []),
      ...section(`Tasks left out (${leftOut.length})`, leftOutList(leftOut)),
    ],
    footer: [
      `Batch ${safeInline(plan.name)}, plan ${plan.id}`,
      dashboardUrl === undefined ? "" : `[Dashboard of the batch](${dashboardUrl})`,
    ],
  };
}

function reportOf({ report, taskState }: IncludedTask): string {
  const words = safeMarkdown(report);
  return words === "" ? safeWords(taskState.result?.reason ?? "") : quotedAs("From the model", words);
}

/** Neither tasks nor unions with a failed check get a pull request. */
function checksOf({ batchPull, included, isVerified }: BatchPullView): string {
  const [only] = included;
  const count = included.length;
  if (batchPull.tasks.length > 1 || only === undefined) {
    if (isVerified) return `✅ The checks passed on all ${count} changes together.`;
    return count === 1 ? "" : `⚠️ Nothing checked the changes together: ${NO_COMMAND}`;
  }
  const { task, result } = only.taskState;
  if (result?.verification !== "green") return `⚠️ Nothing checked it: ${NO_COMMAND}`;
  const commands = task.verify.map((command) => safeInline(oneLine(command, 200))).join(", ");
  return `✅ Its checks passed${commands === "" ? "" : ` (${commands})`}.`;
}

const NO_COMMAND = "neither the policy nor a task names a command.";

function fieldList({ taskState: { task } }: IncludedTask): string {
  return bulleted(
    Object.entries(task.fields),
    ([name, value]) => `${safeInline(oneLine(name, 60))}: ${safeInline(oneLine(value, 300))}`,
    MAX_FIELDS,
  );
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
