import assert from "node:assert/strict";
import { test } from "node:test";
import { readForeign } from "../../src/mcp/foreign.ts";

const RULES = {
  env: { TOKEN: "token-of-the-docs", REGION: "eu", KEY: "sk-secret-value" },
  allowed: ["TOKEN", "REGION", "KEY", "GONE"],
  hosts: ["mcp.example.com"],
  optional: [],
  isSecret: (name: string) => name === "KEY",
};

/** What becomes of one allowed server: what starts, or why it does not. */
function read(server: unknown): object | string {
  const text = JSON.stringify({ mcpServers: { one: server } });
  const { servers, notes, secrets } = readForeign({ file: ".mcp.json", text }, { ...RULES, allow: ["one"] });
  const [made] = servers;
  if (made === undefined) return notes.join("\n").replace("Without the MCP server one of .mcp.json: ", "");
  assert.deepEqual(notes, []);
  const { name: _, startupTimeoutMs: _s, toolTimeoutMs: _t, enabledTools: _e, disabledTools: _d, ...own } = made;
  return Object.keys(secrets).length === 0 ? own : { ...own, secrets };
}

const program = (...command: readonly string[]) => ({ kind: "stdio", command, cwd: ".", env: {} });

test("what other programs write is understood, and what cannot be used is said in one line", () => {
  const cases: readonly (readonly [server: unknown, expected: object | string])[] = [
    [{ command: "npx", args: ["-y", "pkg"] }, program("npx", "-y", "pkg")],
    [
      {
        type: "stdio",
        command: "npx",
        env: null,
        headers: {},
        url: "",
        timeout: 60,
        alwaysAllow: ["x"],
        gallery: true,
      },
      program("npx"),
    ],
    [
      { command: "${HOME:-/root}/x", args: ["${REGION}", "${env:REGION}-1", "${workspaceFolder}/db", "$x ${"] },
      program("/root/x", "eu", "eu-1", "./db", "$x ${"),
    ],
    [
      { command: "x", env: { A: "${A:-a}", B: "${REGION:-b}", C: "${GONE:-}" } },
      { ...program("x"), env: { A: "a", B: "eu", C: "" } },
    ],
    [
      {
        type: "http",
        url: "https://${HOST:-mcp.example.com}/v1",
        headers: { Authorization: "Bearer ${TOKEN}" },
        env: {},
      },
      {
        kind: "http",
        url: "https://mcp.example.com/v1",
        headers: { authorization: "Bearer token-of-the-docs" },
        secrets: { TOKEN: "token-of-the-docs" },
      },
    ],
    [{ command: "x", disabled: true }, ""],
    [
      { command: "x", args: ["${NAME}"] },
      "args.0: the policy does not name the variable NAME; named in mcp.env: TOKEN, REGION, KEY, GONE.",
    ],
    [{ command: "x", args: ["${KEY}"] }, "args.0: KEY contains a secret, which must not stand there."],
    [{ command: "x", env: { A: "${KEY:-none}" } }, "env.A: KEY contains a secret, which must not reach the cell."],
    [{ command: "x", env: { A: "${input:key}" } }, 'env.A: "${input:key}" is no variable; expected the form ${NAME}.'],
    [
      { url: "https://other.example.com" },
      "url: expected a host that the policy names in mcp.hosts (it names mcp.example.com).",
    ],
    [{ command: ["x"] }, "command: expected a program."],
    [{}, "expected either `command`, for a program in the cell, or `url`."],
    ["x", "expected a mapping with `command` or `url`."],
  ];
  assert.deepEqual(
    cases.map(([server]) => read(server)),
    cases.map(([, expected]) => expected),
  );
});

test("a name that no rule can hold is said", () => {
  const text = JSON.stringify({ mcpServers: { "a b": { command: "x" } } });
  const { servers, notes } = readForeign({ file: ".mcp.json", text }, { ...RULES, allow: ["a b"] });
  const why = "rules and tools need a name of letters, digits, `.`, `_` and `-`";
  assert.deepEqual([servers, notes], [[], [`Without the MCP server a b of .mcp.json: ${why}.`]]);
});

test("a file that is no list of servers is named, and starts nothing", () => {
  for (const text of ["", "{", "[]", '{"servers": {}}', '{"mcpServers": []}', "mcpServers: {}"]) {
    assert.deepEqual(readForeign({ file: ".mcp.json", text }, { ...RULES, allow: ["one"] }), {
      servers: [],
      disabled: [],
      secrets: {},
      notes: [".mcp.json is not used: it is not JSON with a mapping `mcpServers`."],
    });
  }
});
