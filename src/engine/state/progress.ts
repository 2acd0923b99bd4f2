/** The state of one agent between its steps. */

import type { Turn } from "../../protocol/turn.ts";
import { createRepetition, type Repetition } from "./repetition.ts";
import { createSnapshots, type Snapshots } from "./snapshots.ts";

export interface Progress {
  readonly snapshots: Snapshots;
  /** Paths that the model was told will not be published. */
  readonly toldHeld: Set<string>;
  /** Reset at the start of each turn and after each delivered mail. */
  repetition: Repetition;
  /** Steps in a row with only mistakes of the model. A step whose answer was cut off counts too. */
  mistakes: number;
  /** Steps in a row of whose calls none succeeded. */
  failures: number;
  /** This agent's own steps, over the whole session. */
  steps: number;
  /** Delivered mails, over the whole session. */
  mails: number;
  /** Rounds of verification of this prompt. */
  rounds: number;
  /** Digest of the newest failed verification. */
  failure: string | undefined;
  stopHookUsed: boolean;
}

const UNCHECKED = { rounds: 0, failure: undefined, stopHookUsed: false };

/** Starts from the session's state. A resumed prompt keeps the results of its verification; a new prompt starts without any. */
export function createProgress(turn: Turn, isNewPrompt: boolean): Progress {
  const { steps, mails } = turn.progressed;
  const { rounds, failure, stopHookUsed } = isNewPrompt ? UNCHECKED : turn.progressed;
  return {
    snapshots: createSnapshots(turn),
    toldHeld: new Set(),
    repetition: createRepetition(),
    mistakes: 0,
    failures: 0,
    steps,
    mails,
    rounds,
    failure,
    stopHookUsed,
  };
}
