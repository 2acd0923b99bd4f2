/** What the policy's schema says about MCP servers: which of their tools a rule means, and what their configuration may use. */

import * as z from "zod/mini";
import { describe, list, MAPPING, text } from "./schema-fields.ts";

const HOST = 'a host in lower case, like "mcp.example.com" or "127.0.0.1:8080"';
const VARIABLE = "the name of an environment variable";

/** Which tools a rule means. What a pattern may look like is checked when the file is. */
export const McpPatterns = () =>
  list(
    text('a tool, like "server/tool" or "server/*"', 200),
    'a list of tools, like ["server/tool", "server/*"]',
  ).check(z.minLength(1, { error: "at least one tool" }));

/** The section `mcp`. */
export const McpSection = z.strictObject(
  {
    hosts: z.optional(
      describe(
        list(
          text(HOST, 260).check(z.regex(/^(?:[a-z0-9.-]+|\[[0-9a-f:]+\])(?::[1-9]\d{0,4})?$/, { error: HOST })),
          'a list of hosts, like ["mcp.example.com"]',
        ),
        "Hosts of MCP servers over HTTP, exactly; with the port where it is not the usual one.",
      ),
    ),
    env: z.optional(
      describe(
        list(
          text(VARIABLE, 128).check(z.regex(/^[A-Za-z_]\w*$/, { error: VARIABLE })),
          'a list of variables, like ["DOCS_TOKEN"]',
        ),
        "Environment variables that the configuration of MCP servers may name.",
      ),
    ),
    optional: z.optional(
      describe(
        list(text("the name of an MCP server", 64), 'a list of servers, like ["search"]'),
        "Servers that a run does without when they do not start.",
      ),
    ),
  },
  MAPPING,
);
