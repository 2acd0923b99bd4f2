/**
 * The model call of a step: reserved before, recorded after, and made again with a shorter context when the provider says
 * that the request is too large.
 */

import type { AssistantMessage } from "../protocol/message.ts";
import { totalTokens, type ChatReply } from "../protocol/model.ts";
import type { TurnStop } from "../protocol/outcome.ts";
import type { Turn } from "../protocol/turn.ts";
import { compact, isOverflow, type CompactionState } from "./compaction.ts";
import { contextSize } from "./context-size.ts";
import { estimateForLimits, requestOf } from "./request.ts";

/** After this many refusals in a row the request cannot be made to fit; each one costs a summary and a request. */
const MAX_OVERFLOWS = 3;

interface Asked {
  readonly message: AssistantMessage;
  /** It ended at the output cap. */
  readonly isCut: boolean;
}

/** Asks once for this step and stores the answer in the context. Returns the limit that forbids the call, if one does. */
export async function ask(turn: Turn, state: CompactionState, step: number): Promise<Asked | TurnStop> {
  for (let overflows = 0; ; overflows += 1) {
    const request = requestOf(turn);
    const estimate = estimateForLimits(turn, request);
    const reserved = overflows === 0 ? state.budget.reserve(estimate) : state.budget.reserveMore(estimate);
    if ("stop" in reserved) return reserved;
    if (overflows === 0) {
      await turn.emit({ type: "step.begin", step });
      await turn.context.checkpoint();
    }
    try {
      const reply = await turn.model.chat(
        { ...request, ...reserved },
        { signal: turn.signal, onRetry: (notice) => turn.emit({ type: "step.retry", step, ...notice }) },
      );
      return await store(reply, turn, { step, costUsd: state.budget.settle(reply.usage, estimate) });
    } catch (error) {
      if (!isOverflow(error) || overflows === MAX_OVERFLOWS) throw error;
      const made = await compact(turn, state, { step, overflows: overflows + 1, size: contextSize(turn) });
      if (made === "nothing") throw error;
      if (made !== "done") return made;
    }
  }
}

async function store(
  { message, isCut = false, usage, contextTokens = totalTokens(usage) }: ChatReply,
  { emit, context }: Turn,
  { step, costUsd }: { readonly step: number; readonly costUsd: number | undefined },
): Promise<Asked> {
  await emit({ type: "step.usage", step, usage, costUsd });
  await context.append(message);
  await context.usage(contextTokens);
  return { message, isCut };
}
