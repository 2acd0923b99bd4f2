/** What an agent is made of (Kimi CLI's `ResolvedAgentSpec`): the same for built-in agents, agent files and modes. Data only. */

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
  /** What it is for: the model chooses by it. */
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
  /** `provider/id`, when the agent asks for one. */
  readonly model?: string | undefined;
  /** What it says of models, by `provider/id`. */
  readonly models?: ReadonlyMap<string, OwnModel> | undefined;
  /** Models that it names for a kind of work. */
  readonly modelTasks?: ReadonlyMap<ModelTask, string> | undefined;
  /** How room is made in its context, where it is not the usual way. */
  readonly compaction?: CompactionName | undefined;
  /** Names, once each, in the order of the prompt. Until MCP servers are loaded, patterns stand for theirs. */
  readonly tools: readonly string[];
  /** Tools that it must not call even where a group of its tools would let it. None when left out. */
  readonly excludes?: readonly string[] | undefined;
  /** MCP servers of which it has every tool, so that it may use what they offer besides: later tools, and resources. */
  readonly mcpServers?: readonly string[] | undefined;
  /** Every file when left out. */
  readonly writes?: WriteLimit | undefined;
  /** By the name the model calls; a subagent has none of its own. */
  readonly subagents: ReadonlyMap<string, SubagentType>;
}

/** The agent as a subagent: it launches and switches nothing, and a built-in prompt tells it who is asking. */
export function asSubagent(spec: AgentSpec, catalogue: ToolCatalogue): AgentSpec {
  const tools = forSubagents(spec.tools, catalogue);
  return { ...spec, promptArgs: subagentArgs(spec), tools, subagents: new Map() };
}

function subagentArgs({ systemPrompt, promptArgs }: AgentSpec): AgentSpec["promptArgs"] {
  const role = promptArgs["ROLE_ADDITIONAL"] ?? "";
  if (systemPrompt !== SYSTEM_PROMPT) return promptArgs;
  return { ...promptArgs, ROLE_ADDITIONAL: [SUBAGENT_ROLE, role].join("\n\n").trim() };
}
