/**
 * The record of a plan that was made anew: what is done in the records of other plans under the same key is taken over, with its
 * change, as `begin-batch` does it on a machine. What a pull request has, or a person closed, is not opened a second time.
 */

import type { Clock } from "../../base/clock.ts";
import type { JobParts } from "../../job/context/job-parts.ts";
import { refsOf } from "../../job/sessions/job-session-store.ts";
import { RunnerError } from "../../protocol/error.ts";
import type { BatchPlan } from "../plan/batch-plan.ts";
import { earlierResults } from "../results/earlier-results.ts";
import type { DeliveryLine, ResultLine, ResultsLine } from "../results/results-line.ts";
import type { CollectGit } from "./publisher.ts";
import { jobRecord, recordedBatches, type BatchRecord, type RecordRef } from "./record-ref.ts";

/** Writes the record of a plan that has none yet; undefined where there is nothing to take over. */
export async function takenOver(
  parts: JobParts,
  own: CollectGit,
  { plan, clock }: { readonly plan: BatchPlan; readonly clock: Clock },
): Promise<BatchRecord | undefined> {
  const ids = await recordedBatches(refsOf(parts, own.gitDir, own.checkout.root, clock));
  const known: BatchRecord[] = [];
  for (const id of ids.filter((other) => other !== plan.id)) {
    const record = await readable(jobRecord(parts, own, { id, clock }));
    if (record !== undefined) known.push(record);
  }
  const newest = known.toSorted((a, b) => timeOf(b.lines) - timeOf(a.lines));
  const found = earlierResults(
    plan,
    newest,
    ({ changes }, { patch }, { task, delivery }) => patch === null || changes.has(task.id) || isOver(delivery),
  );
  if (found.size === 0) return undefined;
  const taken = [...found.values()];
  const changes = new Map(
    taken.flatMap(({ from, line: { task } }) => {
      const change = from.changes.get(task);
      return change === undefined ? [] : [[task, change] as const];
    }),
  );
  const lines = taken.flatMap(({ line, stand: { delivery } }): ResultsLine[] => [
    withoutBundle(line),
    ...(delivery !== undefined && (delivery.state === "open" || isOver(delivery))
      ? [{ ...delivery, tasks: [line.task] }]
      : []),
  ]);
  return await jobRecord(parts, own, { id: plan.id, clock }).change(
    (before) => before ?? { plan, lines, changes, sessions: new Map() },
  );
}

/** Undefined for one of another version or with another seal: nothing is taken from it. */
async function readable(ref: RecordRef): Promise<BatchRecord | undefined> {
  try {
    return await ref.read();
  } catch (error) {
    if (error instanceof RunnerError && error.code !== "git.failed") return undefined;
    throw error;
  }
}

function isOver(delivery: DeliveryLine | undefined): boolean {
  return delivery?.state === "merged" || delivery?.state === "closed";
}

/** The bundle is in an artifact of another run of the workflow. */
function withoutBundle(line: ResultLine): ResultLine {
  return { ...line, bundle: null };
}

function timeOf(lines: readonly ResultsLine[]): number {
  return Date.parse(lines.at(-1)?.at ?? "") || 0;
}
