import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { loadPolicy } from "../../src/policy/file/load.ts";
import { read } from "./workbench.ts";

const ENV = { DOCS_TOKEN: "token-of-the-docs", REGION: "eu", KEY: "sk-secret-value", EMPTY: "" };
const RULES = {
  env: ENV,
  allowed: ["DOCS_TOKEN", "REGION", "KEY", "EMPTY", "GONE"],
  hosts: ["mcp.example.com", "127.0.0.1:8080"],
  isSecret: (name: string) => name === "KEY",
};

const file = (mcpServers: object): string => JSON.stringify({ mcpServers }, null, 2);

test("servers of every kind are read, sorted by name, with defaults", () => {
  const text = file({
    web: {
      type: "streamable-http",
      url: "https://mcp.example.com/v1",
      headers: { "X-Region": "${REGION}-1" },
      bearerTokenEnvVar: "DOCS_TOKEN",
      toolTimeoutMs: 5,
    },
    old: { url: "http://127.0.0.1:8080/sse", transport: "sse", disabledTools: ["x"] },
    files: { command: "node", args: ["a.js", "$HOME"], env: { A: "literal", B: "in ${REGION}" }, cwd: "tools" },
    bare: { command: "mcp-bare", startupTimeoutMs: 7, enabledTools: ["one"] },
    off: { command: "x", enabled: false },
  });
  const rest = { startupTimeoutMs: 30_000, toolTimeoutMs: 60_000, enabledTools: undefined, disabledTools: [] };
  assert.deepEqual(read(text, RULES), {
    servers: [
      {
        ...rest,
        name: "bare",
        kind: "stdio",
        command: ["mcp-bare"],
        cwd: ".",
        env: {},
        startupTimeoutMs: 7,
        enabledTools: ["one"],
      },
      {
        ...rest,
        name: "files",
        kind: "stdio",
        command: ["node", "a.js", "$HOME"],
        cwd: "tools",
        env: { A: "literal", B: "in eu" },
      },
      { ...rest, name: "old", kind: "sse", url: "http://127.0.0.1:8080/sse", headers: {}, disabledTools: ["x"] },
      {
        ...rest,
        name: "web",
        kind: "http",
        url: "https://mcp.example.com/v1",
        headers: { "x-region": "eu-1", authorization: "Bearer token-of-the-docs" },
        toolTimeoutMs: 5,
      },
    ],
    disabled: ["off"],
    secrets: { REGION: "eu", DOCS_TOKEN: "token-of-the-docs" },
  });
});

test("tabs, the address of a schema and an empty list of servers are accepted", () => {
  assert.deepEqual(read('{\n\t"$schema": "https://x.test/s.json",\n\t"mcpServers": {}\n}\n').servers, []);
});

/** Everything that is wrong with one server `s`, without the lines around it. */
function mistakes(server: object, rules: object = {}): readonly string[] {
  try {
    read(file({ s: server }), { ...RULES, ...rules });
  } catch (error) {
    const { message, code } = error as { readonly message: string; readonly code: string };
    assert.equal(code, "config.invalid");
    return message
      .split("\n")
      .filter((line) => !line.endsWith("mistakes."))
      .map((line) => line.trim().replace(/^\.kimi\/mcp\.json:(\d+):\d+: mcpServers\.s/, "$1"));
  }
  return [];
}

test("every mistake in the shape is reported with its line", () => {
  assert.deepEqual(
    mistakes({ command: "x", arg: [], startupTimeoutMs: 0, enabledTools: "a", auth: "oauth", type: "ws" }),
    [
      '4.arg: unknown key "arg"; did you mean "args"? accepted: command, args, env, cwd, url, headers, bearerTokenEnvVar, transport, type, enabled, startupTimeoutMs, toolTimeoutMs, enabledTools, disabledTools, auth',
      "6.startupTimeoutMs: 0 is not accepted; expected milliseconds: a whole number from 1 to 3600000",
      '7.enabledTools: "a" is not accepted; expected a list of tools, like ["find"]',
      '8.auth: "oauth" is not accepted; expected nothing: a run cannot sign in; name a variable with a token in bearerTokenEnvVar',
      '9.type: "ws" is not accepted; expected one of: stdio, http, sse',
    ].map((line) => (line.startsWith("4.arg:") ? line.replace("4.", "5.") : line)),
  );
  assert.throws(() => read(file({ "a/b": { command: "x" } })), /expected a server's name of letters, digits/);
  assert.throws(() => read('{"servers": {}}'), /unknown key "servers"; did you mean "mcpServers"\?/);
  assert.throws(() => read("{"), { code: "config.invalid", message: /\.kimi\/mcp\.json:1:2: not valid YAML/ });
});

test("a server has either a program or an address, and only the keys that belong to it", () => {
  assert.deepEqual(mistakes({}), ["3: expected either `command`, for a program in the cell, or `url`"]);
  assert.deepEqual(mistakes({ command: "x", url: "https://mcp.example.com" }), [
    "3: expected either `command`, for a program in the cell, or `url`",
  ]);
  assert.deepEqual(mistakes({ command: "x", headers: {}, transport: "http" }), [
    "5.headers: a server with `command` has none",
    '6.transport: "http" is not accepted; expected stdio, which `command` means',
  ]);
  assert.deepEqual(mistakes({ url: "https://mcp.example.com", env: {}, type: "stdio" }), [
    "5.env: a server with `url` has none",
    '6.type: "stdio" is not accepted; expected http or sse, which `url` means',
  ]);
});

test("only variables that the policy names are used, only in env and headers, and no secret enters the cell", () => {
  const named = "named in mcp.env: DOCS_TOKEN, REGION, KEY, EMPTY, GONE";
  assert.deepEqual(
    mistakes({
      command: "${REGION}",
      args: ["--x", "${REGION}"],
      cwd: "${REGION}",
      env: { A: "${HOME}", B: "${KEY}", C: "${GONE}", D: "${EMPTY}", E: "${A:-x}", F: "${REGION}" },
    }),
    [
      "4.command: variables are allowed in `env` and `headers` only",
      "7.args[1]: variables are allowed in `env` and `headers` only",
      "9.cwd: variables are allowed in `env` and `headers` only",
      `11.env.A: the policy does not name the variable HOME; ${named}`,
      "12.env.B: KEY contains a secret, which must not reach the cell",
      "13.env.C: the variable GONE is not set",
      "14.env.D: the variable EMPTY is not set",
      '15.env.E: "${A:-x}" is no variable; expected the form ${NAME}',
    ],
  );
  assert.deepEqual(mistakes({ url: "https://mcp.example.com", bearerTokenEnvVar: "KEY" }, { allowed: [] }), [
    "5.bearerTokenEnvVar: the policy does not name the variable KEY; named in mcp.env: none",
  ]);
  assert.deepEqual(
    mistakes({
      url: "https://mcp.example.com",
      headers: { Authorization: "Bearer ${KEY}", "a b": "x", c: "${HOME}" },
      bearerTokenEnvVar: "DOCS_TOKEN",
    }),
    [
      "7.headers.a b: this cannot be sent as a header",
      `8.headers.c: the policy does not name the variable HOME; ${named}`,
      "10.bearerTokenEnvVar: there is an authorization header already",
    ],
  );
});

test("an address needs a host that the policy names, https except on this machine, and no password", () => {
  const named = "a host that the policy names in mcp.hosts (it names mcp.example.com, 127.0.0.1:8080)";
  const address = (url: string): readonly string[] => mistakes({ url });
  for (const url of [
    "https://example.com/",
    "https://evil.mcp.example.com/",
    "https://mcp.example.com.evil.test/",
    "https://mcp.example.com:8443/",
    "http://127.0.0.1/",
    "http://localhost:8080/",
  ]) {
    assert.deepEqual(address(url), [`4.url: "${url}" is not accepted; expected ${named}`]);
  }
  const https = "https; http is for this machine only (127.0.0.1, [::1], localhost)";
  assert.deepEqual(address("http://mcp.example.com/"), [
    `4.url: "http://mcp.example.com/" is not accepted; expected ${https}`,
  ]);
  assert.match(address("https://u:p@mcp.example.com/")[0] ?? "", /expected an address without user and password/);
  assert.match(address("file:///etc/passwd")[0] ?? "", /expected an address that begins with https:\/\//);
  assert.match(address("mcp.example.com")[0] ?? "", /expected an address that begins with https:\/\//);
  assert.deepEqual(mistakes({ url: "https://a.test" }, { hosts: [] }), [
    '4.url: "https://a.test" is not accepted; expected a host that the policy names in mcp.hosts (it names none)',
  ]);
});

test("the examples of docs/mcp.md load together", async () => {
  const docs = readFileSync("docs/mcp.md", "utf8");
  const [, json = ""] = /```json\n([^]*?)```/.exec(docs) ?? [];
  const [, yaml = ""] = /```yaml\n([^]*?)```/.exec(docs) ?? [];
  const { mcp } = await loadPolicy(`version: 1\n${yaml}`, { file: "docs/mcp.md" });
  const { servers, secrets } = read(json, { ...RULES, ...mcp, allowed: mcp.env, env: ENV });
  assert.deepEqual(
    servers.map(({ name, kind }) => [name, kind]),
    [
      ["docs", "http"],
      ["files", "stdio"],
    ],
  );
  assert.deepEqual(secrets, { DOCS_TOKEN: ENV.DOCS_TOKEN });
});

test("an optional server that the file does not have is a mistake", () => {
  assert.throws(() => read(file({ search: { command: "x" } }), { optional: ["serch"] }), {
    message: /no server "serch", which the policy names in mcp\.optional; did you mean "search"\?/,
  });
});
