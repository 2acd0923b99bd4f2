/** What a run may still use. One budget for all its agents: they share the limits. */

import type { TokenUsage } from "./model.ts";
import type { TurnStop } from "./outcome.ts";
import type { PressedLimit } from "./wire.ts";

export interface Reservation {
  /** Set when a limit makes the answer shorter than the model's own cap. */
  readonly maxOutputTokens?: number | undefined;
}

export interface Budget {
  /** Whether the limits of steps and of time allow one more: else nothing is paid to make room for it. */
  readonly hasStep: () => boolean;
  /**
   * Room for the model call of one more step with this estimated prompt, or the stop to return. Waits for calls of other agents
   * where what they may still use leaves little. 0 holds nothing.
   */
  readonly reserve: (estimatedPromptTokens: number) => Promise<Reservation | TurnStop>;
  /** The same for a further call of a step: a summary that makes room for it, or the step's own call after one. */
  readonly reserveMore: (estimatedPromptTokens: number) => Promise<Reservation | TurnStop>;
  /** Room for the closing words of a run at its limit, which take its last step; undefined when there is none. */
  readonly reserveClosing: (estimatedPromptTokens: number) => Promise<Reservation | undefined>;
  /** Settles the call; `estimatedPromptTokens` is what `reserve` was given. Returns its cost in US dollars, if known. */
  readonly settle: (usage: TokenUsage, estimatedPromptTokens: number) => number | undefined;
  /** The call that this was reserved for is over, whatever came of it. */
  readonly release: (reserved: Reservation) => void;
  readonly deny: () => void;
  readonly denials: () => number;
  /** Limits of which three quarters are used, each named once to each agent. */
  readonly pressed: (agentId: string) => readonly PressedLimit[];
  /** What is left of a limit, for people and models, e.g. `12 of 100 steps`. */
  readonly left: (limit: PressedLimit) => string;
}
