/** The mode and plan mode at each checkpoint, as a fold over the journal: what held when the conversation stood there. */

import type { WireEvent } from "../protocol/wire.ts";

interface ModesThen {
  /** Undefined where it had not been switched yet. */
  readonly mode: string | undefined;
  readonly planMode: boolean;
}

export interface ModesFold {
  readonly apply: (event: WireEvent) => void;
  /** Undefined for a checkpoint that is not there. */
  readonly at: (checkpoint: number) => ModesThen | undefined;
}

/** An empty fold. Feed it every event of the main agent, in order. */
export function createModesFold(): ModesFold {
  let now: ModesThen = { mode: undefined, planMode: false };
  let checkpoints: ModesThen[] = [];
  /** Those before a compaction that is under way; one that never came to its end did not happen. */
  let before: ModesThen[] | undefined;
  return {
    apply: (event) => {
      switch (event.type) {
        case "mode.switch":
          now = { ...now, mode: event.to };
          return;
        case "plan.mode":
          now = { ...now, planMode: event.on };
          return;
        case "context.checkpoint":
          checkpoints.push(now);
          return;
        case "context.revert":
          checkpoints = checkpoints.slice(0, event.to);
          return;
        case "context.clear":
          checkpoints = [];
          return;
        case "compaction.begin":
          before = [...checkpoints];
          return;
        case "compaction.end":
          before = undefined;
          return;
        case "session.resume":
          checkpoints = before ?? checkpoints;
          before = undefined;
          return;
        default: // changes neither
      }
    },
    at: (checkpoint) => checkpoints[checkpoint],
  };
}
