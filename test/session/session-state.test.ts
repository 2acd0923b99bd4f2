/** The state as a fold: what a resume starts from, and a value that stays what it was. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { WireEvent } from "../../src/protocol/wire.ts";
import { createStateFold, stateOf } from "../../src/session/session-state.ts";
import { said } from "../doubles/message.ts";

const seen = (path: string, digest: string): WireEvent => ({ type: "file.seen", path, digest, own: false });
const tree = (id: string): WireEvent => ({ type: "workspace.snapshot", checkpoint: 0, tree: id });

test("the newest fact of each file is kept, in the order of these facts", () => {
  const state = stateOf([seen("a", "1"), seen("b", "2"), tree("t1"), seen("a", "3"), tree("t2")]);
  assert.deepEqual(state.seen, [seen("b", "2"), seen("a", "3")]);
  assert.deepEqual(state.snapshots, ["t1", "t2"]);
});

test("files and snapshots of a subagent are not counted for its parent, but its usage is", () => {
  const usage = { input: 1, cacheRead: 2, cacheWrite: 3, output: 4 };
  const inside = [seen("a", "1"), tree("t1"), { type: "step.begin", step: 1 }, { type: "step.usage", step: 1, usage }];
  const state = stateOf(
    (inside as WireEvent[]).map((event) => ({ type: "subagent.event", callId: "c", agentId: "a1", agent: "x", event })),
  );
  assert.deepEqual([state.seen, state.snapshots], [[], []]);
  assert.deepEqual([state.spent.steps, state.spent.usage, state.spent.priced], [1, usage, false]);
});

test("a subagent without a report is known by its call, and counts once however often it begins", () => {
  const begin: WireEvent = { type: "subagent.begin", callId: "c1", agentId: "a1", agent: "explore", prompt: "look" };
  const usage = { input: 1, cacheRead: 0, cacheWrite: 0, output: 1 };
  const end: WireEvent = {
    type: "subagent.end",
    callId: "c1",
    agentId: "a1",
    agent: "explore",
    stop: "end_turn",
    steps: 1,
    usage,
  };
  const again = stateOf([begin, end, begin, end]);
  assert.deepEqual(
    [[...again.started], again.agents.length, [...again.working]],
    [[["a1", "explore"]], 1, [["c1", "a1"]]],
  );
  const told = stateOf([begin, end, { type: "context.append", messages: [] }]);
  assert.deepEqual([[...told.started.keys()], [...told.working]], [["a1"], []]);
  const result: WireEvent = {
    type: "tool.end",
    index: 0,
    callId: "c1",
    tool: "new_task",
    isError: false,
    durationMs: 1,
    result: { text: "" },
  };
  assert.deepEqual([...stateOf([begin, end, result]).working], [], "a resume tells the report that is recorded");
});

test("a prompt that ended is over for the next process; a session that was stuck may try again", () => {
  const end = { reason: "", steps: 1, usage: { input: 0, cacheRead: 0, cacheWrite: 0, output: 0 }, filesChanged: 0 };
  const overAfter = (stop: string, ...more: readonly WireEvent[]) =>
    stateOf([
      { type: "turn.begin", input: "fix it" },
      {
        type: "context.append",
        messages: [said("done")],
      },
      { type: "turn.end", stop, reason: "why" },
      ...more,
    ]).progressed.unfinished.over;
  assert.deepEqual(overAfter("end_turn"), { stop: "end_turn", text: "done" });
  assert.deepEqual(overAfter("end_turn", { type: "session.end", outcome: "failed", ...end })?.stop, "end_turn");
  assert.deepEqual(overAfter("rejected"), { stop: "rejected", reason: "why" });
  assert.deepEqual(overAfter("stuck"), { stop: "stuck", reason: "why" });
  assert.deepEqual(overAfter("stuck", { type: "session.end", outcome: "stuck", ...end }), undefined);
  assert.deepEqual(overAfter("limit_steps"), undefined);
  assert.deepEqual(overAfter("end_turn", { type: "turn.begin", input: "and now" }), undefined);
});

test("what the model was not told does not count yet", () => {
  const results = [{ command: "check", passed: false, end: "exit 1", output: "" }];
  const found: readonly WireEvent[] = [
    { type: "verify.end", round: 1, passed: false, results },
    { type: "limit.pressed", limit: "steps" },
  ];
  const untold = stateOf(found);
  assert.deepEqual([untold.progressed.rounds, untold.told, untold.spent.pressed], [0, undefined, []]);
  assert.deepEqual(untold.verification, { rounds: 1, passed: false, results });
  const told = stateOf([...found, { type: "context.append", messages: [{ role: "user", content: "it fails" }] }]);
  assert.deepEqual([told.progressed.rounds, told.told?.rounds, told.spent.pressed], [1, 1, ["steps"]]);
  assert.equal(stateOf([...found, { type: "session.resume", rung: "none" }]).untold.pressed.length, 0);
});

test("later events do not change a state that was returned before", () => {
  const fold = createStateFold();
  fold.apply(seen("a", "1"));
  fold.apply(tree("t1"));
  const before = fold.state();
  const copy = structuredClone(before);
  for (const event of [seen("a", "2"), tree("t2"), { type: "step.begin", step: 1 } as const]) fold.apply(event);
  assert.deepEqual(before, copy);
  assert.notDeepEqual(fold.state(), copy);
});

test("a prompt after a flow is not a part of it, but a resume is", () => {
  const left: readonly WireEvent[] = [
    { type: "turn.begin", input: "/flow:check" },
    { type: "flow.begin", name: "check", node: "b" },
    { type: "flow.move", from: "b", to: "one", moves: 1 },
    { type: "turn.end", stop: "interrupted", reason: "Cancelled by the driving process." },
  ];
  const flowAfter = (input: string) => stateOf([...left, { type: "turn.begin", input }]).progressed.flow;
  assert.deepEqual(flowAfter(""), { name: "check", node: "one", moves: 1 });
  assert.equal(flowAfter("what is left?"), undefined);
});
