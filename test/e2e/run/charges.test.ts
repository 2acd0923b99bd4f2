/** What a provider charges for attempts that came to nothing is in the sums of the run: the built program and a real HTTP model. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { eventsOf, outcomeOf } from "../../doubles/cli.ts";
import type { DoubleReply } from "../../doubles/model-reply.ts";
import { createScene, FIX } from "../harness.ts";

/** Counted by the provider at its begin, and broken off before its end. */
const broken: DoubleReply = { text: "half", noFinish: true };

test("a step whose attempts all break off is charged for each of them, and the sum comes again in a replay", async () => {
  await using scene = await createScene({
    provider: "anthropic",
    replies: [FIX[0] ?? {}, broken, broken, broken],
  });
  const { code, stderr } = await scene.run();
  assert.equal(code, 75);
  assert.match(stderr, / · attempts without an answer: 303 tokens\n/);
  assert.deepEqual(
    eventsOf(scene.bundle).flatMap((event) => (event.type === "model.wasted" ? [event] : [])),
    [{ type: "model.wasted", why: "failed", usage: { input: 180, cacheRead: 90, cacheWrite: 30, output: 3 } }],
  );
  const { usage } = outcomeOf(scene.bundle);
  assert.deepEqual(usage, { input: 60 + 180, cacheRead: 30 + 90, cacheWrite: 10 + 30, output: 20 + 3 });
  const replayed = await scene.cli(["replay", scene.bundle]);
  assert.equal(replayed.code, 0, replayed.stdout);
});
