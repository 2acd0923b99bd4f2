/** What a run may still use. All its agents share one budget. */

import type { TokenUsage } from "./model.ts";
import type { TurnStop } from "./outcome.ts";
import type { PressedLimit } from "./wire.ts";

export interface Reservation {
  /** Set when a limit allows less than the model's own cap. */
  readonly maxOutputTokens?: number | undefined;
}

export interface Budget {
  /** Whether the limits of steps and time allow one more step. Without it no compaction is paid for. */
  readonly hasStep: () => boolean;
  /**
   * Reserves the model call of one more step with this estimated prompt, or returns the stop. Waits for calls of other agents
   * when their reservations leave too little. 0 reserves nothing.
   */
  readonly reserve: (estimatedPromptTokens: number) => Promise<Reservation | TurnStop>;
  /** The same for a further call of a step: a summary before it, or the step's own call after a summary. */
  readonly reserveMore: (estimatedPromptTokens: number) => Promise<Reservation | TurnStop>;
  /** Reserves the closing words of a run at its limit, which take its last step; undefined when too little is left. */
  readonly reserveClosing: (estimatedPromptTokens: number) => Promise<Reservation | undefined>;
  /** Settles the call; `estimatedPromptTokens` is what `reserve` was given. Returns its cost in US dollars, if known. */
  readonly settle: (usage: TokenUsage, estimatedPromptTokens: number) => number | undefined;
  /** Ends a reservation after its call succeeded or failed. */
  readonly release: (reserved: Reservation) => void;
  readonly deny: () => void;
  readonly denials: () => number;
  /** Limits of which three quarters are used. Each agent gets each limit once. */
  readonly pressed: (agentId: string) => readonly PressedLimit[];
  /** What is left of a limit, for people and models, e.g. `12 of 100 steps`. */
  readonly left: (limit: PressedLimit) => string;
}
