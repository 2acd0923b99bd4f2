/**
 * The gates around the policy's. Of subagents: what a person answered for the whole session covers them too; anything else that
 * waits is refused. After the web: nothing with an effect is approved.
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Capability, Decision } from "../../../src/protocol/approval.ts";
import { withAfterWeb, withoutAsking, withoutUnpublishable } from "../../../src/run/agent/gates.ts";

const RUN: Capability = { kind: "exec", command: "touch a", cwd: "." };
const WRITE: Capability = { kind: "write", path: "a" };
const STANDING = [{ rule: "ask", action: "exec", by: "ada" }];

const judged = (decision: Decision, capability: Capability): Promise<Decision> =>
  withoutAsking({ judge: async () => decision }, () => STANDING).judge([capability]);

test("an approval for the session holds in subagents, for its rule and its kind of action", async () => {
  const covered = { verdict: "approve", rule: "answer by ada, for the session" };
  const refused = (rule: string) => ({
    verdict: "reject",
    rule,
    reason: "it needs a person's answer; a subagent cannot ask. Report to the main agent what it should do itself",
  });
  const deferred = (rule: string, also?: readonly string[]): Decision => ({ verdict: "defer", rule, also });
  assert.deepEqual(await judged(deferred("ask"), RUN), covered);
  assert.deepEqual(await judged(deferred("ask"), WRITE), refused("ask"));
  assert.deepEqual(await judged(deferred("other"), RUN), refused("other"));
  assert.deepEqual(await judged(deferred("ask", ["default"]), RUN), refused("ask"));
  const denied: Decision = { verdict: "reject", rule: "ask", reason: "no" };
  assert.deepEqual(await judged(denied, RUN), denied);
});

test("after the web was used nothing with an effect is approved, and no decision becomes milder", async () => {
  const read: Capability = { kind: "read", path: "a" };
  const net: Capability = { kind: "net", host: "docs.example.test" };
  const mcp: Capability = { kind: "mcp", server: "a", tool: "b" };
  const github: Capability = { kind: "github", action: "label", name: "bug" };
  const approve: Decision = { verdict: "approve", rule: "mine" };
  const defer: Decision = { verdict: "defer", rule: "ask" };
  const reject: Decision = { verdict: "reject", rule: "no" };
  const reason = "this run has asked for something of the web";
  const after = (verdict: "defer" | "reject" | undefined, decision: Decision, ...needs: readonly Capability[]) =>
    withAfterWeb({ judge: async () => decision }, verdict, () => true).judge(needs);
  for (const need of [RUN, WRITE, mcp, github]) {
    assert.deepEqual(await after("defer", approve, read, need), { verdict: "defer", rule: "after_web", reason });
    assert.deepEqual(await after("reject", approve, need), { verdict: "reject", rule: "after_web", reason });
  }
  assert.deepEqual(await after("defer", defer, RUN), { ...defer, also: ["after_web"] });
  assert.deepEqual(await after("reject", defer, RUN), { verdict: "reject", rule: "after_web", reason });
  assert.deepEqual(await after("defer", reject, RUN), reject);
  for (const free of [[read], [net], [read, net], []])
    assert.deepEqual(await after("reject", approve, ...free), approve);
  assert.deepEqual(await after(undefined, approve, RUN), approve);
  const before = withAfterWeb({ judge: async () => approve }, "reject", () => false);
  assert.deepEqual(await before.judge([RUN]), approve);
});

test("a write that would wait is refused where a filter of git makes the file; other decisions stay", async () => {
  const defer: Decision = { verdict: "defer", rule: "default" };
  const approve: Decision = { verdict: "approve", rule: "edit" };
  const asked: string[][] = [];
  const names: Readonly<Record<string, readonly string[]>> = {
    "a.key": ["git-crypt"],
    "a.ipynb": ["nbstripout"],
    "a.psd": ["lfs"],
  };
  const judged = (decision: Decision, ...needs: readonly Capability[]) =>
    withoutUnpublishable({ judge: async () => decision }, { asIs: new Set(["nbstripout"]) }, async (paths) => {
      asked.push([...paths]);
      return new Map(paths.flatMap((path) => (names[path] === undefined ? [] : [[path, names[path]]])));
    }).judge(needs);
  const write = (path: string): Capability => ({ kind: "write", path });
  const refused = {
    verdict: "reject",
    rule: "builtin:filter",
    reason:
      "a file, or a copy of one, that the filter git-crypt makes on commit; no filter runs here, so a person has to commit it",
  };
  assert.deepEqual(await judged(defer, RUN, write("b"), write("a.key")), refused);
  assert.deepEqual(await judged(approve, write("a.key")), approve);
  assert.deepEqual(await judged(defer, write("a.ipynb"), write("a.psd"), write("/tmp/a.key"), write(".")), defer);
  assert.deepEqual(asked, [
    ["b", "a.key"],
    ["a.ipynb", "a.psd"],
  ]);
});

test("a write that would wait is refused where no answer could publish it: workflows, owners, the policy", async () => {
  const judged = (decision: Decision, path: string) =>
    withoutUnpublishable({ judge: async () => decision }, { asIs: new Set() }, async () => new Map()).judge([
      RUN,
      { kind: "write", path },
    ]);
  const defer: Decision = { verdict: "defer", rule: "default" };
  const ofPolicy: Decision = { verdict: "defer", rule: "default", also: ["builtin:policy-file"] };
  const approve: Decision = { verdict: "approve", rule: "edit" };
  const decided = await Promise.all(
    [
      [defer, ".github/workflows/ci.yml"],
      [defer, ".GITHUB/Workflows/ci.yml"],
      [defer, "docs/CODEOWNERS"],
      [ofPolicy, "policies/strict.yml"],
      [defer, ".github/dependabot.yml"],
      [approve, ".github/workflows/ci.yml"],
    ].map(async ([decision, path]) => {
      const { verdict, rule, reason = "" } = await judged(decision as Decision, path as string);
      return `${verdict} ${rule} ${reason.split(";")[0]}`.trim();
    }),
  );
  assert.deepEqual(decided, [
    "reject builtin:only-people a workflow file, which only a person may change",
    "reject builtin:only-people a workflow file, which only a person may change",
    "reject builtin:only-people a CODEOWNERS file, which only a person may change",
    "reject builtin:policy-file only people may change the policy",
    "defer default",
    "approve edit",
  ]);
});
