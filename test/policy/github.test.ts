/** What rules say of GitHub: actions, the run's own thread and others, labels and logins by name. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { decide } from "../../src/policy/decide.ts";
import { explain } from "../../src/policy/explain.ts";
import { loadPolicy } from "../../src/policy/file/load.ts";
import { parseGitHub } from "../../src/policy/github-pattern.ts";
import { analyseCommand } from "../../src/policy/shell/shell.ts";

const OPTIONS = { level: "sealed", workDir: "/workspace", analyse: analyseCommand } as const;

async function policyOf(rules: readonly string[], fallback = "reject") {
  const lines = rules.map((rule, index) => `  - { id: r${index}, ${rule} }`);
  return await loadPolicy(`version: 1\ndefault: ${fallback}\nrules:\n${lines.join("\n")}\n`, { file: "policy" });
}

async function verdict(rules: readonly string[], asked: string, fallback?: string): Promise<string> {
  const need = parseGitHub(asked);
  assert.ok(need !== undefined, asked);
  return decide(await policyOf(rules, fallback), [need], OPTIONS).verdict;
}

const CASES: readonly (readonly [rules: readonly string[], asked: string, verdict: string])[] = [
  [["approve: { github: [comment] }"], "comment", "approve"],
  [["approve: { github: [comment] }"], "comment#*", "reject"],
  [["approve: { github: ['comment#*'] }"], "comment#*", "approve"],
  [["approve: { github: ['comment#*'] }"], "comment", "approve"],
  [["approve: { github: [comment] }"], "close", "reject"],
  [["approve: { github: [label] }"], "label:any thing", "approve"],
  [["approve: { github: ['label:bug'] }"], "label:Bug", "approve"],
  [["approve: { github: ['label:bug'] }"], "label:bugs", "reject"],
  [["approve: { github: ['label:bug'] }"], "label#*:bug", "reject"],
  [["approve: { github: ['label#*:area/*'] }"], "label#*:Area/ui", "approve"],
  [["approve: { github: [label] }", "reject: { github: ['label:admin*'] }"], "label:ADMIN-merge", "reject"],
  [["approve: { github: ['label#*'] }", "reject: { github: ['label:admin*'] }"], "label#*:admin", "reject"],
  [["approve: { github: ['close#*'] }", "defer: { github: [close] }"], "close#*", "defer"],
  [["approve: { github: ['close#*'] }", "defer: { github: ['close#*'] }"], "close", "defer"],
  [["approve: { github: ['assign:octo'] }"], "assign:Octo", "approve"],
];

test("an approval reaches its own thread; a rejection reaches every one", async () => {
  for (const [rules, asked, expected] of CASES) {
    assert.equal(await verdict(rules, asked), expected, JSON.stringify([rules, asked]));
  }
  assert.equal(await verdict([`approve: { read: ["**"] }`], "comment", "approve"), "defer", "no default grants it");
});

test("only what some rule grants is offered, and nothing odd is a pattern", async () => {
  const grants = async (...rules: readonly string[]) => (await policyOf(rules, "approve")).granted;
  assert.deepEqual(await grants(`approve: { read: ["**"] }`), []);
  assert.deepEqual(await grants("reject: { github: [close] }"), []);
  assert.deepEqual(await grants("defer: { github: [close] }", "approve: { github: ['label:x', search] }"), [
    "label",
    "close",
    "search",
  ]);
  const odd = [
    "merge",
    "comment:x",
    "close:1",
    "issue#*",
    "search#*",
    "label:",
    "label#1",
    "label: x",
    "label:a,b",
    "*",
  ];
  for (const pattern of odd) {
    await assert.rejects(policyOf([`approve: { github: [${JSON.stringify(pattern)}] }`]), /policy/, pattern);
  }
});

test("policy explain takes an action as rules write it", async () => {
  const policy = await policyOf(["approve: { github: ['label:bug', comment] }"], "defer");
  const about = (text: string) => explain(policy, { subject: "github", text }, { level: "sealed" });
  assert.deepEqual(about("label:bug"), { github: "label:bug", verdict: "approve", rule: "r0" });
  assert.deepEqual(about("comment#*"), {
    github: "comment#*",
    verdict: "defer",
    rule: "default",
    reason: "no rule approves: github comment#*",
    near: "label:bug, comment is approved; comment#* on GitHub waits for a person",
  });
  const wrong = about("merge");
  assert.match(typeof wrong === "string" ? wrong : "", /^merge is not an action; give an action/);
});
