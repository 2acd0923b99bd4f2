/** Starts the worker with three descriptors, and a fourth one for bubblewrap if needed. */

import { spawn } from "node:child_process";
import { closeSync, openSync, readdirSync, readFileSync } from "node:fs";
import { crashAt } from "../../base/crash.ts";
import type { WorkerProcess } from "./channel.ts";

export interface StartOptions {
  readonly file: string;
  readonly args: readonly string[];
  /** The whole environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** A file that is open at descriptor 3. */
  readonly filterPath?: string | undefined;
}

/** A small worker: a young generation of 1 MB instead of 16, and a heap for two frames of the largest size. */
export const NODE_FLAGS = [
  "--max-semi-space-size=1",
  "--max-old-space-size=256",
  "--disable-warning=ExperimentalWarning",
];

/** The descriptor of the file in the started program. */
export const FILTER_FD = 3;

/**
 * The worker is detached, so that Ctrl-C at the terminal reaches only the controller, which then ends the cell in order. Shells
 * and CI runners leak descriptors without close-on-exec to the controller. The worker gets /dev/null in their place.
 */
export function startWorker({ file, args, env, cwd, filterPath }: StartOptions): WorkerProcess {
  const leaks = inheritable();
  const devNull = openSync("/dev/null", "r");
  const filter = filterPath === undefined ? undefined : openSync(filterPath, "r");
  try {
    const covered = Array.from({ length: Math.max(2, ...leaks) - 2 }, (_, index) =>
      leaks.includes(index + FILTER_FD) ? devNull : ("ignore" as const),
    );
    if (filter !== undefined) covered[0] = filter;
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
    if (filter !== undefined) closeSync(filter);
  }
}

/** O_CLOEXEC in /proc, octal. */
const CLOSE_ON_EXEC = 0o2000000;

/** Descriptors above 2 that a child would inherit. */
export function inheritable(): number[] {
  return readdirSync("/proc/self/fdinfo")
    .map(Number)
    .filter((fd) => fd > 2 && isInheritable(fd));
}

function isInheritable(fd: number): boolean {
  try {
    const flags = /^flags:\s*([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, "utf8"))?.[1] ?? "0";
    return (Number.parseInt(flags, 8) & CLOSE_ON_EXEC) === 0;
  } catch {
    return false; // the descriptor of the listing itself
  }
}
