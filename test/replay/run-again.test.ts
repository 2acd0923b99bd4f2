/** A record that was changed does not come again, and the first place where it does not is named; the loop's own changes show alike. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { counted } from "../../src/base/words.ts";
import type { JournalRecord, WireEvent } from "../../src/protocol/wire.ts";
import { replay } from "../../src/replay/replay.ts";
import { reportOf } from "../../src/replay/report.ts";
import { readJournal, seal } from "../../src/session/journal.ts";
import { callsOf } from "../../src/protocol/message.ts";
import { said } from "../doubles/message.ts";

const recorded = (name: string): readonly JournalRecord[] =>
  readJournal(join(import.meta.dirname, ".", name, "journal.jsonl")).records;

/** The events with their chain made anew: a forger's journal verifies. */
function chained(events: readonly WireEvent[]): readonly JournalRecord[] {
  const records: JournalRecord[] = [];
  for (const [seq, event] of events.entries()) {
    const prev = records.at(-1)?.hash ?? "0".repeat(64);
    records.push(seal({ v: 1, seq, time: new Date(seq).toISOString(), prev, event }).record);
  }
  return records;
}

/** Replays a session whose events were changed; what it says, and the type of the record it names. */
async function told(name: string, change: (events: WireEvent[]) => readonly WireEvent[]): Promise<readonly string[]> {
  const records = chained(change(structuredClone(recorded(name).map(({ event }) => event))));
  const { text } = reportOf(await replay(records), records);
  const at = Number(/^✗ record (\d+)/.exec(text)?.[1] ?? NaN);
  return [records[at]?.event.type ?? "none", text.replace(/record \d+/, "record N")];
}

/** The same events, the first of this type with other members. */
const changing =
  <T extends WireEvent["type"]>(type: T, change: (event: Extract<WireEvent, { type: T }>) => object, nth = 0) =>
  (events: WireEvent[]): readonly WireEvent[] => {
    const at = events.flatMap((event, index) => (event.type === type ? [index] : []))[nth] ?? -1;
    return events.with(at, { ...events[at], ...change(events[at] as Extract<WireEvent, { type: T }>) } as WireEvent);
  };

test("a new chain over the same events can be replayed", async () => {
  assert.deepEqual(await told("fix", (events) => events), ["none", "✓ 42 records, 3 requests: identical"]);
});

test("a changed tool result: the message to the model differs", async () => {
  const change = changing("tool.end", ({ result }) => ({ result: { ...result, text: "src/add.js (9 lines)" } }));
  assert.deepEqual(await told("fix", change), [
    "context.append",
    `✗ record N (context.append) differs: messages[0].content\n  recorded: "src/add.js (1 line)\\n     1\\texport const add = (a, b) => a - b;"\n  now:      "src/add.js (9 lines)"`,
  ]);
});

test("a changed answer of the model: its call is not the one that was decided", async () => {
  const change = changing(
    "context.append",
    ({ messages: [message] }) => {
      assert.ok(message?.role === "assistant");
      return { messages: [said([], { ...callsOf(message)[0]!, name: "list_files" })] };
    },
    1,
  );
  const [type, text] = await told("fix", change);
  assert.equal(type, "call.judged");
  assert.equal(text, "✗ record N (call.judged): the loop asked for a plan for list_files");
});

test("a changed closing text of the model: the outcome quotes another one", async () => {
  const change = changing("session.end", () => ({ text: "All tests pass, believe me." }));
  const [type, text] = await told("cut-off", change);
  assert.equal(type, "session.end");
  assert.match(
    text ?? "",
    /differs: text\n {2}recorded: "All tests pass, believe me\."\n {2}now: {6}"Fixed the sign; the test passes\."$/,
  );
});

test("a removed record, a record too many, and a changed sum", async () => {
  const without = (type: string) => (events: readonly WireEvent[]) =>
    events.toSpliced(
      events.findIndex((event) => event.type === type),
      1,
    );
  assert.deepEqual((await told("fix", without("context.usage")))[0], "workspace.snapshot");
  assert.deepEqual((await told("fix", without("tool.end")))[0], "file.seen");
  const doubled = (events: readonly WireEvent[]) =>
    events.flatMap((event) => (event.type === "context.checkpoint" && event.id === 1 ? [event, event] : [event]));
  assert.deepEqual((await told("fix", doubled))[0], "context.checkpoint");
  assert.match(
    (
      await told(
        "fix",
        changing("session.end", () => ({ steps: 2 })),
      )
    )[1] ?? "",
    /differs: steps\n {2}recorded: 2\n {2}now: {6}3$/,
  );
});

test("an approval of another call than the one that was held", async () => {
  const change = changing("deferral.open", ({ held }) => ({
    held: held.map((call) => ({ ...call, capabilities: [{ kind: "exec", command: "rm -rf /", cwd: "." }] })),
  }));
  const [type, text] = await told("deferral-approved", change);
  assert.equal(type, "deferral.open");
  assert.match(text ?? "", /differs: held\[0\]\.digest\n/);
});

test("a difference inside a subagent names the record of its event", async () => {
  const change = (events: readonly WireEvent[]): readonly WireEvent[] =>
    events.map((event) =>
      event.type === "subagent.event" && event.event.type === "tool.end"
        ? { ...event, event: { ...event.event, result: { ...event.event.result, text: "nothing" } } }
        : event,
    );
  const [type, text] = await told("subagents", change);
  assert.equal(type, "subagent.event");
  assert.match(
    text ?? "",
    /^✗ record N \(context\.append\) differs: messages\[0\]\.content\n.*\n {2}now: {6}"nothing"$/,
  );
});

test("a record that stops anywhere is identical up to there", async () => {
  const events = recorded("deferral-approved").map(({ event }) => event);
  for (let length = 1; length < events.length; length += 1) {
    const records = chained(events.slice(0, length));
    const { text } = reportOf(await replay(records), records);
    assert.match(text, new RegExp(`^✓ ${counted(length, "record")}, \\d requests?: identical$`));
  }
});

test("a record of another program, or with other words for the tools, has a note", async () => {
  const change = (events: WireEvent[]): readonly WireEvent[] =>
    changing("context.system", () => ({ toolsDigest: "0".repeat(64) }))([
      ...changing("session.begin", () => ({ program: "kimi-runner 0.0.9" }))(events),
    ]);
  const records = chained(change(recorded("fix").map(({ event }) => event)));
  const { code, notes } = reportOf(await replay(records), records);
  assert.equal(code, 0);
  assert.equal(notes.length, 2);
  assert.match(notes[0] ?? "", /^The session was recorded by kimi-runner 0\.0\.9; this is kimi-runner /);
  assert.match(notes[1] ?? "", /toolsDigest/);
});

test("a journal from before turns were recorded says so", async () => {
  const change = (events: readonly WireEvent[]) => events.filter(({ type }) => type !== "turn.begin");
  assert.deepEqual(await told("fix", change), [
    "step.begin",
    "✗ record N (step.begin): the loop asked for a step within a turn, as this version records it",
  ]);
});
