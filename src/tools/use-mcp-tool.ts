/** Kilo's tools for MCP servers: `use_mcp_tool` and `access_mcp_resource`. */

import * as z from "zod/mini";
import type { McpGateway } from "../protocol/tool.ts";
import { defineTool } from "./define/define-tool.ts";

/** The part of a run's MCP servers that an agent may use. */
export interface McpReach extends Pick<McpGateway, "planRead" | "planCall"> {
  /** One line per tool, if tools are called through `use_mcp_tool` only. */
  readonly lines: readonly string[];
  /** Names of the servers whose resources it may read. */
  readonly resourceServers: readonly string[];
}

/** Calls a server's tool by name. Each request then holds one line per tool instead of its schema. */
export const useMcpTool = defineTool({
  name: "use_mcp_tool",
  offeredTo: ["mcp servers"],
  isUnderstood: true,
  needs: ["mcp"],
  description: "Call a tool of an MCP server. Without arguments, it returns the tool's schema.",
  input: z.strictObject({
    server_name: z.string().check(z.describe("its name")),
    tool_name: z.string().check(z.describe("the server's own name of it")),
    arguments: z.optional(z.looseObject({}).check(z.describe("as the tool takes them"))),
  }),
  make: ({ mcp }: { readonly mcp: McpReach }) => ({
    ...(mcp.lines.length === 0 ? {} : { details: `The tools:\n${mcp.lines.join("\n")}` }),
    plan: ({ server_name: server, tool_name: tool, arguments: input }, signal) =>
      mcp.planCall({ server, tool, input }, signal),
  }),
});

/** Lists the resources of a server, or reads one in parts. */
export const accessMcpResourceTool = defineTool({
  name: "access_mcp_resource",
  offeredTo: ["mcp servers"],
  needs: ["mcp"],
  description: "Read a resource of an MCP server by its uri. Without uri, it lists them.",
  input: z.strictObject({
    server_name: z.string().check(z.describe("its name")),
    uri: z.optional(z.string().check(z.describe("as listed"))),
    start: z.optional(z.int().check(z.minimum(0), z.describe("of a further page"))),
  }),
  make: ({ mcp }: { readonly mcp: McpReach }) => ({
    ...(mcp.resourceServers.length === 0 ? {} : { details: `Servers: ${mcp.resourceServers.join(", ")}.` }),
    plan: ({ server_name: server, uri, start = 0 }) => mcp.planRead({ server, uri, start }),
  }),
});
