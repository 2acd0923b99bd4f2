import assert from "node:assert/strict";
import { test } from "node:test";
import { BUILTIN_POLICY, BUILTIN_POLICY_NAME } from "../../src/policy/file/builtin-policy.ts";
import { explainLine, showPolicy } from "../../src/policy/explain.ts";
import { loadPolicy } from "../../src/policy/file/load.ts";
import { explainCommand } from "./decide-command.ts";
import { SAMPLE_POLICY } from "./sample-policy.ts";

const sample = await loadPolicy(SAMPLE_POLICY, { file: "sample.yml" });

test("a host: what rules say of tools, and whether commands reach it", async () => {
  const network =
    "[registry.npmjs.org, { host: npm.corp.example, addresses: [10.0.0.0/8] }, { host: a.b:8081, plain: true }]";
  const rules = '[{ id: docs, approve: { net: [registry.npmjs.org, "a.b:8081"] } }]';
  const load = (list: string) =>
    loadPolicy(`version: 1\nrules: ${rules}\nsandbox: { network: ${list} }\n`, { file: "x.yml" });
  const [policy, grouped] = await Promise.all([load(network), load("[pypi]")]);
  const answer = (net: string, of = policy, level: "sealed" | "none" = "sealed") =>
    JSON.parse(explainLine(of, JSON.stringify({ net }), { level }).text) as unknown;
  const unlisted = { verdict: "reject", rule: "builtin:network", commands: "reject" };
  const near = (host: string) => `registry.npmjs.org, a.b:8081 is approved; ${host} waits for a person`;
  const waits = (host: string) => ({
    verdict: "defer",
    rule: "default",
    reason: `no rule approves: net ${host}`,
    near: near(host),
  });
  const expected: Readonly<Record<string, object>> = {
    "registry.npmjs.org": { verdict: "approve", rule: "docs", commands: "approve" },
    "registry.npmjs.org:443": { verdict: "approve", rule: "docs", commands: "approve" },
    "npm.corp.example": { ...waits("npm.corp.example"), commands: "approve" },
    "a.b:8081": { verdict: "approve", rule: "docs", commands: "approve" },
    "a.b": { ...unlisted, reason: "sandbox.network does not list a.b" },
    "pypi.org": { ...unlisted, reason: "sandbox.network does not list pypi.org" },
  };
  for (const [net, said] of Object.entries(expected)) assert.deepEqual(answer(net), { net, ...said });
  assert.deepEqual(answer("pypi.org", grouped), { net: "pypi.org", ...waits("pypi.org") }); // depends on the machine
  assert.deepEqual(answer("a.b", policy, "none"), { net: "a.b", ...waits("a.b"), commands: "approve" });
  for (const odd of ["pypi", "10.0.0.1", "[::1]", "user@a.b", "a.b/c", "A.B"]) {
    assert.match(JSON.stringify(answer(odd)), /is not a host; give an exact host in lower case/);
  }
});

test("an explanation names the verdict and rule of every part", () => {
  assert.deepEqual(explainCommand(sample, "git log -5 > docs/../AGENTS.md; $X y", { level: "sealed" }), {
    command: "git log -5 > docs/../AGENTS.md; $X y",
    verdict: "defer",
    rule: "builtin:agent-files",
    reason: "AGENTS.md steers agents that work on this repository",
    parts: [
      { argv: ["git", "log", "-5"], verdict: "approve", rule: "tests" },
      {
        write: "AGENTS.md",
        verdict: "defer",
        rule: "builtin:agent-files",
        reason: "AGENTS.md steers agents that work on this repository",
      },
      { argv: ["$X", "y"], verdict: "defer", rule: "install", reason: "adds a dependency" },
    ],
    notUnderstood: "the command's name is computed",
    near: "approved: git status|diff|log|show|blame|grep|ls-files|branch|…, rg|find|sed|awk; the whole line waits for a person",
  });
  assert.deepEqual(explainCommand(sample, "npm run lint", { level: "none" }), {
    command: "npm run lint",
    verdict: "defer",
    rule: "default",
    reason: "in a cell that is not sealed, a command is approved word for word only",
    parts: [{ argv: ["npm", "run", "lint"], verdict: "approve", rule: "tests" }],
    near: "approved: `npm test`; the whole line waits for a person",
  });
});

test("explain - answers each question in a line of JSON, errors included", () => {
  const answers = (line: string): unknown[] =>
    explainLine(sample, line, { level: "sealed" })
      .text.split("\n")
      .map((text) => JSON.parse(text) as unknown);
  assert.deepEqual(answers('"npm test"'), [
    {
      command: "npm test",
      verdict: "approve",
      rule: "tests",
      parts: [{ argv: ["npm", "test"], verdict: "approve", rule: "tests" }],
    },
  ]);
  assert.deepEqual(answers('{"write": ["src/a", ".github/workflows/x.yml"], "read": "../x", "net": "a.example"}'), [
    { write: "src/a", verdict: "approve", rule: "edit" },
    {
      write: ".github/workflows/x.yml",
      verdict: "reject",
      rule: "ci-files",
      reason: "workflow files are for people",
    },
    { read: "../x", verdict: "defer", rule: "default", reason: "no rule approves: read /x" },
    {
      net: "a.example",
      verdict: "reject",
      rule: "builtin:network",
      reason: "sandbox.network does not list a.example",
      commands: "reject",
    },
  ]);
  const accepted =
    'a command as a JSON string, or an object with command, read, write, mcp, net, github: {"read": "src/a.ts"}';
  const errors: Readonly<Record<string, string>> = {
    "npm test": "not JSON",
    "": "not JSON",
    "{}": "no question",
    '["a"]': "neither a string nor an object",
    null: "neither a string nor an object",
    '{"reed": "a"}': "the key reed is not known",
    '{"read": 1}': "read is no string",
    '{"read": ""}': "read is empty",
    '{"mcp": "docs"}': "docs names no tool; give server/tool",
  };
  for (const [line, what] of Object.entries(errors)) {
    assert.deepEqual(answers(line), [{ error: `${what}: ${line}; accepted: ${accepted}` }]);
    assert.equal(explainLine(sample, line, { level: "sealed" }).isAnswered, false);
  }
  assert.ok(!explainLine(sample, '"a\\nb"', { level: "sealed" }).text.includes("\n"));
});

test("show prints the file in full, loadable again", async () => {
  const builtin = await loadPolicy(BUILTIN_POLICY, { file: BUILTIN_POLICY_NAME });
  const shown = showPolicy(builtin);
  assert.ok(shown.startsWith(`# built-in policy\n# digest ${builtin.digest}\n`));
  assert.ok(shown.endsWith(BUILTIN_POLICY));
  assert.equal((await loadPolicy(shown, { file: "again" })).digest, builtin.digest);
  assert.match(
    showPolicy(sample),
    /\n# Profiles are these patterns:\n#   git-read:\n#     git \{status,diff,[^]*\n#   search:\n/,
  );
});
