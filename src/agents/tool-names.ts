/** What a tool's name means: of two tools that share one, an agent file means that with the alias, and a call that with its arguments. */

import type { ToolEntry } from "../protocol/tool.ts";
import { isMcpPattern } from "./mcp-tools.ts";
import { toolsOffered, type ToolCatalogue } from "./tool-lists.ts";

/** Kimi CLI has moved its classes between modules over time, so only the class is compared. */
const KIMI_MODULE = /^kimi_cli\.tools\.[\w.]+:(\w+)$/;

/** Every name of a tool, its own first. */
export function namesOf({ name, aliases = [], calledAs = [] }: ToolEntry): readonly string[] {
  return [...new Set([name, ...aliases, ...calledAs])];
}

/** The names by which calls mean a tool: all of its own but those by which another tool is called. */
export function callNamesOf(entry: ToolEntry, catalogue: ToolCatalogue): readonly string[] {
  const { name, calledAs = [] } = entry;
  const others = new Set(
    catalogue.flatMap((other) => (other.name === name ? [] : [other.name, ...(other.calledAs ?? [])])),
  );
  return namesOf(entry).filter((one) => calledAs.includes(one) || !others.has(one));
}

/** The tool that an agent file means by a name: its own, Kimi CLI's `module:Class`, another program's, or a pattern of MCP tools. */
export function toolNamed(written: string, catalogue: ToolCatalogue): string | undefined {
  if (isMcpPattern(written) || catalogue.some(({ name }) => name === written)) return written;
  const short = KIMI_MODULE.exec(written)?.[1] ?? written;
  const named =
    catalogue.find(({ aliases = [] }) => aliases.includes(short)) ??
    catalogue.find(({ calledAs = [] }) => calledAs.includes(short));
  return named?.name;
}

/** The names that hooks match for a call of a tool: all of its own, and those of the tools that its group offers in its place. */
export function hookNamesOf(entry: ToolEntry, catalogue: ToolCatalogue): readonly string[] {
  const { group } = entry;
  const stands = group === undefined ? [] : toolsOffered([group], catalogue);
  return [...new Set([entry, ...catalogue.filter(({ name }) => stands.includes(name))].flatMap(namesOf))];
}
