/**
 * What a snapshot costs by the number of files, and a large patch by its size: `npm run bench:scale`. Run it alone on the machine,
 * and quote the ratios.
 */

import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { systemClock } from "../src/base/clock.ts";
import { sha256File } from "../src/base/sha256.ts";
import { openOverlays } from "../src/cell/open-overlays.ts";
import { findLeaks } from "../src/workspace/change/leaks.ts";
import { createPublishGit } from "../src/workspace/push.ts";
import { openRepository } from "../src/workspace/repository.ts";
import { createTrustedGit, type TrustedGit } from "../src/workspace/trusted-git.ts";

const PATH = process.env["PATH"] ?? "";

function makeRepository(dir: string, files: number): void {
  for (let file = 0; file < files; file += 1) {
    const folder = join(dir, `d${Math.floor(file / 1000)}`, `e${Math.floor(file / 20) % 50}`);
    if (file % 20 === 0) mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `f${file}.txt`), `file ${file}\n`);
  }
  const git = (...args: readonly string[]): void => {
    const identity = ["-c", "user.name=bench", "-c", "user.email=bench@localhost"];
    execFileSync("git", [...identity, ...args], { cwd: dir, stdio: "ignore" });
  };
  git("init");
  git("add", "--all");
  git("commit", "--message", "start");
}

interface Opened {
  readonly git: TrustedGit;
  readonly scratch: string;
  /** The folder to change files in, as this process sees it. */
  readonly files: string;
  readonly close: () => Promise<void>;
}

/** With `isCopy`, on a private copy of the folder, as a run has it. */
async function open(dir: string, isCopy: boolean): Promise<Opened> {
  const scratch = mkdtempSync(join(dirname(dir), "scratch-"));
  const repository = await openRepository(dir, PATH);
  const overlays = await openOverlays({
    mounts: isCopy ? [{ kind: "overlay", at: dir, lower: [dir], otherwise: "rw" }] : [],
    workDir: dir,
    isolation: isCopy ? "overlay" : "direct",
    scratchDir: scratch,
    shape: { kind: "user", lockNested: true },
    self: { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 },
  });
  if (overlays.why !== undefined) throw new Error(overlays.why);
  const { overlay, close } = overlays;
  const git = createTrustedGit({ repository, overlay, scratchDir: scratch, pathVar: PATH, clock: systemClock });
  return { git, scratch, files: overlay?.files ?? dir, close };
}

async function times(count: number, work: (round: number) => Promise<unknown>): Promise<number> {
  const took: number[] = [];
  for (let round = 0; round < count; round += 1) {
    const began = performance.now();
    await work(round);
    took.push(performance.now() - began);
  }
  return took.toSorted((a, b) => a - b)[Math.floor(count / 2)] ?? 0;
}

async function scale(base: string, sizes: readonly number[], reps: number, isCopy: boolean): Promise<void> {
  let first: { readonly still: number; readonly changed: number } | undefined;
  for (const files of sizes) {
    const dir = join(base, `${isCopy ? "copy" : "files"}-${files}`);
    mkdirSync(dir);
    makeRepository(dir, files);
    const { git, scratch, files: seen, close } = await open(dir, isCopy);
    const start = await times(1, git.snapshot);
    const still = await times(reps, git.snapshot);
    const changed = await times(reps, async (round) => {
      writeFileSync(join(seen, "d0/e0/f1.txt"), `round ${round}\n`);
      writeFileSync(join(seen, `d0/e0/new-${round}.txt`), "new\n");
      await git.snapshot();
    });
    first ??= { still, changed };
    const cell = (ms: number, one: number): string => `${ms.toFixed(0)} ms (${(ms / one).toFixed(1)}×)`;
    console.log(
      `${files} files${isCopy ? " in a private copy" : ""}: first ${start.toFixed(0)} ms, unchanged ${cell(still, first.still)}, changed ${cell(changed, first.changed)}`,
    );
    await close();
    for (const folder of [dir, scratch]) rmSync(folder, { recursive: true, force: true });
  }
}

async function largePatch(base: string, files: number, megabytes: number): Promise<void> {
  const dir = join(base, "large");
  mkdirSync(dir);
  makeRepository(dir, 20);
  const { git, scratch } = await open(dir, false);
  const from = await git.snapshot();
  for (let file = 0; file < files; file += 1) {
    const path = join(dir, `large-${file}.bin`);
    for (let piece = 0; piece < megabytes; piece += 1) appendFileSync(path, randomBytes(1_000_000));
  }
  const to = await git.snapshot();
  const patch = join(scratch, "changes.patch");
  const began = performance.now();
  const publish = createPublishGit({ gitDir: git.gitDir, path: PATH, clock: systemClock });
  await findLeaks({ git: publish, from, to, search: () => [] });
  await git.diff(from, to, patch);
  sha256File(patch);
  const peakMb = process.resourceUsage().maxRSS / 1024;
  const size = statSync(patch).size / 1e6;
  const ms = performance.now() - began;
  console.log(
    `${files} × ${megabytes} MB: ${ms.toFixed(0)} ms, patch ${size.toFixed(0)} MB, memory of this process ${peakMb.toFixed(0)} MB`,
  );
  for (const folder of [dir, scratch]) rmSync(folder, { recursive: true, force: true });
}

const { values } = parseArgs({
  options: {
    dir: { type: "string", default: tmpdir() },
    sizes: { type: "string", default: "1000,10000,50000,200000" },
    reps: { type: "string", default: "5" },
  },
});
const base = mkdtempSync(join(values.dir, "kimi-scale-"));
try {
  for (const isCopy of [false, true])
    if (values.sizes !== "") await scale(base, values.sizes.split(",").map(Number), Number(values.reps), isCopy);
  await largePatch(base, 1, 50);
  await largePatch(base, 7, 95);
} finally {
  rmSync(base, { recursive: true, force: true });
}
