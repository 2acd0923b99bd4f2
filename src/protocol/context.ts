/** What the model sees, as a fold over the journal. `session/context.ts` implements it; the engine only calls it. */

import type { Message, PromptPart } from "./message.ts";
import type { TokenUsage } from "./model.ts";

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
  /** Replaces the tool results at these positions by `text`. Positions of messages do not change, so checkpoints stay valid. */
  readonly prune: (positions: readonly number[], text: string) => Promise<void>;
  /** Takes a part that the provider refused out of the messages at these positions. */
  readonly strip: (part: PromptPart, positions: readonly number[]) => Promise<void>;
  readonly usage: (tokens: number) => Promise<void>;
  /** The workspace as it was at a checkpoint, as a git tree; undefined when none was recorded. */
  readonly treeAt: (checkpoint: number) => string | undefined;
  /** The number of messages before a checkpoint; undefined for a checkpoint that was never taken. */
  readonly positionOf: (checkpoint: number) => number | undefined;
}

/** How room is made in a full context. Agent files use these names; the first one is the default. */
export const COMPACTIONS = ["summary", "drop-results", "drop-oldest", "none"] as const;
export type CompactionName = (typeof COMPACTIONS)[number];

/** Events that change the context. A compaction begins and ends with an event of its own. */
export type ContextEvent =
  /** `toolsDigest`: SHA-256 of the tool specifications, so that every request can be checked against the journal. */
  | { readonly type: "context.system"; readonly text: string; readonly toolsDigest?: string | undefined }
  | { readonly type: "context.append"; readonly messages: readonly Message[] }
  | { readonly type: "context.checkpoint"; readonly id: number }
  | { readonly type: "context.revert"; readonly to: number }
  | { readonly type: "context.clear" }
  | { readonly type: "context.usage"; readonly tokens: number }
  /** `text` replaces the tool results at these positions. */
  | { readonly type: "context.prune"; readonly positions: readonly number[]; readonly text: string }
  /** The provider refused this part of the messages at these positions. No later request has it. */
  | { readonly type: "context.strip"; readonly part: PromptPart; readonly positions: readonly number[] }
  /** `full`: the context reached a share of the window; `overflow`: the provider refused a request of about `tokens`; `manual`: `/compact`. */
  | { readonly type: "compaction.begin"; readonly trigger: "full" | "overflow" | "manual"; readonly tokens: number }
  /** The context events since `compaction.begin` belong to the compaction. */
  | {
      readonly type: "compaction.end";
      /** Tool results that were removed. */
      readonly pruned: number;
      /** Messages that the summary replaces. 0 when no summary was needed or could be paid for. */
      readonly condensed: number;
      /** What the call for the summary used; undefined without one. */
      readonly usage?: TokenUsage | undefined;
      readonly costUsd?: number | undefined;
    };

/** The model knows this content of this file. Edits compare the digest with the file's, also after a resume. */
export interface FileSeen {
  readonly type: "file.seen";
  readonly path: string;
  readonly digest: string;
  readonly own: boolean;
  /** Lines that were not read, first and last of each range; left out where all were. */
  readonly unread?: readonly (readonly [first: number, last: number])[] | undefined;
}
