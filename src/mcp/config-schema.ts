/** The schema of `.kimi/mcp.json`. Each check has a message that says what is accepted. `config.ts` checks what spans fields. */

import * as z from "zod/mini";
import { flag, list, mapping, named, oneOf, text, whole, word } from "../yaml/fields.ts";

/** An hour. A longer timeout would exceed the limit of a run. */
const MAX_TIMEOUT_MS = 3_600_000;
/** Each server is a process or a connection. */
const MAX_SERVERS = 32;
/** More tools or arguments than any server has. */
const MAX_ENTRIES = 1_000;

/** Server names are used in policies before a `/` and in the names of tools. */
export const SERVER_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
const serverName = () => word(SERVER_NAME, "a server's name of letters, digits, `.`, `_` and `-`");
const timeout = () => whole(1, MAX_TIMEOUT_MS, `milliseconds: a whole number from 1 to ${MAX_TIMEOUT_MS}`);
const toolNames = () => list(text("the name of a tool"), 'a list of tools, like ["find"]', MAX_ENTRIES);
const texts = () => named(text("a name"), z.string({ error: "a string" }));

const FIELDS = {
  command: z.optional(text("a program")),
  args: z.optional(list(z.string({ error: "a string" }), 'a list of arguments, like ["--stdio"]', MAX_ENTRIES)),
  env: z.optional(texts()),
  cwd: z.optional(text("a folder of the workspace")),
  url: z.optional(text("an address that begins with https://")),
  headers: z.optional(texts()),
  bearerTokenEnvVar: z.optional(text("the name of an environment variable")),
  transport: z.optional(oneOf(["stdio", "http", "sse"])),
  // The key of other programs for the transport, with two more spellings of `http`.
  type: z.optional(oneOf(["stdio", "http", "streamable-http", "streamableHttp", "sse"], "one of: stdio, http, sse")),
  enabled: z.optional(flag()),
  startupTimeoutMs: z.optional(timeout()),
  toolTimeoutMs: z.optional(timeout()),
  enabledTools: z.optional(toolNames()),
  disabledTools: z.optional(toolNames()),
  auth: z.optional(
    z.never({
      error: "nothing: a run cannot sign in; name a variable with a token in bearerTokenEnvVar",
    }),
  ),
};
export const SERVER_KEYS = Object.keys(FIELDS);
export const Server = mapping(FIELDS, "a mapping with `command` or `url`");
export type ServerEntry = z.infer<typeof Server>;

export const McpFile = mapping(
  {
    $schema: z.optional(z.string({ error: "an address" })),
    mcpServers: named(serverName(), Server, "a mapping of names to servers").check(
      z.refine((servers) => Object.keys(servers).length <= MAX_SERVERS, { error: `at most ${MAX_SERVERS} servers` }),
    ),
  },
  "a mapping with `mcpServers`",
);
export type McpFile = z.infer<typeof McpFile>;
