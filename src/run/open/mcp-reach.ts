/** What an agent may use of the run's MCP servers: the tools in its list, and everything of servers that it has as a whole. */

import type { AgentSpec } from "../../agents/agent-spec.ts";
import { oneLine } from "../../base/truncate.ts";
import type { LoadedServers } from "../../mcp/load.ts";
import { configError, RunnerError } from "../../protocol/error.ts";
import type { McpGateway } from "../../protocol/tool.ts";
import type { McpReach } from "../../tools/use-mcp-tool.ts";

/** Characters of a tool's line: 30 tokens. */
const MAX_LINE_CHARS = 120;
/** Characters of all lines. Further tools are listed by their names alone. */
const MAX_LINES_CHARS = 12_000;
const MAX_NAMES_CHARS = 4_000;

export type McpTools = Pick<LoadedServers, "tools" | "gateway">;

/** Limits a gateway to an agent. `offered` are the names of the tools that its requests may have. */
export function mcpReachOf(gateway: McpGateway, spec: () => AgentSpec, offered: readonly string[]): McpReach {
  const { servers, isOnDemand } = gateway;
  const has = (server: string): boolean => spec().mcpServers?.includes(server) === true;
  return {
    lines: isOnDemand ? linesOf(servers, offered) : [],
    resourceServers: servers
      .filter(({ name, hasResources }) => hasResources === true && has(name))
      .map(({ name }) => name),
    planCall: async (call, signal) => {
      const known = servers.find(({ name }) => name === call.server)?.tools.find(({ name }) => name === call.tool);
      const isOwn = known === undefined ? has(call.server) : spec().tools.includes(known.callName);
      if (!isOwn) throw notOwn(spec(), `the tool ${call.tool} of the MCP server ${call.server}`);
      return await gateway.planCall(call, signal);
    },
    planRead: (reading) => {
      if (!has(reading.server)) throw notOwn(spec(), `the MCP server ${reading.server}`);
      return gateway.planRead(reading);
    },
  };
}

function notOwn({ name, mcpServers = [] }: AgentSpec, what: string): RunnerError {
  return new RunnerError({
    code: "tool.input",
    message: `${name}: ${what} is not part of it.`,
    hint: `It has these servers: ${mcpServers.join(", ") || "none"}.`,
  });
}

function linesOf(servers: McpGateway["servers"], offered: readonly string[]): readonly string[] {
  const lines: string[] = [];
  const names: string[] = [];
  let chars = 0;
  for (const { name: server, tools } of servers) {
    for (const { name, callName, description } of tools) {
      if (!offered.includes(callName)) continue;
      const line = oneLine(`${server} ${name}: ${description}`, MAX_LINE_CHARS);
      chars += line.length;
      if (chars > MAX_LINES_CHARS) names.push(`${server} ${name}`);
      else lines.push(line);
    }
  }
  return names.length === 0 ? lines : [...lines, oneLine(`Also: ${names.join(", ")}`, MAX_NAMES_CHARS)];
}

function noServer({ server }: { readonly server: string }): never {
  throw configError(`There is no MCP server "${server}".`, "Servers: none.");
}

/** A call or a reading never reaches it: no agent has a server then. */
export const NO_GATEWAY: McpGateway = {
  servers: [],
  isOnDemand: false,
  instructions: [],
  readPrompt: async (prompt) => noServer(prompt),
  planCall: async (call) => noServer(call),
  planRead: noServer,
};
