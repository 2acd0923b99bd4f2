import assert from "node:assert/strict";
import { test } from "node:test";
import { actionOf } from "../../src/protocol/approval.ts";
import { BUILTIN_POLICY, BUILTIN_POLICY_NAME } from "../../src/policy/file/builtin-policy.ts";
import { decide } from "../../src/policy/decide.ts";
import { explain, explainLine } from "../../src/policy/explain.ts";
import { loadPolicy } from "../../src/policy/file/load.ts";
import type { Policy } from "../../src/policy/policy.ts";
import { analyseCommand } from "../../src/policy/shell/shell.ts";

const OPTIONS = { level: "sealed", workDir: "/work/repo", analyse: analyseCommand } as const;

const load = (text: string, profile?: string): Promise<Policy> =>
  loadPolicy(`version: 1\n${text}`, { file: "t.yml", profile });

function short(policy: Policy, name: string): string {
  const [server = "", tool = ""] = name.split(/\/(.*)/s);
  const { verdict, rule } = decide(policy, [{ kind: "mcp", server, tool }], OPTIONS);
  return `${verdict} ${rule}`;
}

test("a tool is named, or its whole server is; the strictest rule wins, and nothing matched means the default", async () => {
  const policy = await load(`default: defer
rules:
  - { id: docs, approve: { mcp: ["docs/*"] } }
  - { id: one, approve: { mcp: ["files/read", "files/a/b"] } }
  - { id: never, reject: { mcp: ["docs/delete"] }, reason: nothing is deleted }
  - { id: work, approve: { read: ["**"], write: ["**"], exec: [any] } }
`);
  const names = ["docs/find", "docs/delete", "files/read", "files/a/b", "files/write", "docs2/find", "Docs/find"];
  assert.deepEqual(
    names.map((name) => short(policy, name)),
    ["approve docs", "reject never", "approve one", "approve one", "defer default", "defer default", "defer default"],
  );
  assert.deepEqual(decide(policy, [{ kind: "mcp", server: "x", tool: "y" }], OPTIONS), {
    verdict: "defer",
    rule: "default",
    reason: "no rule approves: mcp x/y",
  });
});

test("the built-in policy approves no tool of an MCP server, however strong the cell is", async () => {
  const builtin = await loadPolicy(BUILTIN_POLICY, { file: BUILTIN_POLICY_NAME });
  assert.equal(short(builtin, "docs/find"), "defer default");
});

test("settings: what is left out is empty, a profile replaces one by one, and the digest covers them", async () => {
  const text = `mcp: { hosts: [mcp.example.com, "127.0.0.1:8080"], env: [DOCS_TOKEN] }
profiles: { schedule: { mcp: { env: [], optional: [docs] } } }
`;
  const [none, all, schedule] = await Promise.all([load(""), load(text), load(text, "schedule")]);
  assert.deepEqual(
    [none.mcp, all.mcp, schedule.mcp],
    [
      { hosts: [], env: [], optional: [] },
      { hosts: ["mcp.example.com", "127.0.0.1:8080"], env: ["DOCS_TOKEN"], optional: [] },
      { hosts: ["mcp.example.com", "127.0.0.1:8080"], env: [], optional: ["docs"] },
    ],
  );
  assert.equal(new Set([none.digest, all.digest, schedule.digest]).size, 3);
});

test("mistakes are refused with their place and what would be accepted", async () => {
  const text = `rules:
  - { id: a, approve: { mcp: [docs, "*/find", "docs/fi*", "docs/"] } }
mcp: { hosts: ["https://mcp.example.com", MCP.example.com, "h:0"], env: ["$X"], option: [a] }
`;
  const accepts =
    'is not accepted; expected "server/tool" for one tool, "server/*" for all tools of a server, or "server/resource:*" for its resources';
  await assert.rejects(load(text), {
    code: "policy.invalid",
    message: `t.yml does not load: 9 mistakes.
  t.yml:3:31: rules[0].approve.mcp[0]: "docs" ${accepts}
  t.yml:3:37: rules[0].approve.mcp[1]: "*/find" ${accepts}
  t.yml:3:47: rules[0].approve.mcp[2]: "docs/fi*" ${accepts}
  t.yml:3:59: rules[0].approve.mcp[3]: "docs/" ${accepts}
  t.yml:4:16: mcp.hosts[0]: "https://mcp.example.com" is not accepted; expected a host in lower case, like "mcp.example.com" or "127.0.0.1:8080"
  t.yml:4:43: mcp.hosts[1]: "MCP.example.com" is not accepted; expected a host in lower case, like "mcp.example.com" or "127.0.0.1:8080"
  t.yml:4:60: mcp.hosts[2]: "h:0" is not accepted; expected a host in lower case, like "mcp.example.com" or "127.0.0.1:8080"
  t.yml:4:74: mcp.env[0]: "$X" is not accepted; expected the name of an environment variable
  t.yml:4:81: mcp.option: unknown key "option"; did you mean "optional"? accepted: allow, hosts, env, optional, instructions, schema_bytes`,
  });
});

test("an approval for the session covers one tool, not every tool that the default holds", () => {
  assert.equal(actionOf([{ kind: "mcp", server: "docs", tool: "find" }]), "mcp:docs/find");
  assert.equal(
    actionOf([
      { kind: "write", path: "a" },
      { kind: "mcp", server: "docs", tool: "a/b" },
    ]),
    "mcp:docs/a/b+write",
  );
});

test("explain says which rule decides about a tool", async () => {
  const policy = await load(`rules: [{ id: docs, approve: { mcp: ["docs/*"] } }]\n`);
  const expected = { mcp: "docs/find", verdict: "approve", rule: "docs" };
  const ask = (text: string) => explain(policy, { subject: "mcp", text }, { level: "none" });
  assert.deepEqual(ask("docs/find"), expected);
  assert.equal(ask("docs"), "docs names no tool; give server/tool");
  assert.deepEqual(explainLine(policy, `{"mcp": "docs/find"}`, { level: "none" }), {
    text: JSON.stringify(expected),
    isAnswered: true,
  });
});

test("resources: an approval of tools says nothing about them, a rejection covers them however they are spelt", async () => {
  const policy = await load(`rules:
  - { id: tools, approve: { mcp: ["docs/*"] } }
  - { id: guide, approve: { mcp: ["docs/resource:docs://guide/*", "docs/resource:docs://one"] } }
  - { id: secret, reject: { mcp: ["docs/resource:docs://guide/secret*"] } }
  - { id: all, approve: { mcp: ["open/resource:*"] } }
  - { id: none, reject: { mcp: ["closed/*"] } }
`);
  assert.deepEqual(
    [
      "docs/find",
      "docs/resource:*",
      "docs/resource:docs://guide/a",
      "docs/resource:docs://one",
      "docs/resource:docs://one/more",
      "docs/resource:docs://GUIDE/a",
      "docs/resource:docs://guide/secret-1",
      "docs/resource:docs://guide/%73ecret-1",
      "docs/resource:docs://guide/SECRET",
      "open/resource:x:y",
      "open/resource:*",
      "open/find",
      "closed/resource:x:y",
      "closed/resource:*",
    ].map((text) => short(policy, text)),
    [
      "approve tools",
      "approve guide",
      "approve guide",
      "approve guide",
      "defer default",
      "defer default",
      "reject secret",
      "reject secret",
      "reject secret",
      "approve all",
      "approve all",
      "defer default",
      "reject none",
      "reject none",
    ],
  );
  for (const pattern of [
    "docs/resource:",
    "docs/resource:guide*",
    "docs/resource:a:b*c",
    "docs/resource:a b",
    "*/resource:*",
  ]) {
    await assert.rejects(load(`rules: [{ id: a, approve: { mcp: ["${pattern}"] } }]`), /is not accepted/, pattern);
  }
});

test("resources: what a rule rejects or defers is not read by another address of it", async () => {
  const policy = await load(`rules:
  - { id: all, approve: { mcp: ["fs/resource:*"] } }
  - { id: keys, reject: { mcp: ["fs/resource:file:///keys/*", "fs/resource:https://a.example/one"] } }
  - { id: ask, defer: { mcp: ["fs/resource:docs://guide/plan"] } }
`);
  const spellings: Readonly<Record<string, readonly string[]>> = {
    "reject keys": [
      "file:///keys/a",
      "file:////keys/a",
      "file:///keys//a",
      "file:/keys/a",
      "file://localhost/keys/a",
      "FILE:///keys/a",
      "file:///%6beys/a",
      "file:///%256beys/a",
      "file:///%6beys/%ff",
      "file:///keys%2fa",
      "https://a.example:443/one",
      "https://A.example/one",
      "https://a.example//one",
      "https://a.example/one?x",
      "https://a.example/one#x",
      "https://a.example/one/",
    ],
    "defer ask": ["docs://guide/plan", "docs://guide//plan", "docs://GUIDE/plan?", "docs://guide/pl%61n/#x"],
    "approve all": ["file:///keysx", "https://a.example/ones", "https://b.example/one", "docs://guide/plan/more"],
  };
  for (const [expected, uris] of Object.entries(spellings)) {
    const wrong = uris.filter((uri) => short(policy, `fs/resource:${uri}`) !== expected);
    assert.deepEqual(wrong, [], expected);
  }
});
