import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { systemClock } from "../../src/base/clock.ts";
import { sha256 } from "../../src/base/sha256.ts";
import { openRepository } from "../../src/workspace/repository.ts";
import { createTrustedGit, type TrustedGit } from "../../src/workspace/trusted-git.ts";
import { createRepository, gitIn, type TemporaryRepository } from "../doubles/repository.ts";
import { createScratch, type Scratch } from "../doubles/scratch.ts";

const pathVar = process.env["PATH"] ?? "";

async function trusted(
  repository: TemporaryRepository,
  scratch: Scratch,
  warn?: (text: string) => void,
): Promise<TrustedGit> {
  const opened = await openRepository(repository.dir, pathVar);
  return createTrustedGit({
    repository: opened,
    scratchDir: scratch.dir,
    pathVar,
    clock: systemClock,
    ...(warn === undefined ? {} : { warn }),
  });
}

/** Content of a file of a tree, read by another git. */
function fileIn({ gitDir }: TrustedGit, tree: string, path: string): string {
  return execFileSync("git", ["--git-dir", gitDir, "cat-file", "blob", `${tree}:${path}`], { encoding: "utf8" });
}

/** Path → digest of every file below a folder. */
function digests(folder: string, below = ""): Record<string, string> {
  const entries = readdirSync(join(folder, below), { withFileTypes: true });
  return Object.assign(
    {},
    ...entries.map((entry) => {
      const path = join(below, entry.name);
      return entry.isDirectory() ? digests(folder, path) : { [path]: sha256(readFileSync(join(folder, path))) };
    }),
  ) as Record<string, string>;
}

/** Everything git can store, all of it changed at once. */
function changeEverything({ dir, write }: TemporaryRepository): void {
  write("text.txt", "two\r\nlines\r\n");
  write("binary.bin", Uint8Array.from([0, 255, 254, 10, 13, 0, 7]));
  write("latin1.txt", Uint8Array.from([0x67, 0x72, 0xfc, 0x6e, 10]));
  write('ünï cødé/naïve "file".txt', "unicode\n");
  write("script.sh", "#!/bin/sh\n", 0o755);
  rmSync(join(dir, "gone.txt"));
  symlinkSync("text.txt", join(dir, "link"));
  rmSync(join(dir, "swap"));
  write("swap/inner.txt", "a folder where a file was\n");
  write("no-newline", "end");
  write("ignored.log", "not part of it\n");
}

const FILES = {
  ".gitignore": "*.log\n",
  // A tree must not hide its own changes.
  ".gitattributes": "text.txt -diff\nnew* binary\n",
  "text.txt": "one\n",
  "binary.bin": Uint8Array.from([0, 1, 2]),
  "script.sh": "#!/bin/sh\n",
  "gone.txt": "x\n",
  swap: "a file\n",
};

test("a snapshot leaves the user's git directory byte for byte alone", async () => {
  using repository = createRepository({ files: FILES });
  using scratch = createScratch();
  const git = await trusted(repository, scratch);
  const before = digests(join(repository.dir, ".git"));
  changeEverything(repository);
  const tree = await git.snapshot();
  assert.match(tree, /^[0-9a-f]{40}$/);
  assert.deepEqual(digests(join(repository.dir, ".git")), before);
  repository.git("add", "-A");
  assert.equal(tree, repository.git("write-tree"), "it is the tree the user's git would write");
});

test("patch → apply → the same tree", async () => {
  using repository = createRepository({ files: FILES });
  using scratch = createScratch();
  const git = await trusted(repository, scratch);
  const from = await git.snapshot();
  changeEverything(repository);
  const to = await git.snapshot();
  const patch = join(scratch.dir, "changes.patch");
  await git.diff(from, to, patch);

  const clone = join(scratch.dir, "clone");
  gitIn(scratch.dir, ["clone", "-q", repository.dir, clone]);
  gitIn(clone, ["apply", "--index", patch]);
  assert.equal(gitIn(clone, ["write-tree"]), to);
  await git.diff(to, to, patch);
  assert.equal(readFileSync(patch, "utf8"), "");
});

test("changes have status and numbers of lines", async () => {
  using repository = createRepository({ files: FILES });
  using scratch = createScratch();
  const git = await trusted(repository, scratch);
  const from = await git.snapshot();
  repository.write("text.txt", "one\ntwo\n");
  repository.write("binary.bin", Uint8Array.from([0, 9]));
  rmSync(join(repository.dir, "gone.txt"));
  rmSync(join(repository.dir, "swap"));
  symlinkSync("text.txt", join(repository.dir, "swap"));
  chmodSync(join(repository.dir, "script.sh"), 0o755);
  repository.write("new\tname.txt", "1\n2\n");
  assert.deepEqual(await git.changes(from, await git.snapshot()), [
    { path: "binary.bin", status: "modified", added: undefined, deleted: undefined },
    { path: "gone.txt", status: "deleted", added: 0, deleted: 1 },
    { path: "new\tname.txt", status: "added", added: 2, deleted: 0 },
    { path: "script.sh", status: "modified", added: 0, deleted: 0 },
    { path: "swap", status: "type_changed", added: 1, deleted: 1 },
    { path: "text.txt", status: "modified", added: 1, deleted: 0 },
  ]);
});

test("restore makes the workspace equal to a tree and spares ignored files", async () => {
  using repository = createRepository({ files: FILES });
  using scratch = createScratch();
  const git = await trusted(repository, scratch);
  const from = await git.snapshot();
  changeEverything(repository);
  const to = await git.snapshot();
  repository.write("later/new.txt", "x");
  await git.restore(from);
  assert.equal(await git.snapshot(), from);
  assert.equal(repository.git("status", "--porcelain"), "");
  assert.equal(repository.read("ignored.log"), "not part of it\n");
  await git.restore(to);
  assert.equal(await git.snapshot(), to);
  assert.deepEqual(
    { text: repository.read("text.txt"), mode: lstatSync(join(repository.dir, "script.sh")).mode & 0o777 },
    { text: "two\r\nlines\r\n", mode: 0o755 },
  );
});

test("only object ids are taken for trees", async () => {
  using repository = createRepository({ files: { "a/b.txt": "grün\n" } });
  using scratch = createScratch();
  const git = await trusted(repository, scratch);
  const head = repository.git("rev-parse", "HEAD");
  await assert.rejects(git.changes("HEAD", head), { code: "git.failed", message: "Not an object id: HEAD." });
  await assert.rejects(git.diff("--output=/tmp/x", head, join(scratch.dir, "patch")), { code: "git.failed" });
});

test("two snapshots at once are taken one after the other", async () => {
  using repository = createRepository({ files: { "a.txt": "1" } });
  using scratch = createScratch();
  const git = await trusted(repository, scratch);
  repository.write("b.txt", "2");
  const trees = await Promise.all([git.snapshot(), git.snapshot(), git.snapshot()]);
  assert.equal(new Set(trees).size, 1);
});

test("files that git cannot store are left out with one warning", async () => {
  using repository = createRepository({ files: { "a.txt": "1\n", "b.txt": "2\n" } });
  using scratch = createScratch();
  const warnings: string[] = [];
  const git = await trusted(repository, scratch, (text) => void warnings.push(text));
  const from = await git.snapshot();
  rmSync(join(repository.dir, "a.txt"));
  execFileSync("mkfifo", [join(repository.dir, "a.txt"), join(repository.dir, "new-pipe")]);
  repository.write("b.txt", "3\n");
  const to = await git.snapshot();
  await git.snapshot();
  assert.deepEqual(
    (await git.changes(from, to)).map(({ path }) => path),
    ["b.txt"],
  );
  assert.deepEqual(warnings, ["a.txt is left out of the snapshots: git cannot store it."]);
});

/** git shows another name in its error, so that the file was tried again for ever. */
test("files that git cannot store and whose names it does not write as they are are left out too", async () => {
  const names = ["ctl\u0001f", "ctl?f", "line\nbreak", "sep\u2028arator", "Größe\r"];
  using repository = createRepository({
    files: { ...Object.fromEntries(names.map((name) => [name, "1\n"])), "b.txt": "2\n" },
  });
  using scratch = createScratch();
  const git = await trusted(repository, scratch);
  const from = await git.snapshot();
  for (const name of names) rmSync(join(repository.dir, name));
  for (const name of names) execFileSync("mkfifo", [join(repository.dir, name)]);
  repository.write("b.txt", "3\n");
  const changes = await git.changes(from, await git.snapshot());
  assert.deepEqual(
    changes.map(({ path }) => path),
    ["b.txt"],
  );
});

/** The folder was taken for a repository, so that the file stayed. */
test("a file that a folder replaces is deleted, with any content of the folder", async () => {
  using repository = createRepository({
    files: { ".gitignore": "*.log\n", "a.txt": "1\n", "b.txt": "2\n", "c.txt": "3\n" },
  });
  using scratch = createScratch();
  const warnings: string[] = [];
  const git = await trusted(repository, scratch, (text) => void warnings.push(text));
  const from = await git.snapshot();
  for (const name of ["a.txt", "b.txt", "c.txt"]) rmSync(join(repository.dir, name));
  mkdirSync(join(repository.dir, "a.txt"));
  repository.write("b.txt/x.log", "ignored\n");
  repository.write("c.txt/d", "new\n");
  const changes = await git.changes(from, await git.snapshot());
  assert.deepEqual(
    changes.map(({ status, path }) => `${status} ${path}`),
    ["deleted a.txt", "deleted b.txt", "deleted c.txt", "added c.txt/d"],
  );
  assert.deepEqual(warnings, []);
});

test("a repository inside the workspace is left alone, with or without a commit", async () => {
  using repository = createRepository({ files: { "a.txt": "1\n" } });
  using scratch = createScratch();
  const git = await trusted(repository, scratch);
  const from = await git.snapshot();
  for (const name of ["empty", "full"]) {
    mkdirSync(join(repository.dir, name));
    gitIn(join(repository.dir, name), ["init", "-q"]);
    repository.write(`${name}/x.txt`, "x");
  }
  gitIn(join(repository.dir, "full"), ["add", "."]);
  gitIn(join(repository.dir, "full"), ["commit", "-q", "-m", "inner"]);
  assert.equal(await git.snapshot(), from);
});

test("no program of a hostile workspace is run", async () => {
  using repository = createRepository({ files: { "a.txt": "1\n", "sub/keep.txt": "x\n" } });
  using scratch = createScratch();
  const marker = join(scratch.dir, "marker");
  const strike = join(repository.dir, "strike.sh");
  repository.write("strike.sh", `#!/bin/sh\necho "$0 $@" >> ${marker}\ncat\n`, 0o755);

  // A submodule of the user, whose own configuration the agent can write.
  const inner = join(repository.dir, "module");
  mkdirSync(inner);
  gitIn(inner, ["init", "-q"]);
  gitIn(inner, ["commit", "-q", "--allow-empty", "-m", "inner"]);
  repository.commit("with a submodule");
  assert.match(repository.git("ls-files", "-s", "module"), /^160000/);

  const git = await trusted(repository, scratch);
  const from = await git.snapshot();
  for (const dir of [repository.dir, inner]) {
    for (const setting of [
      "core.fsmonitor",
      "core.sshCommand",
      "core.pager",
      "core.editor",
      "diff.external",
      "diff.evil.textconv",
      "diff.evil.command",
      "filter.evil.clean",
      "filter.evil.smudge",
      "filter.evil.process",
      "merge.evil.driver",
      "uploadpack.packObjectsHook",
    ]) {
      gitIn(dir, ["config", setting, strike]);
    }
    gitIn(dir, ["config", "core.hooksPath", join(repository.dir, "hooks")]);
  }
  for (const hook of [
    "post-index-change",
    "pre-commit",
    "post-checkout",
    "fsmonitor-watchman",
    "reference-transaction",
  ]) {
    repository.write(`hooks/${hook}`, readFileSync(strike), 0o755);
    repository.write(`.git/hooks/${hook}`, readFileSync(strike), 0o755);
  }
  repository.write(".gitattributes", "* filter=evil diff=evil merge=evil text working-tree-encoding=UTF-8\n");
  repository.write("node_modules/.bin/git", readFileSync(strike), 0o755);
  repository.write("module/new.txt", "x");
  repository.write("a.txt", "2\n");
  rmSync(join(repository.dir, "sub"), { recursive: true });
  symlinkSync("/etc", join(repository.dir, "sub"));
  gitIn(scratch.dir, ["init", "-q", "--bare", join(repository.dir, "bare.git")]);
  gitIn(join(repository.dir, "bare.git"), ["config", "core.fsmonitor", strike]);
  repository.write("elsewhere/.git", `gitdir: ${join(repository.dir, "bare.git")}\n`);

  const to = await git.snapshot();
  await git.diff(from, to, join(scratch.dir, "patch"));
  await git.changes(from, to);
  await git.restore(from);
  await git.snapshot();
  assert.equal(lstatSync(marker, { throwIfNoEntry: false }), undefined, "the marker was not written");

  // The same attack on the user's own git, so that the test is known to be able to fail.
  try {
    repository.git("add", "-A");
  } catch {
    // It may fail over what the hooks print; what counts is that they ran.
  }
  assert.notEqual(lstatSync(marker, { throwIfNoEntry: false }), undefined);
});

for (const [name, encoding, content] of [
  ["a file without a byte order mark", "UTF-16", "hello\nmore\n"],
  ["a file with one that may not have it", "UTF-16LE", "\ufeffhello\nmore\n"],
  ["an encoding that does not exist", "KIMI-9", "hello\nmore\n"],
  ["bytes that the encoding does not have", "ASCII", "hell\u00f6\n"],
] as const) {
  /** git ended at the first such file, and with it the run, without a patch. */
  test(`.gitattributes with an encoding that a file does not have: ${name}`, async () => {
    using repository = createRepository({ files: { "a.txt": "hello\n", "b.txt": "b\n" } });
    using scratch = createScratch();
    const warnings: string[] = [];
    const git = await trusted(repository, scratch, (text) => warnings.push(text));
    const from = await git.snapshot();
    const bytes = encoding === "UTF-16LE" ? Buffer.from(content, "utf16le") : Buffer.from(content);
    repository.write(".gitattributes", `*.txt working-tree-encoding=${encoding}\n`);
    repository.write("a.txt", bytes);
    const to = await git.snapshot();
    assert.deepEqual(
      (await git.changes(from, to)).map(({ path }) => path),
      [".gitattributes", "a.txt"],
    );
    assert.match(
      warnings.join(),
      /^working-tree-encoding is not followed in snapshots: [ab]\.txt is not in the encoding/,
    );
    const file = join(scratch.dir, "changes.patch");
    await git.diff(from, to, file);
    await git.restore(from);
    assert.equal(repository.git("status", "--porcelain"), "");
    using clone = createRepository({ files: { "a.txt": "hello\n", "b.txt": "b\n" } });
    gitIn(clone.dir, ["apply", file]);
    assert.deepEqual(readFileSync(join(clone.dir, "a.txt")), bytes);
  });
}

test("a git planted in the workspace's part of PATH is not the one that runs", async () => {
  using repository = createRepository({ files: { "a.txt": "1\n" } });
  using scratch = createScratch();
  repository.write("node_modules/.bin/git", "#!/bin/sh\nexit 1\n", 0o755);
  const opened = await openRepository(repository.dir, pathVar);
  const planted = `${join(repository.dir, "node_modules/.bin")}:.:${pathVar}`;
  const git = createTrustedGit({ repository: opened, scratchDir: scratch.dir, pathVar: planted, clock: systemClock });
  assert.match(await git.snapshot(), /^[0-9a-f]{40}$/);
});

test("a changed file of the same length and age is noticed", async () => {
  using repository = createRepository({ files: { "a.txt": "1\n" } });
  using scratch = createScratch();
  repository.write("a.txt", "2\n");
  repository.git("add", "a.txt");
  repository.write("a.txt", "3\n");
  const git = await trusted(repository, scratch);
  assert.equal(fileIn(git, await git.snapshot(), "a.txt"), "3\n");
});

test("a linked worktree in the middle of a merge", async () => {
  using repository = createRepository({ files: { "a.txt": "1\n", "b.txt": "1\n" } });
  using scratch = createScratch();
  const dir = join(scratch.dir, "linked");
  repository.git("worktree", "add", "-q", "-b", "side", dir);
  repository.write("a.txt", "main\n");
  repository.commit("main");
  writeFileSync(join(dir, "a.txt"), "side\n");
  gitIn(dir, ["commit", "-qam", "side"]);
  assert.throws(() => gitIn(dir, ["merge", "-q", "main"]));
  const opened = await openRepository(dir, pathVar);
  const git = createTrustedGit({ repository: opened, scratchDir: scratch.dir, pathVar, clock: systemClock });
  assert.match(fileIn(git, await git.snapshot(), "a.txt"), /^<<<<<<< HEAD\nside\n=======\nmain\n>>>>>>> /);
  assert.match(gitIn(dir, ["status", "--porcelain"]), /^UU a.txt$/m);
});

test("10 000 files", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 10_000 }, (_, index) => [`d${index % 100}/f${index}.txt`, `${index}\n`]),
  );
  using repository = createRepository({ files });
  using scratch = createScratch();
  const git = await trusted(repository, scratch);
  const from = await git.snapshot();
  repository.write("d7/f7.txt", "changed\n");
  const to = await git.snapshot();
  assert.deepEqual(await git.changes(from, to), [{ path: "d7/f7.txt", status: "modified", added: 1, deleted: 1 }]);
});

test("a SHA-256 repository", async () => {
  using repository = createRepository();
  using scratch = createScratch();
  rmSync(join(repository.dir, ".git"), { recursive: true });
  repository.git("init", "-q", "--object-format=sha256");
  repository.write("a.txt", "1\n");
  repository.commit("first");
  const git = await trusted(repository, scratch);
  assert.match(await git.snapshot(), /^[0-9a-f]{64}$/);
});
