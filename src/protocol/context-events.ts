/** What changes the context: the model's view is a fold over these. A compaction is the two events around its doing. */

import type { Message } from "./message.ts";
import type { TokenUsage } from "./model.ts";

export type ContextEvent =
  /** `toolsDigest`: SHA-256 of the tool specifications; with it every request follows from the journal. */
  | { readonly type: "context.system"; readonly text: string; readonly toolsDigest?: string | undefined }
  | { readonly type: "context.append"; readonly messages: readonly Message[] }
  | { readonly type: "context.checkpoint"; readonly id: number }
  | { readonly type: "context.revert"; readonly to: number }
  | { readonly type: "context.clear" }
  | { readonly type: "context.usage"; readonly tokens: number }
  /** `text` stands in place of the tool results at these positions. */
  | { readonly type: "context.prune"; readonly positions: readonly number[]; readonly text: string }
  /** `full`: before a step, at a share of the window; `overflow`: the provider refused a request of `tokens` (estimated); `manual`: somebody asked. */
  | { readonly type: "compaction.begin"; readonly trigger: "full" | "overflow" | "manual"; readonly tokens: number }
  /** What came of it; the context events between the two are its doing. */
  | {
      readonly type: "compaction.end";
      /** Tool results that were removed. */
      readonly pruned: number;
      /** Messages that the summary stands for; 0 when none was needed, or none could be paid. */
      readonly condensed: number;
      /** Of the summary's call; undefined without one. */
      readonly usage?: TokenUsage | undefined;
      readonly costUsd?: number | undefined;
    };
