import assert from "node:assert/strict";
import { cpSync, mkdtempSync, realpathSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { openRepository } from "../../src/workspace/repository.ts";
import { createScratch } from "../doubles/scratch.ts";
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
  };
  assert.deepEqual(await openRepository(dir, pathVar), expected);
  assert.deepEqual(await openRepository(join(dir, "src"), pathVar), expected);
  repository.git("checkout", "-q", "--detach");
  assert.deepEqual(await openRepository(dir, pathVar), { ...expected, branch: undefined });
});

/** The advice was to make a first commit, an error of Node or of git, or a model was asked before git found the index. */
test("a damaged git directory is named with what is wrong, before a model is asked", async () => {
  using repository = createRepository({ files: { "a.txt": "a" } });
  const branch = "refs/heads/main";
  const clone = "Restore it, or clone the repository again.";
  const damages = [
    {
      breaks: (git: string) => rmSync(join(git, "objects"), { recursive: true }),
      reason: "the folder `objects` is missing",
    },
    { breaks: (git: string) => truncateSync(join(git, "HEAD")), reason: "HEAD names no branch and no commit" },
    { breaks: (git: string) => truncateSync(join(git, branch)), reason: "the commit that HEAD names is not in it" },
    {
      breaks: (git: string) => writeFileSync(join(git, branch), `${"1".repeat(40)}\n`),
      reason: "the commit that HEAD names is not in it",
    },
    ...[0, 3, 60].map((bytes) => ({
      breaks: (git: string) => truncateSync(join(git, "index"), bytes),
      reason: "its index is cut off or overwritten",
      cure: (git: string) => `Make it anew: rm ${join(git, "index")} && git reset`,
    })),
  ];
  using scratch = createScratch();
  for (const [index, { breaks, reason, ...more }] of damages.entries()) {
    const root = join(realpathSync(scratch.dir), String(index));
    cpSync(repository.dir, root, { recursive: true });
    const git = join(root, ".git");
    breaks(git);
    const hint = "cure" in more ? more.cure(git) : clone;
    const message = `The git directory ${git} is damaged: ${reason}.`;
    await assert.rejects(openRepository(root, pathVar), { code: "workspace.not_a_repository", message, hint });
  }
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
  });
});

test("a folder without a repository or a commit is refused with a hint", async () => {
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
      hint: "A workflow needs actions/checkout before this step; on your own machine, run `git init` and commit.",
    });
    assert.deepEqual(await refusal(join(dir, "none")), {
      code: "workspace.not_a_repository",
      message: `The folder ${join(dir, "none")} cannot be opened: no such file or directory.`,
      hint: "Name the folder of a git checkout.",
    });
    writeFileSync(join(dir, "file"), "");
    assert.deepEqual(await refusal(join(dir, "file")), {
      code: "workspace.not_a_repository",
      message: `The folder ${join(dir, "file")} cannot be opened: not a directory.`,
      hint: "Name the folder of a git checkout.",
    });
    // A byte of another encoding, as node hands it to this program.
    assert.deepEqual(await refusal(join(dir, "lat\uFFFDn")), {
      code: "workspace.not_a_repository",
      message: `The folder ${join(dir, "lat\uFFFDn")} cannot be opened: no such file or directory.`,
      hint: "A checkout must have a path in UTF-8: move it.",
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
