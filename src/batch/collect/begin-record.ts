/** The first record of a plan, with what earlier plans did under the same keys. A change that has a pull request, or that a person closed, is not opened again. */

import type { JobGit } from "../../job/context/job-git.ts";
import type { JobParts } from "../../job/context/job-parts.ts";
import { RunnerError } from "../../protocol/error.ts";
import type { BatchPlan } from "../plan/batch-plan.ts";
import { earlierResults } from "../results/begin-batch.ts";
import { isClosed } from "../results/fold.ts";
import type { ResultsLine } from "../results/results-line.ts";
import { jobRecord, recordedBatches, type BatchRecord, type RecordRef } from "./record-ref.ts";

/** Writes the record of a plan that has none yet. Undefined where there is nothing to take over. */
export async function recordFromEarlierPlans(
  parts: JobParts,
  own: JobGit,
  plan: BatchPlan,
): Promise<BatchRecord | undefined> {
  const ids = await recordedBatches(own);
  const known: BatchRecord[] = [];
  for (const id of ids.filter((other) => other !== plan.id)) {
    const record = await readable(jobRecord(parts, own, id));
    if (record !== undefined) known.push(record);
  }
  // A pull request into another branch delivers nothing into this one.
  const isElsewhere = ({ plan: { into } }: BatchRecord): boolean => into !== undefined && into !== plan.into;
  const usable = known.map((record) =>
    isElsewhere(record) ? { ...record, lines: record.lines.filter(({ type }) => type !== "delivery") } : record,
  );
  const newest = usable.toSorted((a, b) => timeOf(b.lines) - timeOf(a.lines));
  const found = earlierResults(
    plan,
    newest,
    ({ changes }, { patch }, { task, delivery }) => patch === null || changes.has(task.id) || isClosed(delivery),
  );
  if (found.size === 0) return undefined;
  const taken = [...found.values()];
  const changes = new Map(
    taken.flatMap(({ from, line: { task } }) => {
      const change = from.changes.get(task);
      return change === undefined ? [] : [[task, change] as const];
    }),
  );
  const lines = taken.flatMap(({ line, taskState: { delivery } }): ResultsLine[] => [
    { ...line, bundle: null }, // the bundle is in an artifact of another run of the workflow
    ...(delivery !== undefined && (delivery.state === "open" || isClosed(delivery))
      ? [{ ...delivery, tasks: [line.task] }]
      : []),
  ]);
  return await jobRecord(parts, own, plan.id).change(
    (before) => before ?? { plan, lines, changes, sessions: new Map() },
  );
}

/** Undefined for a record of another version or with another seal, from which nothing is taken. */
async function readable(ref: RecordRef): Promise<BatchRecord | undefined> {
  try {
    return await ref.read();
  } catch (error) {
    if (error instanceof RunnerError && error.code !== "git.failed") return undefined;
    throw error;
  }
}

function timeOf(lines: readonly ResultsLine[]): number {
  return Date.parse(lines.at(-1)?.at ?? "") || 0;
}
