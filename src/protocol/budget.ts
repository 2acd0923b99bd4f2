/** What a run may still use. All its agents share one budget. */

import type { Charge, ChatModel, ChatReply, ChatRequest } from "./model.ts";
import type { TurnStop } from "./outcome.ts";
import type { AttemptPurpose } from "./paid-events.ts";
import type { PressedLimit } from "./wire.ts";

export interface AttemptRequest {
  readonly purpose: AttemptPurpose;
  readonly model: Pick<ChatModel, "costUsd" | "maxOutputTokens" | "raisedOutputTokens" | "window">;
  /** Estimated tokens of the request. */
  readonly promptTokens: number;
  /** Estimated tokens of the step after a summary. If the budget cannot pay for that step, the summary is not requested. */
  readonly nextStepTokens?: number | undefined;
  /** Output cap of this attempt, below the model's own. */
  readonly maxOutputTokens?: number | undefined;
  /** The answer may be as long as the model's raised cap allows. */
  readonly isRaised?: boolean | undefined;
}

/** The most that an attempt can use and cost. */
export interface Reservation extends Pick<ChatRequest, "maxOutputTokens">, Charge {
  readonly request: AttemptRequest;
}

/** What an attempt used: the provider's counts, and estimates of what it did not count. */
export interface AttemptUse extends Pick<ChatReply, "usage" | "estimated" | "costUsd" | "contextTokens"> {
  readonly isFree?: boolean | undefined;
}

export interface Budget {
  /** Whether the limits of steps and time allow a summary and the step after it. */
  readonly allowsSummary: () => boolean;
  /** Reserves one attempt, or returns the stop. If the reservations of other agents leave too little, it waits for their attempts. */
  readonly reserve: (request: AttemptRequest) => Promise<Reservation | TurnStop>;
  /** Ends a reservation with what the attempt used. Undefined means unknown; the whole reservation is then charged. */
  readonly settle: (reserved: Reservation, used: AttemptUse | undefined) => Charge;
  readonly deny: () => void;
  readonly denials: () => number;
  /** Limits of which three quarters are used. Each limit is returned once to each agent. */
  readonly pressed: (agentId: string) => readonly PressedLimit[];
  /** What is left of a limit, for people and models, e.g. `12 of 100 steps`. */
  readonly left: (limit: PressedLimit) => string;
}
