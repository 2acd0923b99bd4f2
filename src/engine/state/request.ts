/** The request of the next model call, made from the turn alone. */

import type { ChatRequest } from "../../protocol/model.ts";
import type { Turn } from "../../protocol/turn.ts";

/** The next request to the model. The same turn gives the same bytes; later steps extend them. */
export function requestOf({ system, tools, context, identity }: Turn): ChatRequest {
  const specs = [...tools.values()].map(({ name, description, parameters }) => ({ name, description, parameters }));
  return { system, tools: specs, messages: [...context.messages], sessionId: identity.sessionId };
}

/** Estimated prompt tokens for the budget. 0 without a limit of money or tokens, which saves 0.3 ms a step. */
export function estimateForLimits({ model, limits }: Turn, request: ChatRequest): number {
  return limits.costUsd === undefined && limits.tokens === undefined ? 0 : model.estimate(request);
}
