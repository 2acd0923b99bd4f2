/** What an attempt costs, and before it is sent the most that it may cost. */

import type { AttemptUse, Reservation } from "../protocol/budget.ts";
import { NO_USAGE, type ChatModel, type TokenUsage } from "../protocol/model.ts";

/** A stated cost is ignored if it differs from the known price by more than this factor. */
const STATED_SHARE = 10;
/** The highest stated cost that is accepted without a known price: more than a full window of the dearest model costs. */
const MAX_STATED_USD = 100;

type Priced = Pick<ChatModel, "costUsd">;

/** The cost that the provider states, if it is plausible; otherwise the cost of the tokens. */
export function costOf(
  { request }: Reservation,
  { costUsd: stated }: AttemptUse,
  charge: TokenUsage,
): number | undefined {
  const known = request.model.costUsd(charge);
  if (stated === undefined) return known;
  if (known === undefined) return stated <= MAX_STATED_USD ? stated : undefined;
  return stated >= known / STATED_SHARE && stated <= known * STATED_SHARE ? stated : known;
}

/** The most that an attempt may cost; undefined when the price is not known. */
export function highestCost(prompt: number, output: number, model: Priced): number | undefined {
  return model.costUsd(NO_USAGE) === undefined
    ? undefined
    : promptCost(prompt, model) + answerCost(prompt, output, model);
}

/** The usage of a prompt in the most expensive case: nothing is cached, and all is written to the cache if that costs more. */
export function costliestPrompt(tokens: number, { costUsd }: Priced): TokenUsage {
  const plain = { ...NO_USAGE, input: tokens };
  const written = { ...NO_USAGE, cacheWrite: tokens };
  return (costUsd(written) ?? 0) > (costUsd(plain) ?? 0) ? written : plain;
}

function promptCost(tokens: number, model: Priced): number {
  return model.costUsd(costliestPrompt(tokens, model)) ?? 0;
}

/** The cost of an answer alone. Some models charge more for it after a long prompt. */
function answerCost(prompt: number, output: number, model: Priced): number {
  const asked = { ...NO_USAGE, input: prompt };
  return (model.costUsd({ ...asked, output }) ?? 0) - (model.costUsd(asked) ?? 0);
}

/** The number of output tokens that `leftUsd` pays for after a prompt of `promptTokens`. */
export function affordableTokens(leftUsd: number, promptTokens: number, model: Priced): number {
  const promptUsd = promptCost(promptTokens, model);
  const millionUsd = answerCost(promptTokens, 1_000_000, model);
  if (millionUsd === 0) return promptUsd <= leftUsd ? Infinity : 0;
  return Math.floor(((leftUsd - promptUsd) / millionUsd) * 1_000_000);
}
