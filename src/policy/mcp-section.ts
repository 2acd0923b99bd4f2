/** The section `mcp` of the policy file. */

import { flag, list, mapping, setting, text, whole, word } from "../yaml/fields.ts";

const MCP_HOST = 'a host in lower case, like "mcp.example.com" or "127.0.0.1:8080"';

/** Settings of all MCP servers, from every configuration file. */
export const Mcp = mapping({
  allow: setting(
    list(text("the name of an MCP server", 64), 'a list of servers, like ["search"]'),
    "Servers in `.mcp.json`, a file that belongs to other programs, that a run starts; none when left out.",
  ),
  hosts: setting(
    list(
      word(/^(?:[a-z0-9.-]+|\[[0-9a-f:]+\])(?::[1-9]\d{0,4})?$/, MCP_HOST, 260),
      'a list of hosts, like ["mcp.example.com"]',
    ),
    "Exact hosts of MCP servers over HTTP; with the port if it is not the usual one.",
  ),
  env: setting(
    list(
      word(/^[A-Za-z_]\w*$/, "the name of an environment variable", 128),
      'a list of variables, like ["DOCS_TOKEN"]',
    ),
    "Environment variables that the configuration of MCP servers may name.",
  ),
  optional: setting(
    list(text("the name of an MCP server", 64), 'a list of servers, like ["search"]'),
    "Servers that a run does without if they fail to start.",
  ),
  instructions: setting(flag(), "Whether the model reads the servers' own instructions; `false` when left out."),
  schema_bytes: setting(
    whole(0, 262_144),
    "Up to this many bytes, each request contains the tools' full descriptions; 12,288 when left out. Above, one line per tool.",
  ),
});
