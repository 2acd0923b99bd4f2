/** What the model sees, as a fold over the journal. `session/context.ts` implements it; the engine only calls it. */

import type { Message } from "./message.ts";

export interface Context {
  readonly messages: readonly Message[];
  /** Number of checkpoints taken; the next id. */
  readonly checkpoints: number;
  /** Prompt plus answer tokens as the provider last counted them; 0 before the first answer. */
  readonly tokens: number;
  /** Appends in one record, so that all messages or none survive a crash. */
  readonly append: (...messages: readonly Message[]) => Promise<void>;
  /** Marks this position; returns its id. Ids count from 0. */
  readonly checkpoint: () => Promise<number>;
  /** Drops that checkpoint and everything after it. Throws `session.corrupt` for an id that was never taken. */
  readonly revertTo: (id: number) => Promise<void>;
  readonly clear: () => Promise<void>;
  /** Replaces the tool results at these positions by `text`. No message moves, so checkpoints stay valid. */
  readonly prune: (positions: readonly number[], text: string) => Promise<void>;
  readonly usage: (tokens: number) => Promise<void>;
  /** The workspace as it was at a checkpoint, as a git tree; undefined when none was recorded. */
  readonly treeAt: (checkpoint: number) => string | undefined;
  /** How many messages stood before a checkpoint; undefined for one that was never taken. */
  readonly positionOf: (checkpoint: number) => number | undefined;
}
