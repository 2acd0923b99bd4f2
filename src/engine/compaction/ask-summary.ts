/**
 * The model call of a compaction: without tools, on a record of what is condensed. A record that does not fit, and a summary
 * that was cut off, are made shorter and asked for again; half a summary never stands for a conversation.
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
  /** The step it is for. */
  readonly step: number;
  readonly focus?: string | undefined;
  /** Nobody asked for the summary but a step that comes behind it, and has to be paid as well. */
  readonly isForStep: boolean;
}

export interface Summary {
  /** What the model wrote, whole; may be empty. */
  readonly summary: string;
  readonly usage: TokenUsage;
  readonly costUsd: number | undefined;
}

/** Asks for the summary of what a division condenses. Throws what the model throws, and `provider.unavailable` when all were cut off. */
export async function askForSummary(
  division: Division,
  turn: Turn,
  { step, focus, isForStep }: SummaryOptions,
): Promise<Summary | TurnStop> {
  const { budget, emit, model, signal } = turn;
  const { sessionId } = turn.identity;
  const behind = isForStep ? estimateForLimits(turn, requestBehind(division, turn)) : 0;
  let isShorter = false;
  for (const share of SUMMARY_SHARES) {
    const request = summaryRequest(division.earlier, { share, focus, isShorter, sessionId });
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

/** What the step behind the summary sends at least. */
function requestBehind({ task, asked, tail }: Division, turn: Turn): ReturnType<typeof requestOf> {
  return { ...requestOf(turn), messages: [task, ...asked, ...tail] };
}

/** The error for a conversation that cannot be made shorter. */
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
