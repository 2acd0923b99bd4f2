/** The agents that are always there: Kimi CLI's `default` and `okabe`, and its subagent types. Finds one by its name. */

import { nearest } from "../base/nearest.ts";
import { configError } from "../protocol/error.ts";
import { asSubagent, type AgentSpec, type SubagentType } from "./agent-spec.ts";
import { EXPLORE_ROLE, PLAN_ROLE } from "./prompts/roles.ts";
import { SYSTEM_PROMPT } from "./prompts/system.ts";
import { forSubagents, toolsOffered, type ToolCatalogue } from "./tool-lists.ts";

interface BuiltinFields extends Pick<AgentSpec, "name" | "whenToUse" | "tools"> {
  readonly role?: string;
}

const builtin = ({ role = "", ...fields }: BuiltinFields): AgentSpec => ({
  ...fields,
  systemPrompt: SYSTEM_PROMPT,
  promptArgs: { ROLE_ADDITIONAL: role },
  subagents: new Map(),
});

const types = (catalogue: ToolCatalogue): readonly AgentSpec[] => [
  builtin({
    name: "coder",
    whenToUse: "Any software work.",
    tools: forSubagents(toolsOffered(["default"], catalogue), catalogue),
  }),
  builtin({
    name: "explore",
    whenToUse: "Finds where and how something is done; only reads. Say how thoroughly.",
    role: EXPLORE_ROLE,
    tools: toolsOffered(["read", "explore"], catalogue),
  }),
  builtin({
    name: "plan",
    whenToUse: "Plans a change; only reads.",
    role: PLAN_ROLE,
    tools: toolsOffered(["read", "plan"], catalogue),
  }),
];

/** The subagents that `new_task` offers by default: `coder`, `explore`, `plan`. */
export function builtinSubagents(catalogue: ToolCatalogue): ReadonlyMap<string, SubagentType> {
  return new Map(
    types(catalogue).map((spec) => [spec.name, { description: spec.whenToUse, spec: asSubagent(spec, catalogue) }]),
  );
}

/** The agent of a run that does not name one. */
export function defaultAgent(catalogue: ToolCatalogue): AgentSpec {
  const tools = toolsOffered(["default"], catalogue);
  const spec = builtin({ name: "default", whenToUse: "Any task.", tools });
  return { ...spec, subagents: builtinSubagents(catalogue) };
}

/** All of them by name: `default`, `okabe` (with mail to an earlier checkpoint), and the subagent types as agents of a run. */
export function builtinAgents(catalogue: ToolCatalogue): ReadonlyMap<string, AgentSpec> {
  const first = defaultAgent(catalogue);
  const okabe: AgentSpec = {
    ...first,
    name: "okabe",
    whenToUse: "Any task, with messages to its own earlier self.",
    tools: toolsOffered(["default", "okabe"], catalogue),
  };
  return new Map([first, okabe, ...types(catalogue)].map((spec) => [spec.name, spec]));
}

/** Throws `config.invalid` for an unknown name, because any other agent could have more rights. It says all names, the nearest first. */
export function findAgent(name: string, agents: ReadonlyMap<string, AgentSpec>): AgentSpec {
  const found = agents.get(name);
  if (found !== undefined) return found;
  const names = [...agents.keys()];
  const close = nearest(name, names);
  const listed = close === undefined ? names : [close, ...names.filter((other) => other !== close)];
  throw configError(
    `There is no agent or mode "${name}".`,
    `${close === undefined ? "" : `Did you mean "${close}"? `}There are: ${listed.join(", ")}.`,
  );
}
