/** What a killed process left: its cell's commands and its git are ended, its private folder goes, and nothing else does. */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { test } from "node:test";
import { systemClock } from "../../../src/base/clock.ts";
import { thisProcess } from "../../../src/base/process-identity.ts";
import type { WireEvent } from "../../../src/protocol/wire.ts";
import {
  clearLeftovers,
  keptDirOf,
  makeScratchDir,
  sweepGitDirectory,
  sweepLeftovers,
} from "../../../src/run/open/leftovers.ts";
import { openJournal } from "../../../src/session/journal.ts";
import { keepFiles, readKept } from "../../../src/workspace/change/kept-files.ts";
import { findCheckout } from "../../../src/workspace/checkout.ts";
import { createRepository } from "../../doubles/repository.ts";

const sleeping = (env: Readonly<Record<string, string>>) =>
  spawn("sleep", ["300"], { env: { PATH: process.env["PATH"], ...env }, stdio: "ignore", detached: true });

test("leftover processes are recognised by the private folder in their environment", async () => {
  const scratch = mkdtempSync(join(tmpdir(), "kimi-runner-"));
  const strays = [
    sleeping({ KIMI_CELL: `${basename(scratch)}-0123` }),
    sleeping({ GIT_DIR: join(scratch, "trusted-git") }),
  ];
  const other = sleeping({ KIMI_CELL: "kimi-runner-zzzzzz-0123" });
  const ends = strays.map(async (child) => (await once(child, "exit"))[1]);
  await Promise.all([...strays, other].map((child) => once(child, "spawn")));
  clearLeftovers(scratch);
  assert.deepEqual(await Promise.all(ends), ["SIGKILL", "SIGKILL"]);
  assert.ok(!existsSync(scratch));
  assert.equal(other.exitCode, null);
  other.kill("SIGKILL");
});

/** The path comes from a file of the bundle, which may come from anywhere. */
test("a folder that this program did not make is not removed", () => {
  const outside = realpathSync(mkdtempSync(join(tmpdir(), "kimi-other-")));
  const within = mkdtempSync(join(outside, "kimi-runner-"));
  for (const dir of [outside, within, join(tmpdir(), "kimi-runner-abcdef", "..", basename(outside)), "/", ""]) {
    clearLeftovers(dir);
  }
  assert.ok(existsSync(within));
  rmSync(outside, { recursive: true });
});

test("the next run removes what killed runs left, and no folder of a run that works or cannot be seen", () => {
  const make = (owner: object | undefined): string => {
    const dir = makeScratchDir(tmpdir());
    mkdirSync(`${dir}-cell/tmp`, { recursive: true });
    if (owner === undefined) rmSync(join(dir, "owner.json"));
    else writeFileSync(join(dir, "owner.json"), JSON.stringify({ ...thisProcess(), ...owner }));
    return dir;
  };
  const dirs = {
    "this process": make({}),
    "another container": make({ namespace: "pid:[1]" }),
    "another machine": make({ host: "elsewhere" }),
    killed: make({ started: "1" }),
    "before the machine started again": make({ boot: "1" }),
    "killed before it named itself": make(undefined),
  };
  const orphan = join(tmpdir(), "kimi-runner-0rphan-cell");
  mkdirSync(orphan, { recursive: true });
  const left = (): readonly string[] =>
    Object.entries(dirs).flatMap(([label, dir]) => (existsSync(dir) || existsSync(`${dir}-cell`) ? [label] : []));
  sweepLeftovers(Date.now());
  assert.deepEqual(left(), ["this process", "another container", "another machine", "killed before it named itself"]);
  assert.ok(existsSync(orphan), "a folder of this minute may be in use");
  sweepLeftovers(Date.now() + 120_000);
  assert.deepEqual(left(), ["this process", "another container", "another machine"]);
  assert.ok(!existsSync(orphan));
  for (const dir of Object.values(dirs))
    for (const end of ["", "-cell"]) rmSync(`${dir}${end}`, { recursive: true, force: true });
});

/** A checkout with `old` in a.txt and b.txt, and folders in its git directory that processes left. */
function createLeft() {
  const repository = createRepository({ files: { "a.txt": "old\n", "b.txt": "old\n" } });
  const checkout = findCheckout(repository.dir);
  const bundles: string[] = [];
  const files = ["a.txt", "b.txt"].map((path) => ({ path }));
  const make = (owner: object, more: object = {}): string => {
    const dir = makeScratchDir(checkout.worktreeDir);
    keepFiles(checkout.root, dir, { files, ...more });
    writeFileSync(join(dir, "owner.json"), JSON.stringify({ ...thisProcess(), ...owner }));
    return dir;
  };
  return {
    repository,
    checkout,
    change: make,
    /** Of a session with these events, whose changes are being put into the checkout. */
    put: (
      id: string,
      owner: object,
      events: readonly WireEvent[],
    ): { readonly dir: string; readonly bundle: string } => {
      const bundle = mkdtempSync(join(tmpdir(), "kimi-bundle-"));
      bundles.push(bundle);
      const journal = join(bundle, "journal.jsonl");
      const { record, close } = openJournal({ path: journal, clock: systemClock, redact: (text) => text });
      for (const event of events) record(event);
      close();
      const dir = keptDirOf(checkout.worktreeDir, id);
      renameSync(make(owner, { session: { dir: bundle, journal } }), dir);
      return { dir, bundle };
    },
    [Symbol.dispose]: () => {
      repository.remove();
      for (const bundle of bundles) rmSync(bundle, { recursive: true });
    },
  };
}

const DEAD = { started: "1" };
const PUT: WireEvent = { type: "checkout.put", from: "1", to: "2" };
const END = { type: "session.end", outcome: "completed" } as WireEvent;

test("of a git directory only what is not needed any more is removed", () => {
  using left = createLeft();
  const { change, put, checkout } = left;
  const dirs = {
    "a change of a process that works": change({}),
    "a change that was not begun": change(DEAD),
    "a put of a process that works": put("works", {}, [PUT]).dir,
    "a put that ended": put("ended", DEAD, [PUT, END]).dir,
    "a put that was taken back": put("back", DEAD, [PUT, { type: "session.resume", rung: "none" }]).dir,
    "a put that is open": put("open", DEAD, [END, PUT]).dir,
    "a put that is being resumed": put("resumed", DEAD, [PUT]).dir,
    "a put whose bundle is gone": put("gone", DEAD, [PUT]).dir,
    "a removal that was cut off": put("cut", DEAD, [PUT, END]).dir,
  };
  rmSync(join(dirs["a removal that was cut off"], "kept.json"));
  const { session: resumed } = readKept(dirs["a put that is being resumed"]) ?? {};
  const { session: gone } = readKept(dirs["a put whose bundle is gone"]) ?? {};
  writeFileSync(join(resumed?.dir ?? "", "session.lock"), JSON.stringify(thisProcess()));
  rmSync(gone?.journal ?? "");
  const said: string[] = [];
  sweepGitDirectory(checkout, Date.now(), (text) => said.push(text));
  assert.deepEqual(
    Object.entries(dirs).flatMap(([label, dir]) => (existsSync(dir) ? [label] : [])),
    [
      "a change of a process that works",
      "a put of a process that works",
      "a put that is open",
      "a put that is being resumed",
      "a put whose bundle is gone",
    ],
  );
  const warned = new Set([dirs["a put whose bundle is gone"], dirs["a put that is open"]]);
  assert.deepEqual(new Set(said.map((text) => /are in (\S+)\. /.exec(text)?.[1])), warned);
});

/** git goes on after `apply` was killed, unless it is killed as well. */
test("a change that git finished is forgotten, and one that is half there keeps the files that it replaced", () => {
  using left = createLeft();
  const { change, checkout, repository } = left;
  const dir = change(DEAD);
  const said: string[] = [];
  const sweep = (): void => sweepGitDirectory(checkout, Date.now(), (text) => said.push(text));
  repository.write("a.txt", "new\n");
  sweep();
  assert.ok(existsSync(dir));
  assert.deepEqual(said, [
    `A process was killed while it changed this checkout. The files that it replaced are in ${dir}. Put them back or remove that folder; kept.json there has their paths.`,
  ]);
  repository.write("b.txt", "new\n");
  sweep();
  assert.ok(!existsSync(dir));
  assert.equal(said.length, 1);
});
