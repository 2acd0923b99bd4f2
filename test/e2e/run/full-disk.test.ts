/**
 * The disk that the bundle is on is full, sooner or later in the run: it ends with a code and the reason, what was recorded is
 * whole, and once there is room the session goes on from there.
 */

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { SKIP_UNLESS_ROOT } from "../../doubles/as-user.ts";
import { temporaryDir } from "../../doubles/cli.ts";
import type { DoubleReply } from "../../doubles/model-reply.ts";
import { readJournal } from "../../../src/session/journal.ts";
import { CANARY, createScene, NO_BWRAP, type Scene } from "../harness.ts";

const POLICY = "version: 1\ndefault: approve\nsandbox: { minimum: none, unsealed: patterns }\n";
const FILES = { "a.txt": "a\n", ".github/kimi-policy.yml": POLICY };

/** Eight commands of many words, then the end. */
const replies = (_: unknown, n: number): DoubleReply =>
  n < 8
    ? { calls: [{ name: "execute_command", arguments: { command: `seq ${n} 30000; echo ${n} >> a.txt` } }] }
    : { text: "done" };

/** A file system of its own that nobody else sees; what is on it at the end is copied to `$KEPT`. */
const ON_A_SMALL_DISK = `mount -t tmpfs -o size=$SIZE none "$DISK" || exit 99; "$@"; code=$?; [ -d "$KEPT" ] || cp -r "$DISK/bundle" "$KEPT"; ls -A "$DISK"; exit $code`;

interface SmallRun {
  readonly code: number | null;
  readonly said: string;
}

async function runOn(size: string, { repository, server }: Scene, dir: string, rung = "none"): Promise<SmallRun> {
  const disk = join(dir, "disk");
  mkdirSync(disk);
  const kept = join(dir, "kept");
  const isSealed = rung === "sealed";
  // Of a sealed run the copy of the checkout and the files of the cell are there, and the bundle is not.
  const places = isSealed ? { HOME: join(disk, "home"), TMPDIR: disk } : { HOME: dir };
  const variables = { SIZE: size, DISK: disk, KEPT: kept, PATH: process.env["PATH"], ...places };
  const env = { ...variables, OPENAI_API_KEY: CANARY, OPENAI_BASE_URL: server.url };
  const bundle = isSealed ? kept : join(disk, "bundle");
  const run = ["run", "fill", "--model", "openai/test-model", "--sandbox", rung, "--bundle", bundle];
  const program = [process.execPath, resolve("dist/cli.js"), ...run];
  const [privately, ...args] = [
    "unshare",
    "--mount",
    "bash",
    "--norc",
    "-c",
    ON_A_SMALL_DISK,
    "bash",
    ...program,
  ] as const;
  const child = spawn(privately, args, {
    cwd: repository.dir,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += String(chunk)));
  const code = await new Promise<number | null>((done) => child.on("close", done));
  return { code, said };
}

for (const size of ["16k", "24k", "400k"]) {
  test(`a disk of ${size}`, { skip: SKIP_UNLESS_ROOT }, async () => {
    await using scene = await createScene({ replies, files: FILES });
    using temporary = temporaryDir();
    const kept = join(temporary.dir, "kept");
    const { code, said } = await runOn(size, scene, temporary.dir);
    assert.equal(code, 1, said);
    const { records, problem } = readJournal(join(kept, "journal.jsonl"));
    assert.deepEqual([problem, records[0]?.event.type], [undefined, "session.begin"]);
    const last = records.at(-1)?.event;
    assert.match(last?.type === "session.end" ? last.reason : said, /not be written: \S+: no space left on device/);
    // What could not be written whole is not there at all.
    const wrong = await scene.cli(["verify", kept]);
    assert.doesNotMatch(wrong.stdout, /its content is not what its name says|hash/);
    for (const name of ["outcome.json", "session.json"]) assert.notEqual(textOf(join(kept, name)), "");
    // A small patch still fits where a large result did not.
    const work = scene.repository.read("a.txt").slice("a\n".length).split("\n").slice(0, -1);
    const patch = textOf(join(kept, "changes.patch"));
    if (size === "16k") assert.equal(patch ?? "", "", "the journal has it all");
    else for (const line of work) assert.match(patch ?? "", new RegExp(`^\\+${line}$`, "m"));
    assert.ok(work.length > 0);
    const asked = scene.server.requests.length;
    const again = await scene.cli(["resume", kept, "--sandbox", "none", "--model", "openai/test-model"]);
    assert.equal(again.code, 0, again.stderr);
    assert.ok(scene.server.requests.length > asked);
    assert.equal((await scene.cli(["verify", kept])).code, 0);
  });
}

const call = (command: string): DoubleReply => ({ calls: [{ name: "execute_command", arguments: { command } }] });

/** The files of the cell, and the copy of the checkout. */
test("a sealed run whose disk has room for few files", { skip: SKIP_UNLESS_ROOT || NO_BWRAP }, async () => {
  const fill = "mkdir d; while : > d/$((i += 1)); do [ $((i % 200)) = 0 ] && sleep 0.05; done";
  const steps = [call("echo mine > b.txt"), call("bash fill.sh"), call("rm -rf d"), { text: "done" }];
  await using scene = await createScene({ replies: steps, files: { ...FILES, "fill.sh": fill } });
  using temporary = temporaryDir();
  const { code, said } = await runOn("300m,nr_inodes=4000", scene, temporary.dir, "sealed");
  assert.equal(code, 0, said);
  assert.match(textOf(join(temporary.dir, "kept/changes.patch")) ?? "", /^\+mine$/m);
  const told = JSON.stringify(scene.server.requests.at(-1)?.json);
  assert.match(told, /ended by the runner: fewer than [\d,]+ more files fit on the disk of the workspace/);
  assert.match(said, /\nhome\n$/, "nothing else is left there");
});

/** Undefined where there is no file. */
function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

/** The checkout lost the files that were to be replaced: git unlinks a file before it finds no room for the new one. */
test(
  "a checkout without room for the change stays as it was, and so it does under apply",
  { skip: SKIP_UNLESS_ROOT || NO_BWRAP },
  async () => {
    const steps = [call("seq 9000 > a.txt; seq 9000 > new; rm b.txt; rm -r d; echo file > d"), { text: "done" }];
    const files = { ...FILES, "b.txt": "b\n", "d/x": "x\n" };
    await using scene = await createScene({ replies: steps, files });
    using temporary = temporaryDir();
    const checkout = join(temporary.dir, "checkout");
    mkdirSync(checkout);
    const program = `"${process.execPath}" "${resolve("dist/cli.js")}"`;
    const script = `mount -t tmpfs -o size=300k none "$DISK" && git clone -q "$FROM" "$DISK/c" && cd "$DISK/c" || exit 99
echo mine >> a.txt; ln -s nowhere .link; dd if=/dev/zero of=../spare bs=1k count=32 2> /dev/null
dd if=/dev/zero of=../fill bs=1k count=999 2> /dev/null; rm ../spare
state() { git status --short; tail -n 1 a.txt b.txt d/x; ls -A . .git; }
state > "$KEPT/before"; ${program} run go --model openai/test-model --bundle "$KEPT/bundle"; echo "run: $?"
state > "$KEPT/between"; git checkout -q HEAD -- a.txt; state > "$KEPT/clean"
${program} apply "$KEPT/bundle"; echo "apply: $?"; state > "$KEPT/after"
rm ../fill; ${program} apply "$KEPT/bundle"; echo "again: $?"; git status --short`;
    const env = {
      DISK: checkout,
      FROM: scene.repository.dir,
      KEPT: temporary.dir,
      PATH: process.env["PATH"],
      HOME: temporary.dir,
    };
    const keys = { OPENAI_API_KEY: CANARY, OPENAI_BASE_URL: scene.server.url };
    const child = spawn("unshare", ["--mount", "sh", "-c", script], {
      env: { ...env, ...keys },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let said = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += String(chunk)));
    await new Promise((done) => child.on("close", done));
    assert.match(said, /run: 7\n/);
    assert.match(said, /not in the checkout: git checkout-index failed: error: unable to write file/);
    assert.equal(textOf(join(temporary.dir, "between")), textOf(join(temporary.dir, "before")), said);
    assert.match(
      said,
      /error: The change could not be written, and nothing was changed: failed to write to 'a.txt': No space left on device\. Free space/,
    );
    assert.match(said, /apply: 2\n/);
    assert.equal(textOf(join(temporary.dir, "after")), textOf(join(temporary.dir, "clean")), said);
    assert.match(said, /again: 0\n/);
  },
);

test(
  "a disk that is full from the start is named in the error, and left clean",
  { skip: SKIP_UNLESS_ROOT },
  async () => {
    await using scene = await createScene();
    using temporary = temporaryDir();
    const disk = join(temporary.dir, "disk");
    mkdirSync(disk);
    const run = `"${process.execPath}" "${resolve("dist/cli.js")}" run go --model openai/test-model --sandbox none`;
    const script = `mount -t tmpfs -o size=16k none "$DISK" || exit 99; dd if=/dev/zero of="$DISK/fill" bs=1k count=99 2> /dev/null
${run} --bundle "$DISK/bundle"; echo "state: $?"; TMPDIR=$DISK ${run}; echo "temporary: $?"; ls -A "$DISK" "$DISK/bundle"`;
    const env = { DISK: disk, PATH: process.env["PATH"], HOME: temporary.dir, OPENAI_API_KEY: CANARY };
    const end = spawnSync("unshare", ["--mount", "sh", "-c", script], {
      cwd: scene.repository.dir,
      env,
      encoding: "utf8",
    });
    const [bundle, fill] = [join(disk, "bundle"), "bundle\nfill\n"];
    assert.equal(end.stdout, `state: 2\ntemporary: 2\n${disk}:\n${fill}\n${bundle}:\n`, end.stderr);
    const errors = end.stderr.split("\n").filter((line) => line.startsWith("error: "));
    const full = "no space left on device";
    assert.deepEqual(errors, [
      `error: The bundle cannot be written to ${bundle}: ${full}. Name a folder that you may write to with --bundle.`,
      `error: Temporary files cannot be created in ${disk}: ${full}. Set TMPDIR to a folder that exists, is outside the repository, and that you may write to.`,
    ]);
  },
);
