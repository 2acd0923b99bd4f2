/** Which files of a workspace are hidden from commands, by what rules and by what git tracks. */

import assert from "node:assert/strict";
import { linkSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { loadPolicy } from "../../../src/policy/file/load.ts";
import { hiddenPaths } from "../../../src/run/hidden/hidden-paths.ts";
import { walk } from "../../../src/run/hidden/walk.ts";
import { trackedAmong } from "../../../src/workspace/git/tracked-paths.ts";
import { temporaryDir } from "../../doubles/cli.ts";
import { createRepository } from "../../doubles/repository.ts";

const PATH = process.env["PATH"] ?? "";
const policyOf = async (read: string, show = "") =>
  await loadPolicy(`version: 1\nrules:\n  - { id: r, reject: { read: [${read}] } }\nsandbox: { show: [${show}] }\n`, {
    file: "policy",
  });

async function hiddenIn(root: string, read: string, { show = "", isOutsider = false } = {}) {
  const policy = await policyOf(read, show);
  const tracked = async (paths: readonly string[]) => await trackedAmong({ root, path: PATH }, paths);
  const found = await hiddenPaths(await walk(root), { root, policy, isOutsider, trackedAmong: tracked });
  const text = (path: string): string => Buffer.from(path, "latin1").toString("utf8");
  return {
    paths: found.paths.map(({ path, rule }) => `${text(path)} ${rule}`).toSorted(),
    tracked: found.tracked.map(text).toSorted(),
    secrets: found.secrets.map(text).toSorted(),
  };
}

const SECRETS = [".env builtin:sensitive", "a/b/.env builtin:sensitive", "é\n/id_rsa builtin:sensitive"];
const CASES: readonly (readonly [read: string, paths: readonly string[], tracked: readonly string[]])[] = [
  ["none", [], []],
  ["src/keys.txt", ["src/keys.txt r"], ["src/keys.txt"]],
  ["'**/*.txt'", ["hard r", "src/keys.txt r", "src/own.txt r"], ["src/keys.txt"]],
  ["'src/**'", ["hard r", "src r"], ["src/add.js", "src/keys.txt"]],
  ["'src/*'", ["hard r", "src/add.js r", "src/keys.txt r", "src/own.txt r"], ["src/add.js", "src/keys.txt"]],
  ["'{src,docs}/**', src/add.js", ["docs r", "hard r", "src r"], ["docs/a.md", "src/add.js", "src/keys.txt"]],
  ["to-docs", ["docs r"], ["docs/a.md"]], // a link hides what it leads to
  ["to-docs/a.md", ["docs/a.md r"], ["docs/a.md"]], // also below it
  ["to-file", ["src/add.js r"], ["src/add.js"]],
  ["hard", ["hard r", "src/own.txt r"], []], // and a file is hidden under each of its names
  ["outside, gone", [], []],
  ["'é*/other'", ["é\n/other r"], []],
];

test("what rules name, and untracked files of secrets, under every name", async () => {
  using repository = createRepository({
    files: {
      "src/add.js": "a\n",
      "src/keys.txt": "k\n",
      "docs/a.md": "d\n",
      ".env.test": "tracked\n",
      "a/.env": "tracked too\n",
    },
  });
  const { dir } = repository;
  for (const path of [".env", "a/b/.env", "é\n/id_rsa", "é\n/other", "src/own.txt", ".env.example"])
    repository.write(path, `${path}\n`);
  mkdirSync(Buffer.concat([Buffer.from(`${dir}/`), Buffer.from([0xff])]));
  writeFileSync(Buffer.concat([Buffer.from(`${dir}/`), Buffer.from([0xff]), Buffer.from("/.netrc")]), "not UTF-8\n");
  linkSync(join(dir, "src/own.txt"), join(dir, "hard"));
  for (const [name, to] of [
    ["to-docs", "docs"],
    ["to-file", "src/add.js"],
    ["outside", "/etc/passwd"],
    ["gone", "nowhere"],
  ] as const)
    symlinkSync(to, join(dir, name));
  symlinkSync("src/add.js", join(dir, ".netrc")); // what git tracks belongs to the build, whatever leads to it
  const odd = "\ufffd/.netrc builtin:sensitive";
  for (const [read, paths, tracked] of CASES) {
    const found = await hiddenIn(dir, read);
    assert.deepEqual([read, found.paths, found.tracked], [read, [...paths, ...SECRETS, odd].toSorted(), tracked]);
  }
  const shown = await hiddenIn(dir, "src/keys.txt", { show: ".env, 'src/*'" });
  assert.deepEqual(shown.paths, [...SECRETS.slice(1), odd].toSorted());
  assert.ok(shown.secrets.includes(".env") && shown.secrets.includes("src/keys.txt"), shown.secrets.join());
  assert.ok((await hiddenIn(dir, "none", { show: ".env", isOutsider: true })).paths.includes(".env builtin:sensitive"));
});

/** Package managers make thousands of links: with 2,000 of them and 50,000 files a run began eight seconds later. */
test("a link costs no more than what it leads to", async () => {
  using temporary = temporaryDir();
  const { dir } = temporary;
  mkdirSync(join(dir, "packages"));
  for (let at = 0; at < 50; at += 1) {
    mkdirSync(join(dir, `real/${at}`), { recursive: true });
    writeFileSync(join(dir, `real/${at}/.npmrc`), "made for commands\n");
    symlinkSync(`../real/${at}`, join(dir, `packages/${at}`));
  }
  let reads = 0;
  const entries = (await walk(dir)).map(({ path, kind }) => ({
    kind,
    get path() {
      reads += 1;
      return path;
    },
  }));
  const policy = await policyOf("'packages/**/.npmrc'");
  const { paths } = await hiddenPaths(entries, { root: dir, policy, isOutsider: false, trackedAmong: async () => [] });
  assert.equal(paths.length, 50);
  assert.ok(reads < 30 * entries.length, `${reads} for ${entries.length} entries`);
});

test("a walk that does not end, or a folder that is too deep to be named, is an error with the folder", async () => {
  using repository = createRepository({ files: { "a/b/c.txt": "c\n" } });
  await assert.rejects(async () => await walk("/proc/self/task", "", 0), {
    code: "sandbox.refused",
    message: /^The folder .* cannot be searched .*: it takes more than 0 s\.$/,
  });
  assert.deepEqual((await walk(repository.dir)).map(({ path, kind }) => `${kind} ${path}`).toSorted(), [
    "file a/b/c.txt",
    "folder a",
    "folder a/b",
  ]);
});
