/** Commits and pushes from the trusted directory: repeatable, never forced, and the token in the environment alone. */

import assert from "node:assert/strict";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { systemClock } from "../../src/base/clock.ts";
import { createPublishGit } from "../../src/workspace/push.ts";
import { openRepository } from "../../src/workspace/repository.ts";
import { createTrustedGit } from "../../src/workspace/trusted-git.ts";
import { startGitHub } from "../doubles/github/server.ts";
import { createRepository } from "../doubles/repository.ts";
import { createScratch } from "../doubles/scratch.ts";

const pathVar = process.env["PATH"] ?? "";
const TOKEN = "ghs_pushTestToken0123456789";
const WHO = { name: "bot", email: "bot@example.invalid" };

test("a push: the same commit twice, a moved branch left alone, no token on any command line", async () => {
  await using hub = await startGitHub();
  hub.addToken(TOKEN);
  await hub.addRepository({ name: "o/r", files: { "a.txt": "one\n" } });
  using scratch = createScratch();
  using repository = createRepository();
  repository.git("pull", "-q", (await hub.git("o/r", "rev-parse", "--absolute-git-dir")).trim(), "main");
  repository.write("a.txt", "two\n");
  repository.write(":(d/b.txt", "b\n");

  const seen = join(scratch.dir, "seen");
  const bin = join(scratch.dir, "bin");
  mkdirSync(bin);
  writeFileSync(join(bin, "git"), `#!/bin/sh\nprintf '%s\\n' "$*" >> '${seen}'\nPATH='${pathVar}' exec git "$@"\n`);
  chmodSync(join(bin, "git"), 0o755);
  const trusted = createTrustedGit({
    repository: await openRepository(repository.dir, pathVar),
    scratchDir: scratch.dir,
    pathVar,
    clock: systemClock,
  });
  const git = createPublishGit({ gitDir: trusted.gitDir, path: `${bin}:${pathVar}`, clock: systemClock });
  const parent = repository.git("rev-parse", "HEAD");
  const request = {
    tree: await trusted.snapshot(),
    parents: [parent],
    message: "m\n",
    identity: WHO,
    atSeconds: 1_767_323_045,
  };
  const commit = await git.commit(request);
  assert.equal(await git.commit(request), commit);
  assert.equal(await git.treeOf(commit), request.tree);
  assert.deepEqual([...(await git.filesIn(commit, [":(d/"])).keys()], [":(d/b.txt"]);

  const remote = { url: hub.cloneUrl("o", "r"), token: TOKEN };
  const push = { remote, commit, branch: "kimi/x", expected: null };
  assert.deepEqual(await git.push(push), { kind: "pushed" });
  assert.equal(await hub.git("o/r", "rev-parse", "kimi/x"), commit);
  const theirs = await hub.addCommit("o/r", { branch: "kimi/x", files: { "b.txt": "b" } });
  const child = await git.commit({ ...request, parents: [commit], message: "next\n" });
  for (const expected of [null, commit]) {
    const moved = await git.push({ ...push, commit: child, expected });
    assert.match(moved.kind === "failed" ? moved.said : "", /stale info|fetch first/);
  }
  assert.equal(await hub.git("o/r", "rev-parse", "kimi/x"), theirs);

  const denied = await git.push({ ...push, branch: "kimi/y", remote: { ...remote, token: "wrong" } });
  assert.equal(denied.kind, "failed");
  assert.ok(readFileSync(seen, "utf8").includes("push --porcelain"));
  assert.ok(!readFileSync(seen, "utf8").includes(TOKEN) && !readFileSync(seen, "utf8").includes("basic"));
  assert.ok(!JSON.stringify(denied).includes("wrong"));
  assert.ok(!readFileSync(join(trusted.gitDir, "config"), "utf8").includes("extraheader"));
});

test("only servers and object ids are accepted", async () => {
  using scratch = createScratch();
  const git = createPublishGit({ gitDir: scratch.dir, path: pathVar, clock: systemClock });
  const commit = "a".repeat(40);
  for (const url of ["file:///tmp/x", "ssh://h/x", "ext::sh -c x"]) {
    const push = git.push({ remote: { url, token: TOKEN }, commit, branch: "b", expected: null });
    await assert.rejects(push, { code: "git.failed", hint: "Use an https URL." });
  }
  await assert.rejects(git.treeOf("--output=x"), { code: "git.failed" });
  await assert.rejects(git.blobs(["HEAD"]), { code: "git.failed" });
});
