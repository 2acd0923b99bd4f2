/** Hard links to files elsewhere and setuid programs, through which a cell that works in the checkout itself must not write. */

import assert from "node:assert/strict";
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { makeFilesOwn } from "../../src/cell/own-files.ts";
import { createScratch } from "../doubles/scratch.ts";

test("hard links that lead out and setuid files become copies; what stays in the checkout is left alone", () => {
  using scratch = createScratch();
  const root = join(scratch.dir, "root");
  const outside = join(scratch.dir, "outside");
  const asideDir = join(root, ".git");
  for (const dir of [join(root, "deep/er"), outside, asideDir]) mkdirSync(dir, { recursive: true });
  const file = (path: string, mode = 0o644): string => {
    writeFileSync(path, path);
    chmodSync(path, mode);
    return path;
  };
  const linked = (name: string | Buffer): void => {
    const elsewhere = file(join(outside, String(name).replaceAll(/\W/g, "-")), 0o750);
    utimesSync(elsewhere, 1000, 2000);
    linkSync(elsewhere, Buffer.concat([Buffer.from(`${root}/`), Buffer.from(name)]));
  };
  linked("a.txt");
  linked("deep/er/b.txt");
  linked(Buffer.from([0x63, 0xe9])); // no UTF-8
  linked("large");
  truncateSync(join(root, "large"), 2 * 1024 ** 3);
  linked(".git/object");
  file(join(root, "program"), 0o6755);
  linkSync(file(join(root, "one")), join(root, "deep/two"));
  symlinkSync(outside, join(root, "deep/link"));
  const { replaced, left } = makeFilesOwn({ root, asideDir });
  assert.deepEqual(replaced.toSorted(), ["a.txt", "c\u{FFFD}", "deep/er/b.txt", "program"]);
  assert.deepEqual(left, ["large"]);
  const { mode, nlink, mtimeMs } = statSync(join(root, "deep/er/b.txt"));
  assert.deepEqual([mode & 0o7777, nlink, mtimeMs], [0o750, 1, 2_000_000]);
  assert.equal(readFileSync(join(root, "a.txt"), "utf8"), join(outside, "a-txt"));
  assert.equal(statSync(join(root, "program")).mode & 0o7777, 0o755);
  assert.deepEqual([statSync(join(root, "one")).nlink, statSync(join(asideDir, "object")).nlink], [2, 2]);
  assert.deepEqual(makeFilesOwn({ root, asideDir }), { replaced: [], left: ["large"] });
  assert.equal(existsSync(join(asideDir, "kimi-runner.copy")), false);
});
