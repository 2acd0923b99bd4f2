/** The state as a fold: what a resume starts from, and a value that stays what it was. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { WireEvent } from "../../src/protocol/wire.ts";
import { createStateFold, stateOf } from "../../src/session/session-state.ts";

const seen = (path: string, digest: string): WireEvent => ({ type: "file.seen", path, digest, own: false });
const tree = (id: string): WireEvent => ({ type: "workspace.snapshot", checkpoint: 0, tree: id });

test("of each file the newest fact stands, in the order of the newest", () => {
  const state = stateOf([seen("a", "1"), seen("b", "2"), tree("t1"), seen("a", "3"), tree("t2")]);
  assert.deepEqual(state.seen, [seen("b", "2"), seen("a", "3")]);
  assert.deepEqual(state.snapshots, ["t1", "t2"]);
});

test("what a subagent read or where it took snapshots is not its parent's, what it used is", () => {
  const usage = { input: 1, cacheRead: 2, cacheWrite: 3, output: 4 };
  const inside = [seen("a", "1"), tree("t1"), { type: "step.begin", step: 1 }, { type: "step.usage", step: 1, usage }];
  const state = stateOf(
    (inside as WireEvent[]).map((event) => ({ type: "subagent.event", callId: "c", agentId: "a1", agent: "x", event })),
  );
  assert.deepEqual([state.seen, state.snapshots], [[], []]);
  assert.deepEqual([state.spent.steps, state.spent.usage, state.priced], [1, usage, false]);
});

test("a state that was handed out does not change with later events", () => {
  const fold = createStateFold();
  fold.apply(seen("a", "1"));
  fold.apply(tree("t1"));
  const before = fold.state();
  const copy = structuredClone(before);
  for (const event of [seen("a", "2"), tree("t2"), { type: "step.begin", step: 1 } as const]) fold.apply(event);
  assert.deepEqual(before, copy);
  assert.notDeepEqual(fold.state(), copy);
});
