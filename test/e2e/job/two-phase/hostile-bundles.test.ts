/**
 * A bundle is a folder that came from somewhere: an artifact that was downloaded, a session of somebody else. Whatever lies in it
 * in the place of a file, or beside the files, each reader refuses it by name, waits for nothing and writes nothing.
 */

import assert from "node:assert/strict";
import { execFile, execFileSync } from "node:child_process";
import { linkSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { renameSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { sha256 } from "../../../../src/base/sha256.ts";
import { sealDelivery } from "../../../../src/session/delivery.ts";
import { createScratch } from "../../../doubles/scratch.ts";
import { createScene } from "../../harness.ts";
import { copyFolder } from "../../../doubles/copy-folder.ts";

const NAMES = [
  "journal.jsonl",
  "session.json",
  "outcome.json",
  "transcript.md",
  "context.jsonl",
  "changes.patch",
  "report.html",
];
const READERS = ["verify", "view", "export", "replay", "resume", "import"];

const scratch = createScratch();
const good = join(scratch.dir, "good");
const outside = join(scratch.dir, "outside.txt");

before(async () => {
  await using scene = await createScene();
  assert.equal((await scene.run()).code, 0);
  copyFolder(scene.bundle, good);
  mkdirSync(join(good, "blobs"), { recursive: true });
  writeFileSync(join(good, `blobs/${sha256("x")}.txt`), "x");
  writeFileSync(outside, "theirs\n");
});
after(() => scratch[Symbol.dispose]());

/** Path → kind, size and time of everything in a folder. */
function facts(dir: string): Readonly<Record<string, string>> {
  const names = readdirSync(dir, { recursive: true, encoding: "latin1" });
  return Object.fromEntries(
    names.map((name) => {
      const { mode, size, mtimeMs, nlink } = lstatSync(Buffer.from(join(dir, name), "latin1"));
      return [name, `${mode} ${size} ${mtimeMs} ${nlink}`];
    }),
  );
}

/** What each reader of a bundle says to each folder, in one process that may be waited for in vain. */
async function told(dirs: readonly string[], readers = READERS): Promise<Readonly<Record<string, readonly string[]>>> {
  const script = `
    const { runCli } = await import(${JSON.stringify(resolve("src/cli/main.ts"))});
    const { checkBundle } = await import(${JSON.stringify(resolve("src/session/bundle-check.ts"))});
    const said = {};
    for (const dir of ${JSON.stringify(dirs)}) {
      said[dir] = [];
      const note = (text) => said[dir].push(text.replaceAll(dir, "DIR"));
      for (const reader of ${JSON.stringify(readers)}) {
        const quiet = () => {};
        const world = { env: { PATH: process.env.PATH, KIMI_API_KEY: "sk-1" }, cwd: dir, nodePath: process.execPath, workerPath: "/dev/null/none", out: quiet, warn: quiet };
        let error = "";
        const args = reader === "import" ? ["import", dir, "go on"] : [reader, dir];
        const code = await runCli(args, { ...world, err: (text) => { error += text; } });
        note(reader + " " + code + " " + error);
      }
      try { checkBundle({ dir, describe: (begin) => begin }); note("publish accepts"); }
      catch ({ code, message }) { note("publish " + code + " " + message); }
    }
    console.log(JSON.stringify(said));`;
  const args = ["--input-type=module", "--eval", script];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    timeout: 60_000,
    killSignal: "SIGKILL",
    maxBuffer: 1e8,
  });
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as Readonly<Record<string, readonly string[]>>;
}

function copyOf(name: string): string {
  const dir = join(scratch.dir, name.replaceAll(/\W+/g, "-"));
  copyFolder(good, dir);
  return dir;
}

/** Name of the kind → puts it in the place of a file. */
const KINDS: Readonly<Record<string, (path: string) => void>> = {
  "a pipe": (path) => execFileSync("mkfifo", [path]),
  "a folder": (path) => mkdirSync(path),
  "a link to a device": (path) => symlinkSync("/dev/zero", path),
  "a link to a file outside": (path) => symlinkSync(outside, path),
  "a link to nothing": (path) => symlinkSync("nowhere", path),
  "two terabytes of nothing": (path) => {
    writeFileSync(path, "");
    truncateSync(path, 2 ** 41);
  },
};

for (const [kind, make] of Object.entries(KINDS)) {
  test(`${kind} in the place of each file: every reader names it`, async () => {
    const places = [...NAMES, `blobs/${sha256("x")}.txt`, "session.lock"];
    const dirs = places.map((name) => {
      const dir = copyOf(`${kind} ${name}`);
      rmSync(join(dir, name), { recursive: true, force: true });
      make(join(dir, name));
      return { dir, name, before: facts(dir) };
    });
    const said = await told(dirs.map(({ dir }) => dir));
    for (const { dir, name, before } of dirs) {
      const why = kind.startsWith("two") ? "2199023255552 bytes are too many" : "it is not a plain file";
      const refusal = `error: The bundle DIR is not as a run leaves it: "${name}": ${why}. Give the directory that a run printed as its bundle.\n`;
      const lines = said[dir] ?? [];
      assert.deepEqual(
        lines.slice(0, -1),
        READERS.map((reader) => `${reader} 2 ${refusal}`),
      );
      assert.match(lines.at(-1) ?? "", /^publish config\.invalid The bundle is not published: /);
      assert.deepEqual(facts(dir), before);
    }
    assert.equal(readFileSync(outside, "utf8"), "theirs\n");
  });
}

const HEX = sha256("x");
type Change = (dir: string) => void;
const add =
  (name: string | Buffer): Change =>
  (dir) =>
    writeFileSync(Buffer.concat([Buffer.from(`${dir}/`), Buffer.from(name)]), "x");

/** What is wrong → how it is made, and what the publishing job says about it. */
const SURPLUS: Readonly<Record<string, readonly [Change, RegExp]>> = {
  "a name with backslashes": [add("..\\..\\evil"), /: \.\.\\\.\.\\evil: it does not belong/],
  "a drive": [add("C:journal.jsonl"), /C:journal\.jsonl: it does not belong/],
  "a stream": [add("journal.jsonl:x"), /journal\.jsonl:x: it does not belong/],
  "another case": [add("JOURNAL.JSONL"), /JOURNAL\.JSONL: it does not belong/],
  "another case of a blob": [add(`blobs/${HEX}.TXT`), /\.TXT: it does not belong/],
  "another case of a folder": [(dir) => mkdirSync(join(dir, "BLOBS")), /BLOBS: it is not a plain file/],
  "a space at the end": [add("journal.jsonl "), /it does not belong/],
  "a newline": [add("journal.jsonl\n::add-mask::x"), /it does not belong/],
  "an escape": [add("\u001b]0;x\u0007"), /it does not belong/],
  "no UTF-8": [add(Buffer.from([0x66, 0xff])), /: f\ufffd: its name is not UTF-8/],
  "a hidden file": [add(".npmrc"), /\.npmrc: it does not belong/],
  "a program": [add("git"), /: git: it does not belong/],
  "a long name": [add("x".repeat(255)), /it does not belong/],
  "a number too large": [add("context_123456.jsonl"), /context_123456\.jsonl: it does not belong/],
  "a blob of another name": [add("blobs/x.txt"), /blobs\/x\.txt: it does not belong/],
  "a blob that is not what its name says": [
    (dir) => renameSync(join(dir, `blobs/${HEX}.txt`), join(dir, `blobs/${"a".repeat(64)}.txt`)),
    /was not handed over|is missing/,
  ],
  "a folder in a folder": [(dir) => mkdirSync(join(dir, "blobs/deep")), /blobs\/deep: it is not a plain file/],
  "a folder": [(dir) => mkdirSync(join(dir, "src")), /: src: it is not a plain file/],
  "a repository": [(dir) => mkdirSync(join(dir, ".git")), /\.git: it is not a plain file/],
  "a link beside": [(dir) => symlinkSync("/etc", join(dir, "etc")), /: etc: it is not a plain file/],
  "a link for the blobs": [
    (dir) => {
      rmSync(join(dir, "blobs"), { recursive: true });
      symlinkSync(scratch.dir, join(dir, "blobs"));
    },
    /: blobs: it is not a plain file/,
  ],
  "a second name for a file": [
    (dir) => linkSync(join(dir, "journal.jsonl"), join(dir, "..", `${basename(dir)}.twin`)),
    /journal\.jsonl: it is not a plain file/,
  ],
  "a pipe beside": [(dir) => execFileSync("mkfifo", [join(dir, "pipe")]), /: pipe: it is not a plain file/],
  "ten thousand files": [
    (dir) => {
      for (let count = 0; count <= 10_000; count += 1) add(`blobs/${sha256(String(count))}.txt`)(dir);
    },
    /the folder: it has more than 10000 files/,
  ],
  "half a gigabyte": [
    (dir) => truncateSync(join(dir, `blobs/${HEX}.txt`), 500_000_001),
    /the folder: it has more than 500000000 bytes/,
  ],
  "a patch of 50 MB": [(dir) => truncateSync(join(dir, "changes.patch"), 50_000_001), /50000001 bytes are too many/],
  "a file less": [(dir) => rmSync(join(dir, "session.json")), /session\.json: it is missing/],
  "no journal": [(dir) => rmSync(join(dir, "journal.jsonl")), /No bundle here/],
  "nothing at all": [(dir) => rmSync(dir, { recursive: true }), /No bundle here/],
  "a file for a folder": [
    (dir) => {
      rmSync(dir, { recursive: true });
      writeFileSync(dir, "x");
    },
    /No bundle here/,
  ],
};

test(`${Object.keys(SURPLUS).length} folders that no run leaves: the publishing job refuses each, and no reader is held up`, async () => {
  const names = readdirSync(good, { recursive: true, encoding: "utf8" }).filter((name) =>
    statSync(join(good, name)).isFile(),
  );
  const files = Object.fromEntries(names.map((name) => [name, sha256(readFileSync(join(good, name)))]));
  const delivery = sealDelivery({ version: 1, expects: {}, attempt: 1, hasArtifacts: false, warnings: [], files });
  const dirs = Object.entries(SURPLUS).map(([name, [change, reason]]) => {
    const dir = copyOf(name);
    writeFileSync(join(dir, "delivery.json"), delivery);
    change(dir);
    return { name, dir, reason };
  });
  const readers = ["verify", "view"];
  const said = await told(
    dirs.map(({ dir }) => dir),
    readers,
  );
  for (const { name, dir, reason } of dirs) {
    const lines = said[dir] ?? [];
    assert.equal(lines.length, readers.length + 1, name);
    assert.match(lines.at(-1) ?? "", /^publish config\.invalid /, name);
    assert.match(lines.at(-1) ?? "", reason, name);
    assert.doesNotMatch(lines.join("\n"), /\u001b|^::/m, name);
  }
});
