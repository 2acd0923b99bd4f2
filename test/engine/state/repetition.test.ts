/** The ladder for identical calls: reminder at 3, stronger at 5, text only at 8, end at 12; anything else starts it anew. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { sendDmailTool } from "../../../src/tools/send-dmail.ts";
import { toolDeps } from "../../doubles/tool-deps.ts";
import { createHarness, resultsOf, testTool } from "../../doubles/turn.ts";

const same = { calls: [{ name: "look", arguments: { path: "a", deep: { b: 1, a: 2 } } }] };
const sameReordered = { calls: [{ name: "look", arguments: `{ "deep": {"a":2,"b":1}, "path":"a" }` }] };

test("the rungs and the end", async () => {
  const harness = createHarness({
    replies: Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? same : sameReordered)),
    tools: [testTool({ name: "look" })],
  });
  assert.deepEqual(await harness.run(), {
    stop: "stuck",
    reason: "The model made the same look call 12 times in a row.",
  });
  const noted = resultsOf(harness.messages()).flatMap((result, index) =>
    result.includes("\n\n") ? [[index + 1, result.split("\n\n")[1]]] : [],
  );
  assert.deepEqual(noted, [
    [3, "You have now made this same look call 3 times in a row with the same result. Try something else."],
    [
      5,
      "5 identical look calls in a row. They cannot give a new result. Re-read what you know and change your approach now.",
    ],
    [
      8,
      "8 identical look calls in a row. Call no tool in your next message: answer in text what blocks you. The run is stopped at 12.",
    ],
  ]);
  assert.deepEqual(
    harness.events.filter(({ type }) => type === "repetition.notice"),
    [3, 5, 8].map((count) => ({ type: "repetition.notice", tool: "look", count })),
  );
});

test("a different call starts anew", async () => {
  const other = { calls: [{ name: "look", arguments: { path: "b" } }] };
  const harness = createHarness({
    replies: [same, same, other, same, same, { text: "done" }],
    tools: [testTool({ name: "look" })],
  });
  assert.equal((await harness.run()).stop, "end_turn");
  assert.deepEqual(
    harness.events.filter(({ type }) => type === "repetition.notice"),
    [],
  );
});

test("a new turn starts anew, and so does a D-Mail", async () => {
  const tools = [testTool({ name: "look" }), sendDmailTool.make(toolDeps())];
  const mail = { calls: [{ name: "send_dmail", arguments: { checkpoint_id: 1, message: "go on" } }] };
  const mailed = createHarness({ replies: [same, same, mail, same, same, { text: "done" }], tools });
  await mailed.run();
  const turns = createHarness({ replies: [same, same, { text: "one" }, same, same, { text: "two" }], tools });
  await turns.run();
  await turns.run();
  for (const { events } of [mailed, turns]) {
    assert.deepEqual(
      events.filter(({ type }) => type === "repetition.notice"),
      [],
    );
  }
});
