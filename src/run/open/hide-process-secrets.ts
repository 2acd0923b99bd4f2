/**
 * Hides secrets of this process from other processes of the same user. Keys are in the environment, and those processes can read
 * the block that a process was started with, which deleting a variable does not change. Only a cell of level `none` lets commands
 * see this process; this protects the keys there. It must not start another process unless it has to.
 */

import { execFileSync } from "node:child_process";
import { closeSync, openSync, readFileSync, writeSync } from "node:fs";
import { platform } from "node:process";
import { processStat } from "../../base/processes.ts";
import { systemReason } from "../../base/system-error.ts";

interface HideOptions {
  /** The environment of this process. Its variables stay the same for this program and for those that it starts. */
  readonly env: NodeJS.ProcessEnv;
  /** Options on the command line whose values are secret. */
  readonly secretOptions?: readonly string[];
}

/** Hides what can be hidden. Returns sentences about what could not be; none on systems without /proc. */
export function hideProcessSecrets({ env, secretOptions = [] }: HideOptions): readonly string[] {
  // Without a listener, this signal makes node start a debugger, which can read all memory.
  process.on("SIGUSR1", () => {});
  if (platform !== "linux") return [];
  const failures: string[] = [];
  const attempt = (what: string, work: () => void): void => {
    try {
      work();
    } catch (error) {
      failures.push(`${what}: ${systemReason(error)}.`);
    }
  };
  attempt("The environment of this process stays readable for its user", () => overwrite(env, secretOptions));
  attempt("A crash of this process may leave its memory in a file", forbidCoreFile);
  return failures;
}

function overwrite(env: NodeJS.ProcessEnv, secretOptions: readonly string[]): void {
  // Setting a variable copies it to memory that the kernel does not show. Then the first copy can be overwritten.
  for (const [name, value] of Object.entries(env)) env[name] = value;
  const stat = processStat(process.pid);
  if (stat === undefined) throw new Error("/proc/self/stat cannot be read");
  const { argStart, envStart, envEnd } = stat;
  const memory = openSync("/proc/self/mem", "r+");
  try {
    writeSync(memory, Buffer.alloc(envEnd - envStart), 0, envEnd - envStart, envStart);
    for (const { start, length } of secretArguments(readFileSync("/proc/self/cmdline"), secretOptions))
      writeSync(memory, Buffer.alloc(length, "*"), 0, length, argStart + start);
  } finally {
    closeSync(memory);
  }
}

/** The values of `--name value` and `--name=value` in the arguments as the kernel keeps them, each with a NUL at its end. */
function secretArguments(commandLine: Buffer, names: readonly string[]) {
  const found: { readonly start: number; readonly length: number }[] = [];
  let isValue = false;
  for (let start = 0; start < commandLine.length;) {
    const end = commandLine.indexOf(0, start);
    const word = commandLine.toString("latin1", start, end);
    const name = names.find((option) => word.startsWith(`${option}=`));
    const skipped = isValue ? 0 : (name?.length ?? word.length) + 1;
    if (word.length > skipped) found.push({ start: start + skipped, length: word.length - skipped });
    isValue = names.includes(word);
    start = end + 1;
  }
  return found;
}

/** Forbids core files. Usually they are forbidden already, so that is checked first: starting a process costs 2 ms. */
function forbidCoreFile(): void {
  const soft = /^Max core file size\s+(\S+)/m.exec(readFileSync("/proc/self/limits", "utf8"))?.[1];
  if (soft !== "0")
    execFileSync("/usr/bin/prlimit", [`--pid=${process.pid}`, "--core=0:0"], { env: {}, stdio: "ignore" });
}
