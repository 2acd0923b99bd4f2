/** Subagents: which agent to start, agents that the model defined, the events of subagents, and models for kinds of work. */

import type { CompactionName } from "./context.ts";
import type { SessionTerms } from "./limits.ts";
import type { Charge } from "./model.ts";

/** The agent or mode that a run was started with. For an agent file, `name` is its path in the repository. */
export interface AgentChoice {
  readonly kind: "agent" | "mode" | "file";
  readonly name: string;
}

/** An agent that the model defined during the run (Kimi CLI's `CreateSubagent`). */
export interface AgentDefinition {
  readonly name: string;
  readonly description: string;
  readonly systemPrompt: string;
  /** Names of its tools. The agent that defined it has all of them. */
  readonly tools: readonly string[];
}

/** A subagent, and the call that it works for. */
export interface AgentPlace {
  readonly callId: string;
  /** Unique in the session, e.g. `a1`. */
  readonly agentId: string;
  readonly agent: string;
}

export interface AgentEnd extends Omit<AgentPlace, "callId">, Charge {
  readonly stop: string;
  readonly steps: number;
  /** `provider/id`, when it worked with another model than the run. */
  readonly model?: string | undefined;
}

/** Events about subagents that the main agent's run records. The facts of a subagent's own turn are in `subagent.event`. */
export type SubagentEvent =
  | ({ readonly type: "subagent.define" } & AgentDefinition)
  | ({
      readonly type: "subagent.begin";
      readonly prompt: string;
      /** See `session.begin`. */
      readonly compaction?: CompactionName | undefined;
      /** Set when the subagent continues its earlier conversation. */
      readonly resumes?: true | undefined;
      /** The model that was named for its kind of work. Left out: the run's model. */
      readonly asked?: Omit<SessionTerms, "limits" | "fallbackModel"> | undefined;
    } & AgentPlace)
  | ({ readonly type: "subagent.end" } & AgentPlace & AgentEnd);

/** Kinds of work for which a policy or an agent file can name another model. */
export const MODEL_TASKS = ["plan", "edit", "subagent", "summarise", "apply", "embeddings"] as const;
export type ModelTask = (typeof MODEL_TASKS)[number];
