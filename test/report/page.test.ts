/** The page from records: however large the run, and however its journal ends. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { MAX_PAGE_BYTES, renderPage } from "../../src/report/page.ts";
import type { OutcomeRecord } from "../../src/protocol/outcome.ts";
import type { JournalRecord, WireEvent } from "../../src/protocol/wire.ts";
import { sized } from "../doubles/size.ts";

const recordsOf = (events: readonly WireEvent[]): readonly JournalRecord[] =>
  events.map((event, seq) => ({
    v: 2,
    seq,
    time: new Date(1_700_000_000_000 + seq * 1000).toISOString(),
    prev: "",
    event,
    hash: "",
  }));

/** A step with one call, whose texts have this length. */
const step = (n: number, chars: number): readonly WireEvent[] => [
  { type: "step.begin", step: n },
  {
    type: "context.append",
    messages: [
      {
        role: "assistant",
        blocks: [
          { type: "text", text: "w".repeat(chars) },
          {
            type: "call",
            id: `c${n}`,
            name: "execute_command",
            arguments: JSON.stringify({ command: "<".repeat(chars) }),
          },
        ],
      },
    ],
  },
  {
    type: "call.judged",
    callId: `c${n}`,
    tool: "execute_command",
    summary: `run ${n}`,
    capabilities: [{ kind: "exec", command: "x", cwd: "." }],
    decision: { verdict: n % 2 === 0 ? "approve" : "reject", rule: "r" },
  },
  {
    type: "context.append",
    messages: [{ role: "tool", toolCallId: `c${n}`, content: "&".repeat(chars), isError: false }],
  },
];

test("a run of any size has a page of at most 5 MB", () => {
  const patch = Array.from(
    { length: sized(100, 400) },
    (_, at) =>
      `diff --git a/f${at} b/f${at}\n--- a/f${at}\n+++ b/f${at}\n@@ -0,0 +1,200 @@\n${`+${"'".repeat(300)}\n`.repeat(200)}`,
  ).join("");
  for (const [count, chars] of [
    [20, 300_000],
    [3000, 2000],
    [20_000, 20],
  ] as const) {
    const records = recordsOf(Array.from({ length: count }, (_, at) => step(at + 1, chars)).flat());
    const page = renderPage({ records, patch });
    assert.ok(Buffer.byteLength(page) <= MAX_PAGE_BYTES, `${page.length} bytes for ${count} steps`);
    assert.match(page, /<h2 id="steps">Steps<\/h2>/);
    assert.match(page, /left out/);
  }
});

test("a journal that ends at any record has a page", () => {
  const records = recordsOf([...step(1, 5), ...step(2, 5)]);
  for (let length = 0; length <= records.length; length += 1)
    assert.match(renderPage({ records: records.slice(0, length), patch: "" }), /<h1>Ended without a result<\/h1>/);
});

test("a page is made also with an invalid patch, or with half of one", () => {
  for (const patch of [
    "nonsense\n",
    "diff --git a/x b/x\n@@ -1,9 +1,9 @@\n-a\n",
    'diff --git "a/\\303\\244" "b/\\303\\244"\nGIT binary patch\nliteral 3\n',
    "@@ -1 +1 @@\n-a\n+b\n",
  ])
    assert.match(renderPage({ records: [], patch }), /<h2 id="changes">/);
});

test("characters that people cannot see are spelt out; pictures of several characters stay whole", () => {
  const text = "a\u200Bb\u2028c\u3164d\uFE01e \u{1F469}\u200D\u{1F4BB} \u2764\uFE0F\u{E0001}";
  const [record] = recordsOf([{ type: "warning", text }]);
  const page = renderPage({ records: record === undefined ? [] : [record], patch: "" });
  const shown = /<p class="note waits">([^]*?)<\/p>/
    .exec(page)?.[1]
    ?.replaceAll(/<span class="inv">(.*?)<\/span>/g, "{$1}");
  assert.equal(shown, "Warning: a{U+200B}b{U+2028}c{U+3164}d{U+FE01}e \u{1F469}\u200D\u{1F4BB} \u2764\uFE0F[U+E0001]");
});

/** It said "Next: apply" for a change that was in the checkout already. */
test("the page says that a change was applied, and how to apply one that was not", () => {
  const usage = { input: 1, cacheRead: 0, cacheWrite: 0, output: 1 };
  const end = { type: "session.end", outcome: "completed", reason: "r", steps: 1, usage, filesChanged: 1 } as const;
  const said = (checkout: OutcomeRecord["checkout"]): readonly boolean[] => {
    const page = renderPage({ records: recordsOf([{ ...end, checkout }]), patch: "" });
    return ["kimi-runner apply", "applied to the checkout", "<h1>Completed</h1>"].map((words) => page.includes(words));
  };
  assert.deepEqual(said({ kind: "applied" }), [false, true, true]);
  assert.deepEqual(said({ kind: "left", reason: "r" }), [true, false, true]);
});
