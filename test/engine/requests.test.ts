/** Requests only ever grow, and the same inputs give the same events. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { createHarness, testTool } from "../doubles/turn.ts";

const script = {
  replies: [
    { text: "first", calls: [{ name: "look", arguments: { n: 1 } }] },
    {
      calls: [
        { name: "look", arguments: { n: 2 } },
        { name: "write", arguments: {} },
      ],
    },
    { text: "done" },
  ],
  tools: [testTool({ name: "look" }), testTool({ name: "write", access: "write" })],
};

test("each request has the one before as its prefix", async () => {
  const { run, requests } = createHarness(script);
  await run("do it");
  assert.equal(requests.length, 3);
  for (const [index, request] of requests.entries()) {
    const before = requests[index - 1];
    if (before === undefined) continue;
    assert.deepEqual(request.messages.slice(0, before.messages.length), before.messages);
    assert.ok(request.messages.length > before.messages.length);
    assert.deepEqual({ ...request, messages: [] }, { ...before, messages: [] });
  }
  assert.deepEqual(requests[0], {
    system: "system",
    tools: ["look", "write"].map((name) => ({ name, description: name, parameters: { type: "object" } })),
    messages: [{ role: "user", content: "do it" }],
    cacheKey: "k1",
  });
});

test("a hidden tool is in no request and not among those that are available, and its call is carried out", async () => {
  const hidden = { ...testTool({ name: "ask", run: async () => ({ text: "decide" }) }), isHidden: true };
  const { run, requests, messages } = createHarness({
    tools: [hidden, testTool({ name: "look" })],
    replies: [
      {
        calls: [
          { name: "ask", arguments: {} },
          { name: "nosuch", arguments: {} },
        ],
      },
      { text: "done" },
    ],
  });
  await run();
  const spec = (name: string): object => ({ name, description: name, parameters: { type: "object" } });
  assert.deepEqual(
    requests.map(({ tools, understood }) => ({ tools, understood })),
    Array.from({ length: 2 }, () => ({ tools: [spec("look")], understood: [spec("ask")] })),
  );
  assert.deepEqual(
    messages().flatMap((message) => (message.role === "tool" ? [message.content] : [])),
    ["decide", "Error: unknown tool: nosuch. Available: look."],
  );
});

test("same request, same answers, same clock: the same events", async () => {
  const [one, two] = [createHarness(script), createHarness(script)];
  await Promise.all([one.run(), two.run()]);
  assert.deepEqual(one.events, two.events);
  assert.ok(one.events.length > 15);
});

test("checkpoints: one at the turn's start, one before each step; snapshots follow writes", async () => {
  const trees = ["tree0", "tree1"];
  const { run, events } = createHarness({ ...script, snapshot: async () => trees.shift() ?? "none" });
  await run();
  assert.deepEqual(
    events.flatMap((event) => {
      if (event.type === "context.checkpoint") return [`checkpoint ${event.id}`];
      if (event.type === "step.begin") return [`step ${event.step}`];
      return event.type === "workspace.snapshot" ? [`${event.tree} after checkpoint ${event.checkpoint}`] : [];
    }),
    [
      "checkpoint 0",
      "step 1",
      "checkpoint 1",
      "tree0 after checkpoint 0",
      "step 2",
      "checkpoint 2",
      "step 3",
      "checkpoint 3",
      "tree1 after checkpoint 3",
    ],
  );
});
