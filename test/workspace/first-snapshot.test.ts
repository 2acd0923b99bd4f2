/** The first snapshot is the workspace as the run finds it: the commit's own tree when it is clean, and nothing less when it is not. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { systemClock } from "../../src/base/clock.ts";
import { openRepository } from "../../src/workspace/repository.ts";
import { createTrustedGit } from "../../src/workspace/trusted-git.ts";
import { createRepository, type TemporaryRepository } from "../doubles/repository.ts";
import { createScratch } from "../doubles/scratch.ts";

const pathVar = process.env["PATH"] ?? "";

async function firstPaths(repository: TemporaryRepository): Promise<readonly string[]> {
  using scratch = createScratch();
  const opened = await openRepository(repository.dir, pathVar);
  const git = createTrustedGit({ repository: opened, scratchDir: scratch.dir, pathVar, clock: systemClock });
  const tree = await git.snapshot();
  assert.equal(await git.snapshot(), tree, "nothing changed in between");
  return (await git.changes(opened.headTree, tree)).map(({ path, status }) => `${status} ${path}`);
}

test("clean", async () => {
  using repository = createRepository({ files: { "a.txt": "a\n" } });
  assert.deepEqual(await firstPaths(repository), []);
});

test("changed, staged, staged and put back, new, deleted", async () => {
  using repository = createRepository({ files: { "a.txt": "a\n", "b.txt": "b\n", "c.txt": "c\n", "d.txt": "d\n" } });
  repository.write("a.txt", "changed\n");
  repository.write("b.txt", "staged\n");
  repository.git("add", "b.txt");
  repository.write("c.txt", "staged\n");
  repository.git("add", "c.txt");
  repository.write("c.txt", "c\n");
  repository.git("rm", "-q", "d.txt");
  repository.write("new.txt", "new\n");
  assert.deepEqual(await firstPaths(repository), [
    "modified a.txt",
    "modified b.txt",
    "deleted d.txt",
    "added new.txt",
  ]);
});

test("staged alone", async () => {
  using repository = createRepository({ files: { "a.txt": "a\n" } });
  repository.write("a.txt", "staged\n");
  repository.git("add", "a.txt");
  assert.deepEqual(await firstPaths(repository), ["modified a.txt"]);
});
