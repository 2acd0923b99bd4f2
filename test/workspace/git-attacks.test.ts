/** Every place where git takes a program from a repository, against everything that we let git do: nothing is run. */

import assert from "node:assert/strict";
import { sampled } from "../doubles/size.ts";
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { systemClock } from "../../src/base/clock.ts";
import { checkOut } from "../../src/workspace/check-out.ts";
import { findCheckout } from "../../src/workspace/checkout.ts";
import { createPublishGit } from "../../src/workspace/push.ts";
import { createRemoteRefs } from "../../src/workspace/remote-refs.ts";
import { openRepository, readHead } from "../../src/workspace/repository.ts";
import { createTrustedGit } from "../../src/workspace/trusted-git.ts";
import { openTestCell, SKIP_SEALED } from "../doubles/cell.ts";
import { runGit } from "../doubles/git-client.ts";
import { startGitHub } from "../doubles/github/server.ts";
import { createRepository, type TemporaryRepository } from "../doubles/repository.ts";
import { createScratch, type Scratch } from "../doubles/scratch.ts";
import { VECTORS, type Vector } from "./hostile-repositories.ts";

const systemPath = process.env["PATH"] ?? "";
const TOKEN = "ghs_gitAttacksTestToken0123";
const WHO = { name: "bot", email: "bot@example.invalid" };

const hub = await startGitHub();
hub.addToken(TOKEN);
after(async () => await hub.close());

/** A hostile clone of a repository on the server, which has one commit more. */
interface Scene {
  readonly repository: TemporaryRepository;
  readonly scratch: Scratch;
  readonly pathVar: string;
  readonly start: string;
  readonly next: string;
  /** Where something was run since it was last asked: out here, or where only the work tree is in sight. */
  readonly strikes: () => readonly ("outside" | "inside")[];
  readonly [Symbol.dispose]: () => void;
}

async function build({ name, build: plant }: Vector): Promise<Scene> {
  const where = `o/${name.replaceAll(/\W+/g, "-")}`;
  await hub.addRepository({ name: where, files: { "a.txt": "one\n", "sub/b.txt": "b\n", "AGENTS.md": "rules\n" } });
  const repository = createRepository();
  const scratch = createScratch();
  repository.git("pull", "-q", (await hub.git(where, "rev-parse", "--absolute-git-dir")).trim(), "main");
  repository.git("remote", "add", "origin", hub.cloneUrl(...(where.split("/") as [string, string])));
  const start = repository.git("rev-parse", "HEAD");
  const next = await hub.addCommit(where, { branch: "main", files: { "a.txt": "three\n", "c.txt": "c\n" } });
  // Two markers: one that no change of the work tree removes, and one that a cell can reach.
  const markers = [join(scratch.dir, "marker"), join(repository.dir, "marker")];
  const strike = join(repository.dir, "strike.sh");
  const script = `#!/bin/sh\nfor marker in ${markers.join(" ")}; do echo "$0 $*" >> "$marker"; done 2>/dev/null\ntimeout 1 cat\n`;
  repository.write("strike.sh", script, 0o755);
  // A PATH as `npx` and `npm run` set it, with a git that the commit brought along.
  const bin = join(repository.dir, "node_modules/.bin");
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, "git"), script);
  chmodSync(join(bin, "git"), 0o755);
  plant({ repository, strike });
  repository.write("a.txt", "two\n"); // as long as before, in the same second
  return {
    repository,
    scratch,
    pathVar: `${bin}:${systemPath}`,
    start,
    next,
    strikes() {
      const [outside, inside] = markers.map((marker) => existsSync(marker));
      for (const marker of markers) rmSync(marker, { force: true });
      if (outside === true) return ["outside"];
      return inside === true ? ["inside"] : [];
    },
    [Symbol.dispose]() {
      repository.remove();
      scratch[Symbol.dispose]();
    },
  };
}

for (const vector of sampled(VECTORS)) {
  test(`${vector.name}: eight operations, nothing is run`, async () => {
    using scene = await build(vector);
    const { repository, scratch, pathVar, start, next, strikes } = scene;
    const where = `o/${vector.name.replaceAll(/\W+/g, "-")}`;
    const url = hub.cloneUrl(...(where.split("/") as [string, string]));
    const remote = { url, token: TOKEN };
    const struck: string[] = [];
    const note = (operation: string): void => {
      for (const where of strikes()) struck.push(`${operation}: ${where}`);
    };
    strikes(); // building may spring the trap

    const opened = await openRepository(repository.dir, pathVar);
    const head = await readHead(opened, { pathVar, paths: ["AGENTS.md"], folders: ["sub"] });
    assert.deepEqual(
      [head.headCommit, [...head.files]],
      [
        start,
        [
          ["AGENTS.md", "rules\n"],
          ["sub/b.txt", "b\n"],
        ],
      ],
    );
    note("open");

    const trusted = createTrustedGit({ repository: opened, scratchDir: scratch.dir, pathVar, clock: systemClock });
    const from = await trusted.snapshot();
    repository.write("a.txt", "changed\n");
    const to = await trusted.snapshot();
    note("snapshot");
    await trusted.diff(from, to, join(scratch.dir, "patch"));
    assert.match(readFileSync(join(scratch.dir, "patch"), "utf8"), /^-two\n\+changed$/m);
    assert.deepEqual(
      (await trusted.changes(from, to)).map(({ path }) => path),
      ["a.txt"],
    );
    note("diff");
    await trusted.restore(from);
    assert.equal(repository.read("a.txt"), "two\n");
    note("restore");

    const publish = createPublishGit({ gitDir: trusted.gitDir, path: systemPath, clock: systemClock });
    await publish.fetch(remote, next);
    note("fetch");
    const request = { tree: to, parents: [start], message: "m\n", identity: WHO, atSeconds: 1_767_323_045 };
    const commit = await publish.commit(request);
    assert.deepEqual(await publish.push({ remote, commit, branch: "kimi/x", expected: null }), { kind: "pushed" });
    const refs = createRemoteRefs({
      gitDir: trusted.gitDir,
      path: systemPath,
      remote,
      identity: WHO,
      clock: systemClock,
    });
    const ref = "refs/kimi/sessions/t1-20260102-aaaa";
    const stored = await refs.write({
      files: new Map([["journal.jsonl", "x\n"]]),
      trees: new Map([["workspace", to]]),
      parent: start,
      message: "m",
      atSeconds: 1_767_323_045,
    });
    const saved = await refs.update([{ ref, commit: stored, expected: null }], { isAtomic: true });
    assert.equal(saved.kind, "updated");
    assert.notEqual(await refs.read(ref), undefined);
    note("push");

    if (SKIP_SEALED === false) {
      // In the cell the agent may run what it likes; what is ours there is the copy of the git directory and the list.
      const keeper = { ...repository, remove: () => {} };
      await using cell = await openTestCell({ want: "sealed", repository: keeper });
      const git = await cell.sh(
        "git status --short; git diff; git add a.txt && git commit -qm x && git log --oneline -1",
      );
      assert.equal(git.code, 0, git.output);
      await cell.list(".", { recursive: true, limit: 100 });
      note("the cell's git");
    }

    repository.write("a.txt", "one\n");
    await checkOut({
      clock: systemClock,
      checkout: findCheckout(repository.dir),
      remote,
      head: next,
      base: start,
      pathVar,
    });
    assert.deepEqual([repository.read("a.txt"), repository.read("c.txt")], ["three\n", "c\n"]);
    assert.equal((await readHead(opened, { pathVar, paths: [] })).headCommit, next);
    note("check out");
    assert.deepEqual(struck, []);
  });

  test(`${vector.name}: a careless git runs it`, async () => {
    using scene = await build(vector);
    scene.strikes();
    // It may fail over what the trap prints; what counts is that it ran.
    for (const args of vector.careless) await runGit(join(scene.repository.dir, vector.in ?? ""), ...args);
    assert.deepEqual(scene.strikes(), ["outside"]);
  });
}

test("there are enough vectors", () => assert.ok(VECTORS.length >= 14));
