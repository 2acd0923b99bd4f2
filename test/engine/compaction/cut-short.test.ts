/** A compaction that did not come to its end: what is undone with it, and what of the session must not be. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { RunnerError } from "../../../src/protocol/error.ts";
import type { WireEvent } from "../../../src/protocol/wire.ts";
import { createHarness, testTool, type HarnessOptions } from "../../doubles/turn.ts";
import { wordsOf } from "../../../src/protocol/message.ts";

const used = (input: number) => ({ input, cacheRead: 0, cacheWrite: 0, output: 0 });
const look = (n: number, input = 1000) => ({ calls: [{ name: "look", arguments: { n } }], usage: used(input) });
const FULL = [look(1), look(2), look(3, 80_000)];
const down = { error: new RunnerError({ code: "provider.unavailable", message: "No." }) };
const write = { calls: [{ name: "write", arguments: {} }], usage: used(1000) };

const harnessOf = (options: Partial<HarnessOptions> & Pick<HarnessOptions, "replies">) =>
  createHarness({
    window: 100_000,
    tools: [testTool({ name: "look" }), testTool({ name: "write", access: "write" })],
    decide: ([first]) => ({ verdict: first?.kind === "write" ? "defer" : "approve", rule: "ask" }),
    ...options,
  });

const ends = (events: readonly WireEvent[]): readonly WireEvent[] =>
  events.filter(({ type }) => type === "compaction.end");

/** A session that goes on once forgot every prompt behind a compaction that had failed. */
test("a summary that fails is an end of the compaction: what comes later in the same session is kept", async () => {
  const harness = harnessOf({
    replies: [...FULL, down, { text: "a summary", usage: used(9) }, write, { text: "done" }],
  });
  await assert.rejects(harness.run("first"), { code: "provider.unavailable" });
  assert.deepEqual(ends(harness.events), [{ type: "compaction.end", pruned: 0, condensed: 0 }]);
  const stop = await harness.run("second");
  assert.ok(stop.stop === "deferred");
  const held = harness.messages();
  const answers = new Map(stop.digests.map((digest) => [digest, { verdict: "approve", by: "me" } as const]));
  assert.deepEqual(await harness.resume(answers), { stop: "end_turn", text: "done" });
  assert.deepEqual(harness.messages().slice(0, held.length), held);
  assert.ok(held.some((message) => wordsOf(message) === "second"));
});

test("a prompt to compact that was killed is carried out again", async () => {
  const replies = [look(1), look(2), look(3), { text: "read" }, { text: "a summary" }];
  const whole = harnessOf({ replies });
  await whole.run();
  await whole.prompt({ kind: "compact" });
  const from = whole.events.findIndex(({ type }) => type === "compaction.begin");
  const end = whole.events.findIndex(({ type }) => type === "compaction.end");
  for (let killAfter = from; killAfter <= end; killAfter += 1) {
    const killed = harnessOf({ replies, killAfter });
    await killed.run();
    await assert.rejects(killed.prompt({ kind: "compact" }), { message: "killed" });
    const previous = [...killed.events, { type: "session.resume", rung: "none" } as const];
    const next = harnessOf({ replies: [{ text: "a summary" }], previous });
    assert.equal(next.words(), "/compact");
    assert.deepEqual(await next.prompt({ kind: "compact" }), { stop: "end_turn", text: "The context was compacted." });
    assert.deepEqual(next.messages(), whole.messages(), `after ${killAfter} records`);
  }
});
