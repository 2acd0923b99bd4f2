/** The entry of the action: reads the process and the inputs once, runs the action, sets the exit code. */

import { fileURLToPath } from "node:url";
// Imported by its path, because the entry of the package also loads an HTTP client, which takes 25 ms before the first request.
import { Context } from "../node_modules/@actions/github/lib/context.js";
import { endGroup, getInput, notice, setFailed, setOutput, setSecret, startGroup, warning } from "@actions/core";
import { logText } from "./base/plain-text.ts";
import { keepHeapSmall } from "./base/small-heap.ts";
import { createRedact, type Redact } from "./base/redact.ts";
import { armCrash } from "./base/crash.ts";
import { runAction, type ActionIo } from "./action/action.ts";
import type { World } from "./run/open/request.ts";
import { secretsOf } from "./run/open/secrets.ts";
import { hideProcessSecrets } from "./run/open/hide-process-secrets.ts";

const NEEDED_NODE = 24;
const workerPath = fileURLToPath(import.meta.resolve(import.meta.url.endsWith(".ts") ? "./cell.ts" : "./cell.js"));

let redact: Redact | undefined;
/** Redacts everything that goes to the job log and the outputs, as a last check. Before a session begins, nothing else redacts. */
const clean = (text: string): string =>
  (redact ??= createRedact(secretsOf(process.env, getInput("api-key") || undefined)))(text);
const print = (text: string): boolean => process.stdout.write(logText(clean(text)));

const world: World = {
  env: process.env,
  cwd: process.cwd(),
  nodePath: process.execPath,
  workerPath,
  out: print,
  err: print, // a job log has one stream, and two would interleave
  warn: (text) => warning(clean(text)),
};

if (Number.parseInt(process.versions.node, 10) < NEEDED_NODE) {
  setFailed(`kimi-runner needs Node ${NEEDED_NODE} or newer; this runner started it with ${process.version}.`);
} else {
  keepHeapSmall();
  for (const name of ["api-key", "session-key", "github-token"]) {
    const secret = getInput(name);
    if (secret !== "") setSecret(secret);
  }
  const crash = process.env["KIMI_CRASH_AT"]; // only for tests; without it crash points do nothing
  if (crash !== undefined) armCrash(crash, (point) => process.stdout.write(`crash point: ${point}\n`));
  // Node would print the message of an error as it is, and a line of it could be a workflow command.
  process.on("uncaughtException", (error) => {
    setFailed(clean(`kimi-runner broke: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`));
    process.exit(1);
  });
  const io: ActionIo = {
    input: getInput,
    output: (name, value) => setOutput(name, clean(value)),
    notice: (text) => notice(clean(text)),
    fail: (text) => setFailed(clean(text)),
    group: startGroup,
    endGroup,
    context: () => new Context(),
  };
  for (const failure of hideProcessSecrets({ env: process.env })) world.warn(failure);
  process.exitCode = await runAction(io, world);
}
