/** The transcript: what a maintainer reads, whatever a model wrote into it. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { JournalRecord, WireEvent } from "../../src/protocol/wire.ts";
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
      "✓ **read\\_file \\<img src=x\\>**",
      "<details><summary>read_file &lt;img src=x&gt;</summary>",
      "```json\n{}\n```",
      "</details>",
      "```\nok\n```\n",
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
  assert.ok(callOf("x", {}, hostile).endsWith(`\`\`\`\`\`\n${hostile}\n\`\`\`\`\`\n`));
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

test("what a subagent did is folded away where it ended, its calls with their decisions", () => {
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
      "✓ **read a** — approved by `read`",
      "<details><summary>read_file</summary>",
      "```json\n{}\n```",
      "</details>",
      "```\nok\n```",
      "</details>\n",
    ].join("\n\n"),
  );
});
