import assert from "node:assert/strict";
import { existsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { makeFolders } from "../../src/base/make-folders.ts";
import { createScratch } from "../doubles/scratch.ts";

test("folders are made with their parents, and a place that takes no folders is an error", () => {
  using scratch = createScratch();
  const path = join(scratch.dir, "a/b/c");
  makeFolders(path, 0o700);
  makeFolders(path);
  assert.deepEqual([existsSync(path), statSync(join(scratch.dir, "a")).mode & 0o777], [true, 0o700]);
  writeFileSync(join(scratch.dir, "file"), "");
  assert.throws(() => makeFolders(join(scratch.dir, "file")), { code: "EEXIST" });
  assert.throws(() => makeFolders(join(scratch.dir, "file/below")), { code: "ENOTDIR" });
  assert.throws(() => makeFolders("/proc/none/below"), { code: "ENOENT" }); // node's own never ends there
});
