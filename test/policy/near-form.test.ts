/** What is told beside a refusal: the nearest form that is approved. What is called approved there is approved. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { createApprovalGate } from "../../src/policy/approval-gate.ts";
import { explain } from "../../src/policy/explain.ts";
import { loadPolicy } from "../../src/policy/file/load.ts";
import { HOSTILE } from "./hostile.ts";
import { explainCommand } from "./decide-command.ts";
import { SAMPLE_POLICY, TOOLS_POLICY } from "./sample-policy.ts";

const SEALED = { rung: "sealed" } as const;
const sample = await loadPolicy(SAMPLE_POLICY, { file: "sample.yml" });
const strict = await loadPolicy(SAMPLE_POLICY, { file: "sample.yml", profile: "schedule" });
const tools = await loadPolicy(
  TOOLS_POLICY.replace("  - { id: ci-files", "  - { id: docs, approve: { mcp: [docs/find] } }\n  - { id: ci-files"),
  { file: "tools.yml" },
);

test("near misses of a policy with patterns", () => {
  const expected: Readonly<Record<string, string | undefined>> = {
    "npm test -- --grep x": "`npm test` is approved; `npm test -- --grep x` waits for a person",
    "npm test --prefix /tmp/x": "`npm test` is approved; `npm test --prefix /tmp/x` waits for a person",
    "npm run lint:fix": "approved: `npm run {lint,build}`; `npm run lint:fix` waits for a person",
    "npm run test": "approved: `npm test`, `npm run {lint,build}`; `npm run test` waits for a person",
    "sudo npm test": "`npm test` is approved; the whole line waits for a person",
    "FOO=1 npm test": "`npm test` is approved; the whole line waits for a person",
    "npm test | tee $F": "`npm test` is approved; the whole line waits for a person",
    "npm test && git log --output=x": "`git log` is approved; `git log --output=x` waits for a person",
    "git -c core.pager=x status": "`git status` is approved; `git -c core.pager=x status` waits for a person",
    "git push origin main":
      "approved: git status|diff|log|show|blame|grep|ls-files|… that only read; `git push origin main` waits for a person",
    "echo x > package.json": "writing src/**, test/**, docs/** is approved; writing package.json waits for a person",
    "npm install left-pad": undefined, // the rule's own reason says more
    "eslint .": undefined,
    "cat .env": undefined,
    "echo x > .git/config": undefined,
    "npm test": undefined,
  };
  const found = Object.keys(expected).map((line) => [line, explainCommand(sample, line, SEALED).near]);
  assert.deepEqual(Object.fromEntries(found), expected);
});

test("near misses of profiles, files, tools and a default that rejects", () => {
  const near = (command: string) => explainCommand(tools, command, SEALED).near;
  assert.equal(
    near("go test -exec sh ./..."),
    "`go test ./...` is approved; `go test -exec sh ./...` waits for a person",
  );
  assert.equal(near("pytest -p evil tests"), "`pytest tests` is approved; `pytest -p evil tests` waits for a person");
  assert.equal(near("node -e 1"), "approved: node <script file>, node --test; `node -e 1` waits for a person");
  assert.deepEqual(explain(tools, { subject: "mcp", text: "docs/write" }, SEALED), {
    mcp: "docs/write",
    verdict: "defer",
    rule: "default",
    reason: "no rule approves: mcp docs/write",
    near: "docs/find is approved; docs/write waits for a person",
  });
});

test("no command is called approved that is not, however hostile the line", () => {
  const lines = Object.values(HOSTILE).flat();
  const wrong = lines.flatMap((line) => {
    const { near = "" } = explainCommand(tools, line, SEALED);
    const [, command] = /^`([^`]+)` is approved; /.exec(near) ?? [];
    if (command === undefined || command.endsWith("…")) return [];
    return explainCommand(tools, command, SEALED).verdict === "approve" ? [] : [`${line}: ${near}`];
  });
  assert.deepEqual(wrong, []);
});

test("the gate tells it with the decision, and a rejection names it as one", async () => {
  const gate = (policy: typeof sample) => createApprovalGate({ policy, rung: "sealed", workDir: "/workspace" });
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
