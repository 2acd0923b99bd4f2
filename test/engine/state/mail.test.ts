/** D-Mail: what is accepted, and what is left of the conversation and the workspace when one arrived. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { sendDmailTool } from "../../../src/tools/send-dmail.ts";
import { toolDeps } from "../../doubles/tool-deps.ts";
import { createHarness, resultsOf, testTool, type HarnessOptions } from "../../doubles/turn.ts";

const mail = (checkpoint_id: number, message = "do not look", restore_files?: boolean) => ({
  name: "send_dmail",
  arguments: { checkpoint_id, message, ...(restore_files === undefined ? {} : { restore_files }) },
});
const write = { name: "write", arguments: {} };

function harnessOf(options: Omit<HarnessOptions, "tools">) {
  let trees = 0;
  return createHarness({
    snapshot: async () => `tree${trees++}`,
    ...options,
    tools: [sendDmailTool.make(toolDeps()), testTool({ name: "write", access: "write" })],
  });
}

test("the context goes back, the message is all that stays, and files stay as they are", async () => {
  const harness = harnessOf({ replies: [{ calls: [write] }, { calls: [mail(1)] }, { text: "done" }] });
  assert.deepEqual(await harness.run(), { stop: "end_turn", text: "done" });
  assert.deepEqual(harness.restored, []);
  assert.deepEqual(
    harness
      .messages()
      .map((message) => [message.role, message.role === "assistant" ? message.blocks : message.content]),
    [
      ["user", "task"],
      [
        "user",
        "<system>A D-Mail from your future self arrived; what you did since this checkpoint is forgotten. The files of the workspace are as your later self left them. Use what it says, and do not mention it to the user.</system>\n\ndo not look",
      ],
      ["user", "<system>CHECKPOINT 2</system>"],
      ["assistant", [{ type: "text", text: "done" }]],
    ],
  );
  assert.deepEqual(
    harness.events.filter(({ type }) => type === "workspace.snapshot" || type === "context.revert"),
    [
      { type: "workspace.snapshot", checkpoint: 0, tree: "tree0" },
      { type: "workspace.snapshot", checkpoint: 2, tree: "tree1" },
      { type: "context.revert", to: 1 },
      { type: "workspace.snapshot", checkpoint: 1, tree: "tree1" },
    ],
  );
});

test("with restore_files the workspace goes back to the tree of that checkpoint", async () => {
  const harness = harnessOf({ replies: [{ calls: [write] }, { calls: [mail(1, "again", true)] }, { text: "done" }] });
  assert.deepEqual(await harness.run(), { stop: "end_turn", text: "done" });
  assert.deepEqual(harness.restored, ["tree0"]);
  assert.deepEqual(
    harness.events.findLast(({ type }) => type === "workspace.snapshot"),
    {
      type: "workspace.snapshot",
      checkpoint: 1,
      tree: "tree0",
    },
  );
});

test("a mail cannot go back before the last human message", async () => {
  let unsaid = ["", "and the docs"];
  const harness = harnessOf({
    replies: [{ calls: [mail(0)] }, { calls: [mail(1)] }, { calls: [mail(2, "shorter")] }, { text: "done" }],
    parts: {
      inbox: {
        take: async () => {
          const [text = "", ...rest] = unsaid;
          unsaid = rest;
          return text === "" ? [] : [{ kind: "steer", text }];
        },
        hasSteer: () => false,
      },
    },
  });
  await harness.run();
  assert.deepEqual(
    harness.events.flatMap((event) => (event.type === "context.append" ? resultsOf(event.messages) : [])),
    [
      "call_1_0 (error): Error: not sent: your task came after checkpoint 0; 1 is the earliest to go back to.",
      "call_2_0 (error): Error: not sent: your task came after checkpoint 1; 2 is the earliest to go back to.",
      "call_3_0: If you can read this, the D-Mail was not delivered; look at the other results for the reason.",
    ],
  );
  assert.deepEqual(
    harness.messages().map((message) => (message.role === "assistant" ? "" : message.content.split("\n").at(-1))),
    [
      "task",
      "<system>CHECKPOINT 1</system>",
      "",
      "Error: not sent: your task came after checkpoint 0; 1 is the earliest to go back to.",
      "and the docs",
      "shorter",
      "<system>CHECKPOINT 3</system>",
      "",
    ],
  );
});

test("three mistakes are told to the model, and nothing goes back", async () => {
  const harness = harnessOf({
    replies: [{ calls: [mail(-1), mail(7)] }, { calls: [mail(1, "a"), mail(1, "b"), write] }, { text: "done" }],
  });
  await harness.run();
  assert.deepEqual(
    harness.events.flatMap((event) => (event.type === "context.append" ? resultsOf(event.messages) : [])),
    [
      "call_1_0 (error): Error: not sent: the checkpoint id is -1; ids begin with 0.",
      "call_1_1 (error): Error: not sent: there is no checkpoint 7; 0 to 1 exist.",
      "call_2_0: If you can read this, the D-Mail was not delivered; look at the other results for the reason.",
      "call_2_1 (error): Error: not sent: one D-Mail is pending already, and only one can be sent at a time.",
      "call_2_2: ok",
    ],
  );
});

test("a rejection in the same message discards the mail", async () => {
  const harness = harnessOf({
    replies: [{ calls: [write, mail(1)] }, { text: "done" }],
    decide: (capabilities) =>
      capabilities.some(({ kind }) => kind === "write")
        ? { verdict: "reject", rule: "no" }
        : { verdict: "approve", rule: "all" },
  });
  await harness.run();
  assert.deepEqual(resultsOf(harness.messages()), [
    "call_1_0 (error): Error: rejected by no. This is final. Reach the goal in another allowed way, or say what is missing.",
    "call_1_1 (error): Error: not sent: another call of the same message was rejected. Read why first.",
  ]);
});

test("the sixth mail of a run is refused", async () => {
  const replies = Array.from({ length: 6 }, (_, n) => ({ calls: [mail(1, `mail ${n}`)] }));
  const harness = harnessOf({ replies: [...replies, { text: "done" }] });
  await harness.run();
  assert.equal(harness.events.filter(({ type }) => type === "mail.sent").length, 5);
  assert.deepEqual(resultsOf(harness.messages()), [
    "call_6_0 (error): Error: not sent: 5 D-Mails were sent in this run, which is the limit. Go on from here.",
  ]);
});

test("without the tool no checkpoint is shown", async () => {
  const harness = createHarness({ replies: [{ text: "done" }] });
  await harness.run();
  assert.deepEqual(harness.requests[0]?.messages, [{ role: "user", content: "task" }]);
});
