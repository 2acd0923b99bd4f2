/** What is paid and comes to nothing: summaries that are cut off, calls that fail after all, room made for a step that never comes. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { createBudget } from "../../src/engine/budget.ts";
import { RunnerError } from "../../src/protocol/error.ts";
import { DEFAULT_LIMITS } from "../../src/protocol/limits.ts";
import type { ChatRequest } from "../../src/protocol/model.ts";
import type { WireEvent } from "../../src/protocol/wire.ts";
import { EMPTY_STATE, stateOf } from "../../src/session/session-state.ts";
import { createHarness, testTool, type HarnessOptions, type ScriptedReply } from "../doubles/turn.ts";
import { wordsOf } from "../../src/protocol/message.ts";

/** One token per character of content; calls and system prompt cost nothing. */
const estimate = ({ messages }: ChatRequest): number =>
  messages.reduce((sum, message) => sum + (message.role === "assistant" ? 0 : message.content.length), 0);
const used = (input: number) => ({ input, cacheRead: 0, cacheWrite: 0, output: 0 });
const look = (n: number, input = 1000) => ({
  text: `step ${n}`,
  calls: [{ name: "look", arguments: { n } }],
  usage: used(input),
});
const FULL = [look(1), look(2), look(3, 80_000)];
const half = { text: "<current_focus>\nhal", isCut: true, usage: used(900) };
const whole = { text: "<current_focus>\nall\n</current_focus>", usage: used(700) };
const failedFor = (input: number, code: "provider.unavailable" | "provider.overflow" = "provider.unavailable") => ({
  error: new RunnerError({ code, message: "No.", cause: { kind: "attempt", usage: used(input), isFree: false } }),
});

const harnessOf = (options: Partial<HarnessOptions> & Pick<HarnessOptions, "replies">) =>
  createHarness({ window: 100_000, tools: [testTool({ name: "look" })], estimate, ...options });
const wordsAt = ({ messages }: ChatRequest, at: number): string => messages.map(wordsOf)[at] ?? "";
const summaries = (requests: readonly ChatRequest[]): readonly string[] =>
  requests.flatMap((request) => (request.tools.length === 0 ? [wordsAt(request, 0)] : []));
const paid = (events: readonly WireEvent[]): readonly WireEvent[] =>
  events.filter(({ type }) => type === "model.wasted" || type === "compaction.end");
const wasted = (why: "cut" | "failed", input: number) => ({
  type: "model.wasted",
  why,
  usage: used(input),
  costUsd: (input * 2) / 1e6,
});
const prices = { inputUsd: 2, outputUsd: 10 };

test("after a summary that was cut off, a shorter one is requested; both are charged", async () => {
  const harness = harnessOf({ replies: [...FULL, half, whole, { text: "done" }], prices });
  assert.deepEqual(await harness.run(), { stop: "end_turn", text: "done" });
  const [first = "", second = ""] = summaries(harness.requests);
  assert.ok(second.length < first.length + 200 && !first.includes("cut off at the output limit"));
  assert.match(second, /\n\nYour summary before this one was cut off at the output limit and is lost\. [^\n]+$/);
  assert.match(second, /^# Record\n\n\[1 message left out here\]\n\n## 2\. tool result\n/);
  const last = harness.requests.at(-1);
  assert.match(last === undefined ? "" : wordsAt(last, 1), /\n\n<current_focus>\nall\n<\/current_focus>$/);
  assert.deepEqual(paid(harness.events), [
    wasted("cut", 900),
    { type: "compaction.end", pruned: 0, condensed: 2, usage: used(700), costUsd: 0.0014 },
  ]);
  assert.equal(stateOf(harness.events).spent.usage.input, 1000 + 1000 + 80_000 + 900 + 700);
});

test("when every summary is cut off the compaction has failed, and the conversation stays as it was", async () => {
  const harness = harnessOf({ replies: [...FULL, half, half, half, half] });
  await assert.rejects(harness.run(), {
    code: "provider.unavailable",
    message:
      "The conversation is too long to continue, and every summary that test/model wrote of it was cut off at the output limit.",
  });
  assert.equal(summaries(harness.requests).length, 4);
  assert.deepEqual(
    harness.messages().map(({ role }) => role),
    ["user", "assistant", "tool", "assistant", "tool", "assistant", "tool"],
  );
});

/** Three steps whose words are as long as their estimate, and the provider counts just that: 1,000, 41,000 and 81,000 tokens. */
const textual = ({ messages }: ChatRequest): number =>
  messages.reduce((sum, message) => sum + wordsOf(message).length, 0);
const wordy = (more: readonly ScriptedReply[]): HarnessOptions["replies"] => {
  let n = 0;
  return (request) => {
    n += 1;
    if (n > 3) return more[n - 4];
    return { ...look(n), text: "w".repeat(40_000), usage: used(textual(request)) };
  };
};
const TASK = "t".repeat(1000);

test("a summary that was cut off is not requested again if a limit leaves too little", async () => {
  const harness = harnessOf({
    replies: wordy([{ ...half, usage: used(60_000) }]),
    estimate: textual,
    limits: { steps: 9, tokens: 260_000 },
  });
  assert.equal((await harness.run(TASK)).stop, "limit_tokens");
  assert.equal(summaries(harness.requests).length, 1);
  assert.deepEqual(paid(harness.events), [
    { ...wasted("cut", 60_000), costUsd: undefined },
    { type: "compaction.end", pruned: 0, condensed: 0 },
  ]);
});

test("no summary is requested if the step after it could not be paid", async () => {
  // 123,000 are used. The summary takes about 45,000 with the headroom of an estimate, and the step behind it 85,000.
  for (const [tokens, bought] of [
    [260_000, 1],
    [240_000, 0],
  ] as const) {
    const harness = harnessOf({
      replies: wordy([whole, { text: "done" }]),
      estimate: textual,
      limits: { steps: 9, tokens },
    });
    assert.equal((await harness.run(TASK)).stop, bought === 1 ? "end_turn" : "limit_tokens");
    assert.equal(summaries(harness.requests).length, bought, String(tokens));
  }
});

test("a call that fails after all is charged for what its attempts used", async () => {
  const harness = harnessOf({ replies: [look(1), failedFor(500)], prices });
  await assert.rejects(harness.run(), { code: "provider.unavailable" });
  assert.deepEqual(paid(harness.events), [wasted("failed", 500)]);
  assert.deepEqual(stateOf(harness.events).spent, {
    steps: 2,
    usage: used(1500),
    costUsd: 0.003,
    priced: true,
    unanswered: { paid: 1, free: 0, tokens: 500, costUsd: 0.001 },
    open: new Map(),
    denials: 0,
    pressed: [],
  });
});

test("attempts before a request turned out too large count against the limit of the run", async () => {
  for (const [charged, stop] of [
    [5000, "end_turn"],
    [85_000, "limit_tokens"],
  ] as const) {
    const overflow = failedFor(charged, "provider.overflow");
    const harness = harnessOf({
      replies: wordy([overflow, whole, { text: "done" }]),
      window: 1_000_000,
      estimate: textual,
      limits: { steps: 9, tokens: 290_000 },
    });
    assert.equal((await harness.run(TASK)).stop, stop);
    assert.deepEqual(paid(harness.events)[0], { ...wasted("failed", charged), costUsd: undefined });
  }
});

test("closing words that fail are charged, and change nothing else", async () => {
  const steps = Array.from({ length: 9 }, (_, n) => look(n + 1));
  const harness = harnessOf({ replies: [...steps, failedFor(400)], limits: { steps: 10 }, prices });
  assert.equal((await harness.run()).stop, "limit_steps");
  assert.deepEqual(
    harness.events.slice(-3).map(({ type }) => type),
    ["model.wasted", "warning", "turn.end"],
  );
});

test("no summary is requested when the time is up", async () => {
  let now = 0;
  const limits = { ...DEFAULT_LIMITS, minutes: 10 };
  const budget = createBudget({ limits, spent: EMPTY_STATE.spent, clock: { monotonic: () => now } });
  const late = { ...FULL[2], during: () => void (now = 10 * 60_000) };
  const harness = harnessOf({ replies: [look(1), look(2), late, { text: "closing" }], parts: { budget } });
  assert.equal((await harness.run()).stop, "limit_time");
  assert.deepEqual(paid(harness.events), []);
});
