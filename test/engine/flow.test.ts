/** Walking a flow: turns, choices, moves, and the ways in which it stops. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Flow, FlowNode } from "../../src/protocol/prompt.ts";
import { createHarness, testTool } from "../doubles/turn.ts";
import { wordsOf } from "../../src/protocol/message.ts";

function flowOf(...nodes: readonly FlowNode[]): Flow {
  return { begin: "b", nodes: new Map(nodes.map((node) => [node.id, node])) };
}

const begin = (to: string): FlowNode => ({ id: "b", kind: "begin", label: "BEGIN", edges: [{ to }] });
const end: FlowNode = { id: "e", kind: "end", label: "END", edges: [] };
const work: FlowNode = { id: "w", kind: "task", label: "Do the work", edges: [{ to: "d" }] };
const decide: FlowNode = {
  id: "d",
  kind: "decision",
  label: "Is it done?",
  edges: [
    { to: "e", label: "yes" },
    { to: "w", label: "no" },
  ],
};

test("a decision takes the last choice, and the flow walks until its end", async () => {
  const harness = createHarness({
    replies: [
      { text: "worked" },
      { text: "<choice>yes</choice> or rather <choice> no </choice>" },
      { text: "worked more" },
      { text: "now <choice>yes</choice>" },
    ],
  });
  const flow = flowOf(begin("w"), work, decide, end);
  assert.deepEqual(await harness.prompt({ kind: "flow", name: "loop", flow }), {
    stop: "end_turn",
    text: "now <choice>yes</choice>",
  });
  assert.deepEqual(
    harness.events.filter(({ type }) => type.startsWith("flow.")),
    [
      { type: "flow.begin", name: "loop", node: "b" },
      { type: "flow.move", from: "b", to: "w", moves: 1, choice: undefined },
      { type: "flow.move", from: "w", to: "d", moves: 2, choice: undefined },
      { type: "flow.move", from: "d", to: "w", moves: 3, choice: "no" },
      { type: "flow.move", from: "w", to: "d", moves: 4, choice: undefined },
      { type: "flow.move", from: "d", to: "e", moves: 5, choice: "yes" },
      { type: "flow.end", reason: "the flow reached its end" },
    ],
  );
  assert.deepEqual(
    harness
      .messages()
      .filter(({ role }) => role === "user")
      .map(wordsOf),
    [
      "Do the work",
      "Is it done?\n\nThe branches:\n- yes\n- no\n\nEnd your answer with the one to take, as <choice>LABEL</choice>.",
      "Do the work",
      "Is it done?\n\nThe branches:\n- yes\n- no\n\nEnd your answer with the one to take, as <choice>LABEL</choice>.",
    ],
  );
});

test("three answers without a valid choice stop the flow; asking again is no move", async () => {
  const harness = createHarness({
    replies: [{ text: "hm" }, { text: "<choice>maybe</choice>" }, { text: "<choice>YES</choice>" }],
  });
  const flow = flowOf(begin("d"), decide, work, end);
  assert.deepEqual(await harness.prompt({ kind: "flow", name: "f", flow }), {
    stop: "stuck",
    reason: 'The flow is stuck at "Is it done?": no answer chose one of yes, no.',
  });
  assert.equal(harness.events.filter(({ type }) => type === "flow.move").length, 1);
});

test("a node without an edge ends the flow", async () => {
  const harness = createHarness({ replies: [{ text: "worked" }] });
  const flow = flowOf(begin("w"), { ...work, edges: [] }, end);
  assert.deepEqual(await harness.prompt({ kind: "flow", name: "f", flow }), { stop: "end_turn", text: "worked" });
  assert.deepEqual(
    harness.events.find(({ type }) => type === "flow.end"),
    {
      type: "flow.end",
      reason: 'nothing follows "Do the work"',
    },
  );
});

test("a flow stops after 1000 moves", async () => {
  const loop: FlowNode = { id: "w", kind: "task", label: "again", edges: [{ to: "w" }] };
  const harness = createHarness({
    replies: Array.from({ length: 1000 }, () => ({ text: "x" })),
    limits: { steps: 5000 },
  });
  assert.deepEqual(await harness.prompt({ kind: "flow", name: "f", flow: flowOf(begin("w"), loop, end) }), {
    stop: "limit_steps",
    reason: "The flow made 1,000 moves without an end.",
  });
});

test("a flow that waits for a person goes on at the node where it stopped", async () => {
  const harness = createHarness({
    replies: [{ calls: [{ name: "write", arguments: {} }] }, { text: "worked" }, { text: "<choice>yes</choice>" }],
    tools: [testTool({ name: "write", access: "write" })],
    decide: () => ({ verdict: "defer", rule: "ask" }),
  });
  const flow = flowOf(begin("w"), work, decide, end);
  const stopped = await harness.prompt({ kind: "flow", name: "f", flow });
  assert.ok(stopped.stop === "deferred");
  const answers = new Map(stopped.digests.map((digest) => [digest, { verdict: "approve", by: "mona" } as const]));
  assert.deepEqual(await harness.resume(answers, flow), { stop: "end_turn", text: "<choice>yes</choice>" });
});

test("a bound on the moves holds for a flow that goes on, and images are shown once, with the first words", async () => {
  const images = [{ mediaType: "image/png", data: "aGk=" }] as const;
  const harness = createHarness({
    replies: [
      { text: "worked" },
      { calls: [{ name: "write", arguments: {} }] },
      { text: "<choice>no</choice>" },
      { text: "closing" },
    ],
    tools: [testTool({ name: "write", access: "write" })],
    decide: () => ({ verdict: "defer", rule: "ask" }),
  });
  const flow = flowOf(begin("w"), work, decide, end);
  const stopped = await harness.prompt({ kind: "flow", name: "f", flow, maxMoves: 2, images });
  assert.ok(stopped.stop === "deferred");
  assert.deepEqual(
    harness.messages().map((message) => message.role === "user" && message.images),
    [images, false, undefined, false],
  );
  const answers = new Map(stopped.digests.map((digest) => [digest, { verdict: "approve", by: "mona" } as const]));
  assert.deepEqual(await harness.resume(answers, flow, 2), {
    stop: "limit_steps",
    reason: "The flow made 2 moves without an end.",
    text: "closing",
  });
});
