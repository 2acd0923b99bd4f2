import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, lstatSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { sha256 } from "../../../src/base/sha256.ts";
import { openTestCell, SKIP_SEALED, type TestCell } from "../../doubles/cell.ts";

interface Refusal {
  readonly code: string;
  readonly message: string;
}

/** What a call that must fail said. */
async function refusal(call: Promise<unknown>): Promise<Refusal> {
  const reply = await call.then(
    (value) => assert.fail(`it succeeded: ${JSON.stringify(value)}`),
    (error: unknown) => error as Refusal,
  );
  return { code: reply.code, message: reply.message };
}

const read = async (cell: TestCell, path: string, maxBytes = 1000) => await cell.readFile(path, { maxBytes });

/** Its folder does not exist, so only the limit of a name can refuse it. */
const LONG = `new/${"n".repeat(256)}`;

test("a file is read whole with any spelling of its path", async () => {
  await using cell = await openTestCell({ files: { "src/a.txt": "\uFEFFgrün\r\n" } });
  const { dir } = cell.repository;
  const expected = { path: "src/a.txt", text: "\uFEFFgrün\r\n", sizeBytes: 10, digest: sha256("\uFEFFgrün\r\n") };
  for (const path of ["src/a.txt", "./src/../src/a.txt", join(dir, "src/a.txt")]) {
    assert.deepEqual(await read(cell, path), expected, path);
  }
});

test("files that are not readable text are refused with the reason, and nothing blocks", async () => {
  await using cell = await openTestCell({ files: { "a.txt": "0123456789", "folder/b.txt": "b" } });
  const { dir, write } = cell.repository;
  write("zero.bin", Uint8Array.from([65, 0, 66]));
  write("latin1.txt", Uint8Array.from([0x67, 0xfc]));
  execFileSync("mkfifo", [join(dir, "pipe")]);
  symlinkSync("loop", join(dir, "loop"));
  const file = (message: string): Refusal => ({ code: "workspace.file", message });
  const said = Object.fromEntries(
    await Promise.all(
      ["none.txt", "folder", "pipe", "zero.bin", "latin1.txt", "loop", "a.txt/b", LONG, "a\0b"].map(
        async (path) => [path, await refusal(read(cell, path))] as const,
      ),
    ),
  );
  assert.deepEqual(said, {
    "none.txt": file("none.txt does not exist."),
    folder: file("folder is a folder."),
    pipe: file("pipe is a pipe, socket or device."),
    "zero.bin": file("zero.bin is a binary file (3 bytes)."),
    "latin1.txt": file("latin1.txt is not valid UTF-8."),
    loop: file("loop cannot be resolved: its links go in a circle."),
    "a.txt/b": file("a.txt/b cannot be resolved: a parent of it is a file."),
    [LONG]: file(`${LONG} cannot be resolved: the name is too long.`),
    "a\0b": file('The path contains a NUL character: "a\\u0000b".'),
  });
  assert.deepEqual(await refusal(read(cell, "a.txt", 9)), file("a.txt is too large: 10 bytes."));
  await cell.sh("truncate -s 5G huge.txt");
  assert.deepEqual(await refusal(read(cell, "huge.txt", 1_000_000)), file("huge.txt is too large: 5368709120 bytes."));
});

test("a folder of the workspace that is named ~ is no home folder", async () => {
  await using cell = await openTestCell({ files: { "~/a.txt": "a" } });
  assert.equal((await cell.resolve("~/a.txt")).path, "~/a.txt");
});

for (const want of ["none", "sealed"] as const) {
  test(`no path leads out of the workspace (${want})`, { skip: want === "sealed" && SKIP_SEALED }, async () => {
    await using cell = await openTestCell({ want, files: { "a.txt": "a" } });
    const { dir } = cell.repository;
    const home = (await cell.sh('echo "$HOME"')).output.trim();
    symlinkSync("/etc/passwd", join(dir, "leaf"));
    symlinkSync("/etc", join(dir, "parent"));
    symlinkSync("/usr/kimi-new", join(dir, "dangling"));
    symlinkSync(".git/config", join(dir, "to-git"));
    const attempts = {
      "/etc/passwd": "/etc/passwd leads out of the workspace.",
      "../x": `../x leads out of the workspace.`,
      "~/kimi-new": `~/kimi-new leads out of the workspace, to ${home}/kimi-new.`,
      leaf: "leaf leads out of the workspace, to /etc/passwd.",
      "parent/passwd": "parent/passwd leads out of the workspace, to /etc/passwd.",
      "parent/kimi-new": "parent/kimi-new leads out of the workspace, to /etc/kimi-new.",
      dangling: "dangling leads out of the workspace, to /usr/kimi-new.",
      "/dev/zero": "/dev/zero leads out of the workspace.",
      ".git/config": ".git/config belongs to git and is no file of the workspace.",
      "to-git": "to-git belongs to git and is no file of the workspace.",
    };
    for (const [path, message] of Object.entries(attempts)) {
      const expected = { code: "workspace.outside", message };
      assert.deepEqual(await refusal(read(cell, path)), expected);
      assert.deepEqual(await refusal(cell.writeFile(path, "x", {})), expected);
      assert.deepEqual(await refusal(cell.resolve(path)), expected);
    }
    assert.deepEqual(await refusal(cell.resolve("/proc/self/root/etc/passwd")), {
      code: "workspace.outside",
      message: "/proc/self/root/etc/passwd leads out of the workspace, to /etc/passwd.",
    });
    assert.equal(lstatSync("/etc/kimi-new", { throwIfNoEntry: false }), undefined);
  });
}

test(
  "a link planted between judgement and write does not lead out of a sealed cell",
  { skip: SKIP_SEALED },
  async () => {
    await using cell = await openTestCell({ want: "sealed", files: { "a.txt": "a" } });
    const swapping = cell.sh(`for i in $(seq 100); do rm -rf d; mkdir d; rm -rf d; ln -s ${cell.scratchDir} d; done`);
    const write = async (index: number): Promise<unknown> =>
      await cell.writeFile(`d/new-${index}`, "x", {}).catch((error: unknown) => error);
    await Promise.all([swapping, ...Array.from({ length: 100 }, async (_, index) => await write(index))]);
    assert.deepEqual(
      readdirSync(cell.scratchDir).filter((name) => name.startsWith("new-")),
      [],
    );
  },
);

test("writing keeps mode without setuid bits, makes folders and leaves no temporary file", async () => {
  await using cell = await openTestCell({ files: { "run.sh": "old" } });
  const { dir, read: content } = cell.repository;
  chmodSync(join(dir, "run.sh"), 0o6750);
  assert.deepEqual(await cell.writeFile("run.sh", "new", {}), { digest: sha256("new") });
  await cell.writeFile("deep/er/new.txt", "new", { expectedDigest: null });
  assert.deepEqual(
    {
      mode: lstatSync(join(dir, "run.sh")).mode & 0o7777,
      script: content("run.sh"),
      deep: readdirSync(join(dir, "deep/er")),
      root: readdirSync(dir).toSorted(),
    },
    {
      mode: 0o750,
      script: "new",
      deep: ["new.txt"],
      root: [".git", "deep", "run.sh"],
    },
  );
});

test("a write that expects other bytes than there are is refused", async () => {
  await using cell = await openTestCell({ files: { "a.txt": "one" } });
  await cell.writeFile("a.txt", "two", { expectedDigest: sha256("one") });
  const attempts = {
    changed: cell.writeFile("a.txt", "three", { expectedDigest: sha256("one") }),
    exists: cell.writeFile("a.txt", "three", { expectedDigest: null }),
    gone: cell.writeFile("b.txt", "three", { expectedDigest: sha256("one") }),
    folder: cell.writeFile(".", "three", {}),
  };
  const said = Object.fromEntries(
    await Promise.all(
      Object.entries(attempts).map(async ([name, call]) => [name, (await refusal(call)).message] as const),
    ),
  );
  assert.deepEqual(said, {
    changed: "a.txt changed since it was read.",
    exists: "a.txt already exists.",
    gone: "b.txt was deleted since it was read.",
    folder: ". is a folder.",
  });
  assert.deepEqual(
    [cell.repository.read("a.txt"), readdirSync(cell.repository.dir).toSorted()],
    ["two", [".git", "a.txt"]],
  );
});

test("when many calls create the same file, one succeeds", async () => {
  await using cell = await openTestCell({ files: { "a.txt": "a" } });
  const outcomes = await Promise.allSettled(
    Array.from(
      { length: 20 },
      async (_, index) => await cell.writeFile("new.txt", `${index}`, { expectedDigest: null }),
    ),
  );
  assert.equal(outcomes.filter(({ status }) => status === "fulfilled").length, 1);
});

test("resolve returns where a path leads and what is there", async () => {
  await using cell = await openTestCell({ files: { "src/a.txt": "a" } });
  const { dir } = cell.repository;
  symlinkSync("src/a.txt", join(dir, "link"));
  symlinkSync("src/later.txt", join(dir, "dangling"));
  execFileSync("mkfifo", [join(dir, "pipe")]);
  const replies = await Promise.all(
    [".", "src", "link", "dangling", "none/such", "pipe"].map(async (path) => await cell.resolve(path)),
  );
  assert.deepEqual(replies, [
    { path: ".", kind: "directory" },
    { path: "src", kind: "directory" },
    { path: "src/a.txt", kind: "file", digest: sha256("a") },
    { path: "src/later.txt", kind: "missing" },
    { path: "none/such", kind: "missing" },
    { path: "pipe", kind: "other" },
  ]);
});

test("a list shows folders first, and recursively only what git does not ignore", async () => {
  await using cell = await openTestCell({
    files: { ".gitignore": "dist/\n*.log\n", "b/z.txt": "", "b/a/x.txt": "", "a.txt": "", "gone.txt": "" },
  });
  const { dir, write, git } = cell.repository;
  write("dist/out.js", "");
  write("new.txt", "");
  write("x.log", "");
  git("rm", "-q", "--cached", "a.txt");
  execFileSync("rm", [join(dir, "gone.txt")]);
  symlinkSync("b", join(dir, "c"));
  const names = async (path: string, recursive: boolean, limit = 100): Promise<unknown> => {
    const { entries, truncated } = await cell.list(path, { recursive, limit });
    return [entries.map((entry) => `${entry.path} ${entry.kind}`), truncated];
  };
  assert.deepEqual(await names(".", false), [
    ["b directory", "dist directory", ".gitignore file", "a.txt file", "c link", "new.txt file", "x.log file"],
    false,
  ]);
  const all = [
    "b directory",
    "b/a directory",
    "b/a/x.txt file",
    "b/z.txt file",
    ".gitignore file",
    "a.txt file",
    "c link",
    "new.txt file",
  ];
  assert.deepEqual(await names(".", true), [all, false]);
  assert.deepEqual(await names(".", true, 3), [all.slice(0, 3), true]);
  assert.deepEqual(await names(".", true, all.length), [all, false], "a deleted file does not count");
  assert.deepEqual(await names("b", true), [["b/a directory", "b/a/x.txt file", "b/z.txt file"], false]);
  assert.deepEqual(await refusal(cell.list("a.txt", { recursive: false, limit: 1 })), {
    code: "workspace.file",
    message: "a.txt is not a folder.",
  });
});
