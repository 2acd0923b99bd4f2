/** Every recorded session of this folder comes again, byte for byte: a folder with a journal is a test. See README.md. */

import assert from "node:assert/strict";
import { globSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { counted } from "../../src/base/words.ts";
import { replay } from "../../src/replay/replay.ts";
import { reportOf } from "../../src/replay/report.ts";
import { readJournal } from "../../src/session/journal.ts";

const journals = globSync("*/journal.jsonl", { cwd: import.meta.dirname }).toSorted();

test("there are recorded sessions", () => assert.ok(journals.length >= 15));

for (const path of journals) {
  test(dirname(path), async () => {
    const { records, problem } = readJournal(join(import.meta.dirname, path));
    assert.equal(problem, undefined);
    const replayed = await replay(records);
    const events = records.map(({ event }) => (event.type === "subagent.event" ? event.event : event));
    const paid = events.filter(({ type }) => type === "step.usage" || type === "closing.usage");
    const summaries = events.filter((event) => event.type === "compaction.end" && event.usage !== undefined);
    const { code, text } = reportOf(replayed, records);
    const cut = events.filter((event) => event.type === "model.wasted" && event.why === "cut");
    const requests = paid.length + summaries.length + cut.length;
    assert.deepEqual(
      [code, text],
      [0, `✓ ${counted(records.length, "record")}, ${counted(requests, "request")}: identical`],
    );
  });
}
