import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { test } from "node:test";
import { systemClock } from "../../../src/base/clock.ts";
import { changedSince, putBack, type KeptFiles } from "../../../src/workspace/change/kept-files.ts";
import { prepareChanges, putChanges } from "../../../src/workspace/change/put-changes.ts";
import { openRepository } from "../../../src/workspace/repository.ts";
import { createTrustedGit } from "../../../src/workspace/trusted-git.ts";
import { createRepository } from "../../doubles/repository.ts";
import { createScratch } from "../../doubles/scratch.ts";

const pathVar = process.env["PATH"] ?? "";

const FILES = {
  "a.txt": "a\n",
  "gone.txt": "gone\n",
  "dir/one": "one\n",
  "dir/two": "two\n",
  file: "file\n",
  ".gitattributes": "*.win text eol=crlf\n",
  "x.win": "line\r\n",
  '"quoted" \\ \n': "odd\n",
  "two\nlines": "odd\n",
};

type Place = (name: string) => string;

interface Case {
  /** What the run does. */
  readonly run: (at: Place) => void;
  /** Changes of another person in the checkout during the run. */
  readonly meanwhile?: (at: Place) => void;
  /** Paths that changed in the meantime. */
  readonly conflicts: readonly string[];
  /** Content of files at the end, null for one that is not there. */
  readonly after: Readonly<Record<string, string | null>>;
}

const write = (path: string, text: string): void => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};

const CASES: Readonly<Record<string, Case>> = {
  "files that were edited, made in new folders, and deleted": {
    run: (at) => {
      write(at("a.txt"), "b\n");
      write(at("new/deep/x"), "x\n");
      rmSync(at("gone.txt"));
      rmSync(at("dir"), { recursive: true });
    },
    meanwhile: (at) => write(at("mine"), "mine\n"),
    conflicts: [],
    after: { "a.txt": "b\n", "new/deep/x": "x\n", "gone.txt": null, dir: null, mine: "mine\n" },
  },
  "a file in the place of a folder, and a folder in the place of a file": {
    run: (at) => {
      rmSync(at("dir"), { recursive: true });
      write(at("dir"), "now a file\n");
      rmSync(at("file"));
      write(at("file/inner"), "inner\n");
    },
    conflicts: [],
    after: { dir: "now a file\n", "file/inner": "inner\n" },
  },
  "a folder with a person's own file does not give way": {
    run: (at) => {
      rmSync(at("dir"), { recursive: true });
      write(at("dir"), "now a file\n");
    },
    meanwhile: (at) => write(at("dir/mine"), "mine\n"),
    conflicts: ["dir"],
    after: { "dir/one": "one\n", "dir/mine": "mine\n" },
  },
  "a person's file in the place of a folder that the run made stays": {
    run: (at) => write(at("new/deep/x"), "x\n"),
    meanwhile: (at) => write(at("new"), "mine\n"),
    conflicts: ["new/deep/x"],
    after: { new: "mine\n" },
  },
  "so does a link in such a place, and what it leads to": {
    run: (at) => write(at("new/x"), "x\n"),
    meanwhile: (at) => symlinkSync("dir", at("new")),
    conflicts: ["new/x"],
    after: { "new/one": "one\n", "dir/x": null },
  },
  "one file that was changed keeps all of them out": {
    run: (at) => {
      write(at("a.txt"), "b\n");
      write(at("dir/one"), "1\n");
    },
    meanwhile: (at) => write(at("dir/one"), "mine\n"),
    conflicts: ["dir/one"],
    after: { "a.txt": "a\n", "dir/one": "mine\n" },
  },
  "a file that was made, deleted or made executable meanwhile": {
    run: (at) => {
      write(at("made"), "run\n");
      write(at("gone.txt"), "edited\n");
      write(at("a.txt"), "edited\n");
    },
    meanwhile: (at) => {
      write(at("made"), "mine\n");
      rmSync(at("gone.txt"));
      chmodSync(at("a.txt"), 0o755);
    },
    conflicts: ["a.txt", "gone.txt", "made"],
    after: { made: "mine\n", "gone.txt": null, "a.txt": "a\n" },
  },
  "the same change by both is one": {
    run: (at) => write(at("a.txt"), "b\n"),
    meanwhile: (at) => write(at("a.txt"), "b\n"),
    conflicts: ["a.txt"],
    after: { "a.txt": "b\n" },
  },
  "a folder that became a link leads nothing elsewhere": {
    run: (at) => write(at("dir/one"), "run\n"),
    meanwhile: (at) => {
      execFileSync("mv", [at("dir"), at("../elsewhere")]);
      symlinkSync("../elsewhere", at("dir"));
    },
    conflicts: ["dir/one"],
    after: { "../elsewhere/one": "one\n" },
  },
  "a hard link leads nothing elsewhere": {
    run: (at) => write(at("a.txt"), "run\n"),
    meanwhile: (at) => {
      linkSync(at("a.txt"), at("../linked"));
    },
    conflicts: [],
    after: { "a.txt": "run\n", "../linked": "a\n" },
  },
  "names of any kind, links and modes": {
    run: (at) => {
      write(at('a "b"\t\\ \u00fc'), "odd\n");
      write(at("-rf"), "dash\n");
      symlinkSync("/etc/passwd", at("link"));
      write(at("run.sh"), "#!/bin/sh\n");
      chmodSync(at("run.sh"), 0o755);
    },
    conflicts: [],
    after: { 'a "b"\t\\ \u00fc': "odd\n", "-rf": "dash\n", "run.sh": "#!/bin/sh\n" },
  },
  "lines end as the attributes say, and are compared so": {
    run: (at) => write(at("x.win"), "line\r\nmore\r\n"),
    conflicts: [],
    after: { "x.win": "line\r\nmore\r\n" },
  },
  "names that git has to be told in quotes": {
    run: (at) => {
      write(at('"quoted" \\ \n'), "1\n");
      write(at("two\nlines"), "2\n");
    },
    conflicts: [],
    after: { '"quoted" \\ \n': "1\n", "two\nlines": "2\n" },
  },
  nothing: { run: () => {}, conflicts: [], after: { "a.txt": "a\n" } },
};

for (const [name, { run, meanwhile, conflicts, after }] of Object.entries(CASES)) {
  test(`put into the checkout: ${name}`, async () => {
    using place = createScratch();
    using repository = createRepository({ files: FILES });
    const root = join(place.dir, "checkout");
    execFileSync("cp", ["-a", repository.dir, root]);
    const scratchDir = join(place.dir, "scratch");
    mkdirSync(scratchDir);
    const at: Place = (path) => join(root, path);
    const git = createTrustedGit({
      repository: await openRepository(root, pathVar),
      scratchDir,
      pathVar,
      clock: systemClock,
    });
    const from = await git.snapshot();
    run(at);
    const to = await git.snapshot();
    await git.restore(from);
    meanwhile?.(at);
    const before = listOf(root);
    const dir = join(place.dir, "kept");
    mkdirSync(dir);
    const prepared = await prepareChanges({ ...git, root, pathVar, from, to, dir });
    assert.deepEqual(listOf(root), before, "nothing is touched yet");
    const kept = "kept" in prepared ? prepared.kept : undefined;
    if (kept !== undefined) putChanges(root, dir, kept);
    assert.deepEqual("kept" in prepared ? [] : prepared.conflicts, conflicts);
    const found = Object.keys(after).map((path) => [
      path,
      existsSync(at(path)) ? readFileSync(at(path), "utf8") : null,
    ]);
    assert.deepEqual(Object.fromEntries(found), after);
    if (existsSync(at("run.sh"))) assert.equal(lstatSync(at("run.sh")).mode & 0o111, 0o111);
    if (lstatSync(at("link"), { throwIfNoEntry: false })) assert.equal(readlinkSync(at("link")), "/etc/passwd");
    assert.equal(execFileSync("git", ["diff", "--cached", "--name-only"], { cwd: root, encoding: "utf8" }), "");
    if (kept === undefined) return;
    assert.deepEqual(changedSince(root, kept), []);
    for (const time of ["once", "twice"]) {
      putBack(root, dir, kept);
      assert.deepEqual(listOf(root), before, `put back ${time}`);
    }
  });
}

/** Files and links of a checkout with mode and content; folders are not git's. */
function listOf(root: string): readonly string[] {
  const print = ["-path", "./.git", "-prune", "-o", "!", "-type", "d", "-printf", "%P %y %m %l\\n"];
  const names = execFileSync("find", [".", ...print], { cwd: root, encoding: "utf8" }).split("\n");
  const sums = execFileSync("sh", ["-c", "find . -path ./.git -prune -o -type f -exec sha256sum {} +"], { cwd: root });
  return [...names, ...sums.toString("utf8").split("\n")].toSorted();
}

interface Put extends Disposable {
  readonly at: Place;
  readonly root: string;
  readonly dir: string;
  readonly kept: KeptFiles;
}

/** A change that is prepared: a.txt edited, gone.txt removed, two files in a new folder. `dir`: where it is kept. */
async function prepareOne(keptIn?: string): Promise<Put> {
  const place = createScratch();
  const repository = createRepository({ files: FILES });
  const root = repository.dir;
  const at: Place = (path) => join(root, path);
  const git = createTrustedGit({
    repository: await openRepository(root, pathVar),
    scratchDir: place.dir,
    pathVar,
    clock: systemClock,
  });
  const from = await git.snapshot();
  write(at("a.txt"), "b\n");
  write(at("new/one"), "1\n");
  write(at("new/two"), "2\n");
  rmSync(at("gone.txt"));
  const to = await git.snapshot();
  await git.restore(from);
  const dir = mkdtempSync(join(keptIn ?? place.dir, "kept-"));
  const prepared = await prepareChanges({ ...git, root, pathVar, from, to, dir });
  assert.ok("kept" in prepared);
  return {
    at,
    root,
    dir,
    kept: prepared.kept,
    [Symbol.dispose]: () => {
      repository.remove();
      rmSync(dir, { recursive: true, force: true });
      place[Symbol.dispose]();
    },
  };
}

test("a change that fails half way is taken back, a person's file stays, and what was kept is still there", async () => {
  using put = await prepareOne();
  const { root, at, dir, kept } = put;
  const before = listOf(root);
  write(at("new/two/mine"), "mine\n");
  assert.throws(() => putChanges(root, dir, kept), { code: "ENOTDIR" });
  rmSync(at("new"), { recursive: true });
  assert.deepEqual(listOf(root), before);
});

test("a file with the old or the new content is taken back, and one that a person changed is named", async () => {
  const cases: Readonly<Record<string, readonly [(at: Place) => void, readonly string[]]>> = {
    "nothing was changed": [() => {}, []],
    "a new file was edited": [(at) => write(at("new/one"), "mine\n"), ["new/one"]],
    "a file was made again that the change removes": [(at) => write(at("gone.txt"), "mine\n"), ["gone.txt"]],
    "a file was made executable": [(at) => chmodSync(at("a.txt"), 0o755), ["a.txt"]],
    "a file was removed, of which nothing can be lost": [(at) => rmSync(at("a.txt")), []],
    "a file was set back by git": [(at) => write(at("a.txt"), "a\n"), []],
    "a folder was put in the place of a file": [
      (at) => {
        rmSync(at("a.txt"));
        write(at("a.txt/mine"), "mine\n");
      },
      ["a.txt"],
    ],
    "a folder became a link": [
      (at) => {
        rmSync(at("new"), { recursive: true });
        symlinkSync("dir", at("new"));
      },
      ["new/one", "new/two"],
    ],
  };
  const found: Record<string, readonly string[]> = {};
  for (const [name, [meanwhile]] of Object.entries(cases)) {
    using put = await prepareOne();
    putChanges(put.root, put.dir, put.kept);
    meanwhile(put.at);
    found[name] = changedSince(put.root, put.kept);
  }
  assert.deepEqual(found, Object.fromEntries(Object.entries(cases).map(([name, [, paths]]) => [name, paths])));
});

/** A disk in memory, which most machines have. */
const ELSEWHERE = "/dev/shm";
const ONE_DISK = !existsSync(ELSEWHERE) || statSync(ELSEWHERE).dev === statSync(tmpdir()).dev;

test("the git directory is on another disk", { skip: ONE_DISK && "there is no other disk" }, async () => {
  using put = await prepareOne(ELSEWHERE);
  const { root, at, dir, kept } = put;
  const before = listOf(root);
  putChanges(root, dir, kept);
  assert.deepEqual(
    [readFileSync(at("a.txt"), "utf8"), readdirSync(at("new")), existsSync(at("gone.txt"))],
    ["b\n", ["one", "two"], false],
  );
  write(at(`new/.${basename(dir)}`), "half a cop"); // a kill leaves it
  putBack(root, dir, kept);
  assert.deepEqual(listOf(root), before);
});
