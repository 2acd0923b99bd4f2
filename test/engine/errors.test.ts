/** What breaks the run itself is thrown; what broke is in the journal. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { RunnerError } from "../../src/protocol/error.ts";
import { createHarness, testTool } from "../doubles/turn.ts";

test("a broken cell ends the run instead of being told to the model", async () => {
  const broken = new RunnerError({ code: "cell.failed", message: "The worker died." });
  const harness = createHarness({
    replies: [{ calls: [{ name: "look", arguments: {} }] }],
    tools: [testTool({ name: "look", run: () => Promise.reject(broken) })],
  });
  await assert.rejects(harness.run(), broken);
  assert.deepEqual(
    harness.events.map(({ type }) => type),
    [
      "turn.begin",
      "context.checkpoint",
      "context.append",
      "step.begin",
      "context.checkpoint",
      "attempt.begin",
      "step.usage",
      "context.append",
      "context.usage",
      "workspace.snapshot",
      "call.judged",
      "tool.begin",
      "step.interrupted",
      "turn.end",
    ],
  );
});

test("a provider's error is thrown with nothing of the answer in the context", async () => {
  const gone = new RunnerError({ code: "provider.unavailable", message: "503." });
  const harness = createHarness({ replies: [{ error: gone }] });
  await assert.rejects(harness.run(), gone);
  assert.deepEqual(harness.messages(), [{ role: "user", content: "task" }]);
});

test("a failing snapshot is reported where it is needed, not as an unhandled rejection", async () => {
  const broken = new RunnerError({ code: "git.failed", message: "No space." });
  const harness = createHarness({
    replies: [{ calls: [{ name: "look", arguments: {} }] }],
    tools: [testTool({ name: "look" })],
    snapshot: () => Promise.reject(broken),
  });
  await assert.rejects(harness.run(), broken);
});

test("a broken call ends the run after the other calls of its wave, whose results are recorded", async () => {
  const gone = new RunnerError({ code: "provider.unavailable", message: "503." });
  const look = (n: number) => ({ name: "look", arguments: { n } });
  const harness = createHarness({
    replies: [{ calls: [look(1), look(2), look(3)] }],
    tools: [
      testTool({
        name: "look",
        plan: ({ n }) => ({
          run: async () => {
            if (n === 1) throw gone;
            await setImmediate();
            return { text: `saw ${String(n)}` };
          },
        }),
      }),
    ],
  });
  await assert.rejects(harness.run(), gone);
  assert.deepEqual(
    harness.events.slice(-5).map((event) => [event.type, event.type === "tool.end" ? event.result.text : ""]),
    [
      ["tool.begin", ""],
      ["tool.end", "saw 2"],
      ["tool.end", "saw 3"],
      ["step.interrupted", ""],
      ["turn.end", ""],
    ],
  );
});
