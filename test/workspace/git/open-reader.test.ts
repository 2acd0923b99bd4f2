/** One git process that reads objects and stays open: it is begun once, again when it has ended, and keeps no process alive. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { createOpenReader } from "../../../src/workspace/git/open-reader.ts";
import { createRepository } from "../../doubles/repository.ts";
import { createScratch } from "../../doubles/scratch.ts";

const pathVar = process.env["PATH"] ?? "";
const MODULE = resolve(import.meta.dirname, "../../../src/workspace/git/open-reader.ts");
const SCRIPT = `
const { createOpenReader } = await import(process.argv[1]);
const reader = createOpenReader({ cwd: process.argv[2], env: { PATH: process.env.PATH } });
console.log((await reader.read(["HEAD:b", "none", "HEAD:a"])).map((object) => object?.content.toString()).join());
`;

test("readings share a process, a lost one is begun again, and what fails leaves the next reading as it was", async () => {
  using repository = createRepository({ files: { a: "a", b: "b\nb" } });
  using scratch = createScratch();
  const log = join(scratch.dir, "log");
  writeFileSync(join(scratch.dir, "git"), `#!/bin/sh\necho $$ >> '${log}'\nPATH='${pathVar}' exec git "$@"\n`);
  chmodSync(join(scratch.dir, "git"), 0o755);
  const started = () => readFileSync(log, "utf8").trimEnd().split("\n").map(Number);
  const reader = createOpenReader({ cwd: repository.dir, env: { PATH: `${scratch.dir}:${pathVar}` } });
  const read = async (...names: readonly string[]) =>
    (await reader.read(names)).map((object) => object?.content.toString());
  assert.deepEqual(await Promise.all([read("HEAD:a", "none"), read(), read("HEAD:b"), read("none")]), [
    ["a", undefined],
    [],
    ["b\nb"],
    [undefined],
  ]);
  const [first = 0, ...none] = started();
  assert.deepEqual(none, []);

  process.kill(first, "SIGKILL");
  assert.deepEqual(await read("HEAD:b", "HEAD:a"), ["b\nb", "a"]);
  assert.equal(started().length, 2);

  const refuse = (): never => {
    throw new Error("not wanted");
  };
  await assert.rejects(reader.each(["HEAD:a"], refuse), /not wanted/);
  assert.deepEqual(await read("HEAD:a"), ["a"]);
  reader.close();
  assert.deepEqual(await read("HEAD:b"), ["b\nb"]);
  reader.close();
  assert.equal(started().length, 4);

  const lost = createOpenReader({ cwd: scratch.dir, env: { PATH: pathVar } });
  await assert.rejects(lost.read(["HEAD"]), { code: "git.failed", message: /^git cat-file failed: fatal: not a git/ });
  const missing = createOpenReader({ cwd: scratch.dir, env: { PATH: join(scratch.dir, "none") } });
  await assert.rejects(missing.read(["HEAD"]), { code: "git.failed", message: "git was not found." });
});

test("a process that leaves it open ends by itself", () => {
  using repository = createRepository({ files: { a: "a", b: "b" } });
  const args = ["--input-type=module", "-e", SCRIPT, MODULE, repository.dir];
  assert.equal(execFileSync(process.execPath, args, { encoding: "utf8", timeout: 60_000 }), "b,,a\n");
});
