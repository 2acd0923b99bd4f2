/** Lists a plan for people, before anything is paid. */

import { counted } from "../../base/words.ts";
import { plainText } from "../../base/plain-text.ts";
import { taskLabel, type BatchPlan } from "./batch-plan.ts";
import { PLAN_FILE } from "./plan-file.ts";

/** Tasks in the list. The plan has all of them. */
const MAX_LISTED = 50;

/** Lines without a newline at the end of the last one. */
export function planListing(
  plan: BatchPlan,
  { duplicates, all }: { readonly duplicates: number; readonly all: boolean },
): string {
  const { tasks, shards, limits, canary, deliver, compare, forecast } = plan;
  const shown = all ? tasks : tasks.slice(0, MAX_LISTED);
  const slice = tasks[0]?.costUsd ?? 0;
  return [
    `Batch ${plan.name} ${plan.id}: ${counted(tasks.length, "task")} in ${counted(shards.length, "shard")}, at most $${usd(forecast.maxUsd)}`,
    `  base ${plan.base.slice(0, 12)}, policy ${plan.policyDigest.slice(0, 12)}`,
    `  each task: at most $${usd(slice)} and ${counted(limits.minutes, "minute")}${slice < limits.costUsd ? ` (its share of limits.total_usd, $${usd(limits.totalUsd)}; limits.cost_usd is $${usd(limits.costUsd)})` : ""}`,
    `  prompts: about ${counted(forecast.promptTokens, "token")}`,
    compare &&
      `  compares ${[counted(compare.models.length, "model"), counted(Math.max(1, compare.prompts.length), "prompt"), counted(compare.repeat, "repetition")].join(", ")}`,
    canary && `  canary: the first ${canary.first}; the rest waits for an approval`,
    deliver === null
      ? "  publishes nothing"
      : `  pull requests: ${deliver.pullRequests}, at most ${deliver.open} open, ${deliver.perHour} an hour`,
    duplicates > 0
      ? `  left out: ${counted(duplicates, "record of the source is", "records of the source are")} there twice`
      : undefined,
    ...shown.map((task) => `  ${task.id}  ${plainText(taskLabel(task, task.group))}`),
    shown.length < tasks.length
      ? `  and ${tasks.length - shown.length} more; ${PLAN_FILE} and --all have them`
      : undefined,
  ]
    .filter((line) => line !== undefined)
    .join("\n");
}

function usd(amount: number): string {
  return amount >= 0.01 || amount === 0 ? amount.toFixed(2) : String(amount);
}
