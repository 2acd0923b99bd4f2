/**
 * The model call of a compaction: without tools, on a record of the condensed messages. When the record does not fit or the
 * summary was cut off, the call is made again with less; half a summary never replaces a conversation.
 */

import { crashAt } from "../../base/crash.ts";
import { RunnerError } from "../../protocol/error.ts";
import { textOf } from "../../protocol/message.ts";
import { usageOfFailure, type TokenUsage } from "../../protocol/model.ts";
import type { TurnStop } from "../../protocol/outcome.ts";
import type { Turn } from "../../protocol/turn.ts";
import { estimateForLimits, requestOf } from "../state/request.ts";
import { SUMMARY_SHARES, summaryRequest, type Division } from "./summarise.ts";
import { chargeWasted } from "../state/wasted.ts";

export interface SummaryOptions {
  /** The step that the summary is for. */
  readonly step: number;
  readonly focus?: string | undefined;
  /** A step needs the summary, so the budget must pay for the step as well. */
  readonly isForStep: boolean;
}

export interface Summary {
  /** The model's whole text; may be empty. */
  readonly summary: string;
  readonly usage: TokenUsage;
  readonly costUsd: number | undefined;
}

/** Asks for the summary of a division. Throws what the model throws, and the error of `noSummary` when all summaries were cut off. */
export async function askForSummary(
  division: Division,
  turn: Turn,
  { step, focus, isForStep }: SummaryOptions,
): Promise<Summary | TurnStop> {
  const { budget, emit, model, signal } = turn;
  const { cacheKey } = turn;
  const behind = isForStep ? estimateForLimits(turn, requestBehind(division, turn)) : 0;
  let isShorter = false;
  for (const share of SUMMARY_SHARES) {
    const request = summaryRequest(division.earlier, { share, focus, isShorter, cacheKey });
    const estimate = estimateForLimits(turn, request);
    const reserved = await budget.reserveMore(estimate + behind);
    if ("stop" in reserved) return reserved;
    try {
      crashAt("model.summary.before");
      const { message, usage, isCut } = await model.chat(
        { ...request, ...reserved },
        { signal, onRetry: (notice) => emit({ type: "step.retry", step, ...notice }) },
      );
      crashAt("model.summary.after");
      if (isCut !== true) return { summary: textOf(message), usage, costUsd: budget.settle(usage, estimate) };
      await chargeWasted(turn, "cut", usage);
      isShorter = true;
    } catch (error) {
      await chargeWasted(turn, "failed", usageOfFailure(error));
      if (!isOverflow(error) || share === SUMMARY_SHARES.at(-1)) throw error;
    } finally {
      budget.release(reserved);
    }
  }
  throw noSummary(`every summary that ${model.name} wrote of it was cut off at the output limit`);
}

/** The smallest request of the step after the summary. */
function requestBehind({ task, asked, tail }: Division, turn: Turn): ReturnType<typeof requestOf> {
  return { ...requestOf(turn), messages: [task, ...asked, ...tail] };
}

/** The error of a conversation that cannot be made shorter. */
export function noSummary(why: string): RunnerError {
  return new RunnerError({
    code: "provider.unavailable",
    message: `The conversation is too long to go on, and ${why}.`,
    hint: "Run the job again, or choose a model with a larger window.",
  });
}

/** Whether a model call failed because its request was too large. */
export function isOverflow(error: unknown): boolean {
  return error instanceof RunnerError && error.code === "provider.overflow";
}
