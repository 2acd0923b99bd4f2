/** An answer that ends at the output cap is not the end of the work; the run once called half a sentence completed. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { answerAtEnd } from "../../src/engine/state/answer.ts";
import { wordsOf, type Block } from "../../src/protocol/message.ts";
import { createHarness, resultsOf, testTool } from "../doubles/turn.ts";

test("a text that was cut off is continued; only the complete one ends the turn", async () => {
  const harness = createHarness({ replies: [{ text: "I think the answ", isCut: true }, { text: "answer is 4." }] });
  assert.deepEqual(await harness.run(), { stop: "end_turn", text: "I think the answer is 4." });
  assert.deepEqual(
    harness.messages().map(({ role }) => role),
    ["user", "assistant", "user", "assistant"],
  );
  const nudge = harness.messages()[2];
  assert.ok(nudge?.role === "user" && nudge.content.startsWith("Your message was cut off at the output limit."));
  assert.deepEqual(harness.requests[1]?.messages.slice(0, 1), harness.requests[0]?.messages);
});

test("a model that is cut off again and again is stuck", async () => {
  const cut = { text: "la la la", isCut: true };
  const harness = createHarness({ replies: [cut, cut, cut, cut], limits: { mistakes: 3 } });
  assert.deepEqual(await harness.run(), {
    stop: "stuck",
    reason: "4 steps in a row contained only mistakes of the model.",
    text: "la la la\n\n[The answer ends here, because it was cut off at the output limit.]",
  });
});

test("the pieces of an answer are one answer, also after a kill; what was said before a call is not", async () => {
  const tools = [testTool({ name: "look" })];
  const replies = [
    { text: "I look.", calls: [{ name: "look", arguments: {} }] },
    { text: "# Plan\n\n1. Read the file and", isCut: true },
    { text: " and write it.\n2. Tes", isCut: true },
    { text: "Test it." },
  ];
  const answer = { stop: "end_turn", text: "# Plan\n\n1. Read the file and write it.\n2. Test it." };
  const whole = createHarness({ replies, tools });
  assert.deepEqual(await whole.run(), answer);
  const first = createHarness({ replies, tools, killBehind: "turn.end" });
  await first.run().catch(() => {});
  const again = createHarness({ replies: [], tools, previous: first.events });
  assert.deepEqual(await again.resume(), answer);
});

test("reasoning that uses up a raised limit too ends the turn, and the limit is named", async () => {
  const harness = createHarness({ replies: [{ isCut: true }, { isCut: true }] });
  assert.deepEqual(await harness.run(), {
    stop: "stuck",
    reason: "The model's reasoning reached its output limit twice (8000 tokens), before a word or a call.",
  });
});

test("an answer cut off inside a call asks for smaller pieces, and says nothing of JSON", async () => {
  const cut = (args: string) => ({
    calls: [
      { name: "look", arguments: { n: 1 } },
      { name: "write", arguments: args },
    ],
    isCut: true,
  });
  const harness = createHarness({
    replies: [cut(`{"path":"a","content":"half`), cut(""), { text: "done" }],
    tools: [testTool({ name: "look" }), testTool({ name: "write", access: "write" })],
  });
  assert.deepEqual(await harness.run(), { stop: "end_turn", text: "done" });
  const [, first = "", , second = ""] = resultsOf(harness.messages());
  const text =
    "Error: your message was cut off at the output limit in the middle of this call, so that nothing of it was done. Do it again in smaller pieces: write a large file in parts, each in a message of its own, or change only the lines that must change.";
  assert.deepEqual([first, second], [`call_1_1 (error): ${text}`, `call_2_1 (error): ${text}`]);
});

test("arguments that end in the middle of a complete answer, as gateways tell of a cut one, are asked for in pieces", async () => {
  const long = "x".repeat(1_000);
  const texts = [
    `{"content":"${long}`,
    `{"content":"${long}"`,
    `{"content":"${"line\n".repeat(400)}`,
    `{"content":"${"line\n".repeat(400)}"`,
    `{"content":"${long}" "path":"a"}`,
    `{"content":"short`,
  ];
  const harness = createHarness({
    replies: [{ calls: texts.map((args) => ({ name: "write", arguments: args })) }, { text: "done" }],
    tools: [testTool({ name: "write", access: "write" })],
  });
  await harness.run();
  const pieces = resultsOf(harness.messages()).map((text) => text.includes("send a long text in smaller pieces"));
  assert.deepEqual(pieces, [true, true, true, true, false, false]);
});

test("an answer of only reasoning that was cut off gets a reminder, and is not requested again", async () => {
  const thought = { isCut: true };
  const harness = createHarness({ replies: [thought, { text: "The answer is 4." }] });
  assert.deepEqual(await harness.run(), { stop: "end_turn", text: "The answer is 4." });
  assert.deepEqual(
    harness
      .messages()
      .slice(1, 3)
      .map((message) => wordsOf(message).slice(0, 44)),
    ["(cut off while reasoning)", "Your whole message was reasoning, and it was"],
  );
});

test("an answer cut off by a limit of the run ends as that limit", async () => {
  const harness = createHarness({
    replies: [{ text: "half", isCut: true, usage: { input: 100, cacheRead: 0, cacheWrite: 0, output: 742 } }],
    limits: { tokens: 1000 },
  });
  assert.equal((await harness.run()).stop, "limit_tokens");
  assert.equal(harness.requests.length, 1);
});

test("separate statements of a message are paragraphs; the pieces of one are not divided", () => {
  const text = (words: string, extra?: object): Block => ({
    type: "text",
    text: words,
    ...(extra && { extra: JSON.stringify(extra) }),
  });
  const think: Block = { type: "think", text: "hm" };
  const table: readonly (readonly [blocks: readonly Block[], answer: string])[] = [
    [[text("I look first."), think, text("The answer is 42.")], "I look first.\n\nThe answer is 42."],
    [
      [text("I look.", { id: "m1", phase: "commentary" }), text("It is 42.", { id: "m2", phase: "final_answer" })],
      "I look.\n\nIt is 42.",
    ],
    [[text("The sky is "), text("blue", { citations: [1] }), text(".")], "The sky is blue."],
    [[think, text("Only this.")], "Only this."],
  ];
  for (const [blocks, answer] of table) assert.equal(answerAtEnd([{ role: "assistant", blocks }]), answer);
});
