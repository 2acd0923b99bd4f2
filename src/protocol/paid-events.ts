/** Calls of the model that were paid for, apart from a summary's: that one stands in `compaction.end`. */

import type { TokenUsage } from "./model.ts";

export type PaidEvent =
  | {
      readonly type: "step.usage";
      readonly step: number;
      readonly usage: TokenUsage;
      readonly costUsd?: number | undefined;
      /** Tokens of the conversation after the answer, where `usage` holds more than that. */
      readonly contextTokens?: number | undefined;
      /** The answer ended at the output cap. */
      readonly isCut?: boolean | undefined;
    }
  /** One call without tools that wrote the summary of a run at its limit. */
  | {
      readonly type: "closing.usage";
      readonly text: string;
      readonly usage: TokenUsage;
      readonly costUsd?: number | undefined;
    }
  /** Nothing came of it: the call failed in the end and its attempts are charged, or it wrote half a summary. */
  | {
      readonly type: "model.wasted";
      readonly why: "failed" | "cut";
      readonly usage: TokenUsage;
      readonly costUsd?: number | undefined;
    };
