/** Special files and odd names, through every operation of the worker: they are refused with a reason, and nothing waits for them. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, linkSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type { SandboxLevel } from "../../../src/protocol/cell.ts";
import { openTestCell, SKIP_SEALED, type TestCell } from "../../doubles/cell.ts";
import { without } from "../../doubles/missing.ts";
import { createRepository } from "../../doubles/repository.ts";

const SANDBOX_LEVELS: readonly SandboxLevel[] = ["none", "sealed"];
const skip = (want: SandboxLevel) => ({ skip: want === "sealed" && SKIP_SEALED });

/** What reading, writing and resolving a path came to. */
async function attempts({ readFile, writeFile, resolve }: TestCell, path: string): Promise<readonly string[]> {
  const calls = [readFile(path, { maxBytes: 1000 }), writeFile(path, "x", {}), resolve(path)];
  const settled = await Promise.allSettled(calls);
  return settled.map((one) =>
    one.status === "rejected" ? (one.reason as Error).message : ((one.value as { kind?: string }).kind ?? "done"),
  );
}

const LED_TO_PIPE = "to-pipe changed since it was judged: it leads to pipe now.";

for (const want of SANDBOX_LEVELS) {
  test(`pipes, sockets, devices and folders are refused as files (${want})`, skip(want), async () => {
    await using cell = await openTestCell({ want, files: { "a.txt": "a\n" } });
    const { dir } = cell.repository;
    execFileSync("mkfifo", [join(dir, "pipe")]);
    symlinkSync("pipe", join(dir, "to-pipe"));
    const server = createServer().listen(join(dir, "socket"));
    assert.deepEqual(
      Object.fromEntries(
        await Promise.all(["pipe", "to-pipe", "socket"].map(async (path) => [path, await attempts(cell, path)])),
      ),
      {
        pipe: ["pipe is a pipe, socket or device.", "pipe is a pipe, socket or device.", "other"],
        "to-pipe": [LED_TO_PIPE, LED_TO_PIPE, "other"],
        socket: ["socket cannot be opened: it is a socket or device.", "socket is a pipe, socket or device.", "other"],
      },
    );
    const { entries } = await cell.list(".", { recursive: false, limit: 10 });
    assert.deepEqual(
      entries.map(({ path, kind }) => `${path} ${kind}`),
      ["a.txt file", "pipe other", "socket other", "to-pipe link"],
    );
    server.close();
    const found = await cell.sh("git grep -I -n --untracked a -- . ':!.git'");
    assert.deepEqual([found.code, found.output], [0, "a.txt:1:a\n"]);
  });

  test(`names of any kind are written, read and listed as they are, or refused (${want})`, skip(want), async () => {
    await using cell = await openTestCell({ want, files: { "a.txt": "a\n" } });
    const names = [
      "two\nlines",
      "\u001b[31mred",
      "-rf",
      "$(id)",
      "a'b\"c",
      "\u202egnp.exe",
      "ü".repeat(127),
      "x".repeat(245),
    ];
    for (const name of names) {
      await cell.writeFile(name, name, { expectedDigest: null });
      assert.equal((await cell.readFile(name, { maxBytes: 1000 })).text, name);
    }
    const { entries } = await cell.list(".", { recursive: true, limit: 100 });
    assert.deepEqual(entries.map(({ path }) => path).toSorted(), ["a.txt", ...names].toSorted());
    for (const path of ["y".repeat(300), `${"d/".repeat(3000)}x`]) {
      const said = await attempts(cell, path);
      assert.ok(
        said.every((text) => /too long|ENAMETOOLONG/.test(text)),
        JSON.stringify(said.map((text) => text.slice(-100))),
      );
    }
    writeFileSync(Buffer.concat([Buffer.from(`${cell.repository.dir}/caf`), Buffer.from([0xe9])]), "x");
    assert.equal((await attempts(cell, "caf\ufffd"))[0], "caf\ufffd does not exist.");
  });
}

/** A write replaces the name: what else the file is called keeps its content. */
test("a hard link to a file outside is not written through", async () => {
  await using cell = await openTestCell({ files: { "a.txt": "a\n" } });
  const outside = join(cell.scratchDir, "outside.txt");
  writeFileSync(outside, "theirs\n");
  linkSync(outside, join(cell.repository.dir, "linked.txt"));
  await cell.writeFile("linked.txt", "ours\n", {});
  assert.deepEqual([readFileSync(outside, "utf8"), statSync(outside).nlink], ["theirs\n", 1]);
});

test("a sealed cell can make no hard link to a file outside", { skip: SKIP_SEALED }, async () => {
  await using cell = await openTestCell({ want: "sealed", files: { "a.txt": "a\n" } });
  const { output } = await cell.sh(
    "ln /etc/passwd own; ln /usr/bin/env own; ln /opt/kimi/node own; mknod own c 1 5; ls",
  );
  assert.equal(output.trimEnd().split("\n").at(-1), "a.txt");
  assert.equal(output.match(/Invalid cross-device link|Operation not permitted/g)?.length, 4, output);
});

const SWAP = `
import ctypes, os, sys
os.mkdir("d"); os.symlink(sys.argv[1], "l"); open("ready", "w").close()
exchange = ctypes.CDLL(None).renameat2
while not os.path.exists("over"):
  for _ in range(100): exchange(-100, b"d", -100, b"l", 2)
print("swapped")
`;
/** As many tries go on beside a command; the command goes on until they are over, however busy the machine is. */
const ROUNDS = 40;
const SKIP_SWAP = SKIP_SEALED || without("python3");

/** The two change names at one stroke, again and again, while files are written, read and resolved through either. */
test(
  "a folder that a command keeps replacing by a link leads nowhere",
  { skip: SKIP_SWAP, timeout: 60_000 },
  async () => {
    await using cell = await openTestCell({ want: "sealed", files: { "swap.py": SWAP } });
    const secret = join(cell.scratchDir, "secret.txt");
    writeFileSync(secret, "planted\n");
    const swapping = cell.sh(`python3 swap.py ${cell.scratchDir}`, { timeoutMs: 60_000 });
    while ((await cell.resolve("ready")).kind === "missing") await sleep(10);
    const read: unknown[] = [];
    const tries = ["d", "l"].flatMap((folder) => [
      async () => await cell.writeFile(`${folder}/new.txt`, "x", {}),
      async () => await cell.writeFile(`${folder}/secret.txt`, "overwritten", {}),
      async () => await cell.resolve(`${folder}/secret.txt`),
      async () => read.push(await cell.readFile(`${folder}/secret.txt`, { maxBytes: 100 })),
    ]);
    for (let round = 0; round < ROUNDS; round += 1) await Promise.allSettled(tries.map((attempt) => attempt()));
    await cell.writeFile("over", "", {});
    assert.equal((await swapping).output, "swapped\n");
    assert.deepEqual(JSON.stringify(read).includes("planted"), false);
    assert.deepEqual(
      [readFileSync(secret, "utf8"), existsSync(join(cell.scratchDir, "new.txt"))],
      ["planted\n", false],
    );
  },
);

/** The folder is open when it goes. Node would try for ever to make another one in it. */
test("a folder that is removed while files are made in it does not block the worker", async () => {
  await using cell = await openTestCell({ files: { "a.txt": "a\n" } });
  const line = "until [ -e over ]; do mkdir -p d/e; rm -rf d; done; echo removed";
  const removing = cell.sh(line, { timeoutMs: 60_000 });
  for (let round = 0; round < ROUNDS; round += 1) {
    const paths = [1, 2, 3, 4].map((one) => `d/e/${4 * round + one}/new.txt`);
    await Promise.allSettled(paths.map(async (path) => await cell.writeFile(path, "x", {})));
  }
  await cell.writeFile("over", "", {});
  assert.equal((await removing).output.trim().split("\n").at(-1), "removed");
});

test("a list that git cannot make ends, and its error says why", async () => {
  await using cell = await openTestCell({ files: { "a.txt": "a\n" } });
  await cell.sh("mkfifo .gitignore; touch new.txt");
  await assert.rejects(cell.list(".", { recursive: true, limit: 10 }), {
    code: "workspace.file",
    message: "git did not list the files within 10 s.",
    hint: "List without recursion; git waits for ever when .gitignore is a pipe.",
  });
  assert.equal((await cell.list(".", { recursive: false, limit: 10 })).entries.length, 3);
});

test("a recursive list without git goes on after a folder that cannot be read", { skip: SKIP_SEALED }, async () => {
  const repository = createRepository({ files: { "a/x.txt": "", "b/y.txt": "" } });
  rmSync(join(repository.dir, ".git"), { recursive: true });
  await using cell = await openTestCell({ want: "sealed", repository });
  assert.equal((await cell.sh("chmod 000 a")).code, 0);
  const { entries } = await cell.list(".", { recursive: true, limit: 10 });
  assert.deepEqual(
    entries.map(({ path }) => path),
    ["a", "b", "b/y.txt"],
  );
  await assert.rejects(cell.list("a", { recursive: true, limit: 10 }), {
    code: "workspace.file",
    message: "a cannot be listed: permission denied.",
  });
});
