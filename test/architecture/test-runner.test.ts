/** `npm test` itself: every test of every file is counted once, and one that did not run is not counted as passed. */

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { createScratch } from "../doubles/scratch.ts";

const SCRIPT = resolve("scripts/test.ts");

const FILES: Readonly<Record<string, string>> = {
  "test/base/good.test.ts":
    'test("one", () => {}); describe("more", () => { test("two", () => {}); test("three", () => {}); });',
  "test/base/hooks.test.ts":
    'let n = 0; beforeEach(() => void (n += 1)); test("one", () => {}); test("own alone", () => { if (n !== 2) throw new Error(String(n)); });',
  "test/lacks.test.ts": 'test("one", { skip: "needs a moon" }, () => {}); test("two", () => {});',
  "test/none.test.ts": "void test;",
  "test/bad.test.ts": 'test("one", () => {}); test("two", () => { throw new Error("it fell"); });',
  "test/broken.test.ts": 'throw new Error("cannot load");',
  "test/hook.test.ts": 'test("one", () => {}); after(() => { throw new Error("no after"); });',
  "test/exits.test.ts": "process.exit(3);",
  "test/disposal.test.ts":
    'test("one", async () => { await using _ = { [Symbol.asyncDispose]: async () => { throw new Error("not closed"); } }; throw new Error("not equal"); });',
  "test/late.test.ts": `const wait = (ms) => new Promise((done) => setTimeout(done, ms));
    test("rejects", async () => { await wait(1); Promise.reject(new Error("lost")); await wait(20); });
    test("throws", async () => { await wait(1); setTimeout(() => { throw new Error("lost"); }, 1); await wait(20); });
    test("good", async () => await wait(1));`,
};

interface End {
  readonly code: number;
  readonly lines: readonly string[];
}

async function npmTest(...args: readonly string[]): Promise<End> {
  using scratch = createScratch();
  mkdirSync(join(scratch.dir, "test/base"), { recursive: true });
  writeFileSync(join(scratch.dir, "package.json"), '{"type":"module"}');
  for (const [name, body] of Object.entries(FILES)) {
    writeFileSync(join(scratch.dir, name), `import { after, beforeEach, describe, test } from "node:test"; ${body}\n`);
  }
  // node's runner refuses to run inside of itself.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  return await new Promise((end) => {
    execFile(process.execPath, [SCRIPT, ...args], { cwd: scratch.dir, env }, (error, stdout) => {
      end({ code: typeof error?.code === "number" ? error.code : 0, lines: stdout.trimEnd().split("\n") });
    });
  });
}

/** `named`: the file that fails is named too. */
const CASES: readonly (readonly [args: readonly string[], code: number, last: string, named?: string])[] = [
  [["test/base"], 0, "5 passed, 0 failed"],
  [["good", "lacks"], 0, "4 passed, 0 failed, 1 skipped"],
  [["--fast"], 0, "5 passed, 0 failed"],
  [["none"], 1, "0 passed, 0 failed"],
  [["nowhere"], 1, "0 passed, 0 failed"],
  [["bad", "good"], 1, "4 passed, 1 failed", "test/bad.test.ts"],
  [["broken", "good"], 1, "3 passed, 1 failed", "test/broken.test.ts"],
  [["hook.", "good"], 1, "4 passed, 1 failed", "test/hook.test.ts"],
  [["exits"], 1, "0 passed, 1 failed", "test/exits.test.ts"],
  [["late"], 1, "1 passed, 2 failed"],
];

for (const [args, code, last, named = ""] of CASES) {
  test(`npm test -- ${args.join(" ")}: ${last}`, async () => {
    const end = await npmTest(...args);
    assert.deepEqual([end.code, end.lines.at(-1)], [code, last], end.lines.join("\n"));
    assert.ok(
      end.lines.some((line) => line.includes(named) && !line.includes("▶")),
      end.lines.join("\n"),
    );
  });
}

test("a test that fails, and then its clean-up too, tells both", async () => {
  const { lines } = await npmTest("disposal");
  const told = lines.flatMap((line) => /Error: (not .*)/.exec(line)?.[1] ?? []);
  assert.deepEqual(told, ["not equal", "not closed"], lines.join("\n"));
});
