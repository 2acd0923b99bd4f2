/** A path at which nothing is, also because a file is above it. */

import assert from "node:assert/strict";
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { exactStats, lstatOrNone, statOrNone } from "../../src/base/file-text.ts";
import { createScratch } from "../doubles/scratch.ts";

test("nothing is at a missing path, below a file and behind a broken link; a loop of links is an error", () => {
  using scratch = createScratch();
  const at = (path: string): string => join(scratch.dir, path);
  writeFileSync(at("file"), "1");
  symlinkSync("file", at("link"));
  symlinkSync("nowhere", at("broken"));
  symlinkSync("loop", at("loop"));
  const sizes = (path: string) => [lstatOrNone(path)?.size, statOrNone(path)?.size, exactStats(path)?.size];
  assert.deepEqual(
    ["file", "link", "broken", "missing", "file/below"].map((path) => sizes(at(path))),
    [
      [1, 1, 1n],
      [4, 1, 4n],
      [7, undefined, 7n],
      [undefined, undefined, undefined],
      [undefined, undefined, undefined],
    ],
  );
  assert.throws(() => statOrNone(at("loop")), { code: "ELOOP" });
});
