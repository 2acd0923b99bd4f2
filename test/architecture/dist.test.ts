/** What a run loads: few chunks before it can start anything, and none in a circle. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

/** The chunks that a chunk imports when it is loaded. */
function importsOf(chunk: string): readonly string[] {
  const code = readFileSync(join(import.meta.dirname, "../../dist/chunks", chunk), "utf8");
  return [...code.matchAll(/^import (?:.* from )?"\.\/(?:chunks\/)?([^"]+)";$/gm)]
    .map(([, from = ""]) => from)
    .toSorted();
}

/** These, and what they import in turn. */
function loadedBy(chunk: string): ReadonlySet<string> {
  const loaded = new Set(importsOf(chunk));
  for (const one of loaded) for (const from of importsOf(one)) loaded.add(from);
  return loaded;
}

test("no chunk imports itself through others: it would be used before it is there", () => {
  const chunks = readdirSync(join(import.meta.dirname, "../../dist/chunks"));
  assert.deepEqual(
    chunks.filter((chunk) => loadedBy(chunk).has(chunk)),
    [],
  );
});

test("the chunks that a run starts its cell with import nothing but node and each other", () => {
  assert.deepEqual(
    { core: importsOf("core.js"), front: importsOf("front.js") },
    { core: ["front.js", "rolldown-runtime.js"], front: [] },
  );
});

test("the action decides about an event before it loads what a run needs", () => {
  assert.deepEqual([...loadedBy("../main.js")].toSorted(), [
    "actions.js",
    "front.js",
    "github.js",
    "markdown.js",
    "rolldown-runtime.js",
    "zod.js",
  ]);
});

test("a local run loads nothing that GitHub, batch, a proxy or a browser needs", () => {
  const loaded = ["core.js", "toolbox.js", "shell.js", "git.js"].flatMap((chunk) => [chunk, ...loadedBy(chunk)]);
  assert.deepEqual([...new Set(loaded)].toSorted(), [
    "core.js",
    "front.js",
    "git.js",
    "rolldown-runtime.js",
    "shell.js",
    "toolbox.js",
    "zod.js",
  ]);
});

test("what is loaded later brings nothing with it that its users do without", () => {
  const base = new Set(["core.js", "front.js", "rolldown-runtime.js", "toolbox.js", "zod.js"]);
  // A dynamic import may have a file of its own that loads the chunk: images.js and images2.js.
  const more = (chunk: string): readonly string[] =>
    [...loadedBy(chunk)].filter((one) => !base.has(one) && one !== chunk.replace(".js", "2.js")).toSorted();
  assert.deepEqual(
    Object.fromEntries(["batch-task", "commands", "images", "job", "mcp"].map((name) => [name, more(`${name}.js`)])),
    {
      "batch-task": [],
      commands: [],
      images: ["undici.js"],
      job: ["git.js", "github.js", "markdown.js"],
      mcp: ["undici.js"],
    },
  );
  assert.deepEqual(
    more("artifact.js").filter((chunk) => /anthropic|openai|bedrock|vertex|batch/.test(chunk)),
    [],
  );
});
