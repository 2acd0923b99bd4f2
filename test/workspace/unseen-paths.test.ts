/**
 * Paths that git's status does not report: files outside of a sparse checkout, and files that are marked as unchanged or to be
 * skipped. What a run does to them is in its snapshots, and the first snapshot has their true state.
 */

import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { systemClock } from "../../src/base/clock.ts";
import { ISOLATIONS } from "../../src/protocol/overlay.ts";
import { checkOut } from "../../src/workspace/check-out.ts";
import { findCheckout } from "../../src/workspace/checkout.ts";
import { createTrustedGit, type TrustedGit } from "../../src/workspace/trusted-git.ts";
import { SKIP_OVERLAYS } from "../doubles/cell.ts";
import { createRepository, gitIn, type TemporaryRepository } from "../doubles/repository.ts";
import { createScratch } from "../doubles/scratch.ts";
import { openWorkspace } from "../doubles/workspace.ts";

const pathVar = process.env["PATH"] ?? "";
const FILES = { "in/a.txt": "a\n", "out/x.txt": "x\n", "out/y.txt": "y\n", "out/deep/z.txt": "z\n", "top.txt": "t\n" };
const MODES = SKIP_OVERLAYS === false ? ISOLATIONS : (["direct"] as const);

/** Commands that hide the folder `out` in the checkout of a repository. */
const HIDDEN: Readonly<Record<string, (repository: TemporaryRepository) => void>> = {
  "with a cone": ({ git }) => void git("sparse-checkout", "set", "--cone", "in"),
  "with patterns": ({ git }) => void git("sparse-checkout", "set", "--no-cone", "/*", "!/out/"),
  "with a sparse index": ({ git }) => void git("sparse-checkout", "set", "--cone", "--sparse-index", "in"),
  "with settings in .git/config": ({ git, write }) => {
    git("config", "core.sparseCheckout", "true");
    write(".git/info/sparse-checkout", "/*\n!/out/\n");
    git("read-tree", "-m", "-u", "HEAD");
  },
  "by hand": ({ git, dir }) => {
    git("update-index", "--skip-worktree", "out/x.txt", "out/y.txt", "out/deep/z.txt");
    rmSync(join(dir, "out"), { recursive: true });
  },
};

const changesOf = async (git: TrustedGit, from: string, to: string): Promise<readonly string[]> =>
  (await git.changes(from, to)).map(({ status, path }) => `${status} ${path}`);

/** What a run may do to hidden files, with their true states. */
async function useHiddenFiles(dir: string, isolation: (typeof MODES)[number], label: string): Promise<void> {
  using scratch = createScratch();
  await using workspace = await openWorkspace(dir, scratch.dir, isolation);
  const { repository, overlay, run } = workspace;
  const git = createTrustedGit({ repository, overlay, scratchDir: scratch.dir, pathVar, clock: systemClock });
  const start = await git.snapshot();
  assert.equal(start, repository.headTree, label);
  await run("mkdir -p out && echo new > out/x.txt && echo new > out/new.txt && echo more >> in/a.txt");
  const made = await git.snapshot();
  const all = ["modified in/a.txt", "added out/new.txt", "modified out/x.txt"];
  assert.deepEqual(await changesOf(git, start, made), all, label);
  await run("rm -r out && echo a > in/a.txt");
  assert.equal(await git.snapshot(), start, `${label}: taken back`);
  await run("echo file > out");
  const gone = ["added out", "deleted out/deep/z.txt", "deleted out/x.txt", "deleted out/y.txt"];
  assert.deepEqual(await changesOf(git, start, await git.snapshot()), gone, `${label}: a file in place of the folder`);
  await run("rm out; mkdir -p out/x.txt && echo 1 > out/x.txt/1");
  const folder = ["deleted out/x.txt", "added out/x.txt/1"];
  assert.deepEqual(await changesOf(git, start, await git.snapshot()), folder, `${label}: a folder in place of a file`);
  await run("rm -r out");
  assert.equal(await git.snapshot(), start, `${label}: taken back again`);
  await git.restore(made);
  await run("[ \"$(cat out/x.txt out/new.txt)\" = $'new\\nnew' ] && [ ! -e out/y.txt ]");
  assert.equal(await git.snapshot(), made, `${label}: restored`);
  await git.restore(start);
  await run("[ ! -e out/new.txt ] && [ ! -e out/y.txt ]");
  assert.equal(await git.snapshot(), start, `${label}: restored to the start`);
  assert.deepEqual(git.leftOut(), [], label);
}

for (const isolation of MODES) {
  test(`hidden files are in the snapshots once a run has written them (${isolation})`, async () => {
    for (const [label, hide] of Object.entries(HIDDEN)) {
      using repository = createRepository({ files: FILES });
      hide(repository);
      await useHiddenFiles(repository.dir, isolation, label);
    }
  });

  test(`hidden files of a linked work tree are, too (${isolation})`, async () => {
    using repository = createRepository({ files: FILES });
    using other = createScratch();
    const dir = join(other.dir, "trée");
    repository.git("worktree", "add", "-q", "--detach", dir);
    gitIn(dir, ["sparse-checkout", "set", "--cone", "in"]);
    await useHiddenFiles(dir, isolation, "linked");
  });

  for (const mark of ["--assume-unchanged", "--skip-worktree"]) {
    test(`a file with ${mark} is in the first snapshot as it is, and in the next as the run left it (${isolation})`, async () => {
      using repository = createRepository({ files: FILES });
      using scratch = createScratch();
      repository.git("update-index", mark, "top.txt", "out/x.txt");
      repository.write("top.txt", "mine\n");
      await using workspace = await openWorkspace(repository.dir, scratch.dir, isolation);
      const { overlay, run } = workspace;
      const options = { ...workspace, pathVar, clock: systemClock, scratchDir: scratch.dir };
      const git = createTrustedGit({ ...options, overlay });
      const start = await git.snapshot();
      assert.deepEqual(await changesOf(git, workspace.repository.headTree, start), ["modified top.txt"]);
      await run("echo theirs > top.txt; rm out/x.txt");
      const last = await git.snapshot();
      assert.deepEqual(await changesOf(git, start, last), ["deleted out/x.txt", "modified top.txt"]);
      if (overlay !== undefined) {
        // As a resume does where the copy has the changes of a killed process.
        const before = await createTrustedGit({ ...options, overlay: undefined }).snapshot();
        const resumed = createTrustedGit({ ...options, overlay, startTree: before });
        assert.deepEqual([before, await resumed.snapshot()], [start, last]);
      }
      await git.restore(start);
      await run("[ \"$(cat top.txt out/x.txt)\" = $'mine\\nx' ]");
      assert.equal(await git.snapshot(), start);
    });
  }

  /** As actions/checkout makes one for its input `sparse-checkout`: it fetches no contents of hidden files. */
  test(`hidden files whose contents a partial clone does not have are named as left out (${isolation})`, async () => {
    using origin = createRepository({ files: FILES });
    using scratch = createScratch();
    const dir = join(scratch.dir, "clone");
    origin.git("config", "uploadpack.allowFilter", "true");
    origin.git("clone", "-q", "--filter=blob:none", "--sparse", `file://${origin.dir}`, dir);
    gitIn(dir, ["sparse-checkout", "set", "in"]);
    await using workspace = await openWorkspace(dir, scratch.dir, isolation);
    const git = createTrustedGit({ ...workspace, scratchDir: scratch.dir, pathVar, clock: systemClock });
    const start = await git.snapshot();
    await workspace.run("mkdir out && echo new > out/new.txt && echo new > out/x.txt && echo more >> in/a.txt");
    const made = await git.snapshot();
    assert.deepEqual(await changesOf(git, start, made), ["modified in/a.txt", "added out/new.txt"]);
    const why = "it is outside of the sparse checkout, and this partial clone does not have the commit's file there";
    assert.deepEqual(git.leftOut(), [{ path: "out/x.txt", why, isOld: false }]);
    await git.diff(start, made, join(scratch.dir, "patch"));
    const edits = await git.objects.edits(start, made);
    assert.equal(await git.objects.treeWith(start, edits), made);
    await git.restore(start);
    await workspace.run("[ ! -e out/new.txt ] && [ ! -e out/x.txt ]");
    assert.deepEqual([await git.snapshot(), git.leftOut()], [start, []]);
    for (const [lines, path] of [
      ["echo file > out", "out"],
      ["mkdir -p out/x.txt && echo file > out/x.txt/1", "out/x.txt/1"],
    ] as const) {
      await workspace.run(lines);
      assert.equal(await git.snapshot(), start);
      assert.ok(git.leftOut().some((left) => left.path === path && left.why === why));
      await git.restore(start);
      assert.deepEqual([await git.snapshot(), git.leftOut()], [start, []]);
    }
  });
}

/** Since 2.36 git looks at hidden files that are there after all. */
test("an older git is named where files are hidden", async () => {
  using repository = createRepository({ files: FILES });
  using scratch = createScratch();
  const bin = join(scratch.dir, "bin");
  repository.git("sparse-checkout", "set", "--cone", "in");
  await using workspace = await openWorkspace(repository.dir, scratch.dir, "direct");
  mkdirSync(bin);
  const script = `#!/bin/sh\n[ "$1" = version ] && { echo git version 2.34.1; exit; }\nPATH=\${PATH#*:} exec git "$@"\n`;
  writeFileSync(join(bin, "git"), script);
  chmodSync(join(bin, "git"), 0o755);
  const warned: string[] = [];
  const git = createTrustedGit({
    repository: workspace.repository,
    scratchDir: scratch.dir,
    pathVar: `${bin}:${pathVar}`,
    clock: systemClock,
    warn: (text) => warned.push(text),
  });
  await git.snapshot();
  assert.deepEqual(warned, [
    "git version 2.34.1 does not see changes of files that are outside of the sparse checkout, or marked with skip-worktree (3 here): they are left out. Install git 2.36.",
  ]);
});

/** `git sparse-checkout` writes its settings into a file of the work tree. Without them git wrote the hidden files of the new commit. */
test("another commit is checked out sparsely", async () => {
  using repository = createRepository({ files: FILES });
  const { git, dir } = repository;
  repository.write("out/x.txt", "new\n");
  repository.write("in/a.txt", "new\n");
  const head = repository.commit("second");
  git("checkout", "-q", "--detach", "HEAD~");
  git("sparse-checkout", "set", "--cone", "in");
  const remote = { url: "https://example.invalid/o/r", token: "none" };
  await checkOut({ clock: systemClock, checkout: findCheckout(dir), remote, head, base: head, pathVar });
  assert.deepEqual(
    [git("rev-parse", "HEAD"), git("status", "--short"), repository.read("in/a.txt"), existsSync(join(dir, "out"))],
    [head, "", "new\n", false],
  );
});
