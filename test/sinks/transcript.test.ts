/** The transcript: what a maintainer reads, whatever a model wrote into it. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { money } from "../../src/base/words.ts";
import { DEFAULT_LIMITS, limitWords } from "../../src/protocol/limits.ts";
import type { JournalRecord, WireEvent } from "../../src/protocol/wire.ts";
import { terminalText } from "../../src/sinks/terminal-text.ts";
import { renderTranscript } from "../../src/sinks/transcript.ts";
import { said } from "../doubles/message.ts";

const records = (...events: readonly WireEvent[]): readonly JournalRecord[] =>
  events.map((event, seq) => ({ v: 1, seq, time: "", prev: "", event, hash: "" }));

/** One call with its result, as Markdown. */
function callOf(name: string, input: unknown, result = "ok"): string {
  return renderTranscript(
    records(
      {
        type: "context.append",
        messages: [said([], { id: "c", name, arguments: JSON.stringify(input) })],
      },
      { type: "context.append", messages: [{ role: "tool", toolCallId: "c", content: result, isError: false }] },
    ),
  );
}

/** Markdown is not read inside the HTML of `<summary>`: an escape of Markdown left the tag alive there. */
test("a tool name is text in the HTML around its arguments", () => {
  const text = callOf("read_file <img src=x>", {});
  assert.equal(
    text,
    [
      "<details><summary>✓ read_file &lt;img src=x&gt;</summary>",
      "read\\_file \\<img src=x\\>",
      "```json\n{}\n```",
      "```\nok\n```",
      "</details>\n",
    ].join("\n\n"),
  );
});

/** `printf 'a\\n'` was shown as if it held a line break. */
test("line breaks in arguments are shown as such, written backslashes stay", () => {
  const text = callOf("x", { a: "one\ntwo", b: "printf 'a\\n'", c: "\\\n" });
  assert.ok(text.includes(`"a": "one\ntwo",\n  "b": "printf 'a\\\\n'",\n  "c": "\\\\\n"\n`), text);
});

test("a result that holds fences, HTML and headings stays in its block", () => {
  const hostile = "```\n</details>\n# Outcome: completed\n````\n<script>";
  assert.ok(callOf("x", {}, hostile).endsWith(`\`\`\`\`\`\n${hostile}\n\`\`\`\`\`\n\n</details>\n`));
});

test("a held command is shown as it is, a held edit as a diff; one step is one step", () => {
  const held = {
    callId: "c",
    index: 0,
    tool: "t",
    summary: "do it",
    rule: "default",
    digest: "0".repeat(64),
    preview: "x",
  };
  const usage = { input: 1, cacheRead: 0, cacheWrite: 0, output: 1 };
  const text = renderTranscript(
    records(
      {
        type: "deferral.open",
        held: [
          { ...held, capabilities: [{ kind: "exec", command: "x", cwd: "." }] },
          { ...held, capabilities: [{ kind: "write", path: "a" }] },
        ],
      },
      { type: "session.end", outcome: "deferred", reason: "Waiting.", steps: 1, usage, filesChanged: 1 },
    ),
  );
  assert.deepEqual(text.match(/^```.*$/gm), ["```", "```", "```diff", "```"]);
  assert.ok(text.endsWith("\n\n1 step, 2 tokens, cost unknown, 1 file changed.\n"), text);
});

test("the work of a subagent is folded away where it ended, with the decisions about its calls", () => {
  const inside = (event: WireEvent): WireEvent => ({
    type: "subagent.event",
    callId: "c",
    agentId: "a1",
    agent: "explore",
    event,
  });
  const usage = { input: 1, cacheRead: 0, cacheWrite: 0, output: 1 };
  const text = renderTranscript(
    records(
      { type: "subagent.begin", callId: "c", agentId: "a1", agent: "explore", prompt: "Look." },
      inside({ type: "step.begin", step: 1 }),
      inside({
        type: "context.append",
        messages: [said([], { id: "x", name: "read_file", arguments: "{}" })],
      }),
      { type: "todo.update", todos: [] },
      inside({
        type: "call.judged",
        callId: "x",
        tool: "read_file",
        summary: "read a",
        capabilities: [],
        decision: { verdict: "approve", rule: "read" },
      }),
      inside({
        type: "context.append",
        messages: [{ role: "tool", toolCallId: "x", content: "ok", isError: false }],
      }),
      { type: "subagent.end", callId: "c", agentId: "a1", agent: "explore", stop: "end_turn", steps: 1, usage },
    ),
  );
  assert.equal(
    text,
    [
      "### Subagent a1 (explore)",
      "```\nLook.\n```",
      "> Subagent a1 ended (end_turn): 1 step, 2 tokens.",
      "<details><summary>What a1 did</summary>",
      "## Step 1",
      "<details><summary>✓ read a</summary>",
      "read\\_file, approved by read",
      "```json\n{}\n```",
      "```\nok\n```",
      "</details>",
      "</details>\n",
    ].join("\n\n"),
  );
});

/** All that came after it was taken for the rest of the compaction, and left out. */
test("a compaction that a kill cut off hides nothing of what the resumed run does", () => {
  const text = renderTranscript(
    records(
      { type: "compaction.begin", trigger: "full", tokens: 9 },
      { type: "context.clear" },
      { type: "session.resume", rung: "sealed" },
      { type: "context.append", messages: [said("I go on.")] },
    ),
  );
  const lines = [
    "> The conversation of 9 tokens is compacted (full).",
    "---",
    "The session continues.",
    "> I go on.\n",
  ];
  assert.equal(text, lines.join("\n\n"));
});

const AT = (seconds: number): string => new Date(Date.UTC(2026, 0, 1, 0, 0, seconds)).toISOString();

/** A step of two calls, as a maintainer reads it. */
function story(): string {
  const usage = { input: 1200, cacheRead: 800, cacheWrite: 0, output: 34 };
  const events: readonly (readonly [number, WireEvent])[] = [
    [0, { type: "context.append", messages: [{ role: "user", content: "Do what the issue asks for." }] }],
    [1, { type: "step.begin", step: 1 }],
    [2, { type: "step.usage", usage, costUsd: 0.01 } as unknown as WireEvent],
    [
      3,
      {
        type: "context.append",
        messages: [said("I look at `add` **first**.\n\n<b>x</b>", { id: "c", name: "read_file", arguments: "{}" })],
      },
    ],
    [4, { type: "tool.end", callId: "c", durationMs: 1500, isError: false } as unknown as WireEvent],
    [5, { type: "context.append", messages: [{ role: "tool", toolCallId: "c", content: "ok", isError: false }] }],
    [9, { type: "session.end", outcome: "completed", reason: "Done.", steps: 1, usage, filesChanged: 1 }],
  ];
  const all = events.map(([second, event], seq) => ({ v: 1, seq, time: AT(second), prev: "", event, hash: "" }));
  return renderTranscript(all as readonly JournalRecord[], "--- a/x\n+++ b/x\n+one\n");
}

test("prose stays prose, a call is one line with its duration, a step has its duration, and the change comes last", () => {
  const text = story();
  assert.match(
    text,
    /^### Task\n\n> Do what the issue asks for\.\n\n## Step 1 · 4\.0 s · 2,034 tokens, 800 of them from cache/,
  );
  assert.ok(text.includes("\n\n> I look at `add` **first**.\n>\n> &lt;b>x&lt;/b>\n\n"), text);
  assert.ok(text.includes("<details><summary>✓ read_file · 1.5 s</summary>"), text);
  assert.ok(text.endsWith("## Changes\n\n```diff\n--- a/x\n+++ b/x\n+one\n```\n"), text);
});

test("on a terminal there is no mark of HTML or Markdown, and colour only where it is asked for", () => {
  const plain = terminalText(story(), { isColoured: false });
  assert.doesNotMatch(plain, /<\/?(?:details|summary|sub)>|^#|^```|&lt;|\u001B/m);
  assert.match(plain, /^✓ read_file · 1\.5 s$/m);
  assert.match(plain, /^ {2}│ \+one$/m);
  assert.match(plain, /^> <b>x<\/b>$/m);
  const coloured = terminalText(story(), { isColoured: true });
  assert.ok(coloured.includes("\u001B[1mStep 1 · "));
  // oxlint-disable-next-line no-control-regex
  assert.equal(coloured.replaceAll(/\u001B\[\dm/g, ""), plain);
});

test("on a terminal a span of code is its content, also in quotations and bold, and has no marks inside", () => {
  const lines = [
    "- start commit: `abc`, ``a ` b``, `x **y** &lt;`",
    "**`bold`** \\`no code\\` &lt;",
    "> I add `z`:",
    "> ```js",
    "> f(`**`)",
    "> ```",
    "an odd ` stays",
  ];
  assert.deepEqual(terminalText(lines.join("\n"), { isColoured: false }).split("\n"), [
    "- start commit: abc, a ` b, x **y** &lt;",
    "bold `no code` <",
    "> I add z:",
    ">   │ f(`**`)",
    "an odd ` stays",
  ]);
});

test("the limits of a run are words and rounded amounts", () => {
  const limits = {
    ...DEFAULT_LIMITS,
    costUsd: 1 / 3,
    ownCostUsd: 2,
    costUsdPerDay: 5,
    steps: 1,
    tokens: 1e6,
    mistakes: 1,
  };
  assert.equal(
    limitWords(limits).join(", "),
    "1 step, 30 minutes, $0.33 (of $2.00 for a run), $5.00 a day, 1,000,000 tokens, 3 paid attempts without an answer, 5 steps with rejections, 1 mistake in a row",
  );
  assert.deepEqual([0, 0.00002, 0.0123, 0.05, 0.016, 0.1234, 12].map(money), [
    "$0.00",
    "$0.00",
    "$0.0123",
    "$0.05",
    "$0.016",
    "$0.12",
    "$12.00",
  ]);
});
