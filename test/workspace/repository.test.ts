import assert from "node:assert/strict";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { openRepository } from "../../src/workspace/repository.ts";
import { createRepository, gitIn } from "../doubles/repository.ts";

const pathVar = process.env["PATH"] ?? "";

test("a checkout is described, from any folder in it", async () => {
  using repository = createRepository({ files: { "src/a.txt": "a" } });
  const { dir } = repository;
  const expected = {
    root: dir,
    gitDir: join(dir, ".git"),
    worktreeDir: join(dir, ".git"),
    objectsDir: join(dir, ".git/objects"),
    headCommit: repository.git("rev-parse", "HEAD"),
    headTree: repository.git("rev-parse", "HEAD^{tree}"),
    branch: "main",
    isShallow: false,
  };
  assert.deepEqual(await openRepository(dir, pathVar), expected);
  assert.deepEqual(await openRepository(join(dir, "src"), pathVar), expected);
  repository.git("checkout", "-q", "--detach");
  assert.deepEqual(await openRepository(dir, pathVar), { ...expected, branch: undefined });
});

test("a linked worktree has its own HEAD and index, and shares the rest", async () => {
  using repository = createRepository({ files: { "a.txt": "a" } });
  const dir = join(repository.dir, "linked");
  repository.git("worktree", "add", "-q", "-b", "side", dir);
  assert.deepEqual(await openRepository(dir, pathVar), {
    root: dir,
    gitDir: join(repository.dir, ".git"),
    worktreeDir: join(repository.dir, ".git/worktrees/linked"),
    objectsDir: join(repository.dir, ".git/objects"),
    headCommit: repository.git("rev-parse", "HEAD"),
    headTree: repository.git("rev-parse", "HEAD^{tree}"),
    branch: "side",
    isShallow: false,
  });
});

test("a shallow clone says so", async () => {
  using repository = createRepository({ files: { "a.txt": "a" } });
  repository.commit("second");
  const dir = join(repository.dir, "clone");
  repository.git("clone", "-q", "--depth=1", `file://${repository.dir}`, dir);
  assert.equal((await openRepository(dir, pathVar)).isShallow, true);
});

test("what is no repository with a commit is refused with a way out", async () => {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "kimi-plain-")));
  const refusal = async (folder: string): Promise<unknown> =>
    await openRepository(folder, pathVar).then(
      () => "opened",
      ({ code, message, hint }: { code: string; message: string; hint: string }) => ({ code, message, hint }),
    );
  try {
    assert.deepEqual(await refusal(dir), {
      code: "workspace.not_a_repository",
      message: `${dir} is not in a git repository.`,
      hint: "Check the repository out first (actions/checkout), or run `git init` and commit.",
    });
    assert.deepEqual(await refusal(join(dir, "none")), {
      code: "workspace.not_a_repository",
      message: `There is no folder ${join(dir, "none")}.`,
      hint: "Name the folder of a git checkout.",
    });
    gitIn(dir, ["init", "-q"]);
    assert.deepEqual(await refusal(dir), {
      code: "workspace.not_a_repository",
      message: `The repository in ${dir} has no commit.`,
      hint: "Make a first commit.",
    });
    gitIn(dir, ["init", "-q", "--bare", "bare.git"]);
    assert.deepEqual(await refusal(join(dir, "bare.git")), {
      code: "workspace.not_a_repository",
      message: `${join(dir, "bare.git")} is a bare repository.`,
      hint: "Name a checkout with files.",
    });
  } finally {
    rmSync(dir, { recursive: true });
  }
});
