/** How a git command ends: with its output whole, without waiting for what it left behind, and with no timer of its own. */

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { createGitStream } from "../../src/workspace/git/git-stream.ts";
import { createGit } from "../../src/workspace/git/git.ts";
import { createScratch } from "../doubles/scratch.ts";

const PATH = process.env["PATH"] ?? "";

function isAlive(pid: number): boolean {
  return spawnSync("kill", ["-0", String(pid)]).status === 0;
}

test("a process that git left behind with its output open is not waited for", async () => {
  using scratch = createScratch();
  const fake = join(scratch.dir, "git");
  const pidFile = join(scratch.dir, "pid");
  writeFileSync(fake, `#!/bin/sh\nsleep 60 &\necho $! > ${pidFile}\necho done\n`);
  chmodSync(fake, 0o755);
  const git = createGit({ cwd: scratch.dir, path: `${scratch.dir}:${PATH}` });
  const output = await git({ args: ["version"] });
  const pid = Number(readFileSync(pidFile, "utf8"));
  const left = { output: output.toString(), sleeperAlive: isAlive(pid) };
  process.kill(pid);
  assert.deepEqual(left, { output: "done\n", sleeperAlive: true });
});

test("no timer is left once git has ended", () => {
  using scratch = createScratch();
  const source = JSON.stringify(resolve("src/workspace/git/git.ts"));
  const program = `
    const { createGit } = await import(${source});
    await createGit({ cwd: ${JSON.stringify(scratch.dir)}, path: ${JSON.stringify(PATH)} })({ args: ["version"] });
    console.log(JSON.stringify(process.getActiveResourcesInfo().filter((name) => name === "Timeout")));
  `;
  const said = execFileSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" });
  assert.equal(said.trim(), "[]");
});

test("a process that is busy while git ends reads all of its output", async () => {
  using scratch = createScratch();
  const fake = join(scratch.dir, "git");
  writeFileSync(fake, "#!/bin/sh\nsleep 0.$1\necho done\n");
  chmodSync(fake, 0o755);
  const git = createGit({ cwd: scratch.dir, path: `${scratch.dir}:${PATH}` });
  // Ends of others are noticed while one is handled, before their output is read; each handling takes longer than the grace.
  const output = async (n: number): Promise<string> => {
    const text = String(await git({ args: [String(100 + n)] }));
    const end = performance.now() + 70;
    while (performance.now() < end);
    return text;
  };
  const outputs = await Promise.all(Array.from({ length: 30 }, async (_, n) => await output(n)));
  assert.deepEqual([...new Set(outputs)], ["done\n"]);
});

test("a git that is killed has failed, though it wrote a part of its output and no words", async () => {
  using scratch = createScratch();
  const fake = join(scratch.dir, "git");
  writeFileSync(fake, "#!/bin/sh\necho part\nkill -KILL $$\n");
  chmodSync(fake, 0o755);
  const place = { cwd: scratch.dir, path: `${scratch.dir}:${PATH}` };
  const message = "git status failed: it was ended by SIGKILL.";
  await assert.rejects(createGit(place)({ args: ["status"] }), { code: "git.failed", message });
  const streamed = createGitStream(place)({ args: ["status"], output: () => {} });
  await assert.rejects(streamed, { code: "git.failed", message });
});
