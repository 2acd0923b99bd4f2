/** One order for all facts; a failing journal stops the run, a failing view does not. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { RunnerError } from "../../src/protocol/error.ts";
import type { JournalRecord, Sink } from "../../src/protocol/wire.ts";
import type { Journal } from "../../src/session/journal.ts";
import { createWire } from "../../src/session/wire.ts";

const journal = (fails = false): Journal => {
  let seq = 0;
  return {
    record: (event) => {
      if (fails) throw new RunnerError({ code: "session.write", message: "disk full" });
      return { v: 1, seq: (seq += 1), time: "", prev: "", hash: "", event };
    },
    close: () => {},
  };
};
const collect = (seen: string[], name: string, delays = 0): Sink => ({
  name,
  write: async ({ event }: JournalRecord) => {
    for (let tick = 0; tick < delays; tick += 1) await Promise.resolve();
    seen.push(`${name} ${event.type === "step.begin" ? event.step : event.type}`);
  },
});

test("events are delivered in the order in which they were emitted, even when emit is not awaited", async () => {
  const seen: string[] = [];
  const { emit } = createWire({ journal: journal(), folds: [], sinks: [collect(seen, "slow", 5)], warn: () => {} });
  await Promise.all([1, 2, 3].map((step) => emit({ type: "step.begin", step })));
  assert.deepEqual(seen, ["slow 1", "slow 2", "slow 3"]);
});

test("a view that fails is reported once, and the others go on", async () => {
  const seen: string[] = [];
  const warnings: string[] = [];
  const bad: Sink = { name: "bad", write: () => Promise.reject(new Error("pipe closed")) };
  const { emit } = createWire({
    journal: journal(),
    folds: [],
    sinks: [bad, collect(seen, "good")],
    warn: (text) => warnings.push(text),
  });
  await emit({ type: "step.begin", step: 1 });
  await emit({ type: "step.begin", step: 2 });
  assert.deepEqual(seen, ["good 1", "good 2"]);
  assert.deepEqual(warnings, ["The bad view failed and is left out from here on: Error: pipe closed"]);
});

test("an error of the journal is thrown to the emitter, and no fold or view gets the event", async () => {
  const seen: string[] = [];
  const { emit } = createWire({ journal: journal(true), folds: [], sinks: [collect(seen, "view")], warn: () => {} });
  await assert.rejects(emit({ type: "step.begin", step: 1 }), { code: "session.write" });
  await assert.rejects(emit({ type: "step.begin", step: 2 }), { code: "session.write" });
  assert.deepEqual(seen, []);
});
