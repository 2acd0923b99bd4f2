/** What an attempt used: the provider's own counts where they are plausible, and estimates of what was sent and streamed elsewhere. */

import type { FailedCall, TokenUsage, UsagePart } from "../../protocol/model.ts";

/** The provider's token counts. Missing and invalid counts are undefined. */
export interface ReportedUsage {
  readonly input?: number | undefined;
  readonly cacheRead?: number | undefined;
  readonly cacheWrite?: number | undefined;
  /** The part of `cacheWrite` that the cache keeps for an hour. */
  readonly hourWrites?: number | undefined;
  readonly output?: number | undefined;
  /** Output tokens that were reported at the start of the answer and do not include all of it. */
  readonly outputAtStart?: number | undefined;
  /** What the provider says that the request costs, in US dollars. */
  readonly costUsd?: number | undefined;
  /** The times that the model was asked for one answer, where the provider itself asked it again. The counts are their sums. */
  readonly passes?: number | undefined;
  /** Tokens of the last pass, where there are several. */
  readonly lastPassTokens?: number | undefined;
  /** What the provider's own tools cost beside the tokens, in US dollars. */
  readonly feesUsd?: number | undefined;
}

export type ReportUsage = (usage: ReportedUsage) => void;

/** Adds later counts. Zeros, which gateways send for unknown counts, replace none unless a prompt was counted. */
export function withReported(before: ReportedUsage, next: ReportedUsage): ReportedUsage {
  const hasPrompt = (next.input ?? 0) + (next.cacheRead ?? 0) + (next.cacheWrite ?? 0) > 0;
  const isSaid = ([name, count]: [string, number | undefined]): boolean =>
    count !== undefined && (count > 0 || (name !== "output" && hasPrompt));
  return { ...before, ...Object.fromEntries(Object.entries(next).filter(isSaid)) };
}

/** The usage of an attempt, for its charge. */
export type AttemptCount = Pick<FailedCall, "usage" | "estimated" | "costUsd">;

export interface UseBounds {
  /** Estimated tokens of the request. */
  readonly promptTokens: number;
  /** Estimated tokens of what was streamed. */
  readonly answerTokens: number;
  /** The least tokens that what was streamed can have. */
  readonly leastTokens: number;
  readonly window: number;
  /** The tokens at which an answer is stopped. */
  readonly maxTokens: number;
}

/**
 * The counts within their bounds, completed by estimates. A count of 0 for the prompt or the answer counts as missing, and so does one
 * of an answer that is too small for what was streamed. No prompt is larger than the window, and no answer than it may become before it is
 * stopped, so that no count of a server passes a limit by more than one capped answer.
 */
export function boundedUse(
  reported: ReportedUsage,
  { promptTokens, answerTokens, leastTokens, window, maxTokens }: UseBounds,
): AttemptCount {
  const cacheRead = reported.cacheRead ?? 0;
  const cacheWrite = reported.cacheWrite ?? 0;
  const cached = cacheRead + cacheWrite;
  const input = cached === 0 ? reported.input || undefined : reported.input;
  const output = (reported.output ?? 0) < Math.max(1, leastTokens) ? undefined : reported.output;
  const prompt = { input: input ?? Math.max(0, promptTokens - cached), cacheRead, cacheWrite };
  const most = Math.max(window, promptTokens);
  const isPossible = prompt.input + cached <= most;
  const usage: TokenUsage = {
    ...(isPossible ? prompt : { input: most, cacheRead: 0, cacheWrite: 0 }),
    output: Math.min(output ?? Math.max(answerTokens, reported.outputAtStart ?? 0), maxTokens),
  };
  const estimated: readonly UsagePart[] = [
    ...(input === undefined && cached === 0 ? (["prompt"] as const) : []),
    ...(output === undefined ? (["answer"] as const) : []),
  ];
  return {
    usage,
    ...(estimated.length === 0 ? {} : { estimated }),
    ...(reported.costUsd === undefined ? {} : { costUsd: reported.costUsd }),
  };
}
