/** What a killed process left: its cell's commands and its git are ended, its private folder goes, and nothing else does. */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { test } from "node:test";
import { clearLeftovers } from "../../../src/run/open/leftovers.ts";

const sleeping = (env: Readonly<Record<string, string>>) =>
  spawn("sleep", ["300"], { env: { PATH: process.env["PATH"], ...env }, stdio: "ignore", detached: true });

test("strays are known by the private folder in their environment", async () => {
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
test("a folder that this program did not make stays", () => {
  const outside = realpathSync(mkdtempSync(join(tmpdir(), "kimi-other-")));
  const within = mkdtempSync(join(outside, "kimi-runner-"));
  for (const dir of [outside, within, join(tmpdir(), "kimi-runner-abcdef", "..", basename(outside)), "/", ""]) {
    clearLeftovers(dir);
  }
  assert.ok(existsSync(within));
  rmSync(outside, { recursive: true });
});
