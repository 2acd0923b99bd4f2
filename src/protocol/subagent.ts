/** Subagents: their definitions and their ends. */

import type { TokenUsage } from "./model.ts";

/** The agent or mode that a run was started with. The name of a file is its path in the repository. */
export interface AgentChoice {
  readonly kind: "agent" | "mode" | "file";
  readonly name: string;
}

/** An agent that the model defined during the run (Kimi CLI's `CreateSubagent`). */
export interface AgentDefinition {
  readonly name: string;
  readonly description: string;
  readonly systemPrompt: string;
  /** Names of its tools, all of which the agent that defined it has too. */
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
