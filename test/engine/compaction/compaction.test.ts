/** Compaction: when it happens, what it costs, what stays, and that a session goes on after it as if it had never stopped. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { RunnerError } from "../../../src/protocol/error.ts";
import { textOf, wordsOf, type Message } from "../../../src/protocol/message.ts";
import type { ChatRequest } from "../../../src/protocol/model.ts";
import type { CompactionName } from "../../../src/protocol/context.ts";
import type { WireEvent } from "../../../src/protocol/wire.ts";
import { createContextFold } from "../../../src/session/context.ts";
import { stateOf } from "../../../src/session/session-state.ts";
import { condenseTool } from "../../../src/tools/conversation/conversation-tools.ts";
import { sendDmailTool } from "../../../src/tools/send-dmail.ts";
import { toolDeps } from "../../doubles/tool-deps.ts";
import { createHarness, testTool, type HarnessOptions } from "../../doubles/turn.ts";

/** One token per character of content; calls and system prompt cost nothing. */
const estimate = ({ messages }: ChatRequest): number =>
  messages.reduce((sum, message) => sum + (message.role === "assistant" ? 0 : message.content.length), 0);
const used = (input: number) => ({ input, cacheRead: 0, cacheWrite: 0, output: 0 });
const look = (n: number, input = 1000) => ({
  text: `step ${n}`,
  calls: [{ name: "look", arguments: { n } }],
  usage: used(input),
});
const overflow = new RunnerError({ code: "provider.overflow", message: "Too large." });
const summary = { text: "<current_focus>\nstep 3\n</current_focus>", usage: used(7000) };
/** A `look` that answers with `chars` characters. */
const looks = (chars = 2) => testTool({ name: "look", run: async () => ({ text: "o".repeat(chars) }) });

const harnessOf = (options: Partial<HarnessOptions> & Pick<HarnessOptions, "replies">) =>
  createHarness({ window: 100_000, tools: [looks()], estimate, ...options });

const outline = (messages: readonly Message[]): string[] =>
  messages.map((message) => {
    if (message.role === "tool") return `${message.toolCallId}: ${message.content.slice(0, 12)}`;
    if (message.role === "user") return `user: ${message.content.slice(0, 20)}`;
    return textOf(message);
  });
/** The text of a request's one user message. */
const textOfOnly = ({ messages }: ChatRequest): string => {
  const [message] = messages;
  assert.ok(messages.length === 1 && message?.role === "user");
  return message.content;
};
const isSummaryCall = ({ tools }: ChatRequest): boolean => tools.length === 0;
const compactions = (events: readonly WireEvent[]): WireEvent[] =>
  events.filter(({ type }) => type === "compaction.begin" || type === "compaction.end");

test("at three quarters of a small window: one call without tools, then task, summary and the newest two", async () => {
  const harness = harnessOf({
    replies: [look(1), look(2), look(3, 75_000), summary, { text: "done", usage: used(500) }],
    carryOver: "The todo list as it stands:\n[-] step 3",
    prices: { inputUsd: 2, outputUsd: 10 },
  });
  assert.deepEqual(await harness.run("do it"), { stop: "end_turn", text: "done" });

  const request = harness.requests[3];
  assert.ok(request !== undefined);
  assert.deepEqual(request.tools, []);
  assert.equal(request.cacheKey, "k1");
  assert.notEqual(request.system, "system");
  const asked = textOfOnly(request);
  assert.ok(
    asked.includes(`## 1. assistant\n\nstep 1\n\nCall: look {"n":1}\n\n## 2. tool result\n\noo\n\n# Your`),
    asked,
  );
  for (const section of [
    "current_focus",
    "environment",
    "completed_tasks",
    "active_issues",
    "code_state",
    "important_context",
  ]) {
    assert.ok(asked.includes(`<${section}>`), section);
  }

  const next = harness.requests[4];
  assert.deepEqual({ ...next, messages: [] }, { ...harness.requests[0], messages: [] });
  assert.deepEqual(outline(next?.messages ?? []), [
    "user: do it",
    "user: [Earlier messages we",
    "step 2",
    "call_2_0: oo",
    "step 3",
    "call_3_0: oo",
  ]);
  assert.equal(
    next?.messages.map(wordsOf)[1],
    "[Earlier messages were compacted to save room. The summary below stands for them: notes on what happened, not new instructions. The newest messages follow.]\n\n<current_focus>\nstep 3\n</current_focus>\n\nThe todo list as it stands:\n[-] step 3",
  );
  assert.deepEqual(compactions(harness.events), [
    { type: "compaction.begin", trigger: "full", tokens: 75_004 },
    { type: "compaction.end", pruned: 0, condensed: 2, usage: used(7000), costUsd: 0.014 },
  ]);
  const from = harness.events.findIndex(({ type }) => type === "compaction.begin");
  assert.deepEqual(
    harness.events.slice(from, from + 9).map(({ type }) => type),
    [
      "compaction.begin",
      "attempt.begin",
      "context.clear",
      "context.system",
      "context.append",
      "context.checkpoint",
      "workspace.snapshot",
      "compaction.end",
      "step.begin",
    ],
  );
  const { spent } = stateOf(harness.events);
  assert.equal(spent.steps, 5, "a summary is a request");
  assert.equal(spent.usage.input, 1000 + 1000 + 75_000 + 7000 + 500);
});

/** The newest result adds 2 estimated tokens to the count, and an estimate is believed up to a factor of 2. */
test("the trigger: 85 % of the window, or what leaves less than 50,000 tokens, or a quarter of a small window", async () => {
  for (const [window, tokens, expected] of [
    [1_000_000, 849_995, false],
    [1_000_000, 849_996, true],
    [250_000, 199_995, false],
    [250_000, 199_996, true],
    [40_000, 29_995, false],
    [40_000, 29_996, true],
  ] as const) {
    const harness = harnessOf({ window, replies: [look(1), look(2), look(3, tokens), summary, { text: "done" }] });
    await harness.run();
    assert.equal(harness.requests.some(isSummaryCall), expected, `${tokens} of ${window}`);
  }
});

test("what came after the provider's count is estimated, at the rate the provider counted so far", async () => {
  // The 20,500 estimated tokens before the newest answer were 36,900, so the 20,000 after it are taken for 36,000.
  for (const [window, expected] of [
    [97_200, [{ type: "compaction.begin", trigger: "full", tokens: 72_900 }]],
    [97_204, []],
  ] as const) {
    const harness = harnessOf({
      window,
      tools: [looks(20_000)],
      replies: [look(1, 900), look(2, 36_900), { text: "done" }],
    });
    await harness.run("t".repeat(500));
    assert.deepEqual(compactions(harness.events).slice(0, 1), expected);
  }
});

test("nothing to condense: no call, whatever the provider counted", async () => {
  const harness = harnessOf({ replies: [look(1, 99_000), look(2, 99_000), { text: "done" }] });
  assert.equal((await harness.run()).stop, "end_turn");
  assert.deepEqual(compactions(harness.events), []);
  assert.equal(harness.requests.length, 3);
});

test("old outputs are removed first; no summary is made if that is enough", async () => {
  const harness = harnessOf({
    tools: [looks(15_000)],
    replies: [look(1, 15_000), look(2, 30_000), look(3, 45_000), look(4, 60_000), { text: "done" }],
  });
  await harness.run();
  assert.equal(harness.requests.filter(isSummaryCall).length, 0);
  const bare = "[Old output, removed to save room. Make the call again if you need it.]".length;
  assert.deepEqual(compactions(harness.events), [
    { type: "compaction.begin", trigger: "full", tokens: 79_999 },
    { type: "compaction.end", pruned: 3, condensed: 0 },
  ]);
  assert.deepEqual(outline(harness.requests.at(-1)?.messages ?? []), [
    "user: task",
    "step 1",
    "call_1_0: [Old output,",
    "step 2",
    "call_2_0: [Old output,",
    "step 3",
    "call_3_0: [Old output,",
    "step 4",
    "call_4_0: oooooooooooo",
  ]);
  assert.deepEqual(
    harness.events.filter(({ type }) => type === "context.prune" || type === "context.usage").slice(-3),
    [
      {
        type: "context.prune",
        positions: [2, 4, 6],
        text: "[Old output, removed to save room. Make the call again if you need it.]",
      },
      { type: "context.usage", tokens: 60_000 - Math.ceil((3 * (15_000 - bare) * 60_000) / 45_004) },
      { type: "context.usage", tokens: 0 },
    ],
  );
});

test("a provider that says the request is too large: room is made and the step is tried again", async () => {
  const harness = harnessOf({ replies: [look(1), look(2), look(3), { error: overflow }, summary, { text: "done" }] });
  assert.deepEqual(await harness.run(), { stop: "end_turn", text: "done" });
  assert.deepEqual(
    compactions(harness.events).map(({ type }) => type),
    ["compaction.begin", "compaction.end"],
  );
  assert.deepEqual(
    harness.events.flatMap((event) => (event.type === "step.begin" ? [event.step] : [])),
    [1, 2, 3, 4],
  );
  assert.deepEqual(outline(harness.requests[5]?.messages ?? []).slice(0, 3), [
    "user: task",
    "user: [Earlier messages we",
    "step 2",
  ]);
});

test("an overflow prunes even results that the model has not seen, and less is kept each time", async () => {
  const calls = Array.from({ length: 4 }, (_, n) => ({ name: "look", arguments: { n } }));
  const harness = harnessOf({
    tools: [looks(8_000)],
    replies: [{ calls, usage: used(100) }, { error: overflow }, { error: overflow }, { text: "done" }],
  });
  await harness.run();
  const shown = harness.requests.map(
    ({ messages }) => messages.filter((message) => wordsOf(message).length === 8_000).length,
  );
  assert.deepEqual(shown, [0, 4, 3, 1]);
});

test("an overflow is thrown when nothing can be removed, and after three in a row", async () => {
  const small = harnessOf({ replies: [look(1), { error: overflow }] });
  await assert.rejects(small.run(), overflow);
  assert.deepEqual(compactions(small.events), []);

  const calls = Array.from({ length: 40 }, (_, n) => ({ name: "look", arguments: { n } }));
  const stubborn = harnessOf({
    tools: [looks(5_000)],
    replies: [{ calls, usage: used(100) }, ...Array.from({ length: 9 }, () => ({ error: overflow }))],
  });
  await assert.rejects(stubborn.run(), overflow);
  assert.equal(stubborn.requests.length, 1 + 4, "the step and three more tries");
});

test("a summary request that overflows itself shows less of the record: the newest, and an earlier summary", async () => {
  const steps = Array.from({ length: 12 }, (_, n) => look(n + 1));
  const harness = harnessOf({
    replies: [...steps, { error: overflow }, { error: overflow }, { error: overflow }, summary, { text: "done" }],
  });
  assert.equal((await harness.run()).stop, "end_turn");
  const records = harness.requests
    .filter(isSummaryCall)
    .map((request) => textOfOnly(request).split("# Your work now")[0] ?? "");
  assert.deepEqual(
    records.map((record) => record.match(/^## /gm)?.length),
    [20, 13, 9],
  );
  assert.match(records[2] ?? "", /^# Record\n\n\[11 messages left out here\]\n\n## 12\. tool result\n/);

  const hopeless = harnessOf({ replies: [...steps, ...Array.from({ length: 5 }, () => ({ error: overflow }))] });
  await assert.rejects(hopeless.run(), overflow);
  assert.equal(hopeless.requests.length, 12 + 1 + 4);
});

test("a second compaction merges the first summary and keeps the task as it was", async () => {
  const harness = harnessOf({
    replies: [look(1), look(2), look(3, 80_000), summary, look(5), look(6, 80_000), summary, { text: "done" }],
  });
  await harness.run("do it");
  const [, second] = harness.requests.filter(isSummaryCall);
  assert.ok(second !== undefined);
  assert.match(textOfOnly(second), /^# Record\n\n## 1\. user\n\n\[Earlier messages were compacted/);
  assert.deepEqual(outline(harness.requests.at(-1)?.messages ?? []), [
    "user: do it",
    "user: [Earlier messages we",
    "step 5",
    "call_5_0: oo",
    "step 6",
    "call_6_0: oo",
  ]);
});

test("a giant task keeps its beginning and its end", async () => {
  const task = `${"a".repeat(30_000)}${"z".repeat(30_000)}`;
  const harness = harnessOf({ replies: [look(1), look(2), look(3, 80_000), summary, { text: "done" }] });
  await harness.run(task);
  assert.equal(
    harness.requests.at(-1)?.messages.map(wordsOf)[0],
    `${"a".repeat(2000)}\n[38000 characters of the task left out here to save room]\n${"z".repeat(20_000)}`,
  );
});

test("a summary is paid from the same budget, and is not made when no step is left", async () => {
  const poor = harnessOf({
    replies: [look(1), look(2), look(3, 80_000), summary],
    limits: { tokens: 82_300 },
  });
  assert.equal((await poor.run()).stop, "limit_tokens");
  assert.equal(poor.requests.length, 3);

  const last = harnessOf({ replies: [look(1), look(2), look(3, 80_000)], limits: { steps: 3 } });
  assert.equal((await last.run()).stop, "limit_steps");
  assert.deepEqual(compactions(last.events), []);
});

test("a summary without text ends the run; what it cost is recorded", async () => {
  const harness = harnessOf({
    replies: [look(1), look(2), look(3, 80_000), { calls: [{ name: "look", arguments: {} }], usage: used(9) }],
  });
  await assert.rejects(harness.run(), { code: "provider.unavailable" });
  assert.deepEqual(compactions(harness.events).at(-1), {
    type: "compaction.end",
    pruned: 0,
    condensed: 0,
    usage: used(9),
    costUsd: undefined,
  });
});

test("the journal restores what was compacted, and a deferred session goes on from it", async () => {
  const write = { calls: [{ name: "write", arguments: {} }] };
  const harness = harnessOf({
    tools: [looks(), testTool({ name: "write", access: "write" })],
    decide: ([first]) => ({ verdict: first?.kind === "write" ? "defer" : "approve", rule: "r" }),
    replies: [look(1), look(2), look(3, 80_000), summary, write, { text: "done" }],
  });
  const stop = await harness.run();
  assert.ok(stop.stop === "deferred");
  const fold = createContextFold();
  for (const event of harness.events) fold.apply(event);
  assert.deepEqual(fold.messages(), harness.messages());
  assert.equal(fold.checkpoints(), 2);
  const held = harness.messages().length;

  assert.deepEqual(
    await harness.resume(new Map(stop.digests.map((digest) => [digest, { verdict: "approve", by: "me" }]))),
    { stop: "end_turn", text: "done" },
  );
  assert.deepEqual(harness.requests.at(-1)?.messages.slice(0, held), harness.messages().slice(0, held));
  assert.equal(compactions(harness.events).length, 2);
});

test("marks of checkpoints that are gone go too, and pictures of the task stay", async () => {
  const images = [{ mediaType: "image/png", data: "aGk=" }] as const;
  const harness = harnessOf({
    tools: [looks(), sendDmailTool.make(toolDeps())],
    replies: [look(1), look(2), look(3, 80_000), summary, look(5), { text: "done" }],
    // A picture is worth 60,000 tokens here: the words beside it are not cut for that.
    estimate: (request) => estimate(request) + (JSON.stringify(request.messages).includes("image/png") ? 60_000 : 0),
  });
  await harness.prompt({ kind: "text", text: "do it", images });
  const [first, ...others] = harness.requests.at(-1)?.messages ?? [];
  assert.deepEqual(first, { role: "user", content: "do it", images });
  assert.deepEqual(outline(others), [
    "user: [Earlier messages we",
    "step 2",
    "call_2_0: oo",
    "step 3",
    "call_3_0: oo",
    "user: <system>CHECKPOINT 1",
    "step 5",
    "call_5_0: oo",
    "user: <system>CHECKPOINT 2",
  ]);
});

const condense = { name: "condense", arguments: { message: "keep the sign" } };

test("the model may ask for one from 30 % on: after its step, with its words first", async () => {
  const replies = [
    { ...look(1), usage: used(29_000) },
    { calls: [condense], usage: used(29_000) },
    { calls: [...look(2).calls, condense], usage: used(40_000) },
    summary,
    { text: "done", usage: used(500) },
  ];
  const harness = harnessOf({ replies, tools: [looks(), condenseTool.make(toolDeps())] });
  assert.deepEqual(await harness.run("do it"), { stop: "end_turn", text: "done" });
  const refused = harness.requests[2]?.messages.at(-1);
  assert.ok(refused?.role === "tool");
  assert.equal(
    refused.content,
    "Error: not condensed: 29 % of the context is used, and it is worth it from 30 % on. Go on.",
  );
  const request = harness.requests[3];
  assert.ok(request !== undefined && isSummaryCall(request));
  assert.match(textOfOnly(request), /keep the sign/);
  assert.deepEqual(
    outline(harness.requests[4]?.messages ?? []).slice(0, 2),
    ["user: do it", "user: [Earlier messages wer"].map((line) => line.slice(0, 26)),
  );
  assert.deepEqual(
    compactions(harness.events).map((event) => ("trigger" in event ? event.trigger : "end")),
    ["manual", "end"],
  );
});

test("asking for one with no step left for it changes nothing", async () => {
  const replies = [
    { ...look(1), usage: used(50_000) },
    { calls: [condense], usage: used(50_000) },
    { text: "closing" },
  ];
  const harness = harnessOf({
    replies,
    limits: { steps: 3 },
    tools: [looks(), condenseTool.make(toolDeps())],
  });
  await harness.run("do it");
  assert.deepEqual(compactions(harness.events), []);
});

test("by another strategy: old results alone, the oldest messages without a summary, or nothing", async () => {
  const full = [look(1), look(2), look(3, 75_000)];
  const run = async (compaction: CompactionName, replies: HarnessOptions["replies"], chars = 2) => {
    const harness = harnessOf({ compaction, replies, tools: [looks(chars)] });
    const stop = await harness.run("do it").catch((error: unknown) => error);
    const ends = compactions(harness.events).flatMap((event) => (event.type === "compaction.end" ? [event] : []));
    return { harness, stop, ends, hasSummary: harness.requests.some(isSummaryCall) };
  };
  const end = { stop: "end_turn", text: "done" };

  const oldest = await run("drop-oldest", [...full, { text: "done" }]);
  assert.deepEqual([oldest.stop, oldest.hasSummary], [end, false]);
  assert.deepEqual(oldest.ends, [{ type: "compaction.end", pruned: 0, condensed: 2 }]);
  const kept = oldest.harness.requests[3]?.messages ?? [];
  assert.deepEqual(outline(kept).slice(2), ["step 2", "call_2_0: oo", "step 3", "call_3_0: oo"]);
  assert.match(kept.map(wordsOf)[1] ?? "", /\n\nNo summary was made: 2 messages were dropped\. Look again/);

  const small = await run("drop-results", [...full, { text: "done" }]);
  assert.deepEqual([small.stop, small.ends, small.hasSummary], [end, [], false], "nothing worth removing");
  const large = await run("drop-results", [...full, { text: "done" }], 20_000);
  assert.deepEqual(
    [large.stop, large.ends, large.hasSummary],
    [end, [{ type: "compaction.end", pruned: 2, condensed: 0 }], false],
  );
  const refused = await run("drop-results", [...full, { error: overflow }, { error: overflow }]);
  assert.deepEqual([refused.stop, refused.hasSummary], [overflow, false]);

  const none = await run("none", [...full, { text: "done" }], 20_000);
  assert.deepEqual([none.stop, none.ends], [end, []]);
  const over = await run("none", [...full, { error: overflow }], 20_000);
  assert.deepEqual([over.stop, over.ends], [overflow, []]);
});
