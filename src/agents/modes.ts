/** Modes (Kilo's) as agents: the built-in ones, and those that the base commit of a repository adds or replaces. */

import { asSubagent, type AgentSpec, type SubagentType } from "./agent-spec.ts";
import { builtinSubagents } from "./builtin-agents.ts";
import { BUILTIN_MODES, type Mode } from "./builtin-modes.ts";
import type { RepositoryFile } from "./agents-md.ts";
import { readModes } from "./custom-modes.ts";
import { SYSTEM_PROMPT } from "./prompts/system.ts";
import { inToolOrder, toolsInGroups, toolsOffered, type ToolCatalogue } from "./tool-lists.ts";
import { TOOL_GROUPS } from "../protocol/tool.ts";

/**
 * Every mode by its slug. A mode of a file replaces a built-in one. Each mode may launch the others. `rulesOf` returns what the repository
 * asks of one mode. Throws `config.invalid`.
 */
export function loadModes(
  files: readonly RepositoryFile[],
  catalogue: ToolCatalogue,
  rulesOf: (slug: string) => string = () => "",
): ReadonlyMap<string, AgentSpec> {
  const modes = new Map(BUILTIN_MODES.map((mode) => [mode.slug, mode]));
  const custom = new Set<string>();
  for (const mode of files.flatMap((file) => readModes(file, catalogue))) {
    if (!custom.has(mode.slug)) modes.set(mode.slug, mode);
    custom.add(mode.slug);
  }
  const specs = [...modes.values()].map((mode) => agentOf(withRules(mode, rulesOf(mode.slug)), catalogue));
  const work = toolsInGroups(TOOL_GROUPS, catalogue);
  const subagents = new Map<string, SubagentType>([
    ...builtinSubagents(catalogue),
    ...specs
      // A subagent launches no other agent, so a mode without tools of its own cannot be one.
      .filter(({ tools }) => tools.some((name) => work.includes(name)))
      .map((spec) => [spec.name, { description: spec.whenToUse, spec: asSubagent(spec, catalogue) }] as const),
  ]);
  return new Map(specs.map((spec) => [spec.name, { ...spec, subagents }]));
}

function withRules(mode: Mode, rules: string): Mode {
  return rules === "" ? mode : { ...mode, role: `${mode.role}\n\n${rules}` };
}

function agentOf(
  { slug, role, whenToUse, groups, writes, offers = [], tools = [] }: Mode,
  catalogue: ToolCatalogue,
): AgentSpec {
  return {
    name: slug,
    whenToUse,
    systemPrompt: SYSTEM_PROMPT,
    promptArgs: { ROLE_ADDITIONAL: role },
    tools: inToolOrder([...toolsOffered([...groups, ...offers, "every mode"], catalogue), ...tools], catalogue),
    ...(writes === undefined ? {} : { writes }),
    subagents: new Map(),
  };
}
