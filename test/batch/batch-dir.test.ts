/** Finding the folders of batches on this machine. */

import assert from "node:assert/strict";
import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { plannedDirs } from "../../src/batch/plan/batch-dir.ts";
import { createScratch } from "../doubles/scratch.ts";

test("folders with a plan are listed, the newest plan first, beside entries that cannot be opened", () => {
  using scratch = createScratch();
  const { dir } = scratch;
  symlinkSync("loop", join(dir, "loop")); // leads to itself, for which the system has an error of its own
  writeFileSync(join(dir, "file"), "");
  for (const [name, seconds] of [
    ["old", 1_000],
    ["new", 2_000],
    ["empty", undefined],
  ] as const) {
    mkdirSync(join(dir, name));
    if (seconds === undefined) continue;
    const plan = join(dir, name, "plan.json");
    writeFileSync(plan, "{}");
    utimesSync(plan, seconds, seconds);
  }
  assert.deepEqual(plannedDirs(dir), [join(dir, "new"), join(dir, "old")]);
});
