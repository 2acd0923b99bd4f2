import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { openCell } from "../../../src/cell/open.ts";
import { ALL_REPOSITORIES } from "../../../src/cell/process/environment.ts";
import { cellOptions, SKIP_SEALED } from "../../doubles/cell.ts";
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

const HOOKS = `cd /tmp && git init -q --bare r.git && git -C r.git rev-parse --git-dir
git init -q c && cd c && printf '#!/bin/sh\\necho no; exit 1\\n' > .git/hooks/pre-commit && chmod +x .git/hooks/pre-commit
git commit -q --allow-empty -m x; echo $?
mkdir h && git config core.hooksPath h && git commit -q --allow-empty -m y; echo $?
mv .git/hooks/pre-commit h && git commit -q --allow-empty -m z; echo $?; git log --format=%s
env -u GIT_CONFIG_COUNT git -C ../r.git rev-parse --git-dir`;

test(
  "submodules of a linked work tree are repositories, and hooks that do not run are named",
  { skip: SKIP_SEALED },
  async () => {
    using place = createScratch();
    const main = join(place.dir, "main");
    const allow = ["-c", "protocol.file.allow=always", "submodule", "--quiet"];
    const git = (dir: string, ...args: readonly string[]) =>
      execFileSync("git", ["-C", join(place.dir, dir), "-c", "user.name=a", "-c", "user.email=a@b.test", ...args]);
    for (const name of ["inner", "lib", "main"]) git(".", "init", "-q", name);
    git("inner", "commit", "-q", "--allow-empty", "-m", "inner");
    git("lib", ...allow, "add", "../inner", "in");
    git("lib", "commit", "-qm", "lib");
    git("main", ...allow, "add", "../lib", "vendor/lib");
    git("main", "commit", "-qm", "main");
    git("main", "worktree", "add", "-q", "../linked");
    git("linked", ...allow, "update", "--init", "--recursive");
    for (const dir of ["linked", "linked/vendor/lib"]) {
      const gitDir = join(main, ".git", dir === "linked" ? "" : "worktrees/linked/modules/vendor/lib");
      using scratch = createScratch();
      const options = { want: "sealed", gitDir, env: dir === "linked" ? {} : ALL_REPOSITORIES } as const;
      const cell = await openCell(cellOptions(join(place.dir, dir), scratch.dir, options));
      const ask = async (command: string) =>
        (await cell.exec({ command, cwd: ".", timeoutMs: 20_000, maxOutputBytes: 10_000 })).output;
      const inner = dir === "linked" ? "vendor/lib/in" : "in";
      const look = `git status --porcelain; git -C ${inner} log --format=%s; touch ${inner}/new; git -C ${inner} status --porcelain; git status --porcelain; rm ${inner}/new`;
      assert.equal(
        await ask(look),
        `inner\n?? new\n ? ${dir === "linked" ? "vendor/lib" : "in"}\n`.replace(" ? ", " M "),
      );
      const outside = git(dir, "submodule", "status", "--recursive");
      assert.equal(await ask("git submodule status --recursive"), outside.toString());
      const outcome = await ask(HOOKS);
      await cell.close();
      if (dir !== "linked") assert.equal(outcome, ".\nno\n1\n0\nno\n1\ny\n.\n");
      else {
        const explicit = "fatal: cannot use bare repository '/tmp/r.git' (safe.bareRepository is 'explicit')\n";
        const named =
          'kimi-runner: the hook pre-commit did not run: in this cell git runs no hooks. "repositories: all" in the policy\'s sandbox lets them run.\n';
        assert.equal(outcome, `${explicit}${named}0\n0\n${named}0\nz\ny\nx\n${explicit}`);
      }
    }
  },
);
