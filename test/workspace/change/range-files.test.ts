/** The files that a branch changed since it left its base, each with its own patch. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { filesBetween } from "../../../src/workspace/change/range-files.ts";
import { createGit } from "../../../src/workspace/git/git.ts";
import { createRepository } from "../../doubles/repository.ts";

test("content that looks like a header behind a carriage return moves no patch to another file", async () => {
  using repository = createRepository({ files: { "a.txt": "1\n", "b.txt": "1\n" } });
  const base = repository.git("rev-parse", "HEAD");
  repository.write("a.txt", "x\rdiff --git y\n");
  repository.write("b.txt", "2\n");
  const head = repository.commit("head");
  const git = createGit({ cwd: repository.dir, path: process.env["PATH"] ?? "" });
  assert.deepEqual(
    (await filesBetween(git, { base, head })).map(({ path, patch }) => [path, patch]),
    [
      ["a.txt", "@@ -1 +1 @@\n-1\n+x\rdiff --git y"],
      ["b.txt", "@@ -1 +1 @@\n-1\n+2"],
    ],
  );
});
