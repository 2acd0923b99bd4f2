/**
 * The model call of a step: reserved before, recorded after, and repeated with a shorter context when the provider refuses the
 * request as too large.
 */

import { crashAt } from "../base/crash.ts";
import type { AssistantMessage } from "../protocol/message.ts";
import { totalTokens, usageOfFailure, type ChatReply } from "../protocol/model.ts";
import type { TurnStop } from "../protocol/outcome.ts";
import type { Turn } from "../protocol/turn.ts";
import { isOverflow } from "./compaction/ask-summary.ts";
import { compact } from "./compaction/compact.ts";
import { contextSize } from "./compaction/context-size.ts";
import { checkpointMark, MAIL_TOOL } from "./state/mailbox.ts";
import type { Progress } from "./state/progress.ts";
import { estimateForLimits, requestOf } from "./state/request.ts";
import { chargeWasted } from "./state/wasted.ts";

/** Refusals in a row after which compaction does not help. Each one costs a summary and a request. */
const MAX_OVERFLOWS = 3;

interface StepAnswer {
  readonly message: AssistantMessage;
  /** The answer ended at the output cap. */
  readonly isCut: boolean;
}

/** Asks the model for this step and stores the answer in the context. Returns a stop when a limit forbids the call. */
export async function askModel(turn: Turn, progress: Progress): Promise<StepAnswer | TurnStop> {
  const { budget } = turn;
  for (let overflows = 0; ; overflows += 1) {
    const estimate = estimateForLimits(turn, requestOf(turn));
    const reserved = await (overflows === 0 ? budget.reserve(estimate) : budget.reserveMore(estimate));
    if ("stop" in reserved) return reserved;
    try {
      if (overflows === 0) await begin(turn, progress);
      const step = progress.steps;
      crashAt("model.step.before");
      const reply = await turn.model.chat(
        { ...requestOf(turn), ...reserved },
        { signal: turn.signal, onRetry: (notice) => turn.emit({ type: "step.retry", step, ...notice }) },
      );
      crashAt("model.step.after");
      const costUsd = budget.settle(reply.usage, estimate);
      budget.release(reserved);
      return await store(reply, turn, { step, costUsd });
    } catch (error) {
      await chargeWasted(turn, "failed", usageOfFailure(error));
      budget.release(reserved);
      if (!isOverflow(error) || overflows === MAX_OVERFLOWS) throw error;
      const made = await compact(turn, progress, { overflows: overflows + 1, size: contextSize(turn) });
      if (made === "nothing") throw error;
      if (made !== "done") return made;
    }
  }
}

/** Counts the step and takes its checkpoint. A model with `send_dmail` reads the checkpoint's id. */
async function begin({ emit, context, tools }: Turn, progress: Progress): Promise<void> {
  progress.steps += 1;
  await emit({ type: "step.begin", step: progress.steps });
  const id = await context.checkpoint();
  if (tools.has(MAIL_TOOL)) await context.append({ role: "user", content: checkpointMark(id), synthetic: true });
}

async function store(
  { message, isCut = false, usage, contextTokens }: ChatReply,
  { emit, context }: Turn,
  { step, costUsd }: { readonly step: number; readonly costUsd: number | undefined },
): Promise<StepAnswer> {
  await emit({ type: "step.usage", step, usage, costUsd, contextTokens, ...(isCut ? { isCut } : {}) });
  await context.append(message);
  await context.usage(contextTokens ?? totalTokens(usage));
  return { message, isCut };
}
