/** The definition of an agent (Kimi CLI's `ResolvedAgentSpec`), which built-in agents, agent files and modes are turned into. */

import type { CompactionName } from "../protocol/context.ts";
import type { OwnModel } from "../protocol/model.ts";
import type { ModelTask } from "../protocol/subagent.ts";
import { SUBAGENT_ROLE } from "./prompts/roles.ts";
import { SYSTEM_PROMPT } from "./prompts/system.ts";
import { forSubagents, type ToolCatalogue } from "./tool-lists.ts";

export interface WriteLimit {
  /** Source of a regular expression that is searched for in the path, relative to the workspace root. */
  readonly pattern: string;
  /** For the model and for people, e.g. `Markdown files only`. */
  readonly description: string;
}

export interface SubagentType {
  /** What the subagent is for. The model chooses by it. */
  readonly description: string;
  readonly spec: AgentSpec;
}

export interface AgentSpec {
  readonly name: string;
  /** What the agent is for. A person or model that chooses among several reads it. May be empty. */
  readonly whenToUse: string;
  /** A template; `system-prompt.ts` fills it. */
  readonly systemPrompt: string;
  /** Values of placeholders besides those every prompt has. */
  readonly promptArgs: Readonly<Record<string, string>>;
  /** `provider/id` of the model that the agent asks for. */
  readonly model?: string | undefined;
  /** The agent's own settings of models, by `provider/id`. */
  readonly models?: ReadonlyMap<string, OwnModel> | undefined;
  /** Models that the agent names for a kind of work. */
  readonly modelTasks?: ReadonlyMap<ModelTask, string> | undefined;
  /** How the agent's context is compacted; by a summary when left out. */
  readonly compaction?: CompactionName | undefined;
  /** Names, once each, in the order of the prompt. Patterns stand for the tools of MCP servers until these are loaded. */
  readonly tools: readonly string[];
  /** Tools that the agent must not call even though a group of its tools would allow it. None when left out. */
  readonly excludes?: readonly string[] | undefined;
  /** MCP servers whose tools the agent has without exception. It may also use their resources and tools that they add later. */
  readonly mcpServers?: readonly string[] | undefined;
  /** Which files the agent may write; every file when left out. */
  readonly writes?: WriteLimit | undefined;
  /** By the name that the model calls. A subagent has none. */
  readonly subagents: ReadonlyMap<string, SubagentType>;
}

/** The agent as a subagent: it cannot launch agents or switch modes, and the built-in prompt tells it who is asking. */
export function asSubagent(spec: AgentSpec, catalogue: ToolCatalogue): AgentSpec {
  const { systemPrompt, promptArgs, tools } = spec;
  const role = [SUBAGENT_ROLE, promptArgs["ROLE_ADDITIONAL"] ?? ""].join("\n\n").trim();
  return {
    ...spec,
    promptArgs: systemPrompt === SYSTEM_PROMPT ? { ...promptArgs, ROLE_ADDITIONAL: role } : promptArgs,
    tools: forSubagents(tools, catalogue),
    subagents: new Map(),
  };
}
