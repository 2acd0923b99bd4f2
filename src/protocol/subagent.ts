/** Subagents: their definitions and their ends. */

import type { CompactionName } from "./context.ts";
import type { SessionTerms } from "./limits.ts";
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
  /** `provider/id`, where it worked with another model than the run. */
  readonly model?: string | undefined;
}

/** What is recorded in the name of the run, besides the facts of the subagent's own turn. */
export type SubagentEvent =
  | ({ readonly type: "subagent.define" } & AgentDefinition)
  | {
      readonly type: "subagent.begin";
      readonly callId: string;
      readonly agentId: string;
      readonly agent: string;
      readonly prompt: string;
      /** As in `session.begin`. */
      readonly compaction?: CompactionName | undefined;
      /** It goes on with what it knows from before. */
      readonly resumes?: true | undefined;
      /** The model that was named for its work; the run's when left out. */
      readonly asked?: Omit<SessionTerms, "limits" | "fallbackModel"> | undefined;
    }
  | ({ readonly type: "subagent.end"; readonly callId: string } & AgentEnd);

/**
 * Kinds of work that a model of their own can be named for: the subagent that plans, subagents that may change something, other
 * subagents, summaries of a conversation, bringing a sketched edit into its file, and embeddings for the search of code.
 */
export const MODEL_TASKS = ["plan", "edit", "subagent", "summarise", "apply", "embeddings"] as const;
export type ModelTask = (typeof MODEL_TASKS)[number];
