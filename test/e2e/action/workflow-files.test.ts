/** The workflows that users copy, read by actionlint: keys, expressions with the contexts of their place, inputs of other actions. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { createScratch } from "../../doubles/scratch.ts";

const ROOT = resolve(import.meta.dirname, "../../..");
const NO_ACTIONLINT =
  spawnSync("actionlint", ["-version"]).status !== 0 &&
  "actionlint is not installed (go install github.com/rhysd/actionlint/cmd/actionlint@v1.7.12)";

/** What actionlint says, without the tools that it would start where they are installed. */
function lint(cwd: string, files: readonly string[]): string {
  return spawnSync("actionlint", ["-no-color", "-oneline", "-shellcheck=", "-pyflakes=", ...files], {
    cwd,
    encoding: "utf8",
  }).stdout;
}

test("actionlint finds nothing in the workflows, and what is wrong in one", { skip: NO_ACTIONLINT }, () => {
  const files = globSync(["{.github,examples}/workflows/*.yml"], { cwd: ROOT });
  assert.ok(files.length > 10, files.join(", "));
  assert.equal(lint(ROOT, files), "");

  using scratch = createScratch();
  const path = join(scratch.dir, "batch.yml");
  const text = readFileSync(join(ROOT, ".github/workflows/batch.yml"), "utf8");
  writeFileSync(path, text.replace("fromJSON(needs.plan.outputs.parallel)", "fromJSON(needs.plan.outputs.paralel)"));
  assert.match(lint(scratch.dir, [path]), /property "paralel" is not defined in object type/);
});
