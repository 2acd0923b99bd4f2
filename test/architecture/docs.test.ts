/** What the documents name exists: test paths, files, links, and a test for every promise. */

import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { readProofs } from "../../scripts/promises.ts";

const DOCUMENTS = globSync(["*.md", "docs/**/*.md", "src/**/*.md"]);
const TESTS = globSync("test/**/*.test.ts");

for (const document of DOCUMENTS) {
  const text = readFileSync(document, "utf8");

  test(`${document}: every test that is named exists`, () => {
    const words = [...text.matchAll(/npm test -- ([^`\n]+)/g)].flatMap(([, paths = ""]) => paths.trim().split(/\s+/));
    const named = words.filter((word) => /^[\w/.-]+$/.test(word));
    const files = [...text.matchAll(/`([\w-]+\.test\.ts)`/g)].map(([, name = ""]) => name);
    assert.deepEqual(
      [...named, ...files].filter((part) => !TESTS.some((path) => path.includes(part))),
      [],
    );
  });

  test(`${document}: every relative link leads to a file`, () => {
    const links = [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map(([, target = ""]) => target);
    const relative = links.filter((target) => !/^[a-z]+:/.test(target));
    assert.deepEqual(
      relative.filter((target) => !existsSync(join(dirname(document), target))),
      [],
    );
  });
}

test("every promise of SECURITY.md is one that npm run proof can run, and its lines fit a screen", () => {
  const text = readFileSync("SECURITY.md", "utf8");
  const [, section = ""] = /## What is promised[^\n]*\n([^]*?)\n## /.exec(text) ?? [];
  const bullets = section.split("\n").filter((line) => line.startsWith("- "));
  const proofs = readProofs(text);
  assert.equal(proofs.length, bullets.length);
  assert.equal(new Set(proofs.map(({ id }) => id)).size, proofs.length);
  const named = proofs.flatMap(({ tests }) => tests);
  assert.deepEqual(
    named.filter((part) => !TESTS.some((path) => path.includes(part))),
    [],
  );
  assert.deepEqual(
    text.split("\n").filter((line) => line.length > 120),
    [],
  );
});
