/** Paid calls of the model. The call of a summary is in `compaction.end`. */

import type { TokenUsage } from "./model.ts";

export type PaidEvent =
  | {
      readonly type: "step.usage";
      readonly step: number;
      readonly usage: TokenUsage;
      readonly costUsd?: number | undefined;
      /** Tokens of the conversation after the answer, where `usage` includes failed attempts. */
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
  /** A call without a result: it failed after its attempts were charged, or wrote half a summary. */
  | {
      readonly type: "model.wasted";
      readonly why: "failed" | "cut";
      readonly usage: TokenUsage;
      readonly costUsd?: number | undefined;
    };
