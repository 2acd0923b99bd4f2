/** One input from its words to its end: hooks, checks, steering, limits and closing words. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { RunnerError } from "../../src/protocol/error.ts";
import type { HookInput } from "../../src/protocol/hooks.ts";
import { NO_USAGE } from "../../src/protocol/model.ts";
import type { VerifyResult } from "../../src/protocol/verify.ts";
import { createHarness, resultsOf, testTool, type HarnessOptions } from "../doubles/turn.ts";
import { wordsOf, type Arrival } from "../../src/protocol/message.ts";
import type { Turn } from "../../src/protocol/turn.ts";

const write = { calls: [{ name: "write", arguments: {} }] };

/** Every write makes another tree. */
function changing(options: Omit<HarnessOptions, "tools" | "snapshot">) {
  let trees = 0;
  return createHarness({
    ...options,
    tools: [testTool({ name: "write", access: "write" })],
    snapshot: async () => `tree${trees++}`,
  });
}

const result = (passed: boolean, output = ""): VerifyResult => ({
  command: "npm test",
  passed,
  end: passed ? "exit 0" : "exit 1",
  output,
});

/** Checks behind a change only. */
const npmTest = (hasChanged: boolean) => (hasChanged ? ["npm test"] : []);

function verifierOf(...rounds: readonly VerifyResult[]) {
  let round = 0;
  return { commandsFor: npmTest, run: async () => [rounds[round++] ?? result(true)] };
}

const typesOf = (events: readonly { type: string }[], prefix: string) =>
  events.filter(({ type }) => type.startsWith(prefix)).map(({ type }) => type);

test("a claimed success is checked; failures go back to the model until they are gone", async () => {
  const harness = changing({
    replies: [write, { text: "one" }, { text: "two" }, { text: "three" }],
    parts: {
      success: { verifier: verifierOf(result(false, "5 is not 6"), result(false, "4 is not 6"), result(true)) },
    },
  });
  assert.deepEqual(await harness.run(), { stop: "end_turn", text: "three" });
  assert.deepEqual(typesOf(harness.events, "verify"), [
    "verify.begin",
    "verify.end",
    "verify.begin",
    "verify.end",
    "verify.begin",
    "verify.end",
  ]);
  assert.deepEqual(
    harness.messages().filter(({ role }) => role === "user"),
    [
      { role: "user", content: "task" },
      {
        role: "user",
        content:
          "The work is not accepted yet: the repository's own checks fail. Fix the cause, not the check. There are 2 more checks.\n\n$ npm test\n5 is not 6\n[exit 1]",
        synthetic: true,
      },
      {
        role: "user",
        content:
          "The work is not accepted yet: the repository's own checks fail. Fix the cause, not the check. There is one more check.\n\n$ npm test\n4 is not 6\n[exit 1]",
        synthetic: true,
      },
    ],
  );
});

test("the same failure twice ends the run, whatever its clock says", async () => {
  const harness = changing({
    replies: [write, { text: "one" }, { text: "two" }],
    parts: {
      success: { verifier: verifierOf(result(false, "1 failed in 12 ms"), result(false, "1 failed in 480 ms")) },
    },
  });
  assert.deepEqual(await harness.run(), {
    stop: "stuck",
    reason: "Verification failed twice in the same way: npm test (exit 1).",
  });
});

test("times in a test runner's output do not make a failure a different one", async () => {
  const output = (ms: number, at: string): string =>
    `✖ adds (${ms}ms)\n  at 2026-11-22T${at.replaceAll(":", "_")}_123Z-debug.log\nStart at ${at}\nℹ duration_ms ${ms}`;
  const harness = changing({
    replies: [write, { text: "one" }, { text: "two" }],
    parts: {
      success: { verifier: verifierOf(result(false, output(1.25, "10:00:01")), result(false, output(31, "10:02:59"))) },
    },
  });
  assert.equal((await harness.run()).stop, "stuck");
  assert.equal(harness.requests.length, 3);
});

test("three different failures end the run", async () => {
  const harness = changing({
    replies: [write, { text: "one" }, { text: "two" }, { text: "three" }],
    parts: { success: { verifier: verifierOf(result(false, "a"), result(false, "b"), result(false, "c")) } },
  });
  assert.deepEqual(await harness.run(), {
    stop: "stuck",
    reason: "Verification still fails after round 3: npm test (exit 1).",
  });
});

/** A pass in the last round was followed by "failed 3 times" when a Stop hook sent the model back after it. */
test("a check that passed is no failed round when a Stop hook sends the model back", async () => {
  const harness = changing({
    replies: [write, { text: "one" }, { text: "two" }, { text: "three" }, { text: "four" }],
    parts: {
      success: { verifier: verifierOf(result(false, "a"), result(false, "b"), result(true), result(true)) },
      hooks: { tell: async ({ event }) => (event === "Stop" ? "and the changelog" : undefined) },
    },
  });
  assert.deepEqual(await harness.run(), { stop: "end_turn", text: "four" });
  assert.equal(typesOf(harness.events, "verify.end").length, 4);
});

/** It was an error of the run, and so `failed`, when the time limit came between two turns. */
test("a check that is cut off by the time limit ends the run at its limit", async () => {
  const controller = new AbortController();
  const limit = new RunnerError({ code: "run.time_limit", message: "The limit of 1 minutes is reached." });
  const run = async (): Promise<never> => {
    controller.abort(limit);
    throw limit;
  };
  const verifier = { commandsFor: npmTest, run };
  const harness = changing({
    replies: [write, { text: "one" }],
    parts: { success: { verifier }, signal: controller.signal },
  });
  assert.deepEqual(await harness.run(), { stop: "limit_time", reason: "The limit of 1 minutes is reached." });
  assert.deepEqual(harness.events.at(-1), {
    type: "turn.end",
    stop: "limit_time",
    reason: "The limit of 1 minutes is reached.",
  });
});

test("a run that changed nothing is not checked", async () => {
  const harness = createHarness({
    replies: [{ text: "just an answer" }],
    parts: { success: { verifier: verifierOf() } },
  });
  assert.deepEqual(await harness.run(), { stop: "end_turn", text: "just an answer" });
  assert.deepEqual(typesOf(harness.events, "verify"), []);
});

test("what was asked of the run is checked also where it changed nothing", async () => {
  const verifier = { ...verifierOf(result(false, "not yet"), result(true)), commandsFor: () => ["grep -q done a.js"] };
  const replies = [{ text: "nothing to do" }, { text: "it was done before" }];
  const harness = createHarness({ replies, parts: { success: { verifier } } });
  assert.deepEqual(await harness.run(), { stop: "end_turn", text: "it was done before" });
  assert.deepEqual(
    harness.events.flatMap((event) => (event.type === "verify.begin" ? [[event.round, event.commands]] : [])),
    [
      [1, ["grep -q done a.js"]],
      [2, ["grep -q done a.js"]],
    ],
  );
});

/** Hooks that block by name, and remember what they were told. */
function hooksOf(block: (input: HookInput) => string | undefined) {
  const told: HookInput[] = [];
  const tell = async (input: HookInput) => {
    told.push(input);
    return block(input);
  };
  return { told, parts: { hooks: { tell } } };
}

test("a UserPromptSubmit hook refuses the input before any model call", async () => {
  const { parts } = hooksOf(({ event }) => (event === "UserPromptSubmit" ? "not today" : undefined));
  const harness = createHarness({ replies: [], parts });
  assert.deepEqual(await harness.run(), {
    stop: "rejected",
    reason: "A UserPromptSubmit hook refused the input: not today",
  });
  assert.equal(harness.requests.length, 0);
});

test("a PreToolUse hook rejects a call before the policy is asked", async () => {
  const { told, parts } = hooksOf(({ event }) => (event === "PreToolUse" ? "no" : undefined));
  const harness = changing({ replies: [write, { text: "done" }], parts });
  await harness.run();
  assert.deepEqual(resultsOf(harness.messages()), [
    "call_1_0 (error): Error: rejected by hook:PreToolUse: no. This is final. Reach the goal in another allowed way, or say what is missing.",
  ]);
  assert.deepEqual(
    told.map(({ event }) => event),
    ["UserPromptSubmit", "PreToolUse", "Stop"],
  );
});

test("a Stop hook sends the model back exactly once", async () => {
  const { told, parts } = hooksOf(({ event }) => (event === "Stop" ? "the changelog is missing" : undefined));
  const harness = createHarness({ replies: [{ text: "one" }, { text: "two" }], parts });
  assert.deepEqual(await harness.run(), { stop: "end_turn", text: "two" });
  assert.deepEqual(
    told.filter(({ event }) => event === "Stop").map(({ fields }) => fields),
    [{ stop_hook_active: false }, { stop_hook_active: true }],
  );
});

test("hooks are told about each call that ran, with its result", async () => {
  const { told, parts } = hooksOf(() => undefined);
  const harness = changing({ replies: [write, { text: "done" }], parts });
  await harness.run();
  assert.deepEqual(
    told.find(({ event }) => event === "PostToolUse"),
    {
      event: "PostToolUse",
      target: "write",
      also: [],
      fields: { tool_name: "write", tool_input: {}, tool_call_id: "call_1_0", tool_output: "ok" },
    },
  );
});

/** An inbox that is full before the steps of these numbers. */
function inboxOf(byCall: readonly (readonly Arrival[])[]) {
  let call = 0;
  return {
    inbox: {
      take: async () => byCall[call++] ?? [],
      hasSteer: () => (byCall[call] ?? []).some(({ kind }) => kind === "steer"),
    },
  };
}

test("words of a driving process arrive at the next step, and a turn does not end over them", async () => {
  const parts = inboxOf([[], [{ kind: "steer", text: "also the docs" }], [{ kind: "notice", text: "bg1 ended" }]]);
  const harness = changing({ replies: [{ text: "one" }, write, { text: "done" }], parts });
  assert.deepEqual(await harness.run(), { stop: "end_turn", text: "done" });
  assert.deepEqual(
    harness.messages().filter(({ role }) => role === "user"),
    [
      { role: "user", content: "task" },
      { role: "user", content: "also the docs" },
      { role: "user", content: "<system-reminder>\nbg1 ended\n</system-reminder>", synthetic: true },
    ],
  );
  assert.deepEqual(
    harness.events.filter(({ type }) => type === "steer.input" || type === "notification"),
    [
      { type: "steer.input", text: "also the docs" },
      { type: "notification", text: "bg1 ended" },
    ],
  );
});

test("a turn does not end over a background command that is not told yet, unless the limits allow no further step", async () => {
  const inbox = (): Partial<Turn> => {
    const waiting: Arrival[][] = [[{ kind: "notice", text: "bg1 ended" }]];
    const told: Arrival[] = [];
    return {
      inbox: {
        take: async () => told.splice(0),
        hasSteer: () => false,
        settle: async () => told.push(...(waiting.shift() ?? [])) > 0,
      },
    };
  };
  const replies = [{ text: "I wait." }, { text: "done" }];
  const harness = changing({ replies, parts: inbox() });
  assert.deepEqual(await harness.run(), { stop: "end_turn", text: "done" });
  assert.match(wordsOf(harness.messages()[2]!), /bg1 ended/);
  const last = changing({ replies, parts: inbox(), limits: { steps: 1 } });
  assert.deepEqual(await last.run(), { stop: "end_turn", text: "I wait." });
});

test("a limit of ten steps: a reminder after eight, and the tenth call writes the closing words", async () => {
  const harness = changing({
    replies: [
      ...Array.from({ length: 9 }, (_, n) => ({ calls: [{ name: "write", arguments: { n } }] })),
      { text: "half done" },
    ],
    limits: { steps: 10 },
  });
  assert.deepEqual(await harness.run(), {
    stop: "limit_steps",
    reason: "The limit of 10 model calls is reached.",
    text: "half done",
  });
  assert.equal(harness.requests.length, 10);
  assert.deepEqual(harness.requests[9]?.tools, []);
  assert.deepEqual(
    harness.events.filter(({ type }) => type === "limit.pressed" || type === "closing.usage"),
    [
      { type: "limit.pressed", limit: "steps" },
      { type: "closing.usage", text: "half done", usage: NO_USAGE, costUsd: undefined },
    ],
  );
  const reminder = harness.messages().find((message) => message.role === "user" && message.synthetic === true);
  assert.equal(
    reminder && wordsOf(reminder),
    "<system-reminder>\n2 of 10 model calls left. Bring what you have to a good end: finish, check it, and say what is missing.\n</system-reminder>",
  );
});

test("closing words that fail change no outcome", async () => {
  const harness = changing({
    replies: [
      ...Array.from({ length: 9 }, (_, n) => ({ calls: [{ name: "write", arguments: { n } }] })),
      { error: new Error("gone") },
    ],
    limits: { steps: 10 },
  });
  assert.deepEqual(await harness.run(), {
    stop: "limit_steps",
    reason: "The limit of 10 model calls is reached.",
  });
});

test("every end is bracketed: turn.begin first, turn.end last, also after an error", async () => {
  const harness = createHarness({ replies: [{ error: new Error("boom") }] });
  await assert.rejects(harness.run("do it"), { message: "boom" });
  assert.deepEqual(harness.events.at(0), { type: "turn.begin", input: "do it" });
  assert.deepEqual(harness.events.slice(-2), [
    { type: "step.interrupted", step: 1, reason: "boom" },
    { type: "turn.end", stop: "error", reason: "boom" },
  ]);
});

test("compaction on demand looks at the focus and makes no step", async () => {
  const harness = changing({
    replies: [write, write, { text: "done" }, { text: "a summary" }],
  });
  await harness.run();
  assert.deepEqual(await harness.prompt({ kind: "compact", focus: "the API" }), {
    stop: "end_turn",
    text: "The context was compacted.",
  });
  const asked = harness.requests.at(-1)?.messages[0];
  assert.ok(asked?.role === "user" && asked.content.endsWith("Above all preserve: the API"));
  assert.deepEqual(
    harness.events.filter(({ type }) => type === "compaction.begin").map((event) => ({ ...event, tokens: 0 })),
    [{ type: "compaction.begin", trigger: "manual", tokens: 0 }],
  );
});

test("every prompt of a session is checked anew", async () => {
  const failing = [result(false, "a"), result(false, "b"), result(false, "c")];
  const harness = changing({
    replies: [write, { text: "1" }, { text: "2" }, { text: "3" }, write, { text: "done" }],
    parts: { success: { verifier: verifierOf(...failing, result(true)) } },
  });
  assert.equal((await harness.run()).stop, "stuck");
  assert.deepEqual(await harness.run("again"), { stop: "end_turn", text: "done" });
});
