/**
 * The command line inside the test's own process: the same front door as `src/cli.ts` opens, with an environment of its own and
 * nothing on standard input. It is for tests of what a run does; those of a process (signals, pipes, memory, `dist/`) start `dist/cli.js`.
 */

import { resolve } from "node:path";
import { runCli } from "../../src/cli/main.ts";

const DIST = resolve(import.meta.dirname, "../../dist");

export interface HereOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** What a process would have printed, and how it would have ended. */
export interface CliHereEnd {
  readonly code: number;
  readonly signal: null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Commands whose every test may share a process: the others start programs of their own, or read what a process is. */
const COMMANDS = new Set(["run", "resume", "import", "batch", "verify", "replay", "apply", "view", "export"]);
/** Variables that are the process's, and not only the program's. */
const OF_PROCESS = /^(?:PATH|TMPDIR|KIMI_CRASH_AT|NODE_.*)$/;

/** Whether a command line needs no process. One that is driven by its standard input does. */
export function canRunHere([command = "", ...args]: readonly string[], env: Readonly<Record<string, string>>): boolean {
  return COMMANDS.has(command) && !args.includes("--input") && !Object.keys(env).some((name) => OF_PROCESS.test(name));
}

/** Runs `kimi-runner …` to its end. */
export async function cliHere(args: readonly string[], { cwd, env }: HereOptions): Promise<CliHereEnd> {
  let stdout = "";
  let stderr = "";
  const err = (text: string): boolean => ((stderr += text), true);
  const code = await runCli(args, {
    env: { PATH: process.env["PATH"], HOME: cwd, ...env },
    cwd,
    nodePath: process.execPath,
    workerPath: resolve(DIST, "cell.js"),
    out: (text) => ((stdout += text), true),
    err,
    warn: (text) => err(`warning: ${text}\n`),
    script: resolve(DIST, "cli.js"),
    readInput: async () => undefined,
  });
  return { code, signal: null, stdout, stderr };
}
