/** Snapshots of a private copy that look only where something changed, against snapshots that look everywhere. */

import assert from "node:assert/strict";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { systemClock } from "../../src/base/clock.ts";
import { createTrustedGit, type TrustedGit } from "../../src/workspace/trusted-git.ts";
import { SKIP_OVERLAYS } from "../doubles/cell.ts";
import { createRandom } from "../doubles/random.ts";
import { createRepository } from "../doubles/repository.ts";
import { createScratch } from "../doubles/scratch.ts";
import { openWorkspace } from "../doubles/workspace.ts";

const PATH = process.env["PATH"] ?? "";
const ROUNDS = Number(process.env["KIMI_PLACES"] ?? 15);

/** What commands do to a work tree. `$a` and `$b` are paths, `$d` is a folder. */
const COMMANDS = [
  'mkdir -p "$(dirname $a)" && echo $RANDOM > $a',
  "echo more >> $a",
  "rm -rf $a",
  "rm -rf $d",
  "rm -rf $d && mkdir -p $d",
  "rm -rf $d && mkdir -p $d && echo new > $d/new",
  "rm -rf $d && echo file > $d",
  "mv $a $b",
  "mv $d moved",
  "mv moved $d/back",
  "chmod 755 $a",
  "chmod 700 $d",
  "ln -sfn $b $a",
  "ln -f $a $b",
  // The same size, and the time of the content that it had.
  "[ -f $a ] && cp -p $a /tmp/.kimi-$$ && sed -i 's/[0-9]/7/g; s/e/a/g' $a && touch -r /tmp/.kimi-$$ $a; rm -f /tmp/.kimi-$$",
  "echo ignored > $d/skip.log",
  "echo '*.txt' > $d/.gitignore",
  "rm -f $d/.gitignore",
  "git init -q $d/nested && echo in > $d/nested/file",
  "mkfifo $d/pipe",
  'echo x > "$d/ü \'b"',
  "cat $a",
];
/** What each snapshot of the first ones is to see; the others see what comes up. */
const FIRST = [
  ["mkdir made && echo 1 > made/a.txt && echo '*.txt' > made/.gitignore"],
  [], // by now that was no moment ago
  ["rm made/.gitignore"],
  ["chmod 700 src/deep"],
  [],
  ["rm -r src/deep && mkdir -m 700 src/deep"],
  [],
];
const FOLDERS = ["src", "src/deep", "docs", "made", "src/deep/er"];
const NAMES = ["a.txt", "b.txt", "c.md", "ä.txt"];

/** Once such a file stayed in every later snapshot, and was published. */
test(
  "what a run made and took back is no change; what others removed meanwhile neither",
  { skip: SKIP_OVERLAYS },
  async () => {
    using repository = createRepository();
    using scratch = createScratch();
    for (const path of ["a", "src/b", "src/theirs", "theirs/x"]) repository.write(path, `${path}\n`);
    repository.commit("start");
    await using workspace = await openWorkspace(repository.dir, scratch.dir, "overlay");
    const { overlay, run, repository: opened } = workspace;
    assert.ok(overlay);
    const options = { repository: opened, overlay, pathVar: PATH, clock: systemClock };
    const git = createTrustedGit({ ...options, scratchDir: folder(scratch.dir, "git") });
    const start = await git.snapshot();
    for (const [make, takeBack] of [
      ["echo 1 > src/new", "rm src/new"],
      ["mkdir -p n/m && echo 1 > n/m/x && echo 2 > n/y", "rm -r n"],
      ["mv src/b src/c", "mv src/c src/b"],
      ["rm a; mkdir a; echo 1 > a/x", "rm -r a; echo a > a"],
      ['echo 1 > "src/ü \' \\" x"', "rm src/ü*"],
      ["rm -r src; echo 1 > src", "rm src; mkdir src; echo src/b > src/b; echo src/theirs > src/theirs"],
    ] as const) {
      await run(make);
      const made = await git.snapshot();
      assert.notEqual(made, start, make);
      await run(takeBack);
      assert.equal(await git.snapshot(), start, takeBack);
    }
    await run("echo 1 > src/new; echo 2 > src/b");
    const changed = await git.snapshot();
    await run("rm src/b; mkdir m; echo 3 > m/x");
    await git.snapshot();
    await git.restore(changed);
    assert.equal(await git.snapshot(), changed);
    await git.restore(start);
    assert.equal(await git.snapshot(), start);
    await run("echo 1 > src/new");
    const made = await git.snapshot();
    for (const path of ["theirs/x"]) rmSync(join(repository.dir, path));
    await delay(110);
    await run("echo 2 > src/new; rm src/new; touch .gitignore; rm .gitignore");
    assert.notEqual(made, start);
    assert.equal(await git.snapshot(), start);
  },
);

function folder(dir: string, name: string): string {
  mkdirSync(join(dir, name));
  return join(dir, name);
}

test("snapshots of changed places are those of the whole copy", { skip: SKIP_OVERLAYS }, async () => {
  const random = createRandom(7);
  const pick = (from: readonly string[]): string => from[random(from.length)] ?? "";
  using repository = createRepository();
  using scratch = createScratch();
  for (const folder of FOLDERS.slice(0, 3))
    for (const name of NAMES) repository.write(`${folder}/${name}`, `${folder} ${name} 12\n`);
  repository.write(".gitignore", "*.log\n");
  repository.commit("start");
  await using workspace = await openWorkspace(repository.dir, scratch.dir, "overlay");
  const { overlay, run, repository: opened } = workspace;
  assert.ok(overlay);
  const gitOf = (name: string, changes: string): TrustedGit => {
    const scratchDir = join(scratch.dir, name);
    mkdirSync(scratchDir);
    const seen = { ...overlay, changes };
    return createTrustedGit({
      repository: opened,
      overlay: seen,
      scratchDir,
      pathVar: PATH,
      clock: systemClock,
    });
  };
  const git = gitOf("places", overlay.changes);
  const everywhere = gitOf("everywhere", join(scratch.dir, "missing"));
  assert.equal(await git.snapshot(), await everywhere.snapshot());
  const any = (): string => {
    const [a, b] = [0, 1].map(() => `${pick(FOLDERS)}/${pick(NAMES)}`);
    return `a=${a} b=${b} d=${pick(FOLDERS)}; ${pick(COMMANDS)}`;
  };
  const done: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await delay(110); // what changed a moment ago is looked at again anyway
    const lines = FIRST[round] ?? Array.from({ length: 1 + random(3) }, any);
    await run(`${lines.join("\n")}\ntrue`);
    done.push(...lines);
    const whole = await everywhere.snapshot();
    assert.equal(await git.snapshot(), whole, done.slice(-6).join("\n"));
  }
});
