/** What is kept of a person's uncommitted work when a run changes it. `test/e2e/run/overlay.test.ts` has whole runs. */

import assert from "node:assert/strict";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { systemClock } from "../../../src/base/clock.ts";
import type { WireEvent } from "../../../src/protocol/wire.ts";
import { keepWork } from "../../../src/run/end/kept-start.ts";
import { createBundle } from "../../../src/session/bundle.ts";
import { createStateFold } from "../../../src/session/session-state.ts";
import { openRepository } from "../../../src/workspace/repository.ts";
import { createTrustedGit } from "../../../src/workspace/trusted-git.ts";
import { createRepository, gitIn } from "../../doubles/repository.ts";
import { createScratch } from "../../doubles/scratch.ts";

test("each process of a session keeps the work that it found", async () => {
  using repository = createRepository({ files: { "a.txt": "a\n" } });
  using scratch = createScratch();
  const pathVar = process.env["PATH"] ?? "";
  const opened = await openRepository(repository.dir, pathVar);
  mkdirSync(join(scratch.dir, "git"));
  const git = createTrustedGit({
    repository: opened,
    scratchDir: join(scratch.dir, "git"),
    pathVar,
    clock: systemClock,
  });
  const fold = createStateFold();
  const said: string[] = [];
  const bundle = createBundle(join(scratch.dir, "bundle"));
  const emit = async (event: WireEvent): Promise<void> => void (event.type === "warning" && said.push(event.text));
  const session = { bundle, emit, state: fold.state };
  for (const work of ["first", "second", "third"]) {
    repository.write("a.txt", `${work}\n`);
    repository.write("new.txt", `${work}\n`);
    const from = await git.snapshot();
    repository.write("a.txt", "a\n");
    if (work === "third") repository.write("new.txt", "edited\n");
    else rmSync(join(repository.dir, "new.txt"));
    await keepWork({ git, session, head: opened.headTree, from, to: await git.snapshot() });
  }
  const files = ["work.patch", "work-2.patch", "work-3.patch"];
  assert.deepEqual(readdirSync(bundle.dir).toSorted(), files.toSorted());
  assert.deepEqual(
    said,
    files.map((file, at) => {
      const names = at === 2 ? "a.txt" : "a.txt, new.txt";
      return `The run discarded uncommitted work in ${names}. ${join(bundle.dir, file)} has it.`;
    }),
  );
  gitIn(repository.dir, ["apply", "--include=a.txt", join(bundle.dir, "work-2.patch")]);
  assert.equal(repository.read("a.txt"), "second\n");
});
