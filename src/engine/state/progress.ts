/** The state of a run between its steps. One for every agent: a subagent has a progress of its own. */

import type { Turn } from "../../protocol/turn.ts";
import { createRepetition, type Repetition } from "./repetition.ts";
import { createSnapshots, type Snapshots } from "./snapshots.ts";

export interface Progress {
  readonly snapshots: Snapshots;
  /** Starts anew with every turn, and with every mail to an earlier self. */
  repetition: Repetition;
  /** Steps in a row in which the model only made mistakes; an answer cut off counts as one. */
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

/** Starts where the session stands. A new prompt is checked anew; one that goes on keeps what was found out about it. */
export function createProgress(turn: Turn, isNewPrompt: boolean): Progress {
  const { steps, mails } = turn.progressed;
  const { rounds, failure, stopHookUsed } = isNewPrompt ? UNCHECKED : turn.progressed;
  return {
    snapshots: createSnapshots(turn),
    repetition: createRepetition(),
    mistakes: 0,
    steps,
    mails,
    rounds,
    failure,
    stopHookUsed,
  };
}
