/** Findings as SARIF: GitHub refuses a whole file for one result whose place or text is not as it wants. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Finding } from "../../src/protocol/tools/finding.ts";
import { sarifOf } from "../../src/review/sarif.ts";

const FINDING: Finding = { path: "a", quote: [], severity: "risk", title: "T", evidence: "E", fingerprint: "f" };

interface Result {
  readonly message: { readonly text: string };
  readonly locations: readonly {
    readonly physicalLocation: { readonly artifactLocation: { readonly uri: string }; readonly region: object };
  }[];
}

function resultsOf(...findings: readonly Partial<Finding>[]): readonly Result[] {
  const log = JSON.parse(sarifOf(findings.map((more) => ({ ...FINDING, ...more })))) as {
    readonly runs: readonly { readonly results: readonly Result[] }[];
  };
  return log.runs[0]?.results ?? [];
}

test("each result has a relative address without a scheme and a region, whatever path the model made up", () => {
  const anchor = { start: 3, end: 4 };
  const rows: readonly (readonly [string, Finding["anchor"], string, object])[] = [
    [
      "src/ünï code#1?.ts",
      { side: "RIGHT", ...anchor },
      "src/%C3%BCn%C3%AF%20code%231%3F.ts",
      { startLine: 3, endLine: 4 },
    ],
    ["src/gone.ts", { side: "LEFT", ...anchor }, "src/gone.ts", { startLine: 1 }],
    ["https://evil.example/x", undefined, "https%3A/evil.example/x", { startLine: 1 }],
    ["../../etc/./passwd", undefined, "etc/passwd", { startLine: 1 }],
    ["/", undefined, "unknown", { startLine: 1 }],
    ["half \uD800", undefined, "half%20%EF%BF%BD", { startLine: 1 }],
  ];
  assert.deepEqual(
    resultsOf(...rows.map(([path, at]) => ({ path, anchor: at }))).map(({ locations }) => locations),
    rows.map(([, , uri, region]) => [{ physicalLocation: { artifactLocation: { uri }, region } }]),
  );
});

test("texts have no link, no check mark, no hidden character and no control character", () => {
  const [result] = resultsOf({
    title: "✅ See ✔️[here](https://evil.example)",
    evidence: "a\u202Eb\u200Bc\u001B[31md\uD800 \\",
  });
  assert.equal(
    result?.message.text,
    String.raw`See \[here\](https://evil.example)

a\[U+202E\]bcd� \\`.replace("�", "\uFFFD"),
  );
});
