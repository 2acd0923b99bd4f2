/** One pass of the tools through a sealed cell: the same answers behind the walls. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { openWorkbench } from "./workbench.ts";

const bwrap = spawnSync("sh", ["-c", "bwrap --unshare-all --unshare-user --ro-bind / / true"]);
const skip = bwrap.status === 0 ? false : "bwrap is missing, or may not make namespaces here";

test("read, search, edit and run in a sealed cell", { skip }, async () => {
  await using bench = await openWorkbench({ "src/a.ts": "export const one = 1;\n" }, { want: "sealed" });
  assert.equal(bench.cell.level, "sealed");
  await bench.see("src/a.ts");
  const diff = "<<<<<<< SEARCH\nexport const one = 1;\n=======\nexport const one = 2;\n>>>>>>> REPLACE";
  await bench.call("apply_diff", { path: "src/a.ts", diff });
  await bench.call("write_to_file", { path: "src/b.ts", content: "export {};\n" });
  assert.equal((await bench.call("search_files", { regex: "one = \\d" })).text, "src/a.ts\n1: export const one = 2;");
  assert.equal((await bench.call("list_files", { path: ".", recursive: true })).text, "src/\nsrc/a.ts\nsrc/b.ts");
  assert.deepEqual(await bench.call("execute_command", { command: "cat src/*.ts" }), {
    text: "export const one = 2;\nexport {};\n[exit 0]",
    isError: false,
  });
  assert.equal(bench.repository.read("src/b.ts"), "export {};\n");
});
