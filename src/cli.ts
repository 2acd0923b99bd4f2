#!/usr/bin/env node
/** The local entry: reads the process once, hands it to the CLI, sets the exit code. */

import { fileURLToPath } from "node:url";
import { VERSION } from "./base/version.ts";
import { runCli } from "./runner/cli/main.ts";
import type { World } from "./runner/request.ts";

const NEEDED_NODE = 24;

/** Beside this file: `cell.js` in dist, `cell.ts` in src. */
const workerPath = fileURLToPath(import.meta.resolve(import.meta.url.endsWith(".ts") ? "./cell.ts" : "./cell.js"));

const world: World = {
  env: process.env,
  cwd: process.cwd(),
  nodePath: process.execPath,
  workerPath,
  version: VERSION,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
};

if (Number.parseInt(process.versions.node, 10) < NEEDED_NODE) {
  world.err(`error: kimi-runner needs Node ${NEEDED_NODE} or newer; this is ${process.version}.\n`);
  process.exitCode = 2;
} else {
  process.exitCode = await runCli(process.argv.slice(2), world);
}
