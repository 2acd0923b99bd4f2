/** The transcript: what a maintainer reads, whatever a model wrote into it. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { JournalRecord, WireEvent } from "../../src/protocol/wire.ts";
import { renderTranscript } from "../../src/sinks/transcript.ts";

const records = (...events: readonly WireEvent[]): readonly JournalRecord[] =>
  events.map((event, seq) => ({ v: 1, seq, time: "", prev: "", event, hash: "" }));

/** One call with its result, as Markdown. */
function callOf(name: string, input: unknown, result = "ok"): string {
  return renderTranscript(
    records(
      {
        type: "context.append",
        messages: [
          { role: "assistant", content: [], toolCalls: [{ id: "c", name, arguments: JSON.stringify(input) }] },
        ],
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
  const held = { callId: "c", tool: "t", summary: "do it", rule: "default", digest: "0".repeat(64), preview: "x" };
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
