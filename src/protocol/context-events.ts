/** Events that change the context, which is a fold over them. A compaction begins and ends with an event of its own. */

import type { Message } from "./message.ts";
import type { TokenUsage } from "./model.ts";

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
  /** `full`: before a step, at a share of the window; `overflow`: the provider refused a request of `tokens` (estimated); `manual`: `/compact`. */
  | { readonly type: "compaction.begin"; readonly trigger: "full" | "overflow" | "manual"; readonly tokens: number }
  /** The context events since `compaction.begin` belong to the compaction. */
  | {
      readonly type: "compaction.end";
      /** Tool results that were removed. */
      readonly pruned: number;
      /** Messages that the summary replaces. 0 when no summary was needed or could be paid for. */
      readonly condensed: number;
      /** Of the summary's call; undefined without one. */
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
