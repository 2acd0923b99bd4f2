/** The npm package as a user gets it: packed, installed into an empty folder without a network, and run there. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { temporaryDir } from "../../doubles/cli.ts";
import { NO_BWRAP } from "../harness.ts";

test("the package installs alone and runs the demo", { skip: NO_BWRAP }, () => {
  using place = temporaryDir();
  const { dir } = place;
  const archive = execFileSync(process.execPath, ["scripts/package.ts", dir], { encoding: "utf8" }).trim();
  // node 24 first, as for everybody who may run it; npm has no network and no other home.
  const env = { PATH: `${dirname(process.execPath)}:${process.env["PATH"]}`, HOME: dir, npm_config_offline: "true" };
  const run = (file: string, ...args: readonly string[]) =>
    execFileSync(file, args, { cwd: dir, env, encoding: "utf8" });
  run("npm", "install", "--silent", "--no-audit", "--no-fund", archive);
  assert.deepEqual(readdirSync(join(dir, "node_modules")).toSorted(), [".bin", ".package-lock.json", "kimi-runner"]);
  // npm refuses a trusted publisher's package that does not name its repository.
  const { repository, version } = JSON.parse(readFileSync("package.json", "utf8")) as {
    readonly repository: object;
    readonly version: string;
  };
  const installed = readFileSync(join(dir, "node_modules/kimi-runner/package.json"), "utf8");
  assert.deepEqual((JSON.parse(installed) as { readonly repository?: object }).repository, repository);
  assert.equal(run("npx", "kimi-runner", "--version"), `kimi-runner ${version}\n`);
  assert.match(run("npx", "kimi-runner", "demo"), /## Outcome: completed/);
});
