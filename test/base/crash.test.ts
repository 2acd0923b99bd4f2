/** Crash points do nothing unless armed; what arms them is checked. Dying at them is proven with whole runs. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { armCrash, crashAt } from "../../src/base/crash.ts";

test("an unknown point and a missing count are refused, with the points that exist", () => {
  for (const setting of [
    "",
    "journal.line",
    "journal.line.before",
    "journal.line.before:0",
    "nothing.before:1",
    "counts",
  ]) {
    assert.throws(
      () => armCrash(setting, assert.fail),
      /^Error: KIMI_CRASH_AT is no crash point: .*\. Accepted: count, or /,
    );
  }
  crashAt("journal.line.before");
});

test("`count` reports every point that is passed, in order", () => {
  const passed: string[] = [];
  armCrash("count", (point) => passed.push(point));
  crashAt("journal.line.before");
  crashAt("journal.line.after");
  assert.deepEqual(passed, ["journal.line.before", "journal.line.after"]);
});
