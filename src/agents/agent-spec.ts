/** What an agent is made of (Kimi CLI's `ResolvedAgentSpec`): the same for built-in agents, agent files and modes. Data only. */

import { SUBAGENT_ROLE } from "./prompts/roles.ts";
import { SYSTEM_PROMPT } from "./prompts/system.ts";
import { inToolOrder, TOOL_GROUPS } from "./tool-names.ts";

/** Which files an agent may write. */
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

export interface AgentFields {
  readonly name: string;
  /** What the agent is for, for whoever chooses among several; may be empty. */
  readonly whenToUse: string;
  /** A template; `system-prompt.ts` fills it. */
  readonly systemPrompt: string;
  /** Values of placeholders besides those every prompt has. */
  readonly promptArgs: Readonly<Record<string, string>>;
  /** `provider/id`, when the agent asks for one. */
  readonly model?: string | undefined;
  readonly tools: readonly string[];
  /** Every file when left out. */
  readonly writes?: WriteLimit | undefined;
  /** By the name the model calls; a subagent has none of its own. */
  readonly subagents: ReadonlyMap<string, SubagentType>;
}

/** `tools` once each, in toolbox order, and what follows from them. */
export interface AgentSpec extends AgentFields {
  /** Has a tool that writes files. */
  readonly canWrite: boolean;
  /** Has a tool that runs commands. */
  readonly canExecute: boolean;
  /** Neither of the two, and no tool of an MCP server: it may run beside others. What its subagents may do is theirs. */
  readonly isReadOnly: boolean;
}

/** Only the root launches agents, and only a run that was started with a mode switches it. */
const ROOT_ONLY: ReadonlySet<string> = new Set(["new_task", "create_subagent", "switch_mode"]);

/** Completes an agent: orders its tools and derives what they allow. */
export function defineAgent(fields: AgentFields): AgentSpec {
  const tools = inToolOrder(fields.tools);
  const has = (group: readonly string[]): boolean => group.some((name) => tools.includes(name));
  const canWrite = has(TOOL_GROUPS.edit);
  const canExecute = has(TOOL_GROUPS.command);
  const isReadOnly = !canWrite && !canExecute && !tools.some((name) => name.startsWith("mcp__"));
  return { ...fields, tools, canWrite, canExecute, isReadOnly };
}

/** The agent as a subagent: it launches and switches nothing, and a built-in prompt tells it who is asking. */
export function asSubagent(spec: AgentSpec): AgentSpec {
  const tools = spec.tools.filter((name) => !ROOT_ONLY.has(name));
  return defineAgent({ ...spec, promptArgs: subagentArgs(spec), tools, subagents: new Map() });
}

function subagentArgs({ systemPrompt, promptArgs }: AgentSpec): AgentSpec["promptArgs"] {
  const role = promptArgs["ROLE_ADDITIONAL"] ?? "";
  const isTold = role.startsWith(SUBAGENT_ROLE); // once is enough, whoever makes it a subagent again
  if (systemPrompt !== SYSTEM_PROMPT || isTold) return promptArgs;
  return { ...promptArgs, ROLE_ADDITIONAL: [SUBAGENT_ROLE, role].join("\n\n").trim() };
}
