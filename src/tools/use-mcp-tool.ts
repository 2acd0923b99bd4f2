/** `use_mcp_tool`: calls a tool of an MCP server by name (Kilo's). Each request then holds one line per tool instead of its schema. */

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

export const useMcpTool = defineTool({
  name: "use_mcp_tool",
  offeredTo: ["mcp servers"],
  isUnderstood: true,
  needs: ["mcp"],
  description: "Call a tool of an MCP server. Without arguments: what it takes.",
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
