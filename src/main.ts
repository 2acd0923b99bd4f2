/** The action's entry: reads the process and the inputs once, runs, sets the exit code. */

import { fileURLToPath } from "node:url";
import { endGroup, getInput, notice, setFailed, setOutput, setSecret, startGroup, warning } from "@actions/core";
import { armCrash } from "./base/crash.ts";
import { runAction, type ActionIo } from "./runner/action.ts";
import type { World } from "./runner/request.ts";

const NEEDED_NODE = 24;
const workerPath = fileURLToPath(import.meta.resolve(import.meta.url.endsWith(".ts") ? "./cell.ts" : "./cell.js"));

const world: World = {
  env: process.env,
  cwd: process.cwd(),
  nodePath: process.execPath,
  workerPath,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stdout.write(text), // a job log has one stream; two would interleave
  warn: warning,
};

if (Number.parseInt(process.versions.node, 10) < NEEDED_NODE) {
  setFailed(`kimi-runner needs Node ${NEEDED_NODE} or newer; this runner started it with ${process.version}.`);
} else {
  for (const name of ["api-key", "github-token"]) {
    const secret = getInput(name);
    if (secret !== "") setSecret(secret);
  }
  const crash = process.env["KIMI_CRASH_AT"]; // for tests alone; without it the module of crash points does nothing
  if (crash !== undefined) armCrash(crash, (point) => process.stdout.write(`crash point: ${point}\n`));
  const io: ActionIo = {
    input: getInput,
    output: setOutput,
    notice,
    fail: setFailed,
    group: startGroup,
    endGroup,
    context: async () => (await import("@actions/github")).context,
  };
  process.exitCode = await runAction(io, world);
}
