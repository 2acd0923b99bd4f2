/** What a run must load before it can start anything: one chunk that needs no other. A circle between chunks fails when it is first used. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

test("the core chunk imports nothing but node: a run starts its cell with it", () => {
  const core = readFileSync(join(import.meta.dirname, "../../dist/chunks/core.js"), "utf8");
  const imported = [...core.matchAll(/^import .* from "([^"]+)";$/gm)].map(([, from = ""]) => from);
  assert.deepEqual(
    imported.filter((from) => !from.startsWith("node:") && from !== "./rolldown-runtime.js"),
    [],
  );
});
