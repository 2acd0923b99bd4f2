/** The state of one agent between its steps, with the snapshots of its workspace. */

import type { Turn } from "../../protocol/turn.ts";
import { createRepetition } from "./repetition.ts";
import type { HeldFile } from "../../protocol/approval.ts";

export interface Progress {
  readonly snapshots: ReturnType<typeof createSnapshots>;
  /** Paths that the model was told will not be published. */
  readonly toldHeld: Set<string>;
  /** Reset at the start of each turn and after each delivered mail. */
  repetition: ReturnType<typeof createRepetition>;
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

/** Creates an agent's snapshots. They are recorded at fixed places, so that the journal's order has no timing in it. */
function createSnapshots({ workspace, context, emit, progressed }: Turn) {
  let pending: { readonly tree: Promise<string>; readonly checkpoint: number } | undefined;
  let newest = "";
  let before: string | undefined;
  let first = progressed.firstTree;
  const record = async (checkpoint: number, tree: string): Promise<void> => {
    const own = workspace.ownTree?.(tree);
    await emit({ type: "workspace.snapshot", checkpoint, tree, ...(own === undefined ? {} : { own }) });
  };
  return {
    /** Starts a snapshot, after calls that may have changed files. */
    begin: (): void => {
      const tree = workspace.snapshot();
      tree.catch(() => {}); // `settle` reports a failure; an unhandled one would end the process before that
      pending = { tree, checkpoint: context.checkpoints };
    },
    /** Records the pending snapshot, if any. Returns the newest tree. Throws `git.failed`. */
    settle: async (): Promise<string> => {
      if (pending === undefined) return newest;
      const { tree, checkpoint } = pending;
      pending = undefined;
      const id = await tree;
      if (id !== newest) {
        await record(checkpoint, id);
        before = newest === "" ? undefined : newest;
      }
      newest = id;
      first ??= id;
      return newest;
    },
    /** The files that changed between the last two snapshots and will not be published. Returns them once. */
    heldFiles: async (): Promise<readonly HeldFile[]> => {
      const from = before;
      before = undefined;
      return from === undefined ? [] : await workspace.heldFiles(from, newest);
    },
    /** Records that the workspace is at `tree` and the context at this checkpoint. */
    moveTo: async (checkpoint: number, tree: string): Promise<void> => {
      before = undefined;
      newest = tree;
      await record(checkpoint, tree);
    },
    /** Whether the newest tree differs from the session's first. */
    hasChanged: (): boolean => newest !== first,
  };
}
