/** The journal: chained, redacted before the first byte, readable after a kill, and any change to it is found. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { createRedact } from "../../src/base/redact.ts";
import { systemClock } from "../../src/base/clock.ts";
import type { WireEvent } from "../../src/protocol/wire.ts";
import { openJournal, readJournal, seal } from "../../src/session/journal.ts";

const dir = mkdtempSync(join(tmpdir(), "journal-"));
after(() => rmSync(dir, { recursive: true, force: true }));

const clock = { ...systemClock, now: () => Date.UTC(2026, 0, 2, 3, 4, 5) };
const events: readonly WireEvent[] = [
  { type: "step.begin", step: 1 },
  { type: "warning", text: "größe 🙂 \u2028" },
  { type: "context.append", messages: [{ role: "user", content: "hello" }] },
];

let files = 0;
function written(secrets: Record<string, string> = {}): string {
  const path = join(dir, `${(files += 1)}.jsonl`);
  const journal = openJournal({ path, clock, redact: createRedact(secrets) });
  for (const event of events) journal.record(event);
  journal.close();
  return path;
}

test("records are read back with position, time and chain", () => {
  const path = written();
  const { records, problem, validBytes } = readJournal(path);
  assert.equal(problem, undefined);
  assert.equal(validBytes, readFileSync(path).length);
  assert.deepEqual(
    records.map(({ event }) => event),
    events,
  );
  assert.deepEqual(
    records.map(({ v, seq, time, prev }) => ({ v, seq, time, prev })),
    [0, 1, 2].map((seq) => ({
      v: 2,
      seq,
      time: "2026-01-02T03:04:05.000Z",
      prev: records[seq - 1]?.hash ?? "0".repeat(64),
    })),
  );
});

test("every change of a single byte is found", () => {
  const path = written();
  const bytes = readFileSync(path);
  const missed: number[] = [];
  for (let index = 0; index < bytes.length; index += 1) {
    const changed = Buffer.from(bytes);
    changed[index] = changed[index]! ^ 1;
    writeFileSync(path, changed);
    if (readJournal(path).problem === undefined) missed.push(index);
  }
  assert.deepEqual(missed, []);
});

test("a removed, swapped or repeated line is found, with its number", () => {
  const path = written();
  const [one, two, three] = readFileSync(path, "utf8").split("\n");
  const problemOf = (...lines: (string | undefined)[]) => {
    writeFileSync(path, lines.map((line) => `${line}\n`).join(""));
    return readJournal(path).problem;
  };
  assert.deepEqual(problemOf(one, three), { kind: "broken", line: 2, reason: "position 2 where 1 was expected" });
  assert.deepEqual(problemOf(two, one, three), { kind: "broken", line: 1, reason: "position 1 where 0 was expected" });
  assert.deepEqual(problemOf(one, one), { kind: "broken", line: 2, reason: "position 0 where 1 was expected" });
  assert.deepEqual(problemOf(one, "{oops", three), { kind: "broken", line: 2, reason: "not JSON" });
});

test("the hash is checked against the bytes of a line; a line without a hash is not a record", () => {
  const path = written();
  const [one = "", ...others] = readFileSync(path, "utf8").split("\n");
  const problemOf = (line: string) => {
    writeFileSync(path, [line, ...others].join("\n"));
    return readJournal(path).problem;
  };
  const wrong = { kind: "broken", line: 1, reason: "its hash does not match its content" };
  assert.equal(problemOf(one), undefined);
  assert.deepEqual(problemOf(one.replace('{"event":', '{ "event":')), wrong);
  assert.deepEqual(problemOf(one.replace(/,"hash":"\w+"/, "")), wrong);
  const [member = ""] = /"hash":"\w+"/.exec(one) ?? [];
  assert.deepEqual(problemOf(one.replace(`,${member}`, "").replace("{", `{${member},`)), wrong);
});

test("a torn last line is cut off, and the journal continues after the valid prefix", () => {
  const path = written();
  const whole = readFileSync(path, "utf8");
  appendFileSync(path, `{"event":{"type":"st`);
  const previous = readJournal(path);
  assert.deepEqual(previous.problem, { kind: "torn", line: 4, reason: "the line has no end" });
  assert.equal(previous.records.length, 3);

  const journal = openJournal({ path, clock, redact: (text) => text, previous });
  journal.record({ type: "step.begin", step: 2 });
  journal.close();
  const { records, problem } = readJournal(path);
  assert.equal(problem, undefined);
  assert.deepEqual(records.at(-1)?.event, { type: "step.begin", step: 2 });
  assert.ok(readFileSync(path, "utf8").startsWith(whole));
});

test("zeros are damage; at the end they are the trace of a power cut", () => {
  const whole = readFileSync(written());
  const cut = whole.lastIndexOf(10, -2) + 1; // where the last line begins
  const zeros = (from: number, to = whole.length): Buffer => Buffer.from(whole).fill(0, from, to);
  const found = Object.fromEntries(
    Object.entries({
      all: zeros(0),
      "the last line": zeros(cut),
      "the rest of the last line": zeros(cut + 9),
      "behind the end": Buffer.concat([whole, Buffer.alloc(4096)]),
      "the middle": zeros(cut - 9, cut - 5),
      "the middle, over the end of a line": zeros(cut - 9, cut + 9),
    }).map(([name, bytes]) => {
      const path = join(dir, "zeros.jsonl");
      writeFileSync(path, bytes);
      const { records, problem } = readJournal(path);
      return [name, [records.length, problem?.kind, problem?.line]];
    }),
  );
  assert.deepEqual(found, {
    all: [0, "lost", 1],
    "the last line": [2, "lost", 3],
    "the rest of the last line": [2, "lost", 3],
    "behind the end": [3, "lost", 4],
    "the middle": [1, "broken", 2],
    "the middle, over the end of a line": [1, "broken", 2],
  });
});

test("half a surrogate pair is recorded as U+FFFD, so that the record and all files agree", () => {
  const path = join(dir, "halves.jsonl");
  const journal = openJournal({ path, clock, redact: (text) => text });
  const record = journal.record({ type: "warning", text: "a\ud83d b\ude42 \ud83d\ude42" });
  journal.close();
  assert.deepEqual(record.event, { type: "warning", text: "a\ufffd b\ufffd 🙂" });
  assert.deepEqual(readJournal(path).records, [record]);
});

test("no secret reaches the file, in any of its encodings", () => {
  const secret = `sk-"CANARY"/+ü0123456789`;
  const path = join(dir, "secret.jsonl");
  const journal = openJournal({ path, clock, redact: createRedact({ KIMI_API_KEY: secret, SHORT: "true" }) });
  const bytes = Buffer.from(secret);
  const forms = [
    secret,
    JSON.stringify({ secret }),
    encodeURIComponent(secret),
    bytes.toString("base64"),
    bytes.toString("base64url"),
    bytes.toString("hex"),
  ];
  const { event } = journal.record({ type: "warning", text: `true ${forms.join(" ")}` });
  journal.close();
  const text = readFileSync(path, "utf8");
  for (const form of forms) assert.ok(!text.includes(form), form);
  assert.ok(event.type === "warning");
  assert.equal(
    event.text,
    `true [redacted:KIMI_API_KEY] {"secret":"[redacted:KIMI_API_KEY]"} [redacted:KIMI_API_KEY] [redacted:KIMI_API_KEY] [redacted:KIMI_API_KEY] [redacted:KIMI_API_KEY]`,
  );
});

/** A full disk takes the first bytes of a line and says nothing; the run once went on as if the line were there. */
test("a line that fits the disk only in part is an error, and earlier records stay readable", () => {
  const path = join(dir, "full.jsonl");
  const program = `
    import { systemClock } from "${join(import.meta.dirname, "../../src/base/clock.ts")}";
    import { openJournal } from "${join(import.meta.dirname, "../../src/session/journal.ts")}";
    const journal = openJournal({ path: "${path}", clock: systemClock, redact: (text) => text });
    let recorded = 0;
    try {
      for (;;) { journal.record({ type: "warning", text: "x".repeat(300) }); recorded += 1; }
    } catch ({ code, message }) {
      journal.record({ type: "warning", text: "short" });
      console.log(JSON.stringify({ recorded: recorded + 1, code, message }));
    }`;
  const limited = ["--norc", "-c", 'ulimit -f 2 && exec "$0" --input-type=module -e "$1"', process.execPath, program];
  const { stdout, stderr } = spawnSync("bash", limited, { encoding: "utf8" });
  const { recorded, code, message } = JSON.parse(stdout || JSON.stringify({ message: stderr }));
  assert.deepEqual([code, message], ["session.write", `The journal cannot be written: ${path}: file too large.`]);
  const { records, problem } = readJournal(path);
  assert.deepEqual([records.length, problem], [recorded, undefined]);
});

test("records of version 1 are upgraded when they are read, and the journal continues after them", () => {
  const path = join(dir, "old.jsonl");
  const old = {
    type: "context.append",
    messages: [
      { role: "user", content: "hello" },
      {
        role: "assistant",
        content: [
          { type: "think", text: "hm", signature: "c2ln" },
          { type: "think", text: "", redacted: "b3BhcXVl" },
          { type: "text", text: "I look." },
        ],
        toolCalls: [{ id: "c1", name: "look", arguments: "{}" }],
      },
    ],
  } as unknown as WireEvent;
  const inside = { type: "subagent.event", callId: "c", agentId: "a", agent: "plan", event: old } as const;
  let prev = "0".repeat(64);
  for (const [seq, event] of [old, inside].entries()) {
    const { line, record } = seal({ v: 1, seq, time: "", prev, event });
    appendFileSync(path, line);
    prev = record.hash;
  }
  const previous = readJournal(path);
  const journal = openJournal({ path, clock, redact: (text) => text, previous });
  journal.record({ type: "step.begin", step: 1 });
  journal.close();
  const { records, problem } = readJournal(path);
  const message = {
    role: "assistant",
    blocks: [
      { type: "think", text: "hm", extra: '{"signature":"c2ln"}' },
      { type: "think", text: "", extra: '{"data":"b3BhcXVl"}' },
      { type: "text", text: "I look." },
      { type: "call", id: "c1", name: "look", arguments: "{}" },
    ],
  };
  const appended = { type: "context.append", messages: [{ role: "user", content: "hello" }, message] };
  assert.equal(problem, undefined);
  assert.deepEqual(
    records.map(({ v, event }) => [v, event]),
    [
      [1, appended],
      [1, { ...inside, event: appended }],
      [2, { type: "step.begin", step: 1 }],
    ],
  );
});

test("a block that redaction changed loses its signature, and the others keep theirs", () => {
  const path = join(dir, "sealed.jsonl");
  const journal = openJournal({ path, clock, redact: createRedact({ API_KEY: "sk-secret-0001" }) });
  const think = (text: string) => ({ type: "think", text, extra: '{"signature":"c2ln"}' }) as const;
  const message = (text: string) =>
    ({
      role: "assistant",
      blocks: [
        think(text),
        think("fine"),
        { type: "opaque", json: `{"said":"${text}"}` },
        { type: "text", text: "Hm." },
      ],
      extra: `{"reasoning_details":[{"text":"${text}"}]}`,
    }) as const;
  const append = (text: string): WireEvent => ({ type: "context.append", messages: [message(text)] });
  const [kept, changed] = [append("plain"), append("is sk-secret-0001")].map((event) => journal.record(event).event);
  journal.close();
  assert.deepEqual(kept, append("plain"));
  assert.deepEqual(changed, {
    type: "context.append",
    messages: [
      {
        role: "assistant",
        blocks: [{ type: "think", text: "is [redacted:API_KEY]" }, think("fine"), { type: "text", text: "Hm." }],
      },
    ],
  });
});
