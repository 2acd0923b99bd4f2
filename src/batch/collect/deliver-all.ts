/** Delivers as many pull requests as the limits allow. Each one is claimed in the record before anything of it is pushed. */

import { oneLine } from "../../base/truncate.ts";
import { describeError } from "../../protocol/error.ts";
import { headOf } from "../../publish/branch/branch-state.ts";
import { foldResults } from "../results/fold.ts";
import type { DeliveryLine } from "../results/results-line.ts";
import { deliverBatchPull, type Below, type DeliverBatchPull } from "./deliver-batch-pull.ts";
import { claimNext, deliveryLine, batchPullsOf, type BatchPullRequest } from "./batch-pulls.ts";
import type { BatchJob } from "./batch-job.ts";
import type { BatchRecord, RecordRef } from "./record-ref.ts";

/** Claims and delivers one pull request after the other, until none may be delivered now. */
export async function deliverAll(
  batch: BatchJob,
  ref: RecordRef,
  dashboardUrl: string | undefined,
): Promise<BatchRecord> {
  const tried = new Set<string>();
  let done: readonly DeliveryLine[] = [];
  for (;;) {
    let batchPull: BatchPullRequest | undefined;
    const record = await ref.update((known) => {
      const lines = [...known.lines, ...done];
      const next = claimNext({ plan: known.plan, lines }, batch.clock.now(), tried);
      batchPull = next?.batchPull;
      if (next === undefined && done.length === 0) return known;
      return { ...known, lines: next === undefined ? lines : [...lines, next.line] };
    });
    if (batchPull === undefined) return record;
    tried.add(batchPull.branch);
    done = await delivered({ batch, record, batchPull, dashboardUrl });
  }
}

async function delivered(request: Omit<DeliverBatchPull, "below">): Promise<readonly DeliveryLine[]> {
  const { batch, record, batchPull } = request;
  try {
    const isStacked = record.plan.deliver?.pullRequests === "stacked";
    return await deliverBatchPull({ ...request, below: isStacked ? await belowOf(request) : undefined });
  } catch (error) {
    batch.stopper.signal.throwIfAborted();
    const reason = oneLine(describeError(error), 500);
    batch.world.warn(`${batchPull.branch} was not delivered: ${reason}`);
    return [deliveryLine(batchPull, batchPull.tasks, { state: "failed", reason, now: batch.clock.now() })];
  }
}

/** The branch of the nearest one before this one that is open. */
async function belowOf({
  batch: { github },
  record: { plan, lines },
  batchPull,
}: DeliverBatchPull): Promise<Below | undefined> {
  const batchPulls = batchPullsOf(foldResults(plan, lines), lines);
  const at = batchPulls.findIndex(({ branch }) => branch === batchPull.branch);
  const found = batchPulls.slice(0, Math.max(0, at)).findLast(({ delivery }) => delivery?.state === "open");
  if (found === undefined) return undefined;
  const { branch } = found;
  const head = await headOf({ ...github, branch });
  return head === undefined ? undefined : { branch, commit: head.sha };
}
