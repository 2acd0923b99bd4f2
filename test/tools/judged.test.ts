/**
 * What was judged is what runs: each tool is planned on one path, the path is then made to lead to a folder that a rule rejects,
 * and only then the tool runs. Before, the worker followed the new link.
 */

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { linkSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { openWorkbench } from "./workbench.ts";

const FILES = { "keys/a": "SECRET\n", "src/dir/a": "plain\n", "src/was": "plain\n", "src/more": "more\n" };
const DIFF = "<<<<<<< SEARCH\nplain\n=======\nnew\n>>>>>>> REPLACE";

/** Makes `src/was` lead to `keys/a`, and `src/dir` and `src/later` to `keys`. */
const SWAPS = {
  "links planted by a program":
    "ln -sfn ../keys/a src/was; mv src/dir src/old; ln -sfn ../keys src/dir; ln -sfn ../keys src/later",
  "links moved into place by git":
    "ln -s ../keys/a src/l; ln -s ../keys src/k; ln -s ../keys src/n; git add -A; git mv -f src/l src/was; git mv src/dir src/old; git mv src/k src/dir; git mv src/n src/later",
  "a parent folder replaced":
    "mv src old; mkdir new; ln -s ../keys/a new/was; ln -s ../keys new/dir; ln -s ../keys new/later; ln -s new src",
};
const CHANGED = /changed since it was judged: it leads to (?:keys|new)(?:\/\w+)? now\. Nothing was done/;

const CALLS: readonly (readonly [tool: string, input: object])[] = [
  ["read_file", { files: [{ path: "src/was" }] }],
  ["read_file", { files: [{ path: "src/more" }, { path: "src/dir/a" }] }],
  ["write_to_file", { path: "src/was", content: "planted\n" }],
  ["write_to_file", { path: "src/later/planted", content: "planted\n" }],
  ["apply_diff", { path: "src/dir/a", diff: DIFF }],
  ["list_files", { path: "src/dir" }],
  ["list_files", { path: "src/dir", recursive: true }],
  ["search_files", { path: "src/dir", regex: "S.CRET" }],
  ["search_files", { path: "src/was", regex: "S.CRET" }],
  ["execute_command", { command: "cat a; touch planted", cwd: "src/dir" }],
];

for (const [name, swap] of Object.entries(SWAPS)) {
  test(`no tool follows ${name} after it was judged`, async () => {
    await using bench = await openWorkbench(FILES);
    await bench.see("src/was", "src/dir/a");
    const plans = await Promise.all(CALLS.map(async ([tool, input]) => await bench.plan(tool, input)));
    execFileSync("sh", ["-ec", swap], { cwd: bench.repository.dir });
    for (const [index, plan] of plans.entries()) {
      const what = JSON.stringify(CALLS[index]);
      const said = await plan.run(new AbortController().signal, "call").then(
        ({ text }) => text,
        (error: { message: string; hint: string }) => `${error.message} ${error.hint}`,
      );
      assert.ok(!said.includes("SECRET"), `${what}: ${said}`);
      if (CALLS[index]?.[0] === "search_files") assert.match(said, /^No match\.|left out/, what);
      else assert.match(said, CHANGED, what);
    }
    const { dir } = bench.repository;
    assert.equal(execFileSync("sh", ["-c", "ls -A keys; cat keys/a"], { cwd: dir, encoding: "utf8" }), "a\nSECRET\n");
  });
}

const SWAP = `
import ctypes, os
os.symlink("../keys", "src/l")
exchange = ctypes.CDLL(None).renameat2
print("ready", flush=True)
while True: exchange(-100, b"src/dir", -100, b"src/l", 2)
`;
import { without } from "../doubles/missing.ts";
const skip = without("python3");

/** The two change names thousands of times a second, so that a check before the use is passed by a part of the calls. */
test("200 writes, reads, lists and searches beside a program that swaps folder and link", { skip }, async () => {
  await using bench = await openWorkbench(FILES);
  const plans = await Promise.all(
    [
      ["write_to_file", { path: "src/dir/planted", content: "x\n" }] as const,
      ["read_file", { files: [{ path: "src/dir/a" }] }] as const,
      ["list_files", { path: "src/dir" }] as const,
      ["list_files", { path: "src", recursive: true }] as const,
      ["search_files", { path: "src", regex: "S.CRET|plain" }] as const,
    ].map(async ([tool, input]) => await bench.plan(tool, input)),
  );
  bench.repository.write("keys/only-here", "SECRET\n");
  const swapper = spawn("python3", ["-c", SWAP], { cwd: bench.repository.dir });
  await new Promise((done) => swapper.stdout.once("data", done));
  const said: string[] = [];
  for (let round = 0; round < 40; round += 1) {
    for (const plan of plans) {
      const { text } = await plan
        .run(new AbortController().signal, "call")
        .catch((error: Error) => ({ text: error.message }));
      said.push(text);
    }
  }
  swapper.kill("SIGKILL");
  await new Promise((done) => swapper.once("close", done));
  assert.equal(said.length, 200);
  assert.ok(!said.join("\n").includes("SECRET") && !said.join("\n").includes("only-here"), said.join("\n"));
  const kept = execFileSync("sh", ["-c", "ls -A keys"], { cwd: bench.repository.dir, encoding: "utf8" });
  assert.equal(kept, "a\nonly-here\n");
  assert.ok(
    said.some((text) => /changed since it was judged/.test(text)),
    "the program met at least one call",
  );
});

test("a file under a second name: a write leaves the other name's content, and an edit notices the exchange", async () => {
  await using bench = await openWorkbench(FILES);
  const { dir } = bench.repository;
  await bench.see("src/was", "src/more");
  const [write, edit] = await Promise.all([
    bench.plan("write_to_file", { path: "src/new", content: "ours\n" }),
    bench.plan("apply_diff", { path: "src/was", diff: DIFF }),
  ]);
  linkSync(join(dir, "keys/a"), join(dir, "src/new"));
  execFileSync("ln", ["-f", "keys/a", "src/was"], { cwd: dir });
  const { signal } = new AbortController();
  await assert.rejects(write.run(signal, "call"), { message: "src/new already exists." });
  await assert.rejects(edit.run(signal, "call"), { message: "src/was changed since it was read." });
  assert.equal(bench.repository.read("keys/a"), "SECRET\n");
});
