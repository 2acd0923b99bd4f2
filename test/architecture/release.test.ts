/** What a release needs: the address of the repository in one place. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { REPOSITORY, VERSION } from "../../src/base/version.ts";
import { PAGES, repositoryOf, withRepository } from "../../scripts/written-facts.ts";

test("package.json has the version and the address, and the pages have that address and no other", () => {
  const text = readFileSync("package.json", "utf8");
  const { version } = JSON.parse(text) as { readonly version: string };
  assert.deepEqual([VERSION, REPOSITORY], [version, repositoryOf(text)], "run `npm run docs`");
  const used = PAGES.flatMap((path) =>
    [...readFileSync(path, "utf8").matchAll(/uses: (?:https:\/\/git\.example\/)?([\w.-]+\/kimi-runner\S*)/g)].map(
      ([, uses = ""]) => uses,
    ),
  );
  assert.ok(used.length > 15);
  assert.deepEqual([...new Set(used)], [`${REPOSITORY}@v0`]);
});

test("another address replaces the old one, and no longer name", () => {
  const text =
    "uses: your-org/kimi-runner@v0 `your-org/kimi-runner` (your-org/kimi-runner.git) your-org/kimi-runner-x my-your-org/kimi-runner";
  assert.equal(
    withRepository(text, "your-org/kimi-runner", "a.b/run"),
    "uses: a.b/run@v0 `a.b/run` (a.b/run.git) your-org/kimi-runner-x my-your-org/kimi-runner",
  );
  assert.throws(() => repositoryOf("{}"), /repository\.url is missing; write git\+https/);
});
