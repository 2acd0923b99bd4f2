import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { removeTree } from "../../../src/cell/process/remove-tree.ts";
import type { Overlay } from "../../../src/cell/process/mounts.ts";
import {
  asUser,
  give,
  openElsewhere,
  plantSudo,
  privateDir,
  SKIP_UNLESS_ROOT,
  STRANGER,
} from "../../doubles/as-user.ts";
import { cellOptions, openTestCell, SKIP_OVERLAYS, SKIP_SEALED } from "../../doubles/cell.ts";
import { createRepository } from "../../doubles/repository.ts";
import { createScratch } from "../../doubles/scratch.ts";

const mounted = { skip: SKIP_SEALED || SKIP_OVERLAYS };

/** A folder as a tool's cache: files, a closed folder as Go makes them, and a name that mount options would have to escape. */
function createCache(dir: string, name = "cache, of: a\\tool"): string {
  const cache = join(dir, name);
  mkdirSync(join(cache, "closed"), { recursive: true });
  writeFileSync(join(cache, "kept"), "host\n");
  writeFileSync(join(cache, "gone"), "host\n");
  writeFileSync(join(cache, "closed/file"), "host\n");
  chmodSync(join(cache, "closed"), 0o555);
  return cache;
}

/** Path, mode and content of what is in a folder. */
function contentOf(dir: string): readonly string[] {
  return execFileSync("find", [".", "-printf", "%P %m %s %T@\\n"], { cwd: dir, encoding: "utf8" })
    .split("\n")
    .toSorted();
}

const overlay = (at: string, lower: readonly string[], rest: Partial<Overlay> = {}): Overlay => ({
  kind: "overlay",
  at,
  lower,
  otherwise: "ro",
  ...rest,
});

test("commands write into copies of folders, and no change reaches the host", mounted, async () => {
  using home = createScratch();
  const cache = createCache(home.dir);
  const above = join(home.dir, "above");
  mkdirSync(above);
  writeFileSync(join(above, "kept"), "layer\n");
  const before = contentOf(home.dir);
  const overlays = [
    overlay("/opt/cache", [cache]),
    overlay("/opt/layers", [join(home.dir, "missing"), above, cache]),
    overlay("/opt/new/deep", [join(home.dir, "missing")]),
  ];
  await using cell = await openTestCell({ want: "sealed", files: { "a.txt": "a\n" }, options: { overlays } });
  assert.equal(cell.withoutOverlays, undefined);
  const write =
    "echo cell >> /opt/cache/kept; rm /opt/cache/gone; chmod 755 /opt/cache/closed; echo x > /opt/cache/closed/y";
  const look =
    "cat /opt/cache/kept /opt/layers/kept; ls /opt/cache /opt/layers; echo n > /opt/new/deep/n; ls /opt/new/deep";
  const { output } = await cell.sh(`${write}; mkdir -p /opt/cache/mod && chmod 555 /opt/cache/mod; ${look}`);
  assert.equal(output, "host\ncell\nlayer\n/opt/cache:\nclosed\nkept\nmod\n\n/opt/layers:\nclosed\ngone\nkept\nn\n");
  assert.deepEqual(contentOf(home.dir), before);
  await cell.close();
  assert.deepEqual(readdirSync(cell.scratchDir), ["canary"]);
});

test("kept changes are there when the cell opens again over them, with a new work folder", mounted, async () => {
  using home = createScratch();
  const keptIn = join(home.dir, "kept");
  mkdirSync(keptIn, { mode: 0o700 });
  const overlays = [overlay("/opt/cache", [createCache(home.dir)], { keptIn })];
  const said: string[] = [];
  for (const command of ["echo 1 > /opt/cache/made; rm -r /opt/cache/gone", "ls /opt/cache; cat /opt/cache/made"]) {
    await using cell = await openTestCell({ want: "sealed", options: { overlays } });
    said.push((await cell.sh(command)).output);
  }
  assert.deepEqual(said, ["", "closed\nkept\nmade\n1\n"]);
  assert.equal(readFileSync(join(keptIn, "u/made"), "utf8"), "1\n");
  removeTree(keptIn);
  assert.equal(existsSync(keptIn), false);
});

test("git on the copy of the workspace says so when a file of its own cannot be written", mounted, async () => {
  using scratch = createScratch();
  const options = { isolation: "overlay", overlayDir: join(scratch.dir, "overlay") } as const;
  await using cell = await openTestCell({ want: "sealed", files: { "a.txt": "a\n" }, options });
  rmSync(join(cell.scratchDir, "overlays/calls"), { recursive: true });
  const calling = cell.overlay?.run({ file: "git", args: ["status"], env: {} });
  await assert.rejects(async () => await calling, {
    code: "git.failed",
    message: `git cannot work on the run's copy of the checkout, because a file in ${cell.scratchDir}/overlays/calls cannot be written: no such file or directory.`,
  });
  await cell.close();
  await cell.releaseOverlay();
});

const WRITE = "cd /opt/cache && echo cell >> kept && rm gone && mv moved there && stat -c '%u %a' . && cat kept";

for (const [name, prefix, withSudo] of [
  ["a user", asUser(STRANGER), false],
  ["root", [], false],
  ["a user with sudo", asUser(STRANGER), true],
] as const) {
  test(`${name} mounts them, and they belong to the worker`, { skip: SKIP_UNLESS_ROOT || mounted.skip }, async () => {
    using scratch = createScratch();
    chmodSync(scratch.dir, 0o755);
    const repository = createRepository({ files: { "a.txt": "a\n" } });
    const cache = createCache(scratch.dir);
    mkdirSync(join(cache, "moved"));
    give(cache, STRANGER);
    give(repository.dir, STRANGER);
    const scratchDir = prefix.length === 0 ? join(scratch.dir, "of-root") : privateDir(scratch.dir, STRANGER);
    mkdirSync(scratchDir, { recursive: true, mode: 0o700 });
    const before = contentOf(cache);
    const options = cellOptions(repository.dir, scratchDir, {
      want: "sealed",
      home: undefined,
      overlays: [overlay("/opt/cache", [cache])],
      ...(withSudo ? { sudoPath: plantSudo(scratch.dir), prefersSudo: true } : {}),
    });
    const seen = await openElsewhere(prefix, options, WRITE);
    assert.deepEqual(seen, { level: "sealed", open: [], output: `${STRANGER} 755\nhost\ncell\n` });
    assert.deepEqual([contentOf(cache), readdirSync(scratchDir)], [before, ["canary"]]);
    repository.remove();
  });
}

for (const [name, prefix, withSudo] of [
  ["a user", asUser(STRANGER), false],
  ["root", [], false],
  ["a user with sudo", asUser(STRANGER), true],
] as const) {
  test(
    `${name} works on a copy of the workspace, in which the controller's programs run with its own rights`,
    { skip: SKIP_UNLESS_ROOT || mounted.skip },
    async () => {
      using scratch = createScratch();
      chmodSync(scratch.dir, 0o755);
      using repository = createRepository({ files: { "a.txt": "a\n" } });
      give(repository.dir, STRANGER);
      const own = (folder: string): string => {
        const dir = join(scratch.dir, folder);
        mkdirSync(dir, { mode: 0o700 });
        if (prefix.length > 0) chownSync(dir, STRANGER, STRANGER);
        return dir;
      };
      const options = cellOptions(repository.dir, own("scratch"), {
        want: "sealed",
        home: undefined,
        isolation: "overlay",
        overlayDir: join(own("state"), "overlay"),
        ...(withSudo ? { sudoPath: plantSudo(scratch.dir), prefersSudo: true } : {}),
      });
      const seen = await openElsewhere(
        prefix,
        options,
        "echo made > made; echo other > other; rm a.txt; git status --short",
      );
      const uid = prefix.length === 0 ? 0 : STRANGER;
      assert.deepEqual(seen, {
        level: "sealed",
        open: [],
        output: " D a.txt\n?? made\n?? other\n",
        overlay: `${uid}\nmade\nother\n`,
      });
      assert.deepEqual(readdirSync(repository.dir), [".git", "a.txt"]);
      assert.deepEqual(
        [readdirSync(join(scratch.dir, "scratch")), readdirSync(join(scratch.dir, "state"))],
        [["canary"], []],
      );
    },
  );
}

test(
  "what cannot be mounted is as it was without overlays, with the reason; the others are copies",
  { skip: SKIP_SEALED },
  async () => {
    using home = createScratch();
    const cache = createCache(home.dir);
    // The kernel takes no file for a folder, as it takes no folder of a file system that cannot be below.
    const refused = overlay("/opt/refused", [join(cache, "kept")]);
    const overlays = [overlay("/opt/cache", [cache]), overlay("/opt/own", [cache], { otherwise: "rw" }), refused];
    await using cell = await openTestCell({ want: "sealed", options: { overlays, home: undefined } });
    const [one, ...more] = cell.uncopied;
    assert.deepEqual([cell.withoutOverlays, one?.at, more], [undefined, "/opt/refused", []]);
    assert.match(one?.why ?? "", /^wrong fs type|^mount\(2\) system call failed/);
    const line = "echo cell > /opt/cache/made; cat /opt/cache/made; echo cell > /opt/own/made; cat /opt/refused";
    assert.equal((await cell.sh(line)).output, "cell\nhost\n");
    assert.ok(!existsSync(join(cache, "made")));
  },
);

test(
  "where none can be mounted, or not the workspace, all are as they were without overlays",
  { skip: SKIP_SEALED },
  async () => {
    using home = createScratch();
    const cache = createCache(home.dir);
    const refused = overlay("/opt/refused", [join(cache, "kept")]);
    const own = overlay("/opt/own", [cache], { otherwise: "rw" });
    await using alone = await openTestCell({ want: "sealed", options: { overlays: [refused], caches: "none" } });
    assert.match(alone.withoutOverlays ?? "", /^mount: .+\/overlays\/0\/m: /);
    assert.equal((await alone.sh("cat /opt/refused")).output, "host\n");
    const repository = createRepository({ files: { "a.txt": "a\n" } });
    const inside = overlay(join(repository.dir, "a.txt"), [join(repository.dir, "a.txt")]);
    const options = { overlays: [own, inside], isolation: "overlay" } as const;
    await using cell = await openTestCell({ want: "sealed", repository, options });
    assert.deepEqual([typeof cell.withoutOverlays, cell.overlay, cell.uncopied], ["string", undefined, []]);
    assert.equal((await cell.sh("echo cell > /opt/own/made; cat a.txt")).output, "a\n");
    assert.equal(readFileSync(join(cache, "made"), "utf8"), "cell\n");
  },
);

test("a command whose git cannot rename a folder of the host is told what to use", mounted, async () => {
  using home = createScratch();
  const cache = createCache(home.dir);
  await using cell = await openTestCell({ want: "sealed", options: { overlays: [overlay("/opt/cache", [cache])] } });
  const { refusals } = await cell.sh("echo 'rename: Invalid cross-device link'");
  assert.match(refusals?.join() ?? "", /^\[files\] A folder that was there before .*`mv`/);
  const { id } = await cell.startBackground({
    command: "echo 'No usable sandbox!'; exit 1",
    cwd: ".",
    timeoutMs: 10_000,
    maxOutputBytes: 1000,
  });
  const ended = await cell.readBackground(id, { waitMs: 10_000 });
  assert.match(ended.refusals?.join() ?? "", /^\[sandbox\] A browser .*`--no-sandbox`/);
});

test("folders without rights are removed with the rest, and links are not followed", () => {
  using scratch = createScratch();
  const tree = join(scratch.dir, "tree");
  const outside = join(scratch.dir, "outside");
  mkdirSync(join(tree, "work/work/deep"), { recursive: true });
  mkdirSync(outside, { mode: 0o500 });
  execFileSync("ln", ["-s", outside, join(tree, "link")]);
  for (const path of ["work/work/deep", "work/work", "work"]) chmodSync(join(tree, path), path === "work" ? 0o555 : 0);
  removeTree(tree);
  assert.deepEqual([existsSync(tree), statSync(outside).mode & 0o777], [false, 0o500]);
});
