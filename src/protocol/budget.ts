/** What a run may still use. All its agents share one budget. */

import type { ChatModel, ChatRequest, TokenUsage, UsagePart } from "./model.ts";
import type { TurnStop } from "./outcome.ts";
import type { AttemptPurpose } from "./paid-events.ts";
import type { PressedLimit } from "./wire.ts";

/** An attempt that a run would like to make. */
export interface AttemptWish {
  readonly purpose: AttemptPurpose;
  readonly model: Pick<ChatModel, "costUsd" | "maxOutputTokens" | "raisedOutputTokens" | "window">;
  /** Estimated tokens of the request. */
  readonly promptTokens: number;
  /** Estimated tokens of the step that a summary is for. It must be payable too, or the summary is not bought. */
  readonly behindTokens?: number | undefined;
  /** Most tokens of the answer, below the model's own cap. */
  readonly maxOutputTokens?: number | undefined;
  /** The answer may have the model's raised cap. */
  readonly isRaised?: boolean | undefined;
}

export interface Reservation extends Pick<ChatRequest, "maxOutputTokens"> {
  readonly wish: AttemptWish;
  /** The most that the attempt can use. */
  readonly usage: TokenUsage;
  /** The most that it can cost, in US dollars, if the price is known. */
  readonly costUsd: number | undefined;
}

/** What an attempt used, by the provider's count as far as there is one. */
export interface AttemptUse {
  readonly usage: TokenUsage;
  readonly estimated?: readonly UsagePart[] | undefined;
  /** What the provider says that it costs, in US dollars. */
  readonly costUsd?: number | undefined;
  /** It is the charge of a record: what was estimated is in it already. */
  readonly isCharged?: boolean | undefined;
  readonly isFree?: boolean | undefined;
}

/** What an attempt is charged. */
export interface Charge {
  readonly usage: TokenUsage;
  readonly costUsd: number | undefined;
}

export interface Budget {
  /** Whether the limits of steps and time allow so many more requests. Without them no compaction is paid for. */
  readonly hasSteps: (requests: number) => boolean;
  /** Reserves one attempt, or returns the stop. Waits for attempts of other agents when their reservations leave too little. */
  readonly reserve: (wish: AttemptWish) => Promise<Reservation | TurnStop>;
  /** Ends a reservation with what the attempt used; undefined when that is not known, which charges all of it. */
  readonly settle: (reserved: Reservation, used: AttemptUse | undefined) => Charge;
  readonly deny: () => void;
  readonly denials: () => number;
  /** Limits of which three quarters are used. Each agent gets each limit once. */
  readonly pressed: (agentId: string) => readonly PressedLimit[];
  /** What is left of a limit, for people and models, e.g. `12 of 100 steps`. */
  readonly left: (limit: PressedLimit) => string;
}
