/** What a run loads: one chunk that needs no other before it can start anything. A circle between chunks fails when it is first used. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

/** The chunks that a chunk imports when it is loaded. */
function importsOf(chunk: string): readonly string[] {
  const code = readFileSync(join(import.meta.dirname, "../../dist/chunks", chunk), "utf8");
  return [...code.matchAll(/^import (?:.* from )?"\.\/([^"]+)";$/gm)].map(([, from = ""]) => from);
}

test("the core chunk imports nothing but node: a run starts its cell with it", () => {
  assert.deepEqual(
    importsOf("core.js").filter((from) => from !== "rolldown-runtime.js"),
    [],
  );
});

test("a local run loads nothing that GitHub, batch, a proxy or a browser needs", () => {
  const loaded = new Set(["core.js", "toolbox.js", "shell.js", "git.js"]);
  for (const chunk of loaded) for (const from of importsOf(chunk)) loaded.add(from);
  assert.deepEqual([...loaded].toSorted(), [
    "core.js",
    "git.js",
    "rolldown-runtime.js",
    "shell.js",
    "toolbox.js",
    "zod.js",
  ]);
});
