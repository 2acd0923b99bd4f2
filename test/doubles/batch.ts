/** Plans and result lines of a batch, with only what a test says about them. */

import type { BatchPlan, PlannedTask } from "../../src/batch/plan/batch-plan.ts";
import { sealPlan } from "../../src/batch/plan/plan-file.ts";
import type { ResultLine, ResultsLine, StartedLine } from "../../src/batch/results/results-line.ts";

export const AT = "2026-11-22T12:00:00.000Z";

/** Ids are `…001`, `…002`; each task may cost $0.50. */
export function plannedTask(number: number, more: Partial<PlannedTask> = {}): PlannedTask {
  const id = String(number).padStart(12, "0");
  return {
    id,
    key: `key-${number}`,
    fields: { path: `src/${number}.ts` },
    title: `src/${number}.ts`,
    prompt: `Mend src/${number}.ts.`,
    verify: [],
    costUsd: 0.5,
    ...more,
  };
}

export function batchPlan(
  tasks: readonly PlannedTask[],
  more: Partial<Omit<BatchPlan, "id" | "digest">> = {},
): BatchPlan {
  return sealPlan({
    version: 1,
    name: "mend",
    file: ".github/kimi-batch/mend.yml",
    base: "a".repeat(40),
    policyDigest: "b".repeat(64),
    tasks: [...tasks],
    shards: [tasks.map(({ id }) => id)],
    limits: { costUsd: 0.5, totalUsd: 0.5 * tasks.length, minutes: 20, parallel: 4, tasks: 500 },
    deliver: { pullRequests: "per-task", open: 10, perHour: 20, labels: [], draft: true },
    forecast: { promptTokens: 0, maxUsd: 0.5 * tasks.length },
    ...more,
  });
}

export function startedLine({ id, key }: PlannedTask, more: Partial<StartedLine> = {}): ResultsLine {
  return { type: "started", task: id, key, attempt: 1, at: AT, ...more };
}

/** Done, with one changed file, for ten cents. */
export function resultLine({ id, key }: PlannedTask, more: Partial<ResultLine> = {}): ResultLine {
  return {
    type: "result",
    task: id,
    key,
    attempt: 1,
    at: AT,
    state: "done",
    outcome: "completed",
    reason: "Done.",
    bundle: `tasks/${id}/1`,
    costUsd: 0.1,
    steps: 3,
    tokens: 1_000,
    seconds: 12,
    verification: "green",
    files: 1,
    patch: "c".repeat(64),
    ...more,
  };
}
