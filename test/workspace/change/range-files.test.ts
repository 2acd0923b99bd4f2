/** The files that a branch changed since it left its base, each with its own patch. */

import assert from "node:assert/strict";
import { rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { filesBetween } from "../../../src/workspace/change/range-files.ts";
import { createGit } from "../../../src/workspace/git/git.ts";
import { diffsByPath } from "../../../src/workspace/git/patch-headers.ts";
import { createRepository } from "../../doubles/repository.ts";

test("a header behind a carriage return, a file that becomes a link and odd names move no patch to another file", async () => {
  using repository = createRepository({
    files: { "a.txt": "1\n", "b.txt": "1\n", c: "1\n", 'ä"\t /d': "1\n", e: "1\n" },
  });
  const base = repository.git("rev-parse", "HEAD");
  repository.write("a.txt", "x\rdiff --git y\n");
  repository.write("b.txt", "2\n");
  rmSync(join(repository.dir, "c"));
  symlinkSync("a.txt", join(repository.dir, "c"));
  repository.write('ä"\t /d', "2\n");
  repository.write("e", "3\n");
  const head = repository.commit("head");
  const git = createGit({ cwd: repository.dir, path: process.env["PATH"] ?? "" });
  assert.deepEqual(
    (await filesBetween(git, { base, head })).map(({ path, patch }) => [path, patch]),
    [
      ["a.txt", "@@ -1 +1 @@\n-1\n+x\rdiff --git y"],
      ["b.txt", "@@ -1 +1 @@\n-1\n+2"],
      ["c", "@@ -1 +0,0 @@\n-1\n@@ -0,0 +1 @@\n+a.txt\n\\ No newline at end of file"],
      ["e", "@@ -1 +1 @@\n-1\n+3"],
      ['ä"\t /d', "@@ -1 +1 @@\n-1\n+2"],
    ],
  );
  const patch = String(await git({ args: ["diff-tree", "-p", "--no-renames", base, head] }));
  assert.equal([...diffsByPath(patch).values()].join(""), patch, "each diff has its last line end");
});
