/** Modes (Kilo's) as agents: the built-in ones, and those that the base commit of a repository adds or replaces. */

import { asSubagent, defineAgent, type AgentSpec, type SubagentType } from "./agent-spec.ts";
import { builtinSubagents } from "./builtin-agents.ts";
import { BUILTIN_MODES, type Mode } from "./builtin-modes.ts";
import { readModes, type ModeFile } from "./custom-modes.ts";
import { SYSTEM_PROMPT } from "./prompts/system.ts";
import { MODE_TOOLS, TOOL_GROUPS } from "./tool-names.ts";

/** Every mode by its slug; a mode of a file stands in for a built-in one. Each may launch the others. Throws `config.invalid`. */
export function loadModes(files: readonly ModeFile[]): ReadonlyMap<string, AgentSpec> {
  const modes = new Map(BUILTIN_MODES.map((mode) => [mode.slug, mode]));
  const custom = new Set<string>();
  for (const mode of files.flatMap(readModes)) {
    if (!custom.has(mode.slug)) modes.set(mode.slug, mode);
    custom.add(mode.slug);
  }
  const specs = [...modes.values()].map(agentOf);
  const subagents = new Map<string, SubagentType>([
    ...builtinSubagents(),
    ...specs
      .filter(worksAlone)
      .map((spec) => [spec.name, { description: spec.whenToUse, spec: asSubagent(spec) }] as const),
  ]);
  return new Map(specs.map((spec) => [spec.name, defineAgent({ ...spec, subagents })]));
}

function agentOf({ slug, role, whenToUse, groups, writes, tools = [] }: Mode): AgentSpec {
  return defineAgent({
    name: slug,
    whenToUse,
    systemPrompt: SYSTEM_PROMPT,
    promptArgs: { ROLE_ADDITIONAL: role },
    tools: [...groups.flatMap((group) => TOOL_GROUPS[group]), ...tools, ...MODE_TOOLS],
    ...(writes === undefined ? {} : { writes }),
    subagents: new Map(),
  });
}

/** A subagent launches nobody, so that a mode without tools of its own is none. */
function worksAlone({ tools }: AgentSpec): boolean {
  return Object.values(TOOL_GROUPS).some((group) => group.some((name) => tools.includes(name)));
}
