/** What a policy says about MCP: patterns of tools in rules, hosts, names of variables. No globs: a tool is named, or its whole server is. */

/** A compiled list of patterns. */
export type McpMatch = (server: string, tool: string) => boolean;

const PATTERN = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}\/(?:\*|[A-Za-z0-9_./-]{1,128})$/;

/** What would be accepted instead of a pattern, or undefined when it is fine. */
export function mcpPatternProblem(pattern: string): string | undefined {
  return PATTERN.test(pattern) ? undefined : '"server/tool" for one tool, or "server/*" for all tools of a server';
}

/** Compiles checked patterns. */
export function compileMcp(patterns: readonly string[]): McpMatch {
  const known = new Set(patterns);
  return (server, tool) => known.has(`${server}/${tool}`) || known.has(`${server}/*`);
}
