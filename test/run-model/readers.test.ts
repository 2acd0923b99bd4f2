/**
 * What each reader shows of one event of each type, in `readers.txt`; `UPDATE_GOLDEN=1` writes it anew, to be read as a diff. A page or a
 * transcript that says something else of an event than the console says it here, in three lines below each other.
 */

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { JournalRecord, WireEvent } from "../../src/protocol/wire.ts";
import { readReport } from "../../src/report/read-report.ts";
import type { AgentReport, ReportItem } from "../../src/report/report.ts";
import { NO_FACTS } from "../../src/run-model/facts.ts";
import { createConsole } from "../../src/sinks/console.ts";
import { renderTranscript } from "../../src/sinks/transcript.ts";
import { factsOf } from "../doubles/facts.ts";
import { EVERY_EVENT } from "./every-event.ts";

const recordOf = (event: WireEvent): JournalRecord => ({ v: 2, seq: 0, time: "", prev: "", hash: "", event });

function onConsole(event: WireEvent): string {
  let text = "";
  const { write } = createConsole({ err: (line) => (text += line), elapsedMs: () => 0 });
  // Messages before the first turn are those of an imported session, which the console leaves out.
  void write(recordOf({ type: "turn.begin", input: "fix a_b" }));
  void write(recordOf(event));
  return text.replaceAll(/^ +0\.0s /gm, "").trimEnd();
}

function onPage({ before, steps }: AgentReport): string {
  const items = [...before, ...steps.flatMap((step): readonly (ReportItem | string)[] => [step.id, ...step.items])];
  return items
    .map((item) => {
      if (typeof item === "string") return `step ${item}`;
      if (item.type === "call") return `call ${item.call.asked?.name}`;
      if (item.type === "agent") return `${item.id}: ${onPage(item.run)}`;
      return `${item.type === "note" ? (item.tone ?? "note") : item.type}: ${item.text}`;
    })
    .join("\n");
}

/** The facts that differ from those of a run without events. */
function changed(event: WireEvent): string {
  const [none, facts] = [new Map(Object.entries(NO_FACTS)), Object.entries(factsOf([event]))];
  return facts.flatMap(([name, fact]) => (none.get(name) === fact ? [] : [name])).join(" ");
}

test("each reader shows the same of an event", () => {
  const shown = Object.entries(EVERY_EVENT).map(([type, event]) => {
    const readers = {
      console: onConsole(event),
      transcript: renderTranscript([recordOf(event)]).trimEnd(),
      page: onPage(readReport([recordOf(event)]).main),
      facts: changed(event),
    };
    const lines = Object.entries(readers)
      .filter(([, text]) => text !== "")
      .map(
        ([reader, text]) =>
          `  ${reader.padEnd(12)}${text.replaceAll("\n", `\n${" ".repeat(14)}`).replaceAll(/ +$/gm, "")}`,
      );
    return [type, ...lines].join("\n");
  });
  const text = `${shown.join("\n")}\n`;
  const file = join(import.meta.dirname, "readers.txt");
  if (process.env["UPDATE_GOLDEN"] === "1") writeFileSync(file, text);
  assert.equal(text, readFileSync(file, "utf8"));
});
