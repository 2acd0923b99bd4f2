/** Every recorded session of this folder comes again, byte for byte: a folder with a journal is a test. See README.md. */

import assert from "node:assert/strict";
import { globSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { replay } from "../../src/runner/replay/replay.ts";
import { reportOf } from "../../src/runner/replay/report.ts";
import { readJournal } from "../../src/session/journal.ts";

const journals = globSync("*/journal.jsonl", { cwd: import.meta.dirname }).toSorted();

test("there are recorded sessions", () => assert.ok(journals.length >= 15));

for (const path of journals) {
  test(dirname(path), async () => {
    const { records, problem } = readJournal(join(import.meta.dirname, path));
    assert.equal(problem, undefined);
    const replayed = await replay(records);
    const requests = records.filter(
      ({ event }) => event.type === "step.usage" || event.type === "closing.usage",
    ).length;
    const summaries = records.filter(({ event }) => event.type === "compaction.end" && event.usage).length;
    const { code, text } = reportOf(replayed, records);
    assert.deepEqual([code, text], [0, `✓ ${records.length} records, ${requests + summaries} requests: identical`]);
  });
}
