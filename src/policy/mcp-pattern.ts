/** Patterns of MCP tools in rules: one tool by its name, or all tools of a server. There are no globs. */

interface McpToolName {
  readonly server: string;
  readonly tool: string;
}

const PATTERN = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}\/(?:\*|[A-Za-z0-9_./-]{1,128})$/;

/** What would be accepted instead of a pattern, or undefined when it is fine. */
export function mcpPatternProblem(pattern: string): string | undefined {
  return PATTERN.test(pattern) ? undefined : '"server/tool" for one tool, or "server/*" for all tools of a server';
}

/** Whether one of the patterns names a tool. */
export function matchesMcp(patterns: readonly string[], { server, tool }: McpToolName): boolean {
  return patterns.includes(`${server}/${tool}`) || patterns.includes(`${server}/*`);
}
