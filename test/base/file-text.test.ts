import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { readGivenFile } from "../../src/base/file-text.ts";
import { createScratch } from "../doubles/scratch.ts";

/** Opening a pipe without a writer waited for ever, deaf to SIGTERM, and /dev/zero filled the memory. */
test("a named file is read whole or refused with the reason, and never blocks for ever", () => {
  using scratch = createScratch();
  const [file, pipe] = [join(scratch.dir, "file"), join(scratch.dir, "pipe")];
  writeFileSync(file, "x".repeat(10));
  execFileSync("mkfifo", [pipe]);
  assert.equal(readGivenFile(file, 10).toString(), "x".repeat(10));
  assert.equal(readGivenFile("/dev/null").length, 0);
  assert.throws(() => readGivenFile(file, 9), { message: "it has more than 9 bytes" });
  assert.throws(() => readGivenFile("/dev/zero"), { message: "it has more than 100000000 bytes" });
  assert.throws(() => readGivenFile(scratch.dir), { code: "EISDIR" });
  assert.throws(() => readGivenFile(pipe), { message: "it is a pipe into which nothing is written" });
});

test("a pipe is read until its writer closes it; the writer may start late and pause", () => {
  using scratch = createScratch();
  const pipe = join(scratch.dir, "pipe");
  execFileSync("mkfifo", [pipe]);
  spawn("sh", ["-c", '{ sleep 0.1; printf "a\\n"; sleep 0.1; head -c 1000000 /dev/zero; } > "$0"', pipe], {
    stdio: "ignore",
  });
  assert.equal(readGivenFile(pipe).length, 1_000_002);
});
