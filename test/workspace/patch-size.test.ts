/** A patch unpacks in bounded memory: every bomb is refused, the name of its file included where git unpacks it, every real change is applied. */

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { applyPatch } from "../../src/workspace/apply-patch.ts";
import { createRepository } from "../doubles/repository.ts";

const MIB = 1024 * 1024;
const DIFF = ["diff", "--binary", "--full-index", "--no-renames", "--no-color"];

test("patches that make huge files are refused with the name of the file, or where git would need too much memory", async () => {
  using repository = createRepository();
  repository.write("big.txt", "line\n".repeat(4 * MIB));
  const data = Buffer.concat([randomBytes(64 * 1024), Buffer.alloc(1)]);
  repository.write("data.bin", data);
  repository.git("add", "-A");
  repository.git("commit", "-qm", "start");
  const gitDir = `${repository.dir}/.git`;
  const tree = repository.git("rev-parse", "HEAD^{tree}");
  const apply = async (patch: string): Promise<string> =>
    await applyPatch({ gitDir, path: process.env["PATH"] ?? "", tree, patch: Buffer.from(patch, "latin1") });
  const patchOf = (files: Readonly<Record<string, Buffer | string>>): string => {
    for (const [name, content] of Object.entries(files)) repository.write(name, content);
    repository.git("add", "-A");
    const patch = repository.git(...DIFF, "--cached", "HEAD");
    repository.git("reset", "-q", "--hard");
    return `${patch}\n\n`; // a binary part ends with an empty line
  };
  const zeros = patchOf({ "zeros.bin": Buffer.alloc(101 * MIB) });
  assert.ok(zeros.length < MIB, `${zeros.length}`);
  const ten = patchOf({ "ten.bin": Buffer.alloc(90 * MIB) });
  const many = ["a", "b", "c", "d"].map((name) => ten.replaceAll("ten.bin", `${name}.bin`)).join("");
  const line = patchOf({ "big.txt": `first\n${"line\n".repeat(4 * MIB)}` });
  const delta = patchOf({ "data.bin": Buffer.concat([data, Buffer.from("more")]) });
  assert.match(delta, /\ndelta \d+\n/);
  for (const [patch, reason] of [
    [zeros, /zeros\.bin would have 105906176 bytes; 104857600 are the most/],
    [many, /up to d\.bin it unpacks to more than 314572800 bytes/],
    // A machine with memory enough gives it to git, which refuses the size afterwards.
    [zeros.replace("literal 105906176", "literal 1700000000"), /git needs more than 1610612736 bytes of memory for it/],
    [zeros.replace("literal 105906176", "literal 1"), /git apply failed/],
    [zeros.replace(/literal \d+\n.*/, "delta 20\nU00000"), /git apply failed/],
  ] as const) {
    await assert.rejects(apply(patch), (error: Error) => reason.test(error.message), String(reason));
  }
  for (const patch of [line, delta, patchOf({ 'ä\tb".txt': "1\n", "new.bin": randomBytes(1000), "c d": "x" }), ten]) {
    assert.match(await apply(patch), /^[0-9a-f]{40}$/);
  }
});
