/** The agents that are always there: Kimi CLI's `default` and `okabe`, and its subagent types. */

import { asSubagent, defineAgent, type AgentSpec, type SubagentType } from "./agent-spec.ts";
import { EXPLORE_ROLE, PLAN_ROLE } from "./prompts/roles.ts";
import { SYSTEM_PROMPT } from "./prompts/system.ts";
import { DEFAULT_TOOLS, TOOL_GROUPS } from "./tool-names.ts";

const READ_TOOLS: readonly string[] = [...TOOL_GROUPS.read, "attempt_completion"];
const NOT_FOR_CODER: ReadonlySet<string> = new Set(["new_task", "create_subagent", "ask_followup_question"]);

interface BuiltinFields {
  readonly name: string;
  readonly whenToUse: string;
  readonly role?: string;
  readonly tools: readonly string[];
  readonly subagents?: ReadonlyMap<string, SubagentType>;
}

const builtin = ({ name, whenToUse, role = "", tools, subagents = new Map() }: BuiltinFields): AgentSpec =>
  defineAgent({
    name,
    whenToUse,
    systemPrompt: SYSTEM_PROMPT,
    promptArgs: { ROLE_ADDITIONAL: role },
    tools,
    subagents,
  });

const types = (): readonly AgentSpec[] => [
  builtin({
    name: "coder",
    whenToUse: "Software work of any kind on a part of the task: reads, edits, runs commands, and reports what it did.",
    tools: DEFAULT_TOOLS.filter((tool) => !NOT_FOR_CODER.has(tool)),
  }),
  builtin({
    name: "explore",
    whenToUse:
      "Finds out where and how something is done in the code; changes nothing. Say how thorough it must be. Several may run at once.",
    role: EXPLORE_ROLE,
    tools: READ_TOOLS,
  }),
  builtin({
    name: "plan",
    whenToUse: "Works out how to make a change that is not obvious; changes nothing and returns the plan.",
    role: PLAN_ROLE,
    tools: READ_TOOLS,
  }),
];

/** The types that `new_task` offers where nothing else is said: `coder`, `explore`, `plan`. */
export function builtinSubagents(): ReadonlyMap<string, SubagentType> {
  return new Map(types().map((spec) => [spec.name, { description: spec.whenToUse, spec: asSubagent(spec) }]));
}

/** The agent of a run that names none. */
export function defaultAgent(): AgentSpec {
  return builtin({
    name: "default",
    whenToUse: "Any task.",
    tools: DEFAULT_TOOLS,
    subagents: builtinSubagents(),
  });
}

/** All of them by name: `default`, `okabe` (with mail to an earlier checkpoint), and the subagent types as agents of a run. */
export function builtinAgents(): ReadonlyMap<string, AgentSpec> {
  const first = defaultAgent();
  const okabe = defineAgent({
    ...first,
    name: "okabe",
    whenToUse: "Any task, with messages to its own earlier self.",
    tools: [...first.tools, "send_dmail"],
  });
  return new Map([first, okabe, ...types()].map((spec) => [spec.name, spec]));
}
