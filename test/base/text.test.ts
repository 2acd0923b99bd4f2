/** Text that is cut or shown: both ends kept, no half characters, nothing that a log or Markdown would obey. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { canonicalJson } from "../../src/base/canonical-json.ts";
import { backoffMs } from "../../src/base/backoff.ts";
import { nearest } from "../../src/base/nearest.ts";
import { fenced, htmlText, inline, plainText, quoted } from "../../src/base/plain-text.ts";
import { headTail, oneLine } from "../../src/base/truncate.ts";
import { cpuMs } from "../doubles/cpu-time.ts";

test("headTail keeps two thirds of the head and one of the tail", () => {
  const note = (dropped: number) => `<${dropped}>`;
  assert.equal(headTail("abcdefghi", 9, note), "abcdefghi");
  assert.equal(headTail("abcdefghij", 9, note), "abcdef\n<1>\nhij");
});

test("headTail never cuts a surrogate pair", () => {
  const text = "🙂".repeat(20);
  for (let max = 2; max < 40; max += 1) {
    const cut = headTail(text, max, () => "|");
    assert.ok(cut.isWellFormed(), `${max}: ${cut}`);
  }
});

test("oneLine flattens and cuts", () => {
  assert.equal(oneLine(" a\n\tb  c ", 10), "a b c");
  assert.equal(oneLine("abcdef", 4), "abc…");
});

test("terminal escapes and control characters are removed", () => {
  assert.equal(
    plainText("a\u001B[31mred\u001B[0m\r\nb\u001B]8;;http://x\u0007link\u001B]8;;\u0007\u0000\u009Bc\td"),
    "ared\nblink\td",
  );
});

/** A held command once showed an approver something else than what would run. */
test("characters that reorder or hide text are shown by their numbers", () => {
  assert.equal(plainText("rm \u202Etxt.a\u202C \u{E0061}\u2066x"), "rm [U+202E]txt.a[U+202C] [U+E0061][U+2066]x");
  assert.equal(plainText("\u05D0\u200F 👩\u200D💻"), "\u05D0\u200F 👩\u200D💻");
});

test("text inside HTML is inert", () => {
  assert.equal(htmlText(`<img src="x">&amp;\n@all\u0007`), "&lt;img src=&quot;x&quot;&gt;&amp;amp; @<!-- -->all");
});

test("no line of quoted text is a workflow command", () => {
  const hostile = "::error::x\n  ::add-mask::y\r\n\u2028::stop-commands::z\n##[command]w\na ##[error]b";
  for (const line of quoted(hostile).split("\n")) {
    assert.ok(line.startsWith("│ "), line);
    assert.ok(!line.includes("##["), line);
  }
});

test("a fence is longer than any fence inside", () => {
  assert.equal(fenced("a\n````\nb", "js"), "`````js\na\n````\nb\n`````");
  assert.equal(fenced("plain"), "```\nplain\n```");
});

test("inline Markdown is inert", () => {
  assert.equal(inline("![x](http://a) <b>@all `c`"), "!\\[x\\](http://a) \\<b\\>@<!-- -->all \\`c\\`");
});

test("canonical JSON sorts keys, drops undefined, refuses what JSON cannot hold", () => {
  assert.equal(
    canonicalJson({ b: [1, { d: null, c: "é" }], a: undefined, 10: true, 9: false }),
    `{"10":true,"9":false,"b":[1,{"c":"é","d":null}]}`,
  );
  assert.throws(() => canonicalJson({ a: NaN }), TypeError);
  assert.throws(() => canonicalJson({ a: 1n }), TypeError);
});

test("back-off doubles, jitters and is capped", () => {
  const backoff = { initialMs: 300, maxMs: 5000, jitterMs: 500 };
  assert.deepEqual(
    [1, 2, 3, 4, 5, 6].map((attempt) => backoffMs(attempt, backoff, () => 0)),
    [300, 600, 1200, 2400, 4800, 5000],
  );
  assert.equal(
    backoffMs(1, backoff, () => 0.5),
    550,
  );
});

test("back-off also adds jitter to capped waits", () => {
  const backoff = { initialMs: 50, maxMs: 3000, jitterMs: 1000 };
  const waits = [0, 0.25, 0.999].map((random) => backoffMs(30, backoff, () => random));
  assert.deepEqual(waits, [3000, 3250, 3999]);
});

test("the nearest name, also of thousands for a name of thousands of characters", () => {
  const names = Array.from({ length: 20_000 }, (_, at) => `src/some/folder/file-${at}.ts`);
  const spent = cpuMs(() => {
    assert.equal(nearest("src/some/folder/fiel-19999.ts", names.slice(-9)), "src/some/folder/file-19999.ts");
    assert.equal(nearest("x".repeat(4_096), names), undefined); // each distance took 7 ms
  });
  assert.ok(spent < 10_000, `${spent} ms`);
});
