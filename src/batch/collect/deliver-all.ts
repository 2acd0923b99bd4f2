/** Delivers as many pieces as the limits allow. Each piece is claimed in the record before anything of it is pushed. */

import { oneLine } from "../../base/truncate.ts";
import { describeError } from "../../protocol/error.ts";
import { headOf } from "../../publish/branch/branch-state.ts";
import { foldResults } from "../results/fold.ts";
import type { DeliveryLine } from "../results/results-line.ts";
import { deliverPiece, type Below } from "./deliver-piece.ts";
import { claimNext, deliveryLine, pullPiecesOf, type PullPiece } from "./pieces.ts";
import type { BatchPublisher } from "./publisher.ts";
import type { BatchRecord, RecordRef } from "./record-ref.ts";

/** Claims and delivers one piece after the other, until none may be delivered now. */
export async function deliverAll(delivery: BatchPublisher, ref: RecordRef): Promise<BatchRecord> {
  const tried = new Set<string>();
  let done: readonly DeliveryLine[] = [];
  for (;;) {
    let piece: PullPiece | undefined;
    const record = await ref.update((known) => {
      const lines = [...known.lines, ...done];
      const next = claimNext({ plan: known.plan, lines }, delivery.clock.now(), tried);
      piece = next?.piece;
      if (next === undefined && done.length === 0) return known;
      return { ...known, lines: next === undefined ? lines : [...lines, next.line] };
    });
    if (piece === undefined) return record;
    tried.add(piece.branch);
    done = await delivered(delivery, record, piece);
  }
}

async function delivered(
  delivery: BatchPublisher,
  record: BatchRecord,
  piece: PullPiece,
): Promise<readonly DeliveryLine[]> {
  try {
    const below = record.plan.deliver?.pullRequests === "stacked" ? await belowOf(delivery, record, piece) : undefined;
    return await deliverPiece({ delivery, record, piece, below });
  } catch (error) {
    delivery.signal.throwIfAborted();
    const reason = oneLine(describeError(error), 500);
    delivery.warn(`${piece.branch} was not delivered: ${reason}`);
    return [deliveryLine(piece, piece.tasks, { state: "failed", reason, now: delivery.clock.now() })];
  }
}

/** The branch of the nearest piece before this one whose pull request is open. */
async function belowOf(
  { github }: BatchPublisher,
  { plan, lines }: BatchRecord,
  piece: PullPiece,
): Promise<Below | undefined> {
  const pieces = pullPiecesOf(foldResults(plan, lines), lines);
  const at = pieces.findIndex(({ branch }) => branch === piece.branch);
  const found = pieces.slice(0, Math.max(0, at)).findLast(({ delivery }) => delivery?.state === "open");
  if (found === undefined) return undefined;
  const { branch } = found;
  const head = await headOf({ ...github, branch });
  return head === undefined ? undefined : { branch, commit: head.sha };
}
