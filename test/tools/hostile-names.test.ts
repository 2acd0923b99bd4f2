/** Files named as options, shell words, pathspecs and lines of git's output: listed, read, searched, recorded, given back as they are. */

import assert from "node:assert/strict";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { systemClock } from "../../src/base/clock.ts";
import { openRepository } from "../../src/workspace/repository.ts";
import { createTrustedGit } from "../../src/workspace/trusted-git.ts";
import { FILE_NAMES, CANARY_FILE } from "../doubles/hostile-names.ts";
import { createRepository, gitIn, type TemporaryRepository } from "../doubles/repository.ts";
import { createScratch } from "../doubles/scratch.ts";
import { openWorkbench } from "./workbench.ts";

const pathVar = process.env["PATH"] ?? "";
/** In a folder of its own name, and at the top. */
const PATHS = FILE_NAMES.flatMap((name) => [name, `in/${name}/${name}`]).filter((path) => path.length < 600);
const SORTED = PATHS.toSorted();

function plant({ write }: TemporaryRepository): void {
  for (const [index, path] of PATHS.entries()) write(path, `content ${index}\n`);
}

test("the controller's git: a snapshot, the changes, the patch and the way back hold each name as it is", async () => {
  using scratch = createScratch();
  using repository = createRepository({ files: { "base.txt": "base\n" } });
  const opened = await openRepository(repository.dir, pathVar);
  const git = createTrustedGit({ repository: opened, scratchDir: scratch.dir, pathVar, clock: systemClock });
  plant(repository);
  const tree = await git.snapshot();
  const listed = gitIn(git.gitDir, ["ls-tree", "-rz", "--name-only", tree]).split("\0").filter(Boolean);
  assert.deepEqual(listed.toSorted(), [...SORTED, "base.txt"].toSorted());
  const changes = await git.changes(opened.headTree, tree);
  assert.deepEqual(
    changes.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
    SORTED.map((path) => ({ path, status: "added", added: 1, deleted: 0 })),
  );

  using clone = createRepository({ files: { "base.txt": "base\n" } });
  await git.diff(opened.headTree, tree, join(scratch.dir, "patch"));
  gitIn(clone.dir, ["apply", join(scratch.dir, "patch")]);
  for (const [index, path] of PATHS.entries()) assert.equal(clone.read(path), `content ${index}\n`, path);

  for (const path of PATHS) rmSync(join(repository.dir, path));
  await git.restore(tree);
  for (const [index, path] of PATHS.entries()) assert.equal(repository.read(path), `content ${index}\n`, path);
  for (const { dir } of [repository, clone, scratch]) assert.ok(!existsSync(join(dir, CANARY_FILE)));
});

test("the model's tools: each name is listed, read and searched for what it is", async () => {
  await using bench = await openWorkbench({ "base.txt": "base\n" });
  plant(bench.repository);
  for (const [index, path] of PATHS.entries()) {
    const read = await bench.call("read_file", { files: [{ path }] });
    assert.ok(
      read.text.includes(`content ${index}\n`) || read.text.endsWith(`content ${index}`),
      `${path}: ${read.text}`,
    );
    const found = await bench.call("search_files", { path, regex: "^content" });
    const shown = /\p{Cc}/u.test(path) ? JSON.stringify(path) : path;
    assert.deepEqual(found, { text: `${shown}\n1: content ${index}` });
  }
  const { entries } = await bench.cell.list(".", { recursive: true, limit: 1000 });
  const files = entries.flatMap(({ path, kind }) => (kind === "file" ? [path] : []));
  assert.deepEqual(files.toSorted(), [...SORTED, "base.txt"].toSorted());
  assert.ok(!existsSync(join(bench.repository.dir, CANARY_FILE)));
});
