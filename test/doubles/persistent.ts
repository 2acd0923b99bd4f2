/** A model that repeats failed attempts through the engine's own door, with the patience of a run and no limits. */

import { systemClock, type Clock } from "../../src/base/clock.ts";
import { ask } from "../../src/engine/state/attempt.ts";
import { createBudget } from "../../src/engine/budget.ts";
import { createRetryBudget } from "../../src/llm/retry-budget.ts";
import { DEFAULT_LIMITS, type Limits } from "../../src/protocol/limits.ts";
import type { ChatModel, RetryNotice } from "../../src/protocol/model.ts";
import type { WireEvent } from "../../src/protocol/wire.ts";
import { EMPTY_STATE } from "../../src/session/session-state.ts";

export interface PersistentOptions {
  readonly limits?: Partial<Limits>;
  readonly clock?: Clock;
  readonly random?: () => number;
  readonly deadlineMs?: number | undefined;
  readonly onRetry?: (notice: RetryNotice) => void;
  readonly onEvent?: (event: WireEvent) => void;
}

/** Wraps a model. */
export function persistent(model: ChatModel, options: PersistentOptions = {}): ChatModel {
  const { clock = systemClock, random = () => 0, deadlineMs, onRetry, onEvent } = options;
  const limits = { ...DEFAULT_LIMITS, steps: 1_000, ...options.limits };
  const retryBudget = createRetryBudget({ model, limits, clock, random, deadlineMs });
  const emit = async (event: WireEvent): Promise<void> => {
    onEvent?.(event);
    if (event.type !== "step.retry") return;
    const { type: _type, step: _step, ...notice } = event;
    onRetry?.(notice);
  };
  return {
    ...model,
    chat: async (request, { signal }) => {
      const budget = createBudget({ limits, spent: EMPTY_STATE.spent, clock });
      const room = { carryOver: async () => "" };
      const turn = { model, limits, budget, outage: { retryBudget }, room, agentId: "main", emit, clock, signal };
      const answered = await ask(turn, request, { purpose: "step", step: 1 });
      if ("stop" in answered) throw new Error(`a limit stopped it: ${answered.stop}`);
      return answered.reply;
    },
  };
}
