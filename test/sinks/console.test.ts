/** Progress on standard error: what was tried, what was refused, what failed - one line each. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { WireEvent } from "../../src/protocol/wire.ts";
import { createConsole } from "../../src/sinks/console.ts";

function linesOf(...events: readonly WireEvent[]): readonly string[] {
  let text = "";
  const sink = createConsole({ format: "text", out: () => {}, err: (line) => (text += line), elapsedMs: () => 0 });
  for (const event of events) void sink.write({ v: 1, seq: 0, time: "", prev: "", hash: "", event });
  return text.trimEnd().split("\n");
}

const judged = (callId: string, verdict: "approve" | "reject"): WireEvent => ({
  type: "call.judged",
  callId,
  tool: "execute_command",
  summary: `run ${callId}`,
  capabilities: [],
  decision: { verdict, rule: "tests" },
});

const result = (toolCallId: string, content: string, isError = true) =>
  ({ role: "tool", toolCallId, content, isError }) as const;

/** A failed test run was shown as `✓ run npm test` and nothing more, a call that could not be planned not at all. */
test("a call that failed is said once, a rejected one is not said twice", () => {
  const lines = linesOf(judged("a", "approve"), judged("b", "reject"), judged("c", "approve"), {
    type: "context.append",
    messages: [
      result("a", "one\ntwo\u001B[2J\n[exit 1]"),
      result("b", "Error: rejected by tests."),
      result("c", "fine", false),
      result("d", "Error: unknown tool: fly."),
    ],
  });
  assert.deepEqual(lines, [
    "   0.0s ✓ run a",
    "   0.0s ✗ run b — rejected by tests",
    "   0.0s ✓ run c",
    "   0.0s ✗ run a: one … [exit 1]",
    "   0.0s ✗ Error: unknown tool: fly.",
  ]);
});
