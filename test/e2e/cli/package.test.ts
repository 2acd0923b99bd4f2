/** The npm package as a user gets it: packed, installed into an empty folder without a network, and run there. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { demoPicture, drawnLines } from "../../../scripts/demo-picture.ts";
import { temporaryDir } from "../../doubles/cli.ts";
import { NO_BWRAP } from "../harness.ts";

const STALE = "docs/demo.svg is stale: node dist/cli.js demo 2>&1 | node scripts/demo-picture.ts";

test("the package installs alone, and its demo prints what docs/demo.svg shows", { skip: NO_BWRAP }, () => {
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
  const output = run("sh", "-c", "npx kimi-runner demo 2>&1");
  assert.match(output, /## Outcome: completed/);
  assert.equal(demoPicture(drawnLines(output)), readFileSync("docs/demo.svg", "utf8"), STALE);
});
