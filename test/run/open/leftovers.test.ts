/** What a killed process left: its cell's commands and its git are ended, its private folder goes, and nothing else does. */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { test } from "node:test";
import { thisProcess } from "../../../src/base/process-identity.ts";
import { clearLeftovers, makeScratchDir, sweepLeftovers } from "../../../src/run/open/leftovers.ts";

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
