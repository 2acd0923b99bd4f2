/** One held call holds the whole batch; answers are bound to the exact request; the session goes on at that call. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Answer } from "../../src/protocol/approval.ts";
import type { Decision } from "../../src/protocol/approval.ts";
import { createHarness, resultsOf, testTool, type HarnessOptions } from "../doubles/turn.ts";

const batch = {
  calls: [
    { name: "look", arguments: {} },
    { name: "write", arguments: { to: "b" } },
  ],
};
const decide = ([first]: readonly { readonly kind: string }[]): Decision =>
  first?.kind === "write" ? { verdict: "defer", rule: "ask", reason: "writes" } : { verdict: "approve", rule: "read" };

function harnessWithLog(overrides: Partial<HarnessOptions> = {}) {
  const ran: string[] = [];
  const tool = (name: string, access: "read" | "write") =>
    testTool({
      name,
      access,
      run: async () => {
        ran.push(name);
        return { text: name };
      },
    });
  const harness = createHarness({
    replies: [batch, { text: "done" }],
    tools: [tool("look", "read"), tool("write", "write")],
    decide,
    ...overrides,
  });
  return { harness, ran };
}

async function hold(overrides: Partial<HarnessOptions> = {}) {
  const { harness, ran } = harnessWithLog(overrides);
  const stop = await harness.run();
  assert.ok(stop.stop === "deferred");
  const digest = stop.digests[0]!;
  const answer = (value: Answer) => harness.resume(new Map([[digest, value]]));
  return { harness, ran, digest, stop, answer };
}

test("nothing of the batch runs, and the calls stay open", async () => {
  const { harness, ran, digest, stop } = await hold();
  assert.deepEqual(stop, { stop: "deferred", digests: [digest] });
  assert.match(digest, /^[0-9a-f]{64}$/);
  assert.deepEqual(ran, []);
  assert.deepEqual(
    harness.messages().map(({ role }) => role),
    ["user", "assistant"],
  );
  assert.deepEqual(harness.events.at(-2), {
    type: "deferral.open",
    held: [
      {
        callId: "call_1_1",
        index: 1,
        tool: "write",
        summary: "write",
        preview: undefined,
        capabilities: [{ kind: "write", path: "a" }],
        rule: "ask",
        reason: "writes",
        digest,
      },
    ],
  });
});

test("approved: the batch runs and the turn goes on; the next request is what an uninterrupted run would send", async () => {
  const { harness, ran, answer } = await hold();
  assert.deepEqual(await answer({ verdict: "approve", by: "ada" }), { stop: "end_turn", text: "done" });
  assert.deepEqual(ran, ["look", "write"]);
  assert.deepEqual(resultsOf(harness.messages()), ["call_1_0: look", "call_1_1: write"]);

  const { harness: straight } = harnessWithLog({ decide: () => ({ verdict: "approve", rule: "all" }) });
  await straight.run();
  assert.deepEqual(harness.requests, straight.requests);
});

test("rejected with a reason: the model reads it; without one the turn ends", async () => {
  const withReason = await hold();
  assert.equal((await withReason.answer({ verdict: "reject", by: "ada", reason: "not that file" })).stop, "end_turn");
  assert.deepEqual(resultsOf(withReason.harness.messages()), [
    "call_1_0: look",
    "call_1_1 (error): Error: rejected by answer by ada: not that file. This is final. Reach the goal in another allowed way, or say what is missing.",
  ]);
  const silent = await hold();
  assert.deepEqual(await silent.answer({ verdict: "reject", by: "ada" }), {
    stop: "rejected",
    reason: "ada rejected the action without giving a reason.",
  });
  assert.deepEqual(silent.ran, ["look"]);
});

test("what a person rejected does not run, even where the rules approve it by now; what a person approved does not where they reject it", async () => {
  const now: { decision?: Decision } = {};
  const changed = { decide: (needs: Parameters<typeof decide>[0]) => now.decision ?? decide(needs) };
  const rejected = await hold(changed);
  now.decision = { verdict: "approve", rule: "wider" };
  await rejected.answer({ verdict: "reject", by: "ada", reason: "not that file" });
  assert.deepEqual(rejected.ran, ["look"]);
  assert.match(resultsOf(rejected.harness.messages())[1] ?? "", /rejected by answer by ada: not that file/);
  delete now.decision;
  const approved = await hold(changed);
  now.decision = { verdict: "reject", rule: "stricter", reason: "no" };
  await approved.answer({ verdict: "approve", by: "ada" });
  assert.deepEqual(approved.ran, []);
});

test("an answer to another request changes nothing", async () => {
  const { harness, ran, digest } = await hold();
  const other = `${digest.slice(0, -1)}${digest.endsWith("0") ? "1" : "0"}`;
  const stop = await harness.resume(new Map([[other, { verdict: "approve", by: "ada" }]]));
  assert.deepEqual(stop, { stop: "deferred", digests: [digest] });
  assert.deepEqual(ran, []);
});

test("the digest is bound to arguments and workspace", async () => {
  const digests = await Promise.all([
    hold(),
    hold(),
    hold({ snapshot: async () => "tree1" }),
    hold({
      replies: [
        {
          calls: [
            { name: "look", arguments: {} },
            { name: "write", arguments: { to: "c" } },
          ],
        },
      ],
    }),
  ]);
  const [first, again, otherTree, otherArguments] = digests.map(({ digest }) => digest);
  assert.equal(first, again);
  assert.equal(new Set([first, otherTree, otherArguments]).size, 3);
});
