/** The ladder for identical calls: reminder at 3, stronger at 5, text only at 8, end at 12; anything else starts it anew. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { sendDmailTool } from "../../../src/tools/send-dmail.ts";
import { toolDeps } from "../../doubles/tool-deps.ts";
import { createHarness, resultsOf, testTool } from "../../doubles/turn.ts";

const same = { calls: [{ name: "look", arguments: { path: "a", deep: { b: 1, a: 2 } } }] };
const sameReordered = { calls: [{ name: "look", arguments: `{ "deep": {"a":2,"b":1}, "path":"a" }` }] };

test("repetition: notes at each threshold, and the stop", async () => {
  const harness = createHarness({
    replies: Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? same : sameReordered)),
    tools: [testTool({ name: "look" })],
  });
  assert.deepEqual(await harness.run(), {
    stop: "stuck",
    reason: "The model made the same look call 12 times in a row.",
  });
  const noted = resultsOf(harness.messages()).flatMap((result, index) =>
    result.includes("\n\n") ? [[index + 1, result.split("\n")[3]]] : [],
  );
  assert.deepEqual(noted, [
    [3, "You have now made the same look call 3 times in a row with the same result. Try something else."],
    [
      5,
      "5 times in a row the same look call, each time with the same result. Re-read what you know and change your approach now.",
    ],
    [
      8,
      "8 times in a row the same look call, each time with the same result. Call no tool in your next message: answer in text what blocks you. The run is stopped at 12.",
    ],
  ]);
  assert.deepEqual(
    harness.events.filter(({ type }) => type === "repetition.notice"),
    [3, 5, 8].map((count) => ({ type: "repetition.notice", tool: "look", count })),
  );
});

test("a different call resets the repetition", async () => {
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

test("a new turn and a D-Mail reset the repetition", async () => {
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

/** What each call answers, from a text that grows with the number of calls so far. */
const looking = (result: (n: number) => string) => {
  let calls = 0;
  return testTool({ name: "look", run: async () => ({ text: result((calls += 1)) }) });
};

test("polling is work as long as the result is another one, and a repetition when only its times differ", async () => {
  const replies = [...Array.from({ length: 30 }, () => same), { text: "done" }];
  const growing = createHarness({ replies, tools: [looking((n) => "line\n".repeat(n))] });
  assert.deepEqual(await growing.run(), { stop: "end_turn", text: "done" });
  const timed = createHarness({ replies, tools: [looking((n) => `1 failed in ${n}.${n} s`)] });
  assert.deepEqual(await timed.run(), {
    stop: "stuck",
    reason: "The model made the same look call 12 times in a row.",
  });
});

test("a cycle of up to four calls ends at its sixth round; a longer one and one with news go on", async () => {
  const look = (path: number) => ({ calls: [{ name: "look", arguments: { path } }] });
  for (const [length, requests] of [
    [2, 12],
    [3, 18],
    [4, 24],
  ] as const) {
    const cycle = createHarness({
      replies: Array.from({ length: 40 }, (_, n) => look(n % length)),
      tools: [testTool({ name: "look" })],
    });
    const names = Array(length).fill("look").join(", ");
    assert.deepEqual(await cycle.run(), {
      stop: "stuck",
      reason: `The model made the same ${length} calls (${names}) 6 times in a row.`,
    });
    assert.equal(cycle.requests.length, requests);
    assert.deepEqual(
      cycle.events.filter(({ type }) => type === "repetition.notice"),
      [3, 4, 5].map((count) => ({ type: "repetition.notice", tool: names, count })),
    );
  }
  const replies = [...Array.from({ length: 40 }, (_, n) => look(n % 5)), { text: "done" }];
  const long = createHarness({ replies, tools: [testTool({ name: "look" })] });
  assert.equal((await long.run()).stop, "end_turn");
  const threes = [...Array.from({ length: 39 }, (_, n) => look(n % 3)), { text: "done" }];
  const news = createHarness({ replies: threes, tools: [looking((n) => (n % 3 === 0 ? `fixed ${n}` : "ok"))] });
  assert.equal((await news.run()).stop, "end_turn");
});

test("the calls of one message count as those of several do", async () => {
  const both = { calls: ["a", "b"].map((path) => ({ name: "look", arguments: { path } })) };
  const harness = createHarness({
    replies: Array.from({ length: 20 }, () => both),
    tools: [testTool({ name: "look" })],
  });
  assert.equal((await harness.run()).stop, "stuck");
  assert.equal(harness.requests.length, 6);
});
