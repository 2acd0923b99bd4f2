#!/usr/bin/env node
/**
 * The entry of the command line: reads the process once, hands it to the CLI, sets the exit code. It imports the program only after
 * the compile cache is on, which spares a second run on the same machine about 30 ms of compiling. An older Node hands over to the
 * Node 24 that npm installed with the program; so this file must be readable to it.
 */

import { existsSync, readFileSync } from "node:fs";
// The whole module is imported: a named import that an old Node lacks would fail before the version is checked.
import nodeModule from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const NEEDED_NODE = 24;
/** The npm package that is Node for this machine. */
const NODE_PACKAGE = `node-${process.platform}-${process.arch}`;

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

function isNewEnough(version: string): boolean {
  return Number.parseInt(version, 10) >= NEEDED_NODE;
}

/** A newer Node in the `node_modules` of this checkout, or in those where this package is installed. */
function installedNode(): string | undefined {
  const places = [`../node_modules/${NODE_PACKAGE}`, `../../${NODE_PACKAGE}`, "../../node"].map(beside);
  const found = places.find((dir) => {
    if (!existsSync(join(dir, "bin/node"))) return false;
    const { version } = JSON.parse(readFileSync(join(dir, "package.json"), "utf8")) as { readonly version: string };
    return isNewEnough(version);
  });
  return found && join(found, "bin/node");
}

/** Hands this command line over to another Node, in this process or, from a Node that cannot do that, in one below it. */
async function handOver(node: string): Promise<void> {
  const args = [...process.execArgv, ...process.argv.slice(1)];
  process.execve?.(node, [node, ...args], process.env); // does not return
  // From here on this process only waits. It shows no keys, and passes on the signals that a terminal has not sent to both.
  const [{ spawn }, { isatty }, { hideProcessSecrets }] = await Promise.all([
    import("node:child_process"),
    import("node:tty"),
    import("./run/open/hide-process-secrets.ts"),
  ]);
  hideProcessSecrets({ env: process.env, secretOptions: ["--api-key"] });
  const child = spawn(node, args, { stdio: "inherit" });
  const hasTerminal = [0, 1, 2].some((descriptor) => isatty(descriptor));
  for (const signal of ["SIGINT", "SIGQUIT", "SIGHUP", "SIGTERM"] as const) {
    process.on(signal, () => {
      if (!hasTerminal || signal === "SIGTERM") child.kill(signal);
    });
  }
  child.on("error", (error) => refuse(`${error.message}.`));
  child.on("exit", (code, signal) => {
    if (signal !== null) process.removeAllListeners(signal);
    if (signal !== null) process.kill(process.pid, signal);
    process.exitCode = code ?? 1;
  });
}

function refuse(message: string): void {
  process.stderr.write(`error: ${message}\n`);
  process.exitCode = 2;
}

/** How a person gets the Node that is needed: with the rest of a checkout, or from npm for one command. */
function wayToNode(): string {
  const checkout = beside("..").replace(/\/$/, "");
  if (process.platform === "linux" && existsSync(join(checkout, "package-lock.json")))
    return `Run \`npm ci\` in ${checkout}, which brings it.`;
  return `Install it, or type: npx --yes --package=${NODE_PACKAGE}@${NEEDED_NODE} -- node ${beside("cli.js")} …`;
}

const cwd = currentFolder();
if (!isNewEnough(process.versions.node)) {
  const node = installedNode();
  const needed = `kimi-runner needs Node ${NEEDED_NODE} or newer; this is ${process.version}.`;
  await (node === undefined ? refuse(`${needed} ${wayToNode()}`) : handOver(node));
} else if (cwd === undefined) {
  refuse("The current folder was removed. Change to one that exists.");
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
  const [{ runCli }, { breakCommands }, { hideProcessSecrets }, { keepHeapSmall }, { hasColour, styled }] =
    await Promise.all([
      import("./cli/main.ts"),
      import("./base/plain-text.ts"),
      import("./run/open/hide-process-secrets.ts"),
      import("./base/small-heap.ts"),
      import("./sinks/terminal-text.ts"),
    ]);
  keepHeapSmall();
  // In a step of a workflow the runner would carry out commands in the output.
  const harmless = process.env["GITHUB_ACTIONS"] === "true" ? breakCommands : (text: string): string => text;
  const isColoured = hasColour(process.env, process.stderr.isTTY);
  const word = isColoured ? styled("yellow", "warning:") : "warning:";
  const warn = (text: string): boolean => process.stderr.write(harmless(`${word} ${text}\n`));
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
    isColoured,
    terminalColumns: process.stderr.isTTY ? () => process.stderr.columns || 80 : undefined, // some terminals report 0
  });
  process.exitCode = isAnswerLost ? code || 1 : code;
}
