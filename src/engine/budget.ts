/**
 * What the run may still use. Counts calls, tokens and money across resumes and reserves before every model call: an
 * answer is capped at what is left, so a limit is never passed and then noticed.
 */

import type { Limits } from "../protocol/limits.ts";
import { addUsage, NO_USAGE, totalTokens, type ChatModel, type TokenUsage } from "../protocol/model.ts";
import type { TurnStop } from "../protocol/outcome.ts";
import type { Spent } from "../protocol/turn.ts";

/** An answer shorter than this is cut before it can hold a useful tool call; better to stop with what there is. */
const MIN_ANSWER_TOKENS = 256;
/** Estimates of unseen text are off by up to a third; the first call has nothing to calibrate against. */
const UNCALIBRATED = 1.5;
const HEADROOM = 1.05;

interface Reservation {
  /** Set when a limit makes the answer shorter than the model's own cap. */
  readonly maxOutputTokens?: number | undefined;
}

export interface Budget {
  /** Whether the limit of steps allows one more. */
  readonly hasStep: () => boolean;
  /** Room for the model call of one more step with this estimated prompt, or the stop to return. */
  readonly reserve: (estimatedPromptTokens: number) => Reservation | TurnStop;
  /** The same for a further call of a step: a summary that makes room for it, or the step's own call after one. */
  readonly reserveMore: (estimatedPromptTokens: number) => Reservation | TurnStop;
  /** Settles the call; `estimatedPromptTokens` is what `reserve` was given. Returns its cost in US dollars, if known. */
  readonly settle: (usage: TokenUsage, estimatedPromptTokens: number) => number | undefined;
  readonly deny: () => void;
  readonly denials: () => number;
}

/** A budget that starts from what earlier runs of the session spent. */
export function createBudget(
  limits: Limits,
  spent: Spent,
  model: Pick<ChatModel, "costUsd" | "maxOutputTokens">,
): Budget {
  let { steps, usage, costUsd, denials } = spent;
  let calibration = UNCALIBRATED;

  const outputCap = (promptTokens: number): { readonly tokens: number; readonly by: "limit_cost" | "limit_tokens" } => {
    const byTokens = limits.tokens === undefined ? Infinity : limits.tokens - totalTokens(usage) - promptTokens;
    const byCost =
      limits.costUsd === undefined ? Infinity : affordableTokens(limits.costUsd - costUsd, promptTokens, model);
    return byCost < byTokens ? { tokens: byCost, by: "limit_cost" } : { tokens: byTokens, by: "limit_tokens" };
  };

  const reserveMore: Budget["reserveMore"] = (estimatedPromptTokens) => {
    const cap = outputCap(Math.ceil(estimatedPromptTokens * calibration * HEADROOM));
    if (cap.tokens < MIN_ANSWER_TOKENS) return { stop: cap.by, reason: spentReason(cap.by, limits, usage, costUsd) };
    return cap.tokens < model.maxOutputTokens ? { maxOutputTokens: cap.tokens } : {};
  };

  return {
    hasStep: () => steps < limits.steps,
    reserve: (estimatedPromptTokens) => {
      if (steps >= limits.steps) {
        return { stop: "limit_steps", reason: `The limit of ${limits.steps} model calls is reached.` };
      }
      const reserved = reserveMore(estimatedPromptTokens);
      if (!("stop" in reserved)) steps += 1;
      return reserved;
    },
    reserveMore,
    settle: (callUsage, estimatedPromptTokens) => {
      const promptTokens = callUsage.input + callUsage.cacheRead + callUsage.cacheWrite;
      if (estimatedPromptTokens > 0) calibration = Math.max(1, promptTokens / estimatedPromptTokens);
      const cost = model.costUsd(callUsage);
      usage = addUsage(usage, callUsage);
      costUsd += cost ?? 0;
      return cost;
    },
    deny: () => {
      denials += 1;
    },
    denials: () => denials,
  };
}

/** Output tokens that `leftUsd` still pays for after a prompt of `promptTokens`, nothing of it cached. */
function affordableTokens(leftUsd: number, promptTokens: number, model: Pick<ChatModel, "costUsd">): number {
  const promptUsd = model.costUsd({ ...NO_USAGE, input: promptTokens }) ?? 0;
  const millionUsd = model.costUsd({ ...NO_USAGE, output: 1_000_000 }) ?? 0;
  if (millionUsd === 0) return promptUsd <= leftUsd ? Infinity : 0;
  return Math.floor(((leftUsd - promptUsd) / millionUsd) * 1_000_000);
}

function spentReason(by: "limit_cost" | "limit_tokens", limits: Limits, usage: TokenUsage, costUsd: number): string {
  return by === "limit_cost"
    ? `The next model call could pass the limit of $${limits.costUsd}; $${costUsd.toFixed(4)} is spent.`
    : `The next model call could pass the limit of ${limits.tokens} tokens; ${totalTokens(usage)} are used.`;
}
