/**
 * Tools of MCP servers in an agent's list: `mcp__server__tool`, `mcp__server__*`, `mcp__*`, and any of them behind a `!` where
 * it is taken away again. They are patterns until the servers are loaded, and names from then on.
 */

import { nearest } from "../base/nearest.ts";
import { configError } from "../protocol/error.ts";
import type { AgentSpec, SubagentType } from "./agent-spec.ts";

export interface McpNames {
  /** Names of the tools, in order. */
  readonly tools: readonly string[];
  /** How the names of tools begin whose servers the run does without. */
  readonly absent: readonly string[];
}

const PATTERN = /^mcp__(?:\*|[A-Za-z0-9_-]+__(?:\*|[A-Za-z0-9_-]+))$/;

/** True for what an agent may write for one or more tools of MCP servers. */
export function isMcpPattern(written: string): boolean {
  return PATTERN.test(written);
}

export interface Restriction {
  /** Everything when left out. */
  readonly allowed?: readonly string[] | undefined;
  readonly excluded: readonly string[];
}

/** A list of tools as far as it is allowed, without what is excluded. Patterns meet patterns: the narrower one counts. */
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

/** The agent, and all it can launch, with names in place of patterns. Throws `config.invalid` for a tool that there is not. */
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
  return { ...spec, tools: [...own, ...[...mcp.difference(taken)].toSorted()], subagents: new Map(subagents) };
}

function named(pattern: string, agent: string, { tools, absent }: McpNames): readonly string[] {
  const found = tools.filter((tool) => covers(pattern, tool));
  if (found.length > 0 || pattern === "mcp__*" || absent.some((prefix) => pattern.startsWith(prefix))) return found;
  const close = nearest(pattern, tools);
  throw configError(
    `The agent ${agent} names a tool that no MCP server of the base commit has: ${pattern}.`,
    tools.length === 0
      ? "There are none: servers are named in .kimi/mcp.json or .mcp.json."
      : `${close === undefined ? "" : `Did you mean "${close}"? `}There are: ${tools.join(", ")}.`,
  );
}
