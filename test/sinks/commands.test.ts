/** Nothing that a model, a repository or a server says is obeyed by the runner that prints it. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { breakCommands, fenced, inline, logText, plainText, quoted } from "../../src/base/plain-text.ts";
import { oneLine } from "../../src/base/truncate.ts";
import type { WireEvent } from "../../src/protocol/wire.ts";
import { createOutgoing } from "../../src/publish/render/outgoing.ts";
import { safeInline, safeMarkdown } from "../../src/publish/render/safe-markdown.ts";
import { createConsole } from "../../src/sinks/console.ts";
import { terminalText } from "../../src/sinks/terminal-text.ts";
import { heldBlocks, resultBlocks } from "../../src/sinks/wire-display.ts";
import { OUTPUTS, type OutputFormat } from "../../src/sinks/output.ts";
import { cpuMs } from "../doubles/cpu-time.ts";
import { parseCommands } from "../doubles/command-files.ts";
import { HOSTILE_LINES } from "../doubles/hostile-lines.ts";

test("the lines are hostile", () => {
  assert.ok(HOSTILE_LINES.length >= 60);
  const obeyed = HOSTILE_LINES.filter((line) => parseCommands(line).length + parseCommands(plainText(line)).length > 0);
  assert.ok(obeyed.length >= 50, `${obeyed.length}`);
});

const USAGE = { input: 1, cacheRead: 0, cacheWrite: 0, output: 1 };

/** One event of each kind that the console tells, with `text` wherever somebody else's words can be. */
function eventsWith(text: string): readonly WireEvent[] {
  const decision = { verdict: "reject", rule: text, reason: text } as const;
  const held = {
    callId: text,
    index: 0,
    tool: text,
    summary: text,
    preview: text,
    capabilities: [],
    rule: text,
    reason: text,
    digest: "0".repeat(64),
  };
  const own: readonly WireEvent[] = [
    { type: "step.retry", step: 1, attempt: 1, maxAttempts: 3, reason: text, waitMs: 1 } as unknown as WireEvent,
    { type: "call.judged", callId: "a", tool: text, summary: text, capabilities: [], decision },
    {
      type: "call.judged",
      callId: "b",
      tool: text,
      summary: text,
      capabilities: [],
      decision: { ...decision, verdict: "approve" },
    },
    {
      type: "context.append",
      messages: [{ role: "tool", toolCallId: "b", content: `${text}\n${text}`, isError: true }],
    },
    { type: "context.append", messages: [{ role: "tool", toolCallId: "c", content: text, isError: true }] },
    { type: "deferral.open", held: [held] } as unknown as WireEvent,
    {
      type: "deferral.answer",
      digest: "0".repeat(64),
      verdict: "reject",
      by: text,
      reason: text,
    } as unknown as WireEvent,
    { type: "assumption.made", question: text } as unknown as WireEvent,
    { type: "repetition.notice", tool: text, count: 5 } as unknown as WireEvent,
    { type: "mcp.begin", servers: [text] },
    { type: "mcp.end", servers: [{ name: text, error: text }] } as unknown as WireEvent,
    { type: "warning", text },
    { type: "verify.begin", round: 1, commands: [text] },
    {
      type: "verify.end",
      round: 1,
      passed: false,
      results: [{ command: text, passed: false, end: text, output: text }],
    },
    { type: "hook.end", event: "Stop", target: text, action: "block", reason: text, durationMs: 1 },
    { type: "mail.sent", checkpoint: 1, message: text, restoreFiles: false },
    { type: "mode.switch", from: text, to: text, reason: text },
    { type: "flow.move", from: text, to: text, moves: 1, choice: text },
    { type: "notification", text },
    { type: "steer.input", text },
    { type: "subagent.begin", callId: "c", agentId: text, agent: text, prompt: text },
    { type: "subagent.end", callId: "c", agentId: text, agent: text, stop: "end_turn", steps: 1, usage: USAGE },
  ];
  const inside = own.map((event): WireEvent => ({
    type: "subagent.event",
    callId: "c",
    agentId: text,
    agent: text,
    event,
  }));
  const begin = {
    type: "session.begin",
    sessionId: text,
    task: text,
    model: text,
    headCommit: text,
  } as unknown as WireEvent;
  const end: WireEvent = {
    type: "session.end",
    outcome: "failed",
    reason: text,
    steps: 1,
    usage: USAGE,
    filesChanged: 0,
    text,
  };
  return [begin, ...own, ...inside, end];
}

function printed(format: OutputFormat, events: readonly WireEvent[]): string {
  let text = "";
  const print = (more: string): void => void (text += breakCommands(more)); // as the entries of the action and of the CLI in a job do
  const sinks = [createConsole({ err: print, elapsedMs: () => 0 }), OUTPUTS[format].sink({ out: print })];
  for (const event of events) {
    for (const sink of sinks) void sink.write({ v: 1, seq: 0, time: "", prev: "", hash: "", event });
  }
  return text;
}

test("the console: foreign words are not a command in any place", () => {
  for (const line of HOSTILE_LINES) {
    const log = printed("text", eventsWith(line));
    assert.deepEqual(parseCommands(log), [], JSON.stringify(line));
    assert.ok(!/[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/.test(log), JSON.stringify(line));
  }
});

test("an outcome in JSON keeps its words", () => {
  const said = { reason: "a ##[error]b ::c::" };
  assert.deepEqual(JSON.parse(breakCommands(JSON.stringify(said))), said);
});

test("a log, a quotation, a comment, a title: no line is a command", () => {
  const outgoing = createOutgoing((text) => text);
  for (const line of HOSTILE_LINES) {
    const shown = [
      logText(line),
      quoted(line),
      logText(oneLine(line, 160)),
      breakCommands(plainText(line)),
      outgoing(line),
      outgoing(safeMarkdown(line)),
      outgoing(safeMarkdown(`\`\`\`\n${line}\n\`\`\``)),
      outgoing(fenced(line)),
      outgoing(safeInline(line)),
      outgoing(inline(line)),
    ];
    for (const text of shown) {
      assert.deepEqual(parseCommands(text), [], `${JSON.stringify(line)} → ${JSON.stringify(text)}`);
    }
  }
});

test("all of them in one text, with every kind of line end", () => {
  for (const end of ["\n", "\r", "\r\n", "\u2028", "\n\n"]) {
    const text = HOSTILE_LINES.join(end);
    for (const shown of [logText(text), quoted(text), breakCommands(text)]) assert.deepEqual(parseCommands(shown), []);
  }
});

test("ordinary text is left alone, and no text takes long", () => {
  for (const text of [
    "a::b",
    "std::vector<int>",
    "  - a: b",
    "#[derive(Debug)]",
    "## [link](x)",
    "[x] done",
    '{"a":"::"}',
    "::",
  ])
    assert.equal(logText(text), text === "::" ? ": :" : text);
  const pieces = ["\n", " ", ":", "\r", "\u2028", "##[", "\u001B]", "\u001B[", "{"];
  // All of it takes some 50 ms; a quadratic step over 65,536 characters takes many seconds.
  assert.ok(cpuMs(() => pieces.forEach((piece) => logText(piece.repeat(65_536)))) < 30_000);
});

test("a text of many marks is shown in no time", () => {
  const inSearch = "<<<<<<< SEARCH\n=======\n".repeat(2_500);
  const call = { id: "1", name: "apply_diff", arguments: JSON.stringify({ path: "a", diff: inSearch }) };
  const held = { index: 0, callId: "1", tool: "a", summary: "", rule: "r", reason: "", digest: "" } as const;
  const write = { kind: "write", path: "a" } as const;
  const ms = cpuMs(() => {
    assert.deepEqual(resultBlocks({ call, judged: undefined, todos: undefined, isError: false, output: "" }), []);
    assert.deepEqual(heldBlocks({ ...held, capabilities: [write], preview: "@@".repeat(30_000) }), []);
    terminalText(`\` ${"a".repeat(60_000)} b\``, { isColoured: false });
    terminalText("```=\\".repeat(12_000), { isColoured: false });
    assert.equal(fenced("` ".repeat(200_000)).length, 400_000 + 8);
  });
  assert.ok(ms < 1_500);
});
