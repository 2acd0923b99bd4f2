/** The workflows that users copy, read by actionlint: keys, expressions with the contexts of their place, inputs of other actions. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { without } from "../../doubles/missing.ts";
import { createScratch } from "../../doubles/scratch.ts";

const ROOT = resolve(import.meta.dirname, "../../..");

/** Exit code and words of actionlint, without the tools that it would start where they are installed. */
function lint(cwd: string, files: readonly string[]): readonly [number | null, string] {
  const args = ["-no-color", "-oneline", "-shellcheck=", "-pyflakes=", ...files];
  const { status, stdout, stderr } = spawnSync("actionlint", args, { cwd, encoding: "utf8" });
  return [status, `${stdout}${stderr}`];
}

test("actionlint finds nothing in the workflows, and what is wrong in one", { skip: without("actionlint") }, () => {
  const files = globSync(["{.github,examples}/workflows/*.yml"], { cwd: ROOT });
  assert.ok(files.length > 10, files.join(", "));
  assert.deepEqual(lint(ROOT, files), [0, ""]);

  using scratch = createScratch();
  const path = join(scratch.dir, "batch.yml");
  const text = readFileSync(join(ROOT, ".github/workflows/batch.yml"), "utf8");
  writeFileSync(path, text.replace("fromJSON(needs.plan.outputs.parallel)", "fromJSON(needs.plan.outputs.paralel)"));
  const [status, said] = lint(scratch.dir, [path]);
  assert.equal(status, 1);
  assert.match(said, /property "paralel" is not defined in object type/);
});
