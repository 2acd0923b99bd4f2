/**
 * What the kernel tells other processes about this one. Keys come by the environment and by inputs, which are variables too, and
 * every process of the same user can read the block that a process was started with: deleting a variable does not change it. No
 * rung but `none` lets a command come that far; this is what holds where a wall does not. It must not need a second process.
 */

import { execFileSync } from "node:child_process";
import { closeSync, openSync, readFileSync, writeSync } from "node:fs";
import { platform } from "node:process";
import { processStat } from "../../base/processes.ts";
import { systemReason } from "../../base/system-error.ts";

export interface HideOptions {
  /** The process's own; every variable stays as it is for this program and for those that it starts. */
  readonly env: NodeJS.ProcessEnv;
  /** Options on the command line whose values are secret. */
  readonly secretOptions?: readonly string[];
}

/** Hides what can be hidden. Returns what could not be, for people; nothing where no process can look at another so. */
export function hideProcessSecrets({ env, secretOptions = [] }: HideOptions): readonly string[] {
  // node starts a debugger at this signal unless the program listens to it, and a debugger reads all memory.
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
  // Setting a variable copies it to memory that the kernel does not show; only then the first copy can go.
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

interface Piece {
  readonly start: number;
  readonly length: number;
}

/** `--name value` and `--name=value`, by their places in the arguments as the kernel keeps them: each ends in a NUL. */
function secretArguments(commandLine: Buffer, names: readonly string[]): readonly Piece[] {
  const found: Piece[] = [];
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

/** A cell's processes have the same limit from elsewhere. Asked first: mostly it holds already, and a process costs 2 ms. */
function forbidCoreFile(): void {
  const soft = /^Max core file size\s+(\S+)/m.exec(readFileSync("/proc/self/limits", "utf8"))?.[1];
  if (soft !== "0")
    execFileSync("/usr/bin/prlimit", [`--pid=${process.pid}`, "--core=0:0"], { env: {}, stdio: "ignore" });
}
