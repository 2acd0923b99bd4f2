/** Submodules, with and without an entry in .gitmodules, and other repositories in a checkout: what a run changes there is named. */

import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { systemClock } from "../../src/base/clock.ts";
import { ISOLATIONS } from "../../src/protocol/overlay.ts";
import { createTrustedGit } from "../../src/workspace/trusted-git.ts";
import { SKIP_OVERLAYS } from "../doubles/cell.ts";
import { copyCheckout } from "../doubles/copy-checkout.ts";
import { createRepository, gitIn, type TemporaryRepository } from "../doubles/repository.ts";
import { createScratch } from "../doubles/scratch.ts";
import { openWorkspace } from "../doubles/workspace.ts";

const pathVar = process.env["PATH"] ?? "";
const MODES = SKIP_OVERLAYS === false ? ISOLATIONS : (["direct"] as const);
const LISTED = "it is a submodule; a run that is started in it can change it";
const EMPTY = "it is a submodule that is not checked out";
const UNLISTED = "it is a submodule without an entry in .gitmodules";
const OWN = "it is a repository of its own";

/** Commands → the paths that are named, with the reasons. */
const CASES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "cat mod/in.txt mod/deep/in.txt link/in.txt; echo built > mod/out.o; touch mod/in.txt": {},
  "echo more >> mod/in.txt": { mod: LISTED },
  "mkdir mod/folder && echo new > mod/folder/new.txt": { mod: LISTED },
  "rm -r mod": { mod: LISTED },
  "cp mod/in.txt mod/dirty.txt": { mod: LISTED },
  "echo changed > mod/marked.txt": { mod: LISTED },
  "rm mod/in.txt && mkfifo mod/in.txt": { mod: LISTED },
  "echo more >> mod/deep/in.txt; mkdir empty/folder": { "mod/deep": LISTED },
  "mkdir -p empty/folder && echo x > empty/folder/file && echo more >> own/src/in.txt": { empty: EMPTY, own: OWN },
  "echo more >> link/in.txt": { link: UNLISTED },
  "echo x > gap/file && echo more >> unborn/file": { gap: UNLISTED, unborn: OWN },
  // git's status does not report the file.
  "rm -r mod && echo file > mod": { mod: LISTED },
};

/**
 * A checkout with submodules at `mod` (with one of its own at `deep`) and `empty`, commits of other repositories at `link` and
 * `gap`, and two repositories that it does not know.
 */
function createNested(part: TemporaryRepository): TemporaryRepository {
  const repository = createRepository({ files: { "a.txt": "a\n" } });
  const { git, dir, write } = repository;
  const add = ["-c", "protocol.file.allow=always", "submodule", "--quiet", "add", part.dir];
  git(...add, "mod");
  gitIn(join(dir, "mod"), [...add, "deep"]);
  gitIn(join(dir, "mod"), ["commit", "-qm", "deep"]);
  git(...add, "empty");
  for (const path of ["link", "gap"]) git("clone", "--quiet", part.dir, path);
  repository.commit("nested");
  git("submodule", "--quiet", "deinit", "empty");
  git("clone", "--quiet", part.dir, "own");
  git("init", "-q", "unborn");
  // What a person did before the run.
  write("unborn/file", "x\n");
  write("mod/dirty.txt", "dirty\n");
  gitIn(join(dir, "mod"), ["update-index", "--assume-unchanged", "marked.txt"]);
  gitIn(join(dir, "link"), ["commit", "-q", "--allow-empty", "-m", "moved on"]);
  git("add", "link");
  rmSync(join(dir, "gap/.git"), { recursive: true });
  return repository;
}

for (const isolation of MODES) {
  test(`what a run changes in a repository inside of the checkout is named (${isolation})`, async () => {
    const files = {
      "in.txt": "in\n",
      "src/in.txt": "in\n",
      "marked.txt": "m\n",
      "dirty.txt": "d\n",
      ".gitignore": "*.o\n",
    };
    using part = createRepository({ files });
    using nested = createNested(part);
    for (const [lines, named] of Object.entries(CASES)) {
      using repository = createScratch();
      using scratch = createScratch();
      copyCheckout(nested.dir, repository.dir);
      await using workspace = await openWorkspace(repository.dir, scratch.dir, isolation);
      const warned: string[] = [];
      const git = createTrustedGit({
        ...workspace,
        scratchDir: scratch.dir,
        pathVar,
        clock: systemClock,
        warn: (text) => warned.push(text),
      });
      const start = await git.snapshot();
      await workspace.run(lines);
      const last = await git.snapshot();
      const found = (await git.changedInside()).filter(({ isOld }) => !isOld).map(({ path, why }) => [path, why]);
      assert.deepEqual(Object.fromEntries(found), named, lines);
      assert.equal(last, start, lines);
      assert.deepEqual(git.leftOut(), [], lines);
      const own = ["own", "unborn"].map((path) => `${path} is left out of the snapshots: ${OWN}.`);
      assert.deepEqual(warned, own, lines);
    }
  });
}
