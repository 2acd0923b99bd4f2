/** The request of the next model call, made from the turn alone. */

import type { ChatRequest } from "../../protocol/model.ts";
import type { Turn } from "../../protocol/turn.ts";

/** What the model is sent now. The same turn gives the same bytes; a later turn extends them. */
export function requestOf({ system, tools, context, identity }: Turn): ChatRequest {
  const specs = [...tools.values()].map(({ name, description, parameters }) => ({ name, description, parameters }));
  return { system, tools: specs, messages: [...context.messages], sessionId: identity.sessionId };
}

/** Estimated prompt tokens for the budget. 0 without a limit to hold: an estimate is 0.3 ms a step, worth it for a limit only. */
export function estimateForLimits({ model, limits }: Turn, request: ChatRequest): number {
  return limits.costUsd === undefined && limits.tokens === undefined ? 0 : model.estimate(request);
}
