/** The lists of tools of agents and modes, derived from the entries of the tool registry. */

import type { Offer, ToolEntry, ToolGroup } from "../protocol/tool.ts";

/** Every built-in tool, in the order in which the model sees them. */
export type ToolCatalogue = readonly ToolEntry[];

/** Every tool of every MCP server. `mcp-tools.ts` replaces it by names. */
const ALL_MCP = "mcp__*";

export function toolsOffered(offers: readonly (Offer | ToolGroup)[], catalogue: ToolCatalogue): readonly string[] {
  const own = catalogue.filter(({ offeredTo }) => offeredTo.some((offer) => offers.includes(offer)));
  const names = own.map(({ name }) => name);
  return offers.includes("default") || offers.includes("mcp") ? [...names, ALL_MCP] : names;
}

/** The names once each: built-in tools in the order of the catalogue, then those of MCP servers by name. */
export function inToolOrder(names: Iterable<string>, catalogue: ToolCatalogue): readonly string[] {
  const left = new Set(names);
  const own = catalogue.flatMap(({ name }) => (left.delete(name) ? [name] : []));
  return [...own, ...[...left].toSorted()];
}

/** The names without the tools that subagents never have. */
export function forSubagents(names: readonly string[], catalogue: ToolCatalogue): readonly string[] {
  return names.filter((name) => catalogue.find((tool) => tool.name === name)?.isMainOnly !== true);
}

/** Whether an agent may call a tool that it is not offered: it has every tool that the group offers, and does not exclude this one. */
export function understands(
  { tools, excludes = [] }: { readonly tools: readonly string[]; readonly excludes?: readonly string[] | undefined },
  { name, group, isUnderstood }: ToolEntry,
  catalogue: ToolCatalogue,
): boolean {
  if (isUnderstood === true) return true;
  if (group === undefined || excludes.includes(name)) return false;
  return toolsOffered([group], catalogue).every((one) => tools.includes(one));
}

/** Names of the tools of these groups, including those that the groups do not offer. */
export function toolsInGroups(groups: readonly ToolGroup[], catalogue: ToolCatalogue): readonly string[] {
  const offered = toolsOffered(groups, catalogue);
  const more = catalogue.filter(({ group }) => group !== undefined && groups.includes(group));
  return [...offered, ...more.map(({ name }) => name)];
}

/** True if none of the tools changes anything, so that the agent may run beside others. Its subagents do not count. */
export function isReadOnly(names: readonly string[], catalogue: ToolCatalogue): boolean {
  const changing = toolsInGroups(["edit", "command"], catalogue);
  // An unknown tool, of an MCP server or of the repository, may change something.
  return !names.some((name) => changing.includes(name) || !catalogue.some((tool) => tool.name === name));
}
