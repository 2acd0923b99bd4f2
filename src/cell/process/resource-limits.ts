/**
 * Limits of the cell's processes. There is no limit of address space, because node, Go and sanitizers reserve far more than they
 * use. Instead the kernel ends the cell first when memory runs out.
 */

import { readFileSync } from "node:fs";
import { totalmem } from "node:os";

const GIB = 1024 ** 3;

/** Names of prlimit. Each limit is lowered to that of this process, because a limit cannot be raised. */
const WANTED: readonly (readonly [option: string, field: string, most: number])[] = [
  ["core", "Max core file size", 0],
  // Larger than any build product. The growth of all files together has its own ceiling.
  ["fsize", "Max file size", 4 * GIB],
  ["nofile", "Max open files", 65_536],
  // Threads count. A parallel build has hundreds, a fork bomb reaches this in 0.1 s. The kernel does not apply it to root.
  ["nproc", "Max processes", 4096],
];

/** Lets the kernel end the cell before the controller when memory runs out: 0 is neutral, 1000 is first. A program follows. */
export const ENDS_FIRST = ["/usr/bin/choom", "-n", "500", "--"] as const;

/** `prlimit` with its options. A program and its arguments follow. */
export function limited(limitsFile = "/proc/self/limits"): readonly string[] {
  const now = readFileSync(limitsFile, "utf8");
  return [
    "/usr/bin/prlimit",
    ...WANTED.map(([option, field, most]) => `--${option}=${Math.min(most, hardLimit(now, field))}`),
    "--",
  ];
}

/** The hard limit in a text of /proc/PID/limits. */
export function hardLimit(limits: string, field: string): number {
  const hard = new RegExp(`^${field}\\s+\\S+\\s+(\\S+)`, "m").exec(limits)?.[1];
  return hard === undefined || hard === "unlimited" ? Number.POSITIVE_INFINITY : Number(hard);
}

/** Sizes of the folders in memory, in bytes. */
export interface MemoryFolders {
  readonly tmp: number;
  readonly home: number;
  readonly other: number;
}

/**
 * Sizes by the machine's memory: an eighth each for /tmp and the home folder, a sixteenth each for /var/tmp and /dev/shm. Their
 * files stay in memory after a process ends. At most 2 GiB, which is enough for a compiler's files.
 */
export function memoryFolders(memoryBytes = availableMemory()): MemoryFolders {
  const share = (part: number): number => Math.min(2 * GIB, Math.floor(memoryBytes / part));
  return { tmp: share(8), home: share(8), other: share(16) };
}

/** Memory of the container or the machine. A limit of 0 or of an absurd size means no limit. */
export function availableMemory(): number {
  const constrained = process.constrainedMemory();
  return constrained > 0 && constrained < totalmem() ? constrained : totalmem();
}
