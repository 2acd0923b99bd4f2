/** Merges that are prepared for a run: of real commits, by real git, without a server. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { prepareMerge, type PreparedMerge } from "../../../src/workspace/git/prepare-merge.ts";
import { createGit } from "../../../src/workspace/git/git.ts";
import { createRepository, type TemporaryRepository } from "../../doubles/repository.ts";

async function prepared(repository: TemporaryRepository, head: string, base: string): Promise<PreparedMerge> {
  const gitDir = join(repository.dir, ".git");
  const path = process.env["PATH"] ?? "";
  const git = (env: Readonly<Record<string, string>>) => createGit({ cwd: repository.dir, path, env });
  const server = async (): Promise<never> => await Promise.reject(new Error("no server is needed"));
  return await prepareMerge({ git, server, gitDir, url: "https://x.test", head, base });
}

test("conflicts of each kind are marked or listed, and the same two commits give the same commit", async () => {
  using repository = createRepository({
    files: { "a.txt": "1\n", "gone.txt": "1\n", "bin.dat": "\0\u0001", "ü b.txt": "1\n" },
  });
  const start = repository.commit("start");
  const side = (files: Readonly<Record<string, string>>, remove: readonly string[] = []): string => {
    repository.git("checkout", "-q", "--detach", start);
    for (const [path, content] of Object.entries(files)) repository.write(path, content);
    for (const path of remove) repository.git("rm", "-q", path);
    return repository.commit("side");
  };
  const ours = side({
    "a.txt": "ours\n",
    "gone.txt": "ours\n",
    "bin.dat": "\0ours",
    "ü b.txt": "ours\n",
    "ours.txt": "o\n",
  });
  const theirs = side({ "a.txt": "theirs\n", "bin.dat": "\0theirs", "ü b.txt": "theirs\n", "theirs.txt": "t\n" }, [
    "gone.txt",
  ]);
  const merge = await prepared(repository, ours, theirs);
  assert.ok(merge.kind === "prepared");
  assert.deepEqual(merge.conflicts.toSorted(), ["a.txt", "bin.dat", "gone.txt", "ü b.txt"]);
  assert.equal(repository.git("log", "-1", "--format=%P", merge.commit), `${ours} ${theirs}`);
  assert.equal(
    repository.git("show", `${merge.commit}:a.txt`),
    `<<<<<<< ${ours}\nours\n=======\ntheirs\n>>>>>>> ${theirs}`,
  );
  assert.deepEqual(await prepared(repository, ours, theirs), merge);
  assert.deepEqual(await prepared(repository, side({ "c.txt": "c\n" }), theirs), { kind: "clean" });
});

test("unrelated histories have no merge", async () => {
  using repository = createRepository({ files: { "a.txt": "1\n" } });
  const head = repository.commit("start");
  const other = repository.git("commit-tree", `${head}^{tree}`, "-m", "anew");
  assert.deepEqual(await prepared(repository, head, other), {
    kind: "failed",
    reason: "the histories of head and base have no commit in common.",
  });
});
