/** `access_mcp_resource`: lists the resources of an MCP server, or reads one in parts (Kilo's). */

import * as z from "zod/mini";
import { defineTool } from "./define/define-tool.ts";
import type { McpReach } from "./use-mcp-tool.ts";

export const accessMcpResourceTool = defineTool({
  name: "access_mcp_resource",
  offeredTo: ["mcp servers"],
  needs: ["mcp"],
  description: "Read a resource of an MCP server by its uri. Without uri: list what there is.",
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
