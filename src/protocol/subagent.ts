/** Subagents: what one is made from, and what one leaves. */

import type { TokenUsage } from "./model.ts";

/** What a run was started as. The name of a file is its path in the repository. */
export interface AgentChoice {
  readonly kind: "agent" | "mode" | "file";
  readonly name: string;
}

/** An agent that the model made up during the run (Kimi CLI's `CreateSubagent`). */
export interface AgentDefinition {
  readonly name: string;
  readonly description: string;
  readonly systemPrompt: string;
  /** Names of its tools; never more than its maker has. */
  readonly tools: readonly string[];
}

export interface AgentEnd {
  /** Unique in the session, e.g. `a1`. */
  readonly agentId: string;
  readonly agent: string;
  /** How its turn ended. */
  readonly stop: string;
  readonly steps: number;
  readonly usage: TokenUsage;
  /** Undefined when the catalog has no price for the model. */
  readonly costUsd?: number | undefined;
}
