/** What breaks the run itself is thrown; what broke is in the journal. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { RunnerError } from "../../src/protocol/error.ts";
import { imagesOf, type ImagePart } from "../../src/protocol/message.ts";
import { NO_USAGE } from "../../src/protocol/model.ts";
import { createHarness, resultsOf, testTool } from "../doubles/turn.ts";

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

/** The refusal of a part of the conversation, as an adapter throws it. */
const refusal = (refused: "pictures" | "reasoning"): RunnerError =>
  new RunnerError({
    code: "provider.rejected",
    message: "HTTP 400",
    cause: { kind: "attempt", usage: NO_USAGE, isFree: true, refused },
  });
const picture = (data: string): ImagePart => ({ mediaType: "image/png", data });

test("pictures that the provider refuses are left out, the newest first, and a resume sends the same", async () => {
  const see = testTool({ name: "see", run: async () => ({ text: "Seen.", images: [picture("CUT")] }) });
  const task = { kind: "text", text: "task", images: [picture("GOOD")] } as const;
  const replies = [
    { calls: [{ name: "see", arguments: {} }] },
    { error: refusal("pictures") },
    { calls: [{ name: "see", arguments: { n: 2 } }] },
    { error: refusal("pictures") },
    { error: refusal("pictures") },
    { text: "done" },
  ];
  const harness = createHarness({ replies, tools: [see] });
  assert.deepEqual(await harness.prompt(task), { stop: "end_turn", text: "done" });
  const pictures = harness.requests.map(({ messages }) => messages.flatMap(imagesOf).map(({ data }) => data));
  assert.deepEqual(pictures, [["GOOD"], ["GOOD", "CUT"], ["GOOD"], ["GOOD", "CUT"], ["GOOD"], []]);
  assert.equal(
    resultsOf(harness.messages())[0],
    "call_1_0: Seen.\n\n[left out: a picture that the provider could not read]",
  );
  assert.deepEqual(harness.events.filter(({ type }) => type === "context.strip" || type === "warning").slice(0, 2), [
    { type: "context.strip", part: "pictures", positions: [2] },
    { type: "warning", text: "test/model refused the pictures in 1 message; the run continues without them." },
  ]);
  const cut = createHarness({ replies: replies.slice(0, 2), tools: [see], killBehind: "context.strip" });
  await cut.prompt(task).catch(() => {});
  const again = createHarness({ replies: [{ text: "done" }], tools: [see], previous: cut.events });
  assert.deepEqual(await again.resume(), { stop: "end_turn", text: "done" });
  assert.deepEqual(again.requests[0]?.messages, harness.requests[2]?.messages);
});

test("a refusal that nothing can be left out for is thrown", async () => {
  const refused = refusal("reasoning");
  await assert.rejects(createHarness({ replies: [{ error: refused }] }).run(), refused);
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
