/** Tools of MCP servers in an agent's list: `mcp__server__tool`, `mcp__server__*` or `mcp__*`, patterns until the servers are loaded. */

import { nearest } from "../base/nearest.ts";
import { configError } from "../protocol/error.ts";
import type { AgentSpec, SubagentType } from "./agent-spec.ts";

export interface McpNames {
  readonly tools: readonly string[];
  /** Prefixes of the tools of servers that did not start and that the run does without. */
  readonly absent: readonly string[];
  readonly servers: readonly { readonly name: string; readonly prefix: string; readonly hasResources: boolean }[];
  /** The tools are called by `use_mcp_tool`. */
  readonly isOnDemand: boolean;
}

/** Built-in tools that call a server's tools and read its resources. */
const [USE, ACCESS] = ["use_mcp_tool", "access_mcp_resource"] as const;

const PATTERN = /^mcp__(?:\*|[A-Za-z0-9_-]+__(?:\*|[A-Za-z0-9_-]+))$/;

/** True for what an agent may write for one or more tools of MCP servers. */
export function isMcpPattern(written: string): boolean {
  return PATTERN.test(written);
}

export interface Restriction {
  /** Every tool when left out. */
  readonly allowed?: readonly string[] | undefined;
  readonly excluded: readonly string[];
}

/** The tools that are allowed and not excluded. Of two patterns that overlap, the narrower one is kept. */
export function restrictTools(tools: readonly string[], { allowed, excluded }: Restriction): readonly string[] {
  const kept = tools.flatMap((tool) => (allowed === undefined ? [tool] : narrowed(tool, allowed)));
  return [
    ...kept.filter((tool) => !excluded.some((pattern) => covers(pattern, tool))),
    ...excluded
      .filter((pattern) => kept.some((tool) => tool !== pattern && covers(tool, pattern)))
      .map((one) => `!${one}`),
  ];
}

function narrowed(tool: string, allowed: readonly string[]): readonly string[] {
  if (allowed.some((pattern) => covers(pattern, tool))) return [tool];
  return allowed.filter((pattern) => covers(tool, pattern));
}

function covers(pattern: string, name: string): boolean {
  return pattern === name || (isMcpPattern(pattern) && pattern.endsWith("*") && name.startsWith(pattern.slice(0, -1)));
}

/** The agent and its subagents, with names in place of patterns. Throws `config.invalid` for a tool that does not exist. */
export function withMcpTools(spec: AgentSpec, known: McpNames): AgentSpec {
  const taken = new Set(
    spec.tools.flatMap((tool) => (tool.startsWith("!") ? named(tool.slice(1), spec.name, known) : [])),
  );
  const own = spec.tools.filter((tool) => !tool.startsWith("!") && !isMcpPattern(tool));
  const mcp = new Set(spec.tools.filter(isMcpPattern).flatMap((pattern) => named(pattern, spec.name, known)));
  const subagents = [...spec.subagents].map(([name, type]): [string, SubagentType] => [
    name,
    { ...type, spec: withMcpTools(type.spec, known) },
  ]);
  const left = mcp.difference(taken);
  const whole = known.servers.filter(({ prefix }) => isWhole(spec.tools, prefix));
  const more = new Set(own);
  if (known.isOnDemand && left.size > 0) more.add(USE);
  if (whole.some(({ hasResources }) => hasResources)) more.add(ACCESS);
  const tools = [...more, ...[...left].toSorted()];
  return { ...spec, tools, mcpServers: whole.map(({ name }) => name), subagents: new Map(subagents) };
}

/** Whether the patterns mean every tool of a server, including those that it adds later. */
function isWhole(patterns: readonly string[], prefix: string): boolean {
  const isTaken = patterns.some(
    (one) => one.startsWith("!") && (covers(one.slice(1), prefix) || one.startsWith(`!${prefix}`)),
  );
  return !isTaken && patterns.some((one) => one.endsWith("*") && covers(one, prefix));
}

function named(pattern: string, agent: string, { tools, absent }: McpNames): readonly string[] {
  const found = tools.filter((tool) => covers(pattern, tool));
  if (found.length > 0 || pattern === "mcp__*" || absent.some((prefix) => pattern.startsWith(prefix))) return found;
  const close = nearest(pattern, tools);
  throw configError(
    `The agent ${agent} names a tool that no MCP server of the base commit has: ${pattern}.`,
    tools.length === 0
      ? "There are none; name servers in .kimi/mcp.json or .mcp.json."
      : `${close === undefined ? "" : `Did you mean "${close}"? `}There are: ${tools.join(", ")}.`,
  );
}
