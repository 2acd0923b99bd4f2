/** What is new since the last review, and where a finding is at another head. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Anchor, Finding } from "../../src/protocol/tools/finding.ts";
import type { DiffFile, Hunk, ReviewDiff } from "../../src/review/diff.ts";
import { isNewPlace, newRange } from "../../src/review/new-range.ts";
import { cpuMs } from "../doubles/cpu-time.ts";
import { deletes, isUnchangedSince, reanchored } from "../../src/review/reanchor.ts";

const hunk = (newStart: number, kinds: string, oldStart = newStart): Hunk => ({ oldStart, newStart, kinds });

function diffOf(files: Readonly<Record<string, readonly Hunk[]>>, more: Partial<DiffFile> = {}): ReviewDiff {
  const entries = Object.entries(files).map(([path, hunks]): [string, DiffFile] => {
    const modes = { oldMode: "100644", newMode: "100644", oldId: "b", newId: "h" };
    return [path, { path, status: "modified", ...modes, isBinary: false, hunks, ...more }];
  });
  const patch = (path: string): string =>
    [
      `diff --git a/${path} b/${path}\n`,
      ...(files[path] ?? []).map((one) => `@@ ${one.newStart} @@\n${one.kinds}\n`),
    ].join("");
  return { base: "b", head: "h", files: new Map(entries), patch };
}

const right = (start: number, end = start): Anchor => ({ side: "RIGHT", start, end });

test("of two heads, only what touches the pull request is new", () => {
  const whole = diffOf({ a: [hunk(10, "   +   ")], gone: [hunk(0, "--", 1)], moved: [] });
  const between = diffOf({
    a: [hunk(1, " + "), hunk(12, " +- "), hunk(40, "+")],
    gone: [hunk(0, "--", 1)],
    moved: [hunk(3, "+")],
    other: [hunk(1, "+")],
  });
  const range = newRange(whole, between);
  assert.deepEqual(
    [...range.files.values()].map(({ path, hunks }) => [path, hunks.map(({ newStart }) => newStart)]),
    [
      ["a", [12]],
      ["gone", [0]],
      ["moved", [3]],
    ],
  );
  assert.equal(range.patch("a"), "diff --git a/a b/a\n@@ 12 @@\n +- \n");
  const rows: readonly (readonly [string, Anchor | undefined, boolean])[] = [
    ["a", right(13), true],
    ["a", right(12, 13), true],
    ["a", right(12), false],
    ["a", right(2), false],
    ["a", { side: "LEFT", start: 13, end: 13 }, true],
    ["moved", { side: "LEFT", start: 3, end: 3 }, false],
    ["a", undefined, true],
    ["other", undefined, false],
    ["other", right(1), false],
  ];
  for (const [path, anchor, expected] of rows)
    assert.equal(isNewPlace(range, path, anchor), expected, `${path} ${JSON.stringify(anchor)}`);
});

test("content behind a carriage return begins no hunk", () => {
  const patch = "diff --git a/a b/a\n@@ -0,0 +1 @@\n+x\r@@ y\n@@ -11,0 +12 @@\n+new\n";
  const between = { ...diffOf({ a: [hunk(1, "+"), hunk(12, "+")] }), patch: () => patch };
  const range = newRange(diffOf({ a: [hunk(12, "+")] }), between);
  assert.equal(range.patch("a"), "diff --git a/a b/a\n@@ -11,0 +12 @@\n+new\n");
});

test("a finding is found again only where its lines stand once in the difference", async () => {
  const at = async (
    head: string,
    more: Partial<Finding> = {},
    file: Partial<DiffFile> = {},
    kinds = "+++++",
    since: Partial<DiffFile> = {},
  ) => {
    const shown = async () => diffOf({ a: [] }, since);
    const diff = diffOf({ a: [hunk(1, kinds)] }, file);
    const content = async (id: string): Promise<Buffer> => Buffer.from(id === "h" ? head : "old\nkept\n");
    const finding: Finding = {
      path: "a",
      quote: ["x"],
      severity: "bug",
      title: "T",
      evidence: "E",
      fingerprint: "f",
      anchor: right(1),
      ...more,
    };
    const found = await reanchored(finding, { diff: async () => diff, content, shown });
    return found && [found.path, found.anchor];
  };
  const left = { quote: ["old"], anchor: { side: "LEFT", start: 1, end: 1 } } as const;
  assert.deepEqual(
    [
      await at("a\nx\nb\n"),
      await at("a\r\nx\r\n"),
      await at("x\nx\n"),
      await at("x \nx\n"),
      await at("a\nb\nc\nd\ne\nx\n"),
      await at("y\n"),
      await at("x\n", { path: "was" }, { oldPath: "was", path: "a" }),
      await at("x\n", { path: "was" }, {}, "+", { oldPath: "was", path: "a" }),
      await at("x\n", { path: "b" }),
      await at("x\n", { anchor: undefined }),
      await at("x\n", left, {}, "-+"),
      await at("x\n", { ...left, quote: ["other"] }, {}, "-+"),
      await at("x\n", left, {}, " +"),
      await at("x\n", { ...left, anchor: { side: "LEFT", start: 4, end: 4 } }, {}, "-+"),
    ],
    [
      ["a", right(2)],
      ["a", right(2)],
      undefined,
      undefined,
      undefined,
      undefined,
      ["a", right(1)],
      ["a", right(1)],
      undefined,
      undefined,
      ["a", left.anchor],
      undefined,
      undefined,
      ["a", left.anchor],
    ],
  );
});

test("deleted lines are looked for in their file, and under any name where the change has none of it", async () => {
  const content = async (): Promise<Buffer> => Buffer.from("old\nkept\nold\n");
  const at = async (path: string, quote: readonly string[], file: Partial<DiffFile> = {}) =>
    await deletes(path, quote, { diff: async () => diffOf({ a: [hunk(1, "- ")] }, file), content });
  assert.deepEqual(
    await Promise.all([
      at("a", ["old"]),
      at("a", ["kept"]),
      at("a", ["old", "kept"]),
      at("b", ["old"]),
      at("b", ["old"], { status: "renamed", oldPath: "c" }),
      at("b", ["old"], { status: "deleted" }),
    ]),
    [true, false, false, false, true, true],
  );
});

test("lines are as a finding saw them until they are gone, or its replacement stands at all their places", async () => {
  const at = async (head: string, replacement?: readonly string[]) => {
    const review = {
      successors: async () => [Buffer.from(head)],
      diff: async () => diffOf({}),
      shown: async () => diffOf({}),
      leftOut: async () => new Map(),
      content: async () => Buffer.from(""),
    };
    return await isUnchangedSince({ path: "a", side: "RIGHT", quote: ["x"], replacement }, review);
  };
  assert.deepEqual(
    await Promise.all([
      at("x\n"),
      at("y\n"),
      at("x\n", ["check", "x"]),
      at("check\n  x\n", ["check", "x"]),
      at("check\nx\ny\nx\n", ["check", "x"]),
      at("x\n", ["  x"]),
      at("x\n", ["x", ""]),
      at("y\n", ["check", "x"]),
      at("x\n", ["y"]),
    ]),
    [true, false, true, false, true, true, true, false, true],
  );
});

/** To compare each hunk with each other one took a minute. */
test("of two differences with 10,000 hunks in one file, those that touch are found", () => {
  const hunks = (from: number): readonly Hunk[] =>
    Array.from({ length: 10_000 }, (_, at) => hunk(from + 20 * at, "   +   "));
  const spent = cpuMs(() => {
    assert.equal(newRange(diffOf({ a: hunks(1) }), diffOf({ a: hunks(7) })).files.get("a")?.hunks.length, 10_000);
    assert.equal(newRange(diffOf({ a: hunks(1) }), diffOf({ a: hunks(9) })).files.size, 0);
  });
  assert.ok(spent < 10_000, `${spent} ms`);
});
