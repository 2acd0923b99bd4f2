/** The state of one agent between its steps. */

import type { Turn } from "../../protocol/turn.ts";
import { createRepetition, type Repetition } from "./repetition.ts";
import { createSnapshots, type Snapshots } from "./snapshots.ts";

export interface Progress {
  readonly snapshots: Snapshots;
  /** Paths of which the model was told that they will not be published. */
  readonly toldHeld: Set<string>;
  /** Reset with every turn and every mail to an earlier self. */
  repetition: Repetition;
  /** Steps in a row with only mistakes of the model. An answer that was cut off counts as one. */
  mistakes: number;
  /** This agent's own steps, over the whole session. */
  steps: number;
  /** Mails to earlier selves, over the whole session. */
  mails: number;
  /** Rounds of verification of this prompt. */
  rounds: number;
  /** Digest of the newest failed verification. */
  failure: string | undefined;
  stopHookUsed: boolean;
}

const UNCHECKED = { rounds: 0, failure: undefined, stopHookUsed: false };

/** Starts from the session's state. A resumed prompt keeps the results of its verification; a new one starts without. */
export function createProgress(turn: Turn, isNewPrompt: boolean): Progress {
  const { steps, mails } = turn.progressed;
  const { rounds, failure, stopHookUsed } = isNewPrompt ? UNCHECKED : turn.progressed;
  return {
    snapshots: createSnapshots(turn),
    toldHeld: new Set(),
    repetition: createRepetition(),
    mistakes: 0,
    steps,
    mails,
    rounds,
    failure,
    stopHookUsed,
  };
}
