/** A patch unpacks in bounded memory: every bomb is refused, every real change is applied. */

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { deflateSync } from "node:zlib";
import { applyPatch } from "../../src/workspace/apply-patch.ts";
import { idOf } from "../../src/workspace/git/object-id.ts";
import { createRepository } from "../doubles/repository.ts";

const MIB = 1024 * 1024;
const DIFF = ["diff", "--binary", "--full-index", "--no-renames", "--no-color"];
const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~";

/** A new file as git's binary diff has it. git itself would take seconds to store and compare such large ones. */
function newFile(path: string, bytes: number): string {
  const content = Buffer.alloc(bytes);
  const packed = deflateSync(content, { level: 1 });
  const lines: string[] = [];
  for (let at = 0; at < packed.length; at += 52) {
    const part = packed.subarray(at, at + 52);
    const length = part.length > 26 ? part.length - 27 + 97 : part.length - 1 + 65;
    const padded = Buffer.concat([part, Buffer.alloc(-part.length & 3)]);
    const words = Array.from({ length: padded.length / 4 }, (_, word) => padded.readUInt32BE(4 * word));
    const digits = words.map((word) => [4, 3, 2, 1, 0].map((n) => DIGITS[Math.floor(word / 85 ** n) % 85]).join(""));
    lines.push(`${String.fromCharCode(length)}${digits.join("")}\n`);
  }
  const index = `index ${"0".repeat(40)}..${idOf("blob", content, 40)}`;
  const header = `diff --git a/${path} b/${path}\nnew file mode 100644\n${index}\n`;
  return `${header}GIT binary patch\nliteral ${bytes}\n${lines.join("")}\nliteral 0\nHcmV?d00001\n\n`;
}

test("patches that make huge files are refused with the name of the file, or where git would need too much memory", async () => {
  using repository = createRepository();
  repository.write("big.txt", "line\n".repeat(MIB));
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
  const large = newFile("zeros.bin", 100 * MIB + 1);
  assert.ok(large.length < MIB, `${large.length}`);
  const largest = newFile("x.bin", 100 * MIB);
  const many = ["a", "b", "c"].map((name) => largest.replaceAll("x.bin", `${name}.bin`)).join("");
  const line = patchOf({ "big.txt": `first\n${"line\n".repeat(MIB)}` });
  const delta = patchOf({ "data.bin": Buffer.concat([data, Buffer.from("more")]) });
  assert.match(delta, /\ndelta \d+\n/);
  for (const [patch, reason] of [
    [large, /zeros\.bin would have 104857601 bytes; 104857600 are the most/],
    [many + newFile("d.bin", 1), /up to d\.bin it unpacks to more than 314572800 bytes/],
    // A machine with memory enough gives it to git, which refuses the size afterwards.
    [large.replace("literal 104857601", "literal 1700000000"), /git needs more than 1610612736 bytes of memory for it/],
    [large.replace("literal 104857601", "literal 1"), /git apply failed/],
    [large.replace(/literal \d+\n.*/, "delta 20\nU00000"), /git apply failed/],
  ] as const) {
    await assert.rejects(apply(patch), (error: Error) => reason.test(error.message), String(reason));
  }
  for (const patch of [line, delta, patchOf({ 'ä\tb".txt': "1\n", "new.bin": randomBytes(1000), "c d": "x" })]) {
    assert.match(await apply(patch), /^[0-9a-f]{40}$/);
  }
});
