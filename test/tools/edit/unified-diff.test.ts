import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { countsOf, unifiedDiff } from "../../../src/tools/edit/unified-diff.ts";
import { createRepository } from "../../doubles/repository.ts";

const numbers = (count: number): string => Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join("");

test("a change in the middle, with three lines of context", () => {
  const before = numbers(10);
  const diff = unifiedDiff("src/a.ts", before, before.replace("line 5\n", "five\nand a half\n"));
  assert.deepEqual(diff, {
    text: "--- a/src/a.ts\n+++ b/src/a.ts\n@@ -2,7 +2,8 @@\n line 2\n line 3\n line 4\n-line 5\n+five\n+and a half\n line 6\n line 7\n line 8\n",
    added: 2,
    removed: 1,
  });
  assert.equal(countsOf(diff), "+2 −1");
});

test("nothing differs, nothing is printed", () => {
  assert.deepEqual(unifiedDiff("a", "x\n", "x\n"), { text: "", added: 0, removed: 0 });
});

test("distant changes get hunks of their own, near ones share one", () => {
  const before = numbers(30);
  const after = before.replace("line 2\n", "").replace("line 8\n", "eight\n").replace("line 25\n", "line 25\nnew\n");
  const headers = unifiedDiff("a", before, after).text.match(/^@@.*@@$/gm);
  assert.deepEqual(headers, ["@@ -1,11 +1,10 @@", "@@ -23,6 +22,7 @@"]);
});

test("a few changes in a long file are found, many count as one that replaces all between", () => {
  const before = numbers(100_000);
  const lines = before.split("\n");
  const { user } = process.cpuUsage();
  const few = unifiedDiff("a", before, lines.map((line, index) => (index % 2_000 === 999 ? "new" : line)).join("\n"));
  assert.deepEqual([few.added, few.removed, few.text.match(/^@@/gm)?.length], [50, 50, 50]);
  const many = unifiedDiff("a", before, lines.map((line, index) => (index % 20 === 9 ? "new" : line)).join("\n"));
  assert.deepEqual(
    [many.added, many.removed, many.text.match(/^@@.*@@$/gm)],
    [99_981, 99_981, ["@@ -7,99987 +7,99987 @@"]],
  );
  // Together they take 0.3 s.
  assert.ok(process.cpuUsage().user - user < 10_000_000);
});

const CASES: readonly (readonly [label: string, path: string, before: string | undefined, after: string])[] = [
  ["a new file", "new.txt", undefined, "a\nb\n"],
  ["a new file without final newline", "new.txt", undefined, "a"],
  ["an emptied file", "a.txt", "a\nb\n", ""],
  ["a filled file", "a.txt", "", "a\n"],
  ["the final newline goes", "a.txt", "a\nb\n", "a\nb"],
  ["the final newline comes", "a.txt", "a\nb", "a\nb\n"],
  ["CRLF lines", "a.txt", "a\r\nb\r\nc\r\n", "a\r\nB\r\nc\r\n"],
  ["lines that look like a diff", "a.txt", "-- a\n++ b\n@@ -1 +1 @@\n", "-- a\n+++ b\n@@ -1 +1 @@\n"],
  ["a path with a space and umlaut", "dir/m ü.txt", "a\n", "b\n"],
  ["a path with a quote and a control character", 'q"\\\x01.txt', "a\n", "b\n"],
  ["a middle too large to compare", "big.txt", numbers(1500), numbers(1500).replaceAll("line", "row")],
  [
    "a large middle, and the final newline goes",
    "big.txt",
    numbers(1500),
    `${numbers(1500).replaceAll("line", "row")}x`,
  ],
  ["a large file is emptied", "big.txt", numbers(1500), ""],
  ["a large new file without final newline", "big.txt", undefined, `${numbers(1500)}x`],
  ["a path with spaces only", "my dir/my file.txt", "a\n", "b\n"],
  ["repeated lines", "a.txt", "x\n\nx\n\nx\n", "\nx\nx\n\ny\nx\n"],
];

for (const [label, path, before, after] of CASES) {
  test(`git apply takes it: ${label}`, () => {
    using repository = createRepository(
      before === undefined ? { files: { other: "" } } : { files: { [path]: before } },
    );
    repository.write(".git/.patch", unifiedDiff(path, before, after).text);
    repository.git("apply", "--whitespace=nowarn", ".git/.patch");
    assert.ok(existsSync(join(repository.dir, path)));
    assert.equal(repository.read(path), after);
  });
}

test("git apply takes 30 mixed-up texts", () => {
  using repository = createRepository({ files: { other: "" } });
  let state = 7;
  const random = (below: number): number => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) % below;
  const words = (): string => Array.from({ length: random(25) }, () => "abcdef"[random(6)]).join("\n");
  for (let round = 0; round < 30; round += 1) {
    const [before, after] = [`${words()}\n`, words()];
    if (before === after) continue;
    repository.write("f", before);
    repository.write(".git/p", unifiedDiff("f", before, after).text);
    repository.git("apply", "--whitespace=nowarn", ".git/p");
    assert.equal(
      existsSync(join(repository.dir, "f")) ? repository.read("f") : "",
      after,
      JSON.stringify({ before, after }),
    );
  }
});
