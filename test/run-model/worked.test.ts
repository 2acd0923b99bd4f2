/** How long a run worked: comments, page and a resume count the same time. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { JournalRecord, WireEvent } from "../../src/protocol/wire.ts";
import { foldRecord } from "../../src/run-model/apply.ts";
import { NO_FACTS } from "../../src/run-model/facts.ts";

/** A comment counted the days until somebody answered: only the wait between answer and resume was left out. */
test("the wait for an answer is no work, and what a killed process did is", () => {
  const at = (second: number, event: WireEvent): Pick<JournalRecord, "time" | "event"> => ({
    time: new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString(),
    event,
  });
  const answer = { digest: "0".repeat(64), verdict: "approve", by: "ann" } as const;
  const { worked } = [
    at(0, { type: "step.begin", step: 1 }),
    at(4, { type: "deferral.open", held: [] }),
    at(3600, { type: "deferral.answer", ...answer }),
    at(3700, { type: "session.resume", rung: "sealed", killedMs: 500 }),
    at(3702, { type: "step.begin", step: 2 }),
  ].reduce(foldRecord, NO_FACTS);
  const [firstAt, lastAt] = [Date.UTC(2026, 0, 1), Date.UTC(2026, 0, 1, 0, 0, 3702)];
  assert.deepEqual(worked, { ms: 6500, firstAt, lastAt });
});
