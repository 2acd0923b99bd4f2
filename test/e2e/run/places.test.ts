/** Where a run may be started from, and where its own files may be. */

import assert from "node:assert/strict";
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { temporaryDir } from "../../doubles/cli.ts";
import { createScene, FILES, NO_BWRAP } from "../harness.ts";

/** A model of the catalog, which no warning precedes. */
const KNOWN = ["--model", "openai/gpt-6-sol"];

/** The bundle was once accepted there: the model could rewrite its own journal, and the patch held the bundle. */
test("a bundle in the workspace is refused, also through a link", async () => {
  await using scene = await createScene();
  const link = join(dirname(scene.bundle), "link");
  symlinkSync(scene.repository.dir, link);
  for (const dir of [join(scene.repository.dir, "out"), join(link, "a/b")]) {
    const { code, stderr } = await scene.run([...KNOWN, "--bundle", dir]);
    assert.deepEqual(
      [code, stderr],
      [
        2,
        `error: The bundle is in the workspace, where the model can write: ${dir}. Name a folder outside the repository with --bundle.\n`,
      ],
    );
  }
  assert.equal(scene.server.requests.length, 0);
});

test("a bundle that cannot be written is a configuration error", async () => {
  await using scene = await createScene();
  const file = join(dirname(scene.bundle), "file");
  writeFileSync(file, "");
  const { code, stderr } = await scene.run([...KNOWN, "--bundle", join(file, "bundle")]);
  assert.deepEqual(
    [code, stderr],
    [
      2,
      `error: The bundle cannot be written to ${join(file, "bundle")}: not a directory. Name a folder that you may write to with --bundle.\n`,
    ],
  );
});

/** The trusted git lies there; sealed cells noticed by their probes and asked people to report the host. */
test("a temporary folder in the workspace, or none at all, is a configuration error", async () => {
  await using scene = await createScene();
  const inside = join(scene.repository.dir, "tmp");
  mkdirSync(inside);
  const hint = "Set TMPDIR to a folder that exists, is outside the repository, and that you may write to.";
  const first = await scene.run([], { env: { TMPDIR: inside } });
  assert.deepEqual(
    [first.code, first.stderr],
    [2, `error: The folder for temporary files is in the workspace, where the model can write: ${inside}. ${hint}\n`],
  );
  const missing = join(dirname(scene.bundle), "missing");
  const second = await scene.run([], { env: { TMPDIR: missing } });
  assert.deepEqual(
    [second.code, second.stderr],
    [2, `error: Temporary files cannot be created in ${missing}: no such file or directory. ${hint}\n`],
  );
});

/** The sealed cell proves itself with a socket there. */
test(
  "a temporary folder whose path is too long for a socket is reported and left clean",
  { skip: NO_BWRAP },
  async () => {
    await using scene = await createScene();
    const long = join(dirname(scene.bundle), "x".repeat(100));
    mkdirSync(long);
    const args = ["run", "x", "--model", "openai/m", "--bundle", scene.bundle];
    const { code, stderr } = await scene.cli(args, { env: { TMPDIR: long } });
    assert.equal(code, 2, stderr);
    assert.match(
      stderr,
      /^error: The path of the folder for temporary files is too long for a socket: .+\. Set TMPDIR /,
    );
    assert.deepEqual(readdirSync(long), []);
  },
);

/** git's list of borrowed objects has one path a line, and the probe of the workspace read names as text. */
test("a checkout at a path of two lines, with a name that is not UTF-8", { skip: NO_BWRAP }, async () => {
  const change = { name: "execute_command", arguments: { command: "git log --format=%s && echo b > a.txt" } };
  const policy = "version: 1\ndefault: approve\n";
  await using scene = await createScene({
    replies: [{ calls: [change] }, { text: "done" }],
    files: { "a.txt": "a\n", ".github/kimi-policy.yml": policy },
  });
  using place = temporaryDir();
  const cwd = join(place.dir, "two\nlines of 'it'");
  cpSync(scene.repository.dir, cwd, { recursive: true });
  writeFileSync(Buffer.concat([Buffer.from(`${cwd}/`), Buffer.from([0x6e, 0xff])]), "");
  const { code, stdout, stderr } = await scene.run(["--sandbox", "sealed"], { cwd });
  assert.deepEqual([code, stdout], [0, "done\n"], stderr);
  assert.equal(readFileSync(join(cwd, "a.txt"), "utf8"), "b\n");
});

test("nothing is left in the temporary folder, however the run ended", async () => {
  await using scene = await createScene();
  const temporary = join(dirname(scene.bundle), "tmp");
  mkdirSync(temporary);
  const env = { TMPDIR: temporary };
  const codes = [];
  for (const args of [[], ["--max-steps", "1000"], ["--policy", "/nowhere"], ["--model", "acme/1"]]) {
    codes.push((await scene.run(["--bundle", `${scene.bundle}-${codes.length}`, ...args], { env })).code);
  }
  assert.deepEqual([codes, readdirSync(temporary)], [[0, 2, 2, 2], []]);
});

/** `--cwd link` was taken by its name, so that the instructions of the folder behind it were not found. */
test("a run in a folder behind a link follows that folder's AGENTS.md", async () => {
  await using scene = await createScene({ files: { ...FILES, "src/AGENTS.md": "Write haiku.\n" } });
  const link = join(dirname(scene.bundle), "link");
  symlinkSync(join(scene.repository.dir, "src"), link);
  assert.equal((await scene.run(["--cwd", link])).code, 0);
  assert.match(scene.server.requests[0]?.body ?? "", /Write haiku\./);
});
