import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { makeGitDirectory } from "../../../src/cell/sealed/git-directory.ts";
import { createRepository } from "../../doubles/repository.ts";
import { createScratch } from "../../doubles/scratch.ts";

/** As a user's own git does in the background: references are packed, their folders go, and come again. */
const PACK = `
  while :; do
    git pack-refs --all --prune
    for at in 1 2 3 4 5 6 7 8; do git update-ref refs/heads/folder-$at/branch HEAD; done
  done`;

test("no reference is lost, and nothing ends, when the user's git packs references meanwhile", async () => {
  using repository = createRepository({ files: { "a.txt": "a\n" } });
  using scratch = createScratch();
  const names = Array.from({ length: 8 }, (_, at) => `refs/heads/folder-${at + 1}/branch`);
  for (const name of names) repository.git("update-ref", name, "HEAD");
  // An end of its own: where this process is ended, it would go on for ever.
  const packs = spawn("timeout", ["60", "sh", "-c", PACK], { cwd: repository.dir, stdio: "ignore", detached: true });
  try {
    for (let round = 0; round < 100; round += 1) {
      const scratchDir = join(scratch.dir, String(round));
      mkdirSync(scratchDir);
      makeGitDirectory({
        workDir: repository.dir,
        gitDir: join(repository.dir, ".git"),
        scratchDir,
        empty: "/dev/null",
      });
      const copy = join(scratchDir, "cell-git");
      const packed = existsSync(join(copy, "packed-refs")) ? readFileSync(join(copy, "packed-refs"), "utf8") : "";
      const lost = names.filter((name) => !existsSync(join(copy, name)) && !packed.includes(` ${name}\n`));
      assert.deepEqual(lost, []);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  } finally {
    process.kill(-(packs.pid ?? 0), "SIGKILL");
    await once(packs, "exit");
  }
});
