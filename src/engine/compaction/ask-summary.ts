/** A compaction's model call, repeated with less of the record where it does not fit or the summary is cut off. */

import { RunnerError } from "../../protocol/error.ts";
import { textOf } from "../../protocol/message.ts";
import type { Charge } from "../../protocol/model.ts";
import type { TurnStop } from "../../protocol/outcome.ts";
import type { Turn } from "../../protocol/turn.ts";
import { ask } from "../state/attempt.ts";
import { requestOf } from "../state/request.ts";
import { SUMMARY_SHARES, summaryRequest, type Division } from "./summarise.ts";

export interface SummaryOptions {
  readonly step: number;
  readonly focus?: string | undefined;
  /** The summary is for a step, so that the budget must pay for that step as well. */
  readonly isForStep: boolean;
}

/** Asks for the summary, which may be empty. Throws what the model throws, and the error of `tooLongError` when all summaries were cut off. */
export async function askForSummary(
  division: Division,
  turn: Turn,
  { step, focus, isForStep }: SummaryOptions,
): Promise<(Charge & { readonly summary: string }) | TurnStop> {
  const { emit, model, cacheKey } = turn;
  const { task, asked, tail } = division;
  const nextStep = { ...requestOf(turn), messages: [task, ...asked, ...tail] }; // at its smallest
  const nextStepTokens = isForStep ? model.estimate(nextStep) : 0;
  let isShorter = false;
  for (const share of SUMMARY_SHARES) {
    const request = summaryRequest(division.earlier, { share, focus, isShorter, cacheKey });
    try {
      const answered = await ask(turn, request, { purpose: "summary", step, nextStepTokens });
      if ("stop" in answered) return answered;
      const { reply, charge } = answered;
      if (reply.isCut !== true) return { summary: textOf(reply.message), ...charge };
      await emit({ type: "model.wasted", why: "cut", ...charge });
      isShorter = true;
    } catch (error) {
      if (!isOverflow(error) || share === SUMMARY_SHARES.at(-1)) throw error;
    }
  }
  throw tooLongError(`every summary that ${model.name} wrote of it was cut off at the output limit`);
}

/** The error for a conversation that cannot be made shorter. */
export function tooLongError(why: string): RunnerError {
  return new RunnerError({
    code: "provider.unavailable",
    message: `The conversation is too long to continue, and ${why}.`,
    hint: "Run the job again, or choose a model with a larger window.",
  });
}

/** Whether a model call failed because its request was too large. */
export function isOverflow(error: unknown): boolean {
  return error instanceof RunnerError && error.code === "provider.overflow";
}
