/** The turn of a replay. Every part of it answers from the record. */

import type { Budget } from "../protocol/budget.ts";
import type { SessionTerms } from "../protocol/limits.ts";
import type { Turn } from "../protocol/turn.ts";
import type { WireEvent } from "../protocol/wire.ts";
import { createContext, type ContextFold } from "../session/context.ts";
import type { SessionState } from "../session/session-state.ts";
import { requestIdentityOf, progressedOf } from "../run/agent/assemble.ts";
import { createCalls, type CallsOptions } from "./calls.ts";
import { abortIfDue, type Feed, type TurnFeed } from "./record.ts";
import { createReplayModel, createReplayRetryBudget, type ReplayModelOptions } from "./model.ts";
import { createSurroundings, type SurroundingsOptions } from "./surroundings.ts";

export interface TurnOptions
  extends
    Pick<CallsOptions, "specs" | "held" | "copyInside">,
    Pick<SurroundingsOptions, "checks">,
    Pick<ReplayModelOptions, "onAnswer"> {
  readonly agentId: string;
  readonly feed: Feed;
  readonly state: SessionState;
  /** The terms now. The model may be replaced by another one during the turn. */
  readonly terms: () => SessionTerms;
  readonly fold: ContextFold;
  readonly budget: Budget;
}

export function createTurn(options: TurnOptions): Turn {
  const { state, terms, held, checks, fold, specs, budget, copyInside, onAnswer } = options;
  const feed: TurnFeed = { ...options.feed, controller: new AbortController() };
  const { begin, system, progressed } = state;
  const emit = async (event: WireEvent): Promise<void> => {
    feed.take(event);
    abortIfDue(feed);
  };
  const modelAt = ({ model: name, window, prices }: Omit<SessionTerms, "limits">): Turn["model"] =>
    createReplayModel({ feed, name, window, prices, onAnswer });
  let model = modelAt(terms());
  const context = createContext(fold, emit);
  const begun = progressed.unfinished.calls?.begun ?? new Set();
  const { verifier, ...surroundings } = createSurroundings({ feed, context, checks });
  return Object.freeze({
    get model() {
      const now = terms();
      if (now.model !== model.name) model = modelAt(now);
      return model;
    },
    outage: {
      retryBudget: createReplayRetryBudget(feed),
      fallBack: () => {
        const next = feed.peek();
        return next?.type === "model.fallback" ? modelAt(next) : undefined;
      },
    },
    system,
    ...createCalls({ feed, context, specs, held, begun, copyInside }),
    ...surroundings,
    context,
    limits: terms().limits,
    budget,
    progressed: progressedOf({ state: () => state }),
    identity: requestIdentityOf({ state: () => state }),
    cacheKey: "", // nothing is sent
    emit,
    room: {
      by: begin?.compaction,
      summaryModel: () => {
        const next = feed.ahead().find(({ type }) => type === "attempt.begin");
        return next?.type === "attempt.begin" && next.model !== undefined
          ? modelAt({ ...terms(), model: next.model, prices: undefined })
          : undefined;
      },
      carryOver: async () => "", // the recorded summary contains it
    },
    restoreModes: async () => {
      for (let next = feed.peek(); next?.type === "mode.switch" || next?.type === "plan.mode"; next = feed.peek())
        feed.take(next);
    },
    agentId: options.agentId,
    success: { mustChange: begin?.mustChange, verifier },
    clock: { now: () => 0, monotonic: () => 0, sleep: async () => {} },
    signal: feed.controller.signal,
  });
}
