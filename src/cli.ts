#!/usr/bin/env node
/**
 * The entry of the command line: reads the process once, hands it to the CLI, sets the exit code. It imports the program only after
 * the compile cache is on, which spares a second run on the same machine about 30 ms of compiling.
 */

// The whole module is imported: a named import that an old Node lacks would fail before the version is checked.
import nodeModule from "node:module";
import { fileURLToPath } from "node:url";

const NEEDED_NODE = 24;

/** The path of a file beside this one. */
function beside(name: string): string {
  return fileURLToPath(import.meta.resolve(`./${name}`));
}

/** Undefined when the folder was removed. */
function currentFolder(): string | undefined {
  try {
    return process.cwd();
  } catch {
    return undefined;
  }
}

const cwd = currentFolder();
if (Number.parseInt(process.versions.node, 10) < NEEDED_NODE) {
  process.stderr.write(`error: kimi-runner needs Node ${NEEDED_NODE} or newer; this is ${process.version}.\n`);
  process.exitCode = 2;
} else if (cwd === undefined) {
  process.stderr.write("error: The current folder was removed. Change to one that exists.\n");
  process.exitCode = 2;
} else {
  // A reader that went away (`| head`) does not stop a run. An answer that a full disk did not take is an error at the end.
  let isAnswerLost = false;
  const outClosed = new AbortController();
  process.stderr.on("error", () => {});
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") outClosed.abort(new Error("Standard output was closed by its reader."));
    if (error.code === "EPIPE" || isAnswerLost) return;
    isAnswerLost = true;
    process.exitCode ||= 1;
    process.stderr.write(`error: Standard output cannot be written: ${error.message}.\n`);
  });
  // The cache is in the program's own folder, not in a shared one: a process that can write there can change the program anyway.
  nodeModule.enableCompileCache(beside("../node_modules/.cache/kimi-runner"));
  const crash = process.env["KIMI_CRASH_AT"]; // only for tests; without it crash points do nothing
  if (crash !== undefined) {
    const { armCrash } = await import("./base/crash.ts");
    armCrash(crash, (point) => process.stderr.write(`crash point: ${point}\n`));
  }
  const [{ runCli }, { breakCommands }, { hideProcessSecrets }, { keepHeapSmall }] = await Promise.all([
    import("./cli/main.ts"),
    import("./base/plain-text.ts"),
    import("./run/open/hide-process-secrets.ts"),
    import("./base/small-heap.ts"),
  ]);
  keepHeapSmall();
  // In a step of a workflow the runner would carry out commands in the output.
  const harmless = process.env["GITHUB_ACTIONS"] === "true" ? breakCommands : (text: string): string => text;
  const warn = (text: string): boolean => process.stderr.write(harmless(`warning: ${text}\n`));
  hideProcessSecrets({ env: process.env, secretOptions: ["--api-key"] }).forEach((failure) => warn(failure));
  const err = (text: string): boolean => process.stderr.write(harmless(text));
  const code = await runCli(process.argv.slice(2), {
    env: process.env,
    cwd,
    nodePath: process.execPath,
    workerPath: beside(import.meta.url.endsWith(".ts") ? "cell.ts" : "cell.js"),
    out: (text) => process.stdout.write(harmless(text)),
    err,
    outClosed: outClosed.signal,
    warn,
    script: process.argv[1],
    readInput: async () => (await import("./cli/options/standard-input.ts")).readPipedInput({ env: process.env, err }),
    terminalColumns: process.stderr.isTTY ? () => process.stderr.columns || 80 : undefined, // some terminals report 0
  });
  process.exitCode = isAnswerLost ? code || 1 : code;
}
