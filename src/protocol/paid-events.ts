/** Attempts begin with `attempt.begin`. One that died with its process is charged what it had reserved. */

import type { Charge } from "./model.ts";

export type AttemptPurpose = "step" | "summary" | "closing" | "apply" | "embed";

/** Whether a tool makes the request, while its call is planned or runs. A replay takes such requests and their answers from the record. */
export function isAskedByTool(purpose: AttemptPurpose): boolean {
  return purpose === "apply" || purpose === "embed";
}

/** A summary of the attempts that ended without an answer. */
export interface Unanswered {
  /** Attempts that are charged: cut off, aborted, malformed, or under way when their process was killed. */
  readonly paid: number;
  /** Attempts that certainly cost nothing: refused before anything was streamed, or never received. */
  readonly free: number;
  readonly tokens: number;
  readonly costUsd: number;
}

export type PaidEvent =
  /** Recorded before the request is sent, with the most that it can use and cost. */
  | ({
      readonly type: "attempt.begin";
      readonly purpose: AttemptPurpose;
      /** `provider/id`, when the request does not go to the agent's own model. */
      readonly model?: string | undefined;
    } & Charge)
  | ({
      readonly type: "step.usage";
      readonly step: number;
      /** Tokens of the conversation after the answer, when they differ from the charge. */
      readonly contextTokens?: number | undefined;
      /** The answer ended at the output cap. */
      readonly isCut?: boolean | undefined;
      /** The provider paused. It continues when it gets the message back. */
      readonly isPaused?: boolean | undefined;
    } & Charge)
  /** One call without tools that wrote the closing words of a run that reached a limit. */
  | ({ readonly type: "closing.usage"; readonly text: string } & Charge)
  /** An answer to a tool's request: for fast-apply, or vectors for a search. Vectors are not recorded. */
  | ({
      readonly type: "tool.usage";
      readonly purpose: "apply" | "embed";
      /** `provider/id`. */
      readonly model: string;
      /** Only of fast-apply. `key` is the SHA-256 of the request. When a held call is judged again, it finds this text by it. */
      readonly answer?: { readonly key: string; readonly text: string } | undefined;
    } & Charge)
  /** An attempt without a result: it failed, failed at no cost (`free`), was aborted, or wrote half a summary (`cut`). */
  | ({ readonly type: "model.wasted"; readonly why: "failed" | "free" | "aborted" | "cut" } & Charge);
