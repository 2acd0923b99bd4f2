/** Context is a fold: live and restored are the same, a revert drops the checkpoint itself, and unknown ids are refused. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Message } from "../../src/protocol/message.ts";
import type { WireEvent } from "../../src/protocol/wire.ts";
import { createContext, createContextFold } from "../../src/session/context.ts";

const user = (content: string): Message => ({ role: "user", content });

function liveContext() {
  const events: WireEvent[] = [];
  const fold = createContextFold();
  const context = createContext(fold, async (event) => {
    events.push(event);
    fold.apply(event);
  });
  const restored = () => {
    const again = createContextFold();
    for (const event of events) again.apply(event);
    return { messages: again.messages(), checkpoints: again.checkpoints(), tokens: again.tokens() };
  };
  const now = () => ({ messages: context.messages, checkpoints: context.checkpoints, tokens: context.tokens });
  return { context, events, restored, now };
}

test("append, checkpoint, usage, revert and clear: the restored context equals the live one at every point", async () => {
  const { context, restored, now } = liveContext();
  assert.equal(await context.checkpoint(), 0);
  await context.append(user("a"));
  await context.usage(10);
  assert.equal(await context.checkpoint(), 1);
  await context.append(user("b"), user("c"));
  await context.usage(30);
  assert.equal(await context.checkpoint(), 2);
  assert.deepEqual(now(), { messages: [user("a"), user("b"), user("c")], checkpoints: 3, tokens: 30 });
  assert.deepEqual(restored(), now());

  await context.revertTo(1);
  assert.deepEqual(now(), { messages: [user("a")], checkpoints: 1, tokens: 10 });
  assert.deepEqual(restored(), now());
  assert.equal(await context.checkpoint(), 1, "ids are stable after a revert");

  await context.clear();
  assert.deepEqual(now(), { messages: [], checkpoints: 0, tokens: 0 });
  assert.deepEqual(restored(), now());
});

test("pruning replaces results in place and leaves checkpoints where they are", async () => {
  const { context, restored, now } = liveContext();
  const result = (content: string): Message => ({ role: "tool", toolCallId: "c", content, isError: false });
  await context.append(user("a"), result("long"), result("kept"));
  await context.checkpoint();
  await context.append(result("longer"));
  await context.prune([1, 3], "gone");
  assert.deepEqual(context.messages, [user("a"), result("gone"), result("kept"), result("gone")]);
  assert.deepEqual(restored(), now());
  await context.revertTo(0);
  assert.deepEqual(context.messages, [user("a"), result("gone"), result("kept")]);
});

test("a checkpoint that was never taken is refused and nothing is recorded", async () => {
  const { context, events } = liveContext();
  await assert.rejects(context.revertTo(0), { code: "session.corrupt", hint: "None was taken yet." });
  await context.checkpoint();
  await assert.rejects(context.revertTo(-1), { hint: "Checkpoints 0 to 0 exist." });
  await assert.rejects(context.revertTo(1), { message: "There is no checkpoint 1." });
  assert.deepEqual(events, [{ type: "context.checkpoint", id: 0 }]);
});
