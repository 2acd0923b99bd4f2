/**
 * Files that a workspace may be filled with to block snapshots of it. git opens some names to read them to
 * their end, and a pipe has none: the run waited for ever, past every limit of its own.
 */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { linkSync, mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { systemClock } from "../../src/base/clock.ts";
import { createBoundedGit } from "../../src/workspace/git/bounded-git.ts";
import { createGit } from "../../src/workspace/git/git.ts";
import { openRepository } from "../../src/workspace/repository.ts";
import { createTrustedGit } from "../../src/workspace/trusted-git.ts";
import { give, SKIP_UNLESS_ROOT, STRANGER } from "../doubles/as-user.ts";
import { survivors, survivorsIn } from "../doubles/processes.ts";
import { createRepository, gitIn } from "../doubles/repository.ts";
import { createScratch } from "../doubles/scratch.ts";

const pathVar = process.env["PATH"] ?? "";

/** A repository, its trusted git with a first snapshot, and ways to plant things in it. */
async function createScene(files: Readonly<Record<string, string>> = {}) {
  const repository = createRepository({ files: { "a.txt": "a\n", ".gitignore": "*.log\n", ...files } });
  const scratch = createScratch();
  const warnings: string[] = [];
  const opened = await openRepository(repository.dir, pathVar);
  const warn = (text: string): void => void warnings.push(text);
  const trusted = createTrustedGit({ repository: opened, scratchDir: scratch.dir, pathVar, clock: systemClock, warn });
  const from = await trusted.snapshot();
  const at = (path: string): string => join(repository.dir, path);
  return {
    repository,
    trusted,
    warnings,
    at,
    pipe: (path: string) => {
      mkdirSync(dirname(at(path)), { recursive: true });
      rmSync(at(path), { force: true });
      execFileSync("mkfifo", [at(path)]);
    },
    inner: (path: string) => {
      mkdirSync(at(path), { recursive: true });
      gitIn(at(path), ["init", "-q"]);
      gitIn(at(path), ["commit", "-q", "--allow-empty", "-m", "inner"]);
    },
    changed: async () => (await trusted.changes(from, await trusted.snapshot())).map(({ path }) => path),
    [Symbol.dispose]: () => {
      repository.remove();
      scratch[Symbol.dispose]();
    },
  };
}

type Scene = Awaited<ReturnType<typeof createScene>>;

const TRAPS: Readonly<Record<string, (scene: Scene) => void>> = {
  ".gitignore": ({ pipe, repository }) => {
    pipe(".gitignore");
    repository.write("new.txt", "is it ignored?\n");
  },
  "new/.gitignore": ({ pipe }) => pipe("new/.gitignore"),
  ".gitattributes": ({ pipe }) => pipe(".gitattributes"),
  "in/.git/HEAD": ({ inner, pipe }) => {
    inner("in");
    pipe("in/.git/HEAD");
  },
  "in/.git/commondir": ({ inner, pipe }) => {
    inner("in");
    pipe("in/.git/commondir");
  },
  "zero/.git/commondir": ({ inner, at }) => {
    inner("zero");
    symlinkSync("/dev/zero", at("zero/.git/commondir"));
  },
};

for (const [path, plant] of Object.entries(TRAPS)) {
  test(`${path} without an end: the snapshot says so and is given up`, async () => {
    using scene = await createScene();
    plant(scene);
    await assert.rejects(scene.trusted.snapshot(), {
      code: "git.failed",
      message: `git status waits for a pipe or device where it expects a file: "${path}".`,
      hint: "Delete it.",
    });
    assert.deepEqual(await survivors(scene.repository.dir), []);
    rmSync(scene.at(path));
    scene.repository.write("a.txt", "b\n");
    assert.ok((await scene.changed()).includes("a.txt"));
  });
}

test("pipes and sockets with other names, links to devices and loops do not stop a snapshot", async () => {
  using scene = await createScene({ "d/b.txt": "b\n", swap: "x\n" });
  const { at, pipe, repository } = scene;
  pipe("pipe");
  pipe("d/.gitmodules");
  pipe("lib/.git");
  rmSync(at("swap"));
  pipe("swap");
  writeFileSync(at("lib/x.txt"), "x\n");
  rmSync(at(".gitignore"));
  symlinkSync("/dev/zero", at(".gitignore"));
  symlinkSync("loop", at("loop"));
  symlinkSync("/proc/self/root", at("root"));
  const server = createServer().listen(at("socket"));
  repository.write("name\nwith \u001b[31mcolour", "x\n");
  writeFileSync(Buffer.concat([Buffer.from(at("caf")), Buffer.from([0xe9])]), "x\n");
  const changed = await scene.changed();
  server.close();
  assert.deepEqual(
    { changed, warnings: scene.warnings },
    {
      changed: [".gitignore", "lib/x.txt", "loop", "name\nwith \u001b[31mcolour", "root"],
      warnings: [
        "caf\\xe9 is left out of the snapshots: its name is not UTF-8.",
        "swap is left out of the snapshots: git cannot store it.",
      ],
    },
  );
});

test("each file whose name is not UTF-8 is told apart", async () => {
  using scene = await createScene();
  const { at, trusted } = scene;
  const named = (byte: number): Buffer => Buffer.concat([Buffer.from(at("caf")), Buffer.from([byte])]);
  writeFileSync(named(0xe9), "one\n");
  writeFileSync(named(0xe8), "two\n");
  assert.deepEqual(await scene.changed(), []);
  const why = "its name is not UTF-8";
  assert.deepEqual(
    trusted.leftOut(),
    ["caf\\xe8", "caf\\xe9"].map((path) => ({ path, why, isOld: false })),
  );
});

test("a file larger than any server takes is left out, also when nothing of it is on the disk", async () => {
  using scene = await createScene({ "grows.bin": "x\n" });
  const { at, repository } = scene;
  for (const name of ["huge.bin", "grows.bin"]) {
    writeFileSync(at(name), "");
    truncateSync(at(name), 2 ** 40);
  }
  repository.write("a.txt", "b\n");
  assert.deepEqual(await scene.changed(), ["a.txt"]);
  const why = "is left out of the snapshots: 1099511627776 bytes are more than GitHub takes (104857600).";
  assert.deepEqual(scene.warnings, [`grows.bin ${why}`, `huge.bin ${why}`]);
});

test("names that are git's own on other systems are left out", async () => {
  using scene = await createScene();
  const { repository } = scene;
  const names = [".GIT/config", ".git /config", "git~1/config", ".g\u200cit/config", "a\\..\\.git\\hooks"];
  for (const name of names) repository.write(name, "x\n");
  assert.deepEqual(await scene.changed(), []);
  assert.deepEqual(
    scene.warnings.toSorted(),
    names
      .map((name) => `${name} is left out of the snapshots: other systems read its name as a file of git.`)
      .toSorted(),
  );
});

test("a path that is too long for the system is left out and named, and files beside it are stored", async () => {
  using scene = await createScene();
  const { repository, at, trusted } = scene;
  // Built from inside, because no call takes the whole path: folders that git cannot open, and a file that it finds.
  const deep = (name: string, depth: number, file: string): void => {
    const step = `mkdir ${name} && cd -P ${name} && echo x > ${file} || exit`;
    execFileSync("bash", ["-c", `for i in $(seq ${depth}); do ${step}; done`], { cwd: at(".") });
  };
  const [opened, found] = ["d".repeat(200), "e".repeat(200)];
  deep(opened, 25, "$i.txt");
  deep(found, 20, `$([ $i = 20 ] && echo ${"f".repeat(70)} || echo $i.txt)`);
  repository.write("a.txt", "b\n");
  try {
    const under = (name: string, count: number): readonly string[] =>
      Array.from({ length: count }, (_, at) => `${`${name}/`.repeat(at + 1)}${at + 1}.txt`);
    const inPatch = ["a.txt", ...under(opened, 20), ...under(found, 19)];
    assert.deepEqual((await scene.changed()).toSorted(), inPatch.toSorted());
    const why = "its path is longer than the system takes";
    const names = [opened, found].map((name) => `${name.slice(0, 199)}…`);
    assert.deepEqual(
      trusted.leftOut(),
      names.map((path) => ({ path, why, isOld: false })),
    );
    assert.deepEqual(
      scene.warnings.toSorted(),
      names.map((path) => `${path} is left out of the snapshots: ${why}.`),
    );
    await scene.changed();
    assert.equal(trusted.leftOut().length, 2, "as long as they are there");
  } finally {
    execFileSync("rm", ["-rf", at(opened), at(found)]);
  }
});

/** Root takes the snapshots of a `separate` cell, whose user could give root's files a second name in the workspace. */
test("a hard link to another user's file is left out", { skip: SKIP_UNLESS_ROOT }, async () => {
  using scene = await createScene();
  using outside = createScratch();
  writeFileSync(join(outside.dir, "shadow"), "secret\n", { mode: 0o600 });
  give(scene.repository.dir, STRANGER);
  linkSync(join(outside.dir, "shadow"), scene.at("linked.txt"));
  writeFileSync(scene.at("own.txt"), "own\n");
  give(scene.at("own.txt"), STRANGER);
  linkSync(scene.at("own.txt"), scene.at("twice.txt"));
  assert.deepEqual(await scene.changed(), ["own.txt", "twice.txt"]);
  assert.deepEqual(scene.warnings, [
    "linked.txt is left out of the snapshots: it is a hard link to a file of another user.",
  ]);
});

test("git that takes too long is stopped", async () => {
  using repository = createRepository({ files: { "a.txt": "a\n" } });
  const git = createBoundedGit(createGit({ cwd: repository.dir, path: pathVar }), repository.dir, {
    lookAfterMs: 10,
    maxMs: 50,
  });
  execFileSync("mkfifo", [join(repository.dir, "input")]);
  await assert.rejects(git({ args: ["hash-object", "--no-filters", "input"] }), {
    code: "git.failed",
    message: "git hash-object timed out after 0.05 s.",
    hint: "Keep very large files and folders out of the repository, or in .gitignore.",
  });
  assert.deepEqual(await survivorsIn(repository.dir), []);
});

test("git that writes too much is stopped", async () => {
  using repository = createRepository({ files: { "a.txt": "a\n".repeat(1_000_000) } });
  const git = createGit({ cwd: repository.dir, path: pathVar, maxOutputBytes: 1_000_000 });
  await assert.rejects(git({ args: ["cat-file", "blob", "HEAD:a.txt"] }), {
    code: "git.failed",
    message: "git cat-file failed: it writes more than 1 MB.",
  });
});
