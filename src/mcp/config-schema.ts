/** Shape of `.kimi/mcp.json`. The message of every check is what would be accepted. Checks across fields are in `config.ts`. */

import * as z from "zod/mini";

/** Names stand in policies before a `/` and in the names of tools. */
const SERVER_NAME = "a server's name of letters, digits, `.`, `_` and `-`";
const MAPPING = { error: "a mapping of keys to values" };
/** An hour: beyond it a run's own limit speaks. */
const MAX_TIMEOUT_MS = 3_600_000;
/** Each is a process or a connection. */
const MAX_SERVERS = 32;

function text(accepts: string) {
  return z.string({ error: accepts }).check(z.minLength(1, { error: accepts }), z.maxLength(8_000, { error: accepts }));
}

function timeout() {
  const error = `milliseconds: a whole number from 1 to ${MAX_TIMEOUT_MS}`;
  return z.int({ error }).check(z.minimum(1, { error }), z.maximum(MAX_TIMEOUT_MS, { error }));
}

const toolNames = () => z.array(text("the name of a tool"), { error: 'a list of tools, like ["find"]' });
const words = () => z.record(text("a name"), z.string({ error: "a text" }), MAPPING);

const Server = z.strictObject(
  {
    command: z.optional(text("a program")),
    args: z.optional(z.array(z.string({ error: "a text" }), { error: 'a list of arguments, like ["--stdio"]' })),
    env: z.optional(words()),
    cwd: z.optional(text("a folder of the workspace")),
    url: z.optional(text("an address that begins with https://")),
    headers: z.optional(words()),
    bearerTokenEnvVar: z.optional(text("the name of an environment variable")),
    transport: z.optional(z.enum(["stdio", "http", "sse"], { error: "one of: stdio, http, sse" })),
    // Other programs' word for it, and two more spellings of `http`.
    type: z.optional(
      z.enum(["stdio", "http", "streamable-http", "streamableHttp", "sse"], { error: "one of: stdio, http, sse" }),
    ),
    enabled: z.optional(z.boolean({ error: "true or false" })),
    startupTimeoutMs: z.optional(timeout()),
    toolTimeoutMs: z.optional(timeout()),
    enabledTools: z.optional(toolNames()),
    disabledTools: z.optional(toolNames()),
    auth: z.optional(
      z.never({
        error: "nothing: nobody is there to sign in; name a variable that holds a token in bearerTokenEnvVar",
      }),
    ),
  },
  { error: "a mapping with `command` or `url`" },
);
export type ServerEntry = z.infer<typeof Server>;

/** The whole file. */
export const McpFile = z.strictObject(
  {
    $schema: z.optional(z.string({ error: "an address" })),
    mcpServers: z
      .record(text(SERVER_NAME).check(z.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, { error: SERVER_NAME })), Server, {
        error: "a mapping of names to servers",
      })
      .check(
        z.refine((servers) => Object.keys(servers).length <= MAX_SERVERS, { error: `at most ${MAX_SERVERS} servers` }),
      ),
  },
  { error: "a mapping with `mcpServers`" },
);
export type McpFile = z.infer<typeof McpFile>;
