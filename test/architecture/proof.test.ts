/** `npm run proof` itself: a promise holds when its tests ran and passed, and in no other case. */

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { createScratch } from "../doubles/scratch.ts";

const SCRIPT = resolve("scripts/proof.ts");

const FILES: Readonly<Record<string, string>> = {
  "test/good.test.ts": 'test("one", () => {});',
  "test/partial.test.ts": 'test("one", () => {}); test("two", { skip: "needs a moon" }, () => {});',
  "test/bad.test.ts": 'test("one", () => {}); test("two", () => { throw new Error("it fell"); });',
  "test/none.test.ts": "void test;",
  "test/lacks.test.ts": 'test("one", { skip: "needs a moon" }, () => {});',
  "test/broken.test.ts": 'throw new Error("cannot load");',
};

const SECURITY = `# Security

- **\`holds\`**: One line, with \`code\` in it.
  Tests: \`test/good\`
- **\`partial\`**: Another.
  Tests: \`test/good\` \`test/partial\`
- **\`fails\`**: Two lines
  of it.
  Tests: \`test/partial\`
  \`bad\`
- **\`empty\`**: c
  Tests: \`test/none\`

### Another heading

- **\`skipped\`**: d
  Tests: \`test/lacks\`
- **\`unloaded\`**: e
  Tests: \`test/broken\`
- **\`nothing\`**: f
  Tests: \`test/elsewhere\`
- No promise.
`;

interface End {
  readonly code: number;
  readonly lines: readonly string[];
}

async function proof(...ids: readonly string[]): Promise<End> {
  using scratch = createScratch();
  mkdirSync(join(scratch.dir, "test"));
  writeFileSync(join(scratch.dir, "package.json"), '{"type":"module"}');
  writeFileSync(join(scratch.dir, "SECURITY.md"), SECURITY);
  for (const [name, body] of Object.entries(FILES)) {
    writeFileSync(join(scratch.dir, name), `import { test } from "node:test"; ${body}\n`);
  }
  // node's runner refuses to run inside of itself.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  return await new Promise((end) => {
    execFile(process.execPath, [SCRIPT, ...ids], { cwd: scratch.dir, env }, (error, stdout, stderr) => {
      const lines = `${stdout}${stderr}`
        .trimEnd()
        .replace(/\d+\.\d s/g, "N s")
        .split("\n");
      end({ code: typeof error?.code === "number" ? error.code : 0, lines });
    });
  });
}

test("one that holds", async () => {
  assert.deepEqual(await proof("holds"), {
    code: 0,
    lines: ["✔ holds  1 passed, 0 failed, 0 skipped, N s", "1 of 1 promises hold."],
  });
});

test("all of them: what fails, is empty, is skipped in part or whole, does not load or is not there does not hold", async () => {
  const { code, lines } = await proof();
  assert.equal(code, 1);
  const broken = lines.find((line) => line.startsWith("    npm test -- test/broken.test.ts: ")) ?? "";
  assert.ok(broken.includes("broken.test.ts"), lines.join("\n"));
  assert.deepEqual(
    lines.filter((line) => line !== broken),
    [
      "✔ holds     1 passed, 0 failed, 0 skipped, N s",
      "◐ partial   2 passed, 0 failed, 1 skipped, N s",
      "    skipped: needs a moon",
      "    Some of its tests did not run, so it is shown only in part.",
      "✖ fails     2 passed, 1 failed, 1 skipped, N s",
      "    npm test -- test/bad.test.ts: two: it fell",
      "    skipped: needs a moon",
      "✖ empty     0 passed, 0 failed, 0 skipped, N s",
      "    Nothing ran, so nothing is shown.",
      "✖ skipped   0 passed, 0 failed, 1 skipped, N s",
      "    skipped: needs a moon",
      "    Nothing ran, so nothing is shown.",
      "✖ unloaded  0 passed, 1 failed, 0 skipped, N s",
      "    Nothing ran, so nothing is shown.",
      "✖ nothing   0 passed, 0 failed, 0 skipped, N s",
      "    Nothing ran, so nothing is shown.",
      "1 of 7 promises hold.",
    ],
  );
});

test("an id that is none", async () => {
  assert.deepEqual(await proof("holds", "hold"), {
    code: 2,
    lines: ["SECURITY.md has no promise hold. It has: holds, partial, fails, empty, skipped, unloaded, nothing."],
  });
});
