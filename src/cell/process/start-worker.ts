/** Starts the worker with three descriptors, and further ones for bubblewrap if needed. */

import { spawn } from "node:child_process";
import { closeSync, openSync, readdirSync } from "node:fs";
import { crashAt } from "../../base/crash.ts";
import { fileText } from "../../base/file-text.ts";
import { configError } from "../../protocol/error.ts";
import type { WorkerProcess } from "./channel.ts";
import { hardLimit } from "./resource-limits.ts";

export interface StartOptions {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** Files that are open at the descriptors from 3 on. */
  readonly files?: readonly string[];
}

/** A small worker. SIGUSR1 must not open node's inspector, and no handler of node may end it at a SIGSEGV from a command. */
export const NODE_FLAGS = [
  "--max-semi-space-size=1",
  "--max-old-space-size=256",
  "--disable-warning=ExperimentalWarning",
  "--disable-sigusr1",
  "--disable-wasm-trap-handler",
];

/** The descriptor of the first file in the started program. */
export const FIRST_FD = 3;

/** Detached, so that Ctrl-C reaches the controller alone. Descriptors that shells and CI runners leak are /dev/null in the worker. */
export function startWorker({ file, args, env, cwd, files = [] }: StartOptions): WorkerProcess {
  const leaks = inheritable();
  const devNull = openSync("/dev/null", "r");
  const opened: number[] = [];
  try {
    for (const path of files) opened.push(openSync(path, "r"));
    const count = Math.max(2, ...leaks) - 2;
    const covered = Array.from(
      { length: Math.max(count, opened.length) },
      (_, index) => opened[index] ?? (leaks.includes(index + FIRST_FD) ? devNull : ("ignore" as const)),
    );
    crashAt("cell.worker.before");
    const worker = spawn(file, args, {
      cwd,
      env,
      stdio: ["pipe", "pipe", "pipe", ...covered],
      detached: true,
    }) as unknown as WorkerProcess;
    crashAt("cell.worker.after");
    return worker;
  } finally {
    closeSync(devNull);
    for (const fd of opened) closeSync(fd);
  }
}

/** A run with one command at a time gets by with 36, of which node alone has 20. */
const MIN_OPEN_FILES = 64;
/** No process inherits so many that this is not enough. */
const SURELY_ENOUGH = 1024;

/** Throws `config.invalid` when this process may open too few files. An inherited descriptor costs the worker two while it starts. */
export function requireOpenFiles(): void {
  const most = hardLimit(fileText("/proc/self/limits") ?? "", "Max open files"); // node raises its own limit to this one
  if (most >= SURELY_ENOUGH) return;
  const inherited = inheritable();
  const needed = Math.max(MIN_OPEN_FILES, Math.max(0, ...inherited) + inherited.length + 4);
  if (most >= needed) return;
  const message = `The limit of open files is ${most}; at least ${needed} are needed.`;
  throw configError(message, "Raise it with `ulimit -n 1024`.");
}

/** O_CLOEXEC in /proc, octal. */
const CLOSE_ON_EXEC = 0o2000000;

/** Descriptors above 2 that a child would inherit. */
function inheritable(): number[] {
  const descriptors = readdirSync("/proc/self/fdinfo").map(Number);
  return descriptors.filter((fd) => {
    const text = fileText(`/proc/self/fdinfo/${fd}`); // none of the descriptor of the listing itself, which is closed by now
    const flags = /^flags:\s*([0-7]+)$/m.exec(text ?? "")?.[1] ?? "0";
    return fd > 2 && text !== undefined && (Number.parseInt(flags, 8) & CLOSE_ON_EXEC) === 0;
  });
}
