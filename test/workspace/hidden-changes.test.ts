/**
 * Changes that a command hides as well as it can: times set back, the same size, folders that look untouched. git compares the
 * time of the last change of each inode too, which no command can set, and reads again what is as new as its index.
 */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { linkSync, mkdirSync, renameSync, rmSync, statSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { systemClock } from "../../src/base/clock.ts";
import { openRepository } from "../../src/workspace/repository.ts";
import { createTrustedGit } from "../../src/workspace/trusted-git.ts";
import { createRepository, gitIn, type TemporaryRepository } from "../doubles/repository.ts";
import { createScratch } from "../doubles/scratch.ts";

const pathVar = process.env["PATH"] ?? "";
const OLD = new Date("2020-01-01T00:00:00Z");

/** Does `change` and sets the times of the paths back to what they were. */
function unseen({ dir }: TemporaryRepository, paths: readonly string[], change: () => void): void {
  const before = paths.map((path) => statSync(join(dir, path)));
  change();
  for (const [index, path] of paths.entries()) {
    const { atime, mtime } = before[index] ?? { atime: OLD, mtime: OLD };
    utimesSync(join(dir, path), atime, mtime);
  }
}

const FILES = {
  "a.txt": "1\n",
  "d/b.txt": "1\n",
  "d/e/c.txt": "1\n",
  ".gitignore": "*.log\n",
  "d/.gitignore": "*.tmp\n",
};

/** What a command does → the paths that then differ from the snapshot before. */
const CHANGES: Readonly<Record<string, readonly [change: (repository: TemporaryRepository) => void, paths: string[]]>> =
  {
    "a file of the same size": [(r) => unseen(r, ["a.txt"], () => r.write("a.txt", "2\n")), ["a.txt"]],
    "a file in its folder": [(r) => unseen(r, ["d/e", "d/e/c.txt"], () => r.write("d/e/c.txt", "2\n")), ["d/e/c.txt"]],
    "a file that takes the place of another": [
      (r) =>
        unseen(r, [".", "a.txt"], () => {
          r.write("x.log", "2\n");
          renameSync(join(r.dir, "x.log"), join(r.dir, "a.txt"));
        }),
      ["a.txt"],
    ],
    "a new file in a folder that looks untouched": [
      (r) => unseen(r, ["d/e"], () => r.write("d/e/new.txt", "n\n")),
      ["d/e/new.txt"],
    ],
    "a new file with an old time": [
      (r) => {
        unseen(r, ["d"], () => r.write("d/old.txt", "n\n"));
        utimesSync(join(r.dir, "d/old.txt"), OLD, OLD);
      },
      ["d/old.txt"],
    ],
    "a new folder": [(r) => unseen(r, ["."], () => r.write("f/g/h.txt", "n\n")), ["f/g/h.txt"]],
    "a file that is removed": [(r) => unseen(r, ["d"], () => rmSync(join(r.dir, "d/b.txt"))), ["d/b.txt"]],
    "rules that no longer ignore a file": [
      (r) => {
        r.write("seen.log", "n\n");
        unseen(r, [".", ".gitignore"], () => r.write(".gitignore", "*.lo\n\n"));
      },
      [".gitignore", "seen.log"],
    ],
    "rules of a folder that no longer ignore a file": [
      (r) => {
        r.write("d/seen.tmp", "n\n");
        unseen(r, ["d", "d/.gitignore"], () => r.write("d/.gitignore", "*.tm\n\n"));
      },
      ["d/.gitignore", "d/seen.tmp"],
    ],
    "a file that is changed by its other name": [
      (r) => {
        linkSync(join(r.dir, "a.txt"), join(r.dir, "other.log"));
        unseen(r, ["a.txt"], () => writeFileSync(join(r.dir, "other.log"), "3\n"));
      },
      ["a.txt"],
    ],
    "a folder that becomes a link": [
      (r) => {
        mkdirSync(join(r.dir, "moved.log"));
        renameSync(join(r.dir, "d/e"), join(r.dir, "moved.log/e"));
        execFileSync("ln", ["-s", "../moved.log/e", join(r.dir, "d/e")]);
      },
      ["d/e", "d/e/c.txt"],
    ],
    "two of the same kind in a row": [
      (r) => {
        unseen(r, ["a.txt"], () => r.write("a.txt", "4\n"));
        unseen(r, ["a.txt"], () => r.write("a.txt", "5\n"));
      },
      ["a.txt"],
    ],
  };

async function openScene() {
  const repository = createRepository({ files: FILES });
  const scratch = createScratch();
  const opened = await openRepository(repository.dir, pathVar);
  const git = createTrustedGit({ repository: opened, scratchDir: scratch.dir, pathVar, clock: systemClock });
  /** The tree of the work tree by a git that knows nothing of it. */
  const truth = (): string => {
    const bare = createScratch();
    gitIn(bare.dir, ["init", "-q"]);
    const place = ["--git-dir", join(bare.dir, ".git"), "--work-tree", repository.dir];
    gitIn(repository.dir, [...place, "add", "-A"]);
    const tree = gitIn(repository.dir, [...place, "write-tree"]);
    bare[Symbol.dispose]();
    return tree;
  };
  return {
    repository,
    git,
    truth,
    [Symbol.dispose]: () => {
      repository.remove();
      scratch[Symbol.dispose]();
    },
  };
}

test("changes that file times hide are found, right after a snapshot", async () => {
  for (const [label, [change, paths]] of Object.entries(CHANGES)) {
    using scene = await openScene();
    const { git, repository, truth } = scene;
    await git.snapshot();
    repository.write("warm.txt", "the second snapshot stores something\n");
    await git.snapshot();
    const from = await git.snapshot(); // git's knowledge of the folders is from the one before
    change(repository);
    const to = await git.snapshot();
    assert.deepEqual(
      (await git.changes(from, to)).map(({ path }) => path),
      paths,
      label,
    );
    assert.equal(to, truth(), label);
  }
});

test("changes without a pause between them and the snapshots are all found", async () => {
  using scene = await openScene();
  const { git, repository, truth } = scene;
  for (let round = 0; round < 8; round += 1) {
    unseen(repository, ["d/b.txt", "d"], () => repository.write("d/b.txt", `${round}\n`));
    const tree = git.snapshot();
    repository.write("a.txt", `${round}\n`); // while git looks, perhaps in the same tick of its clock
    await tree;
    unseen(repository, ["d/e/c.txt", "d/e"], () => repository.write("d/e/c.txt", `${round}\n`));
    unseen(repository, ["d/e"], () => repository.write(`d/e/new-${round}.txt`, "n\n"));
    if (round > 0) unseen(repository, ["d/e"], () => rmSync(join(repository.dir, `d/e/new-${round - 1}.txt`)));
    assert.equal(await git.snapshot(), truth(), `round ${round}`);
  }
});

test("a file is named as left out while it is too large, and stored when it is not any more", async () => {
  using scene = await openScene();
  const { git, repository } = scene;
  const from = await git.snapshot();
  assert.deepEqual(git.leftOut(), []);
  repository.write("big.bin", "");
  truncateSync(join(repository.dir, "big.bin"), 2 ** 30);
  assert.equal(await git.snapshot(), from);
  const why = "1073741824 bytes are more than GitHub takes (104857600)";
  assert.deepEqual(git.leftOut(), [{ path: "big.bin", why, isOld: false }]);
  repository.write("big.bin", "small\n");
  assert.deepEqual(
    (await git.changes(from, await git.snapshot())).map(({ path }) => path),
    ["big.bin"],
  );
  assert.deepEqual(git.leftOut(), []);
});

test("a file that was too large at the beginning is old until it changes", async () => {
  using scene = await openScene();
  const { git, repository } = scene;
  const grow = (bytes: number): void => truncateSync(join(repository.dir, "big.bin"), bytes);
  repository.write("big.bin", "");
  grow(2 ** 30);
  await git.snapshot();
  await git.snapshot();
  const oldAndNew = [git.leftOut().map(({ isOld }) => isOld)];
  grow(2 ** 31);
  await git.snapshot();
  oldAndNew.push(git.leftOut().map(({ isOld }) => isOld));
  assert.deepEqual(oldAndNew, [[true], [false]]);
});
