/** The modes at each checkpoint: numbered as the conversation's are, through reverts, clears and compactions. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { WireEvent } from "../../src/protocol/wire.ts";
import { createContextFold } from "../../src/session/context.ts";

const checkpoint = (id: number): WireEvent => ({ type: "context.checkpoint", id });
const plan = (on: boolean): WireEvent => ({ type: "plan.mode", on });
const mode = (to: string): WireEvent => ({ type: "mode.switch", from: "", to, reason: "" });
const BEGIN: WireEvent = { type: "compaction.begin", trigger: "full", tokens: 1 };
const END: WireEvent = { type: "compaction.end", pruned: 0, condensed: 1 };
const CLEAR: WireEvent = { type: "context.clear" };
const RESUME: WireEvent = { type: "session.resume", rung: "none" };

/** `mode` at each checkpoint, with a `+` where plan mode was on. */
function modesAfter(...events: readonly WireEvent[]): readonly string[] {
  const fold = createContextFold();
  for (const event of events) fold.apply(event);
  const found: string[] = [];
  for (let id = 0, then = fold.modesAt(0); then !== undefined; id += 1, then = fold.modesAt(id)) {
    found.push(`${then.mode ?? "first"}${then.planMode ? "+" : ""}`);
  }
  return found;
}

test("each checkpoint has the modes of the moment when it was taken", () => {
  const events = [checkpoint(0), plan(true), checkpoint(1), mode("code"), checkpoint(2), plan(false), checkpoint(3)];
  assert.deepEqual(modesAfter(...events), ["first", "first+", "code+", "code"]);
  const back: WireEvent = { type: "context.revert", to: 2 };
  assert.deepEqual(modesAfter(...events, back, checkpoint(2)), ["first", "first+", "code"]);
});

test("a compaction restarts the numbers of checkpoints; one that a kill cut off did not happen", () => {
  const before = [checkpoint(0), mode("code"), checkpoint(1)];
  assert.deepEqual(modesAfter(...before, BEGIN, CLEAR, checkpoint(0), END, RESUME), ["code"]);
  assert.deepEqual(modesAfter(...before, BEGIN, CLEAR, checkpoint(0), RESUME), ["first", "code"]);
  assert.deepEqual(modesAfter(...before, CLEAR), []);
});
