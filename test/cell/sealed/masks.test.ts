/**
 * Masks of a sealed cell, in all its shapes: arbitrary code tries to read, move or uncover what is hidden from commands. Each line
 * runs in the same cell, after those before it. KIMI_TESTS=full hides 10,000 files.
 */

import assert from "node:assert/strict";
import { chmodSync, linkSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Isolation } from "../../../src/protocol/overlay.ts";
import {
  asUser,
  give,
  openElsewhere,
  plantSudo,
  privateDir,
  SKIP_UNLESS_ROOT,
  STRANGER,
} from "../../doubles/as-user.ts";
import { cellOptions, openTestCell, SKIP_OVERLAYS, SKIP_SEALED, type TestCell } from "../../doubles/cell.ts";
import { processesWith } from "../../doubles/processes.ts";
import { createRepository, type TemporaryRepository } from "../../doubles/repository.ts";
import { createScratch } from "../../doubles/scratch.ts";
import { IS_FULL } from "../../doubles/size.ts";

const SECRET = "hidden-secret-4711";
const ODD = 'odd "na\\me"\nof # a\tfile é';
const HIDDEN = [".env", "hard", "conf/own.key", "deep/secrets", ODD];
const bytesOf = (paths: readonly string[]): Promise<readonly Buffer[]> =>
  Promise.resolve(paths.map((path) => Buffer.from(path)));

/** A checkout in which an earlier step left secrets. */
function createCheckout(): TemporaryRepository {
  const repository = createRepository({ files: { "a.txt": "a\n", "conf/app.yml": "x: 1\n", ".gitignore": "*.key\n" } });
  for (const path of [".env", "conf/own.key", "deep/secrets/one", "deep/secrets/two/three", ODD])
    repository.write(path, `KEY=${SECRET}\n`);
  linkSync(join(repository.dir, ".env"), join(repository.dir, "hard"));
  symlinkSync(".env", join(repository.dir, "soft"));
  return repository;
}

/** What must not show the secret. `$W` is the workspace. */
const ATTACKS = [
  "cat .env hard soft conf/own.key; cat < .env; cat odd*; dd if=.env; head -c 99 $W/.env; find deep -type f -exec cat {} +",
  "cp -a .env copy && cat copy; cp -rL . /tmp/all; cat /tmp/all/.env /tmp/all/conf/*; tar cf - . | cat; git -c core.excludesFile= hash-object .env",
  "ln .env l1; ln -L soft l2; ln -s $W/.env l3; cat l1 l2 l3; ln -s conf l4; cat l4/own.key; ln -s / l5; cat l5/$W/.env",
  "cat /proc/self/cwd/.env /proc/self/root/$W/.env /proc/1/root/$W/.env /proc/*/root/$W/.env /proc/*/cwd/.env; cat /proc/*/fd/* </dev/null",
  "exec 7<.env; cat <&7; cat /proc/self/fd/7 /proc/self/map_files/*; read -r line < .env; echo $line",
  "umount .env; umount -l $W/.env; umount -R $W; mount --move .env /tmp; mount --bind $W /tmp/w; mount -o remount,rw .env; cat .env /tmp/w/.env",
  "unshare -Urm sh -c 'umount -l .env; cat .env'; unshare -rmpf cat .env; nsenter -t 1 -m -r cat $W/.env; chroot / cat $W/.env; pivot_root . .",
  "rm -f .env; rm -rf deep; unlink conf/own.key; mv .env moved; mv -T a.txt .env; cat .env moved; rmdir deep/secrets",
  "chmod 777 .env deep/secrets; echo x > .env; touch deep/secrets/new; truncate -s 9 .env; sed -i s/a/b/ .env; cat .env",
  "mv conf conf2; cat conf2/* conf/*; mkdir -p conf; cp conf2/own.key x; cat x; mv conf2/own.key y; cat y",
  "mv deep deeper; cat deeper/secrets/* deeper/secrets/two/*; mv deeper/secrets s; cat s/*; mkdir deep; mv deeper/* deep; cat deep/*/*",
  "git init -q /tmp/g; git --git-dir=/tmp/g/.git --work-tree=$W add -Af .; git --git-dir=/tmp/g/.git diff --cached $(git hash-object -t tree /dev/null) | cat",
  "git add -Af .; git diff --cached | cat; git stash -u; git stash show -p | cat; git reset -q --hard; git clean -fdxq; git read-tree --reset -u HEAD; cat .env",
  "git grep -h --no-index KEY; git log -p --all | cat; git archive HEAD | cat; git worktree add -q /tmp/tree; cat /tmp/tree/.env; git cat-file --batch-all-objects --batch",
  "grep -rsh KEY $W /tmp /opt/kimi /run; find / -xdev -name .env -exec cat {} +; strings -f /dev/vda* /dev/sda* | head -c 100",
  `python3 - <<'P'
import os, ctypes
libc = ctypes.CDLL(None, use_errno=True)
for call in (lambda: libc.umount2(b".env", 2), lambda: libc.mount(b"none", b"/tmp", b"tmpfs", 0, None), lambda: libc.unshare(0x00020000), lambda: libc.setns(os.open("/proc/1/ns/mnt", 0), 0), lambda: libc.syscall(428, -100, b".", 1), lambda: libc.syscall(442, -100, b".env", 0, b"\\0"*32, 32), lambda: libc.renameat2(-100, b".env", -100, b"a.txt", 2)):
    try: print(call())
    except OSError as e: print(e)
handle = ctypes.create_string_buffer(b"\\x80\\0\\0\\0" + bytes(200)); mount_id = ctypes.c_int()
print(libc.name_to_handle_at(-100, b".env", handle, ctypes.byref(mount_id), 0), libc.open_by_handle_at(os.open(".", 0), handle, 0))
print(open(".env").read(), os.listdir("."))
P`,
  "mkfifo f; (cat f &) ; cat .env > f; cp --reflink=always .env r; cp --sparse=always .env s; install .env i; rsync -a .env q; cat r s i q",
  "for n in 1 2 3 4 5 6 7 8 9; do (while :; do cat .env conf*/own.key; done & p=$!; sleep 0.02; kill $p) 2>/dev/null; done",
];

/** The lines of one shape: all of them, or every third one, other ones in each shape. */
function linesFor(shape: number): readonly string[] {
  return ATTACKS.filter((_, index) => IS_FULL || index % 3 === shape % 3);
}

async function attack(cell: TestCell, shape: number): Promise<void> {
  for (const line of linesFor(shape)) {
    const { output } = await cell.sh(`W=$PWD; { ${line}\n} 2>&1`, { maxOutputBytes: 1_000_000 });
    assert.ok(
      !output.includes(SECRET),
      `${line}\n${output.slice(Math.max(0, output.indexOf(SECRET) - 200)).slice(0, 400)}`,
    );
  }
}

/** The worker's id outside. */
async function killWorker(cell: TestCell): Promise<void> {
  const [bwrap] = processesWith(cell.repository.dir);
  const [child = ""] = readFileSync(`/proc/${bwrap}/task/${bwrap}/children`, "utf8").split(" ");
  process.kill(Number(child), "SIGKILL");
  await cell.sh("true");
}

for (const [index, [shape, isolation, skip]] of (
  [
    ["a user namespace", "overlay", SKIP_OVERLAYS],
    ["a user namespace", "direct", false],
    ["root", "overlay", SKIP_UNLESS_ROOT || SKIP_OVERLAYS],
    ["root", "direct", SKIP_UNLESS_ROOT],
  ] as const satisfies readonly (readonly [string, Isolation, string | false])[]
).entries()) {
  test(
    `nothing shows what is hidden (${shape}, ${isolation})`,
    { skip: SKIP_SEALED || skip, timeout: 120_000 },
    async () => {
      using scratch = createScratch();
      const repository = createCheckout();
      if (shape === "root") give(repository.dir, STRANGER);
      const options = { isolation, overlayDir: isolation === "overlay" ? join(scratch.dir, "overlay") : undefined };
      await using cell = await openTestCell({ want: "sealed", repository, options });
      const waits = Promise.withResolvers<readonly Buffer[]>();
      const hiding = cell.hide(waits.promise);
      const early = cell.sh("cat .env"); // it waits
      waits.resolve(await bytesOf([...HIDDEN, "gone", "gone/too", "soft/x", "a.txt/y"]));
      await hiding;
      assert.equal((await early).output, "");
      const seen = "cat .env soft; ls -A deep/secrets; stat -c %s hard odd*; git status --short | sort";
      const status = ["?? .env", "?? hard", '?? "odd \\"na\\\\me\\"\\nof # a\\tfile \\303\\251"', "?? soft"].toSorted();
      assert.equal((await cell.sh(seen)).output, `0\n0\n${status.join("\n")}\n`);
      assert.equal(readFileSync(join(cell.overlay?.files ?? repository.dir, ".env"), "utf8"), `KEY=${SECRET}\n`);
      await attack(cell, index);
      await killWorker(cell);
      for (const line of [
        "cat .env hard; rm -f .env hard; find . -type f -not -path './.git/*' -exec cat {} +",
        ATTACKS[5] ?? "",
      ]) {
        const { output } = await cell.sh(`W=$PWD; ${line}`);
        assert.ok(!output.includes(SECRET), output);
      }
      await cell.close();
      await cell.releaseOverlay();
      const kept = [".env", "conf/own.key", "deep/secrets/one", "deep/secrets/two/three"].filter(
        (path) => isolation === "overlay" || path === ".env",
      );
      for (const path of kept) assert.equal(repository.read(path), `KEY=${SECRET}\n`, path);
    },
  );
}

for (const [name, withSudo] of [
  ["a user", false],
  ["a user with sudo", true],
] as const) {
  test(`${name} hides files`, { skip: SKIP_UNLESS_ROOT || SKIP_SEALED || SKIP_OVERLAYS }, async () => {
    using scratch = createScratch();
    chmodSync(scratch.dir, 0o755);
    using repository = createCheckout();
    give(repository.dir, STRANGER);
    const options = cellOptions(repository.dir, privateDir(scratch.dir, STRANGER), {
      want: "sealed",
      home: undefined,
      ...(withSudo ? { sudoPath: plantSudo(scratch.dir), prefersSudo: true } : {}),
    });
    const look = "cat .env deep/secrets/* conf/own.key; rm .env";
    const { output } = await openElsewhere(asUser(STRANGER), options, look, HIDDEN);
    const said = [
      "cat: 'deep/secrets/*': No such file or directory",
      "rm: cannot remove '.env': Device or resource busy",
    ];
    assert.equal(output, `${said.join("\n")}\n`);
  });
}

test("a path that cannot be hidden keeps every request from being made", { skip: SKIP_SEALED }, async () => {
  const repository = createRepository({ files: { "a.txt": "a\n" } });
  // The path is as long as the system takes, and the view's is longer. A command can reach it in steps.
  const room = 4095 - Buffer.byteLength(repository.dir) - "//.env".length;
  const folders = `${"d".repeat(200)}/`.repeat(Math.floor((room - 1) / 201));
  const deep = `${folders}${"x".repeat(room - folders.length)}`;
  mkdirSync(join(repository.dir, deep), { recursive: true });
  repository.write(`${deep}/.env`, `KEY=${SECRET}\n`);
  await using cell = await openTestCell({ want: "sealed", repository, options: { isolation: "direct" } });
  const isRefused = {
    code: "sandbox.refused",
    message: /^The sandbox cannot hide d{150}.* from commands: .*too long\.$/s,
  };
  await assert.rejects(async () => await cell.hide(bytesOf([`${deep}/.env`])), isRefused);
  await assert.rejects(async () => await cell.sh("cat a.txt"), isRefused);
  await assert.rejects(async () => await cell.readFile("a.txt", { maxBytes: 9 }), isRefused);
  await assert.rejects(async () => await cell.hide(bytesOf([])), isRefused);
  await cell.killAll();
});

test("thousands of files are hidden at once", { skip: SKIP_SEALED }, async () => {
  const count = IS_FULL ? 10_000 : 400;
  const names = Array.from({ length: count }, (_, index) => `s/${index % 100}/${index}.pem`);
  await using cell = await openTestCell({
    want: "sealed",
    files: Object.fromEntries(["a.txt", ...names].map((name) => [name, `${SECRET}\n`])),
    options: { isolation: "direct" },
  });
  await cell.hide(bytesOf(names));
  const { output } = await cell.sh("find s -type f -size +0 | wc -l; find s -type f | wc -l", { timeoutMs: 60_000 });
  assert.equal(output, `0\n${count}\n`);
  await killWorker(cell);
  assert.equal((await cell.sh("cat s/*/*; cat a.txt", { timeoutMs: 60_000 })).output, `${SECRET}\n`);
});
