/** The gate of subagents: what a person answered for the whole session covers them too; anything else that waits is refused. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Capability, Decision } from "../../../src/protocol/approval.ts";
import { withoutAsking } from "../../../src/run/agent/gates.ts";

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
