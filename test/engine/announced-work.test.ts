/** An answer that announces work and calls nothing ended the run in green, with nothing done. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { announcesWork } from "../../src/engine/announced-work.ts";
import { wordsOf } from "../../src/protocol/message.ts";
import { createHarness, testTool } from "../doubles/turn.ts";

const promise = { text: "The test fails. I'll start by reading src/add.js." };
const look = { calls: [{ name: "look", arguments: {} }] };
const tools = [testTool({ name: "look" })];

test("a model that announces work is told once to do it", async () => {
  const harness = createHarness({ replies: [promise, look, { text: "Fixed." }], tools });
  assert.deepEqual(await harness.run(), { stop: "end_turn", text: "Fixed." });
  assert.match(wordsOf(harness.messages()[2]!), /^You said what you would do next and called no tool/);
});

test("a model that only announces work is stuck; one that worked in between ends with its text", async () => {
  const twice = createHarness({ replies: [promise, { text: "Let me look at the file first:" }] });
  assert.deepEqual(await twice.run(), {
    stop: "stuck",
    reason: "The model announced work twice and did none of it.",
  });
  const between = createHarness({ replies: [promise, look, { text: "Now I will fix it." }], tools });
  assert.deepEqual(await between.run(), { stop: "end_turn", text: "Now I will fix it." });
});

test("a model that ends without a word is asked once; then what was done counts, or it is stuck", async () => {
  const asked = createHarness({ replies: [look, {}, { text: "Looked." }], tools });
  assert.deepEqual(await asked.run(), { stop: "end_turn", text: "Looked." });
  assert.deepEqual(asked.messages().slice(3, 5).map(wordsOf), ["(no words)", wordsOf(asked.messages()[4]!)]);
  assert.match(wordsOf(asked.messages()[4]!), /^Your last message was empty/);
  const silent = createHarness({ replies: [look, {}, {}], tools });
  assert.deepEqual(await silent.run(), { stop: "end_turn", text: "" });
  const idle = createHarness({ replies: [{}, {}], tools });
  assert.deepEqual(await idle.run(), {
    stop: "stuck",
    reason: "The model's answer was empty twice, and it called no tool.",
  });
});

test("a fix without a change is asked for one, once", async () => {
  const parts = { success: { mustChange: true } };
  const none = createHarness({ replies: [{ text: "Done." }, { text: "There is nothing to change." }], parts });
  assert.deepEqual(await none.run(), { stop: "end_turn", text: "There is nothing to change." });
  assert.match(wordsOf(none.messages()[2]!), /^You were asked for a change, and no file is changed\./);

  const edit = testTool({ name: "edit", access: "write" });
  let trees = 0;
  const snapshot = async (): Promise<string> => `tree ${(trees += 1)}`;
  const write = { calls: [{ name: "edit", arguments: {} }] };
  const later = createHarness({
    replies: [{ text: "Done." }, write, { text: "Now it is." }],
    tools: [edit],
    parts,
    snapshot,
  });
  assert.deepEqual(await later.run(), { stop: "end_turn", text: "Now it is." });
  assert.equal(later.requests.length, 3);
  const atOnce = createHarness({ replies: [write, { text: "Done." }], tools: [edit], parts, snapshot });
  assert.deepEqual(await atOnce.run(), { stop: "end_turn", text: "Done." });
});

test("what announces work, and what is a report", () => {
  const announced = [
    "I'll start by reading the file.",
    "I will now look at the tests:",
    "Sure! Let me check the code…",
    "Found it.\n\nLet’s fix the sign.",
    "I'm going to run the tests.",
    "First, I'll examine the repository structure.",
    "我先查看一下 src/add.js 文件。",
    "让我运行测试。",
  ];
  const reported = [
    "Done: the sign is fixed, and the test passes.",
    "Let me know if you want me to add a test.",
    "I fixed the sign. If you like, I'll add more tests.",
    "The function will read the file. I let the tests run.",
    "Nothing to change: the test passes already.",
    "Should I run the migration? I will wait for your answer.",
    "I'll start by reading the file. Done: it was the sign.",
    "",
    "测试已经通过，符号已修复。",
  ];
  assert.deepEqual(
    announced.filter((text) => !announcesWork(text)),
    [],
  );
  assert.deepEqual(reported.filter(announcesWork), []);
});
