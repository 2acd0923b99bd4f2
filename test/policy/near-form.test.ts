/** What is told beside a refusal: the nearest form that is approved. What is called approved there is approved. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { createApprovalGate } from "../../src/policy/approval-gate.ts";
import { explain } from "../../src/policy/explain.ts";
import { loadPolicy } from "../../src/policy/file/load.ts";
import { explainCommand } from "./decide-command.ts";
import { SAMPLE_POLICY } from "./sample-policy.ts";

const SEALED = { level: "sealed" } as const;
const sample = await loadPolicy(SAMPLE_POLICY, { file: "sample.yml" });
const strict = await loadPolicy(SAMPLE_POLICY, { file: "sample.yml", profile: "schedule" });

test("what is told beside a command that is not approved", () => {
  const expected: Readonly<Record<string, string | undefined>> = {
    "npm test -- --grep x": "`npm test` is approved; `npm test -- --grep x` waits for a person",
    "eval x; npm test": "approved: `npm test`, `npm run {lint,build}`; the whole line waits for a person",
    "git push origin main":
      "approved: git status|diff|log|show|blame|grep|ls-files|branch|…; `git push origin main` waits for a person",
    "npm install left-pad": undefined, // the rule's own reason says more
    "eslint .": undefined,
    "cat .env": undefined,
    "echo x > .git/config": undefined,
    "npm test": undefined,
  };
  const found = Object.keys(expected).map((line) => [line, explainCommand(sample, line, SEALED).near]);
  assert.deepEqual(Object.fromEntries(found), expected);
});

test("a pattern that another rule rejects is not called approved", async () => {
  const policy = await loadPolicy(
    "version: 2\nrules:\n  - { id: a, approve: { exec: ['git log **', 'git push **'] } }\n  - { id: b, reject: { exec: ['git push **'] } }\n",
    { file: "p.yml" },
  );
  assert.equal(
    explainCommand(policy, "git status", SEALED).near,
    "approved: `git log **`; `git status` waits for a person",
  );
});

test("near misses of files and tools", async () => {
  const tools = await loadPolicy("version: 2\nrules:\n  - { id: docs, approve: { mcp: [docs/find] } }\n", {
    file: "p.yml",
  });
  assert.deepEqual(explain(tools, { subject: "mcp", text: "docs/write" }, SEALED), {
    mcp: "docs/write",
    verdict: "defer",
    rule: "default",
    reason: "no rule approves: mcp docs/write",
    near: "docs/find is approved; docs/write waits for a person",
  });
});

test("the gate tells it with the decision, and a rejection names it as one", async () => {
  const gate = (policy: typeof sample) => createApprovalGate({ policy, level: "sealed", workDir: "/workspace" });
  const need = [{ kind: "exec", command: "npm test -- --grep x", cwd: "." }] as const;
  assert.deepEqual(await gate(sample).judge(need), {
    verdict: "defer",
    rule: "default",
    reason: "no rule approves: npm test -- --grep x",
    near: "`npm test` is approved; `npm test -- --grep x` waits for a person",
  });
  assert.deepEqual(await gate(strict).judge([{ kind: "write", path: "package.json" }]), {
    verdict: "reject",
    rule: "default",
    reason: "no rule approves: write package.json",
    near: "writing src/**, test/**, docs/** is approved; writing package.json is rejected",
  });
});
