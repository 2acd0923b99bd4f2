/**
 * What the processes of a cell may use up. There is no limit on address space: node, Go and sanitizers reserve far more
 * than they use. In place of one the cell is who the kernel ends first when memory runs out.
 */

import { readFileSync } from "node:fs";
import { totalmem } from "node:os";

const GIB = 1024 ** 3;

/** Names as prlimit has them. Each is lowered to what this process may have itself, since nobody may raise one. */
const WANTED: readonly (readonly [option: string, field: string, most: number])[] = [
  ["core", "Max core file size", 0],
  // Larger than any build product of a repository; the growth of all files together is watched apart from this.
  ["fsize", "Max file size", 4 * GIB],
  ["nofile", "Max open files", 65_536],
  // Threads count. A parallel build has hundreds, a fork bomb reaches this in 0.1 s. The kernel does not apply it to root.
  ["nproc", "Max processes", 4096],
];

/** When memory runs out, the cell goes before the controller: 0 is equal, 1000 is first of all. A program goes behind. */
export const ENDS_FIRST = ["/usr/bin/choom", "-n", "500", "--"] as const;

/** `prlimit` with its options; a program and its arguments go behind. */
export function limited(limitsFile = "/proc/self/limits"): readonly string[] {
  const now = readFileSync(limitsFile, "utf8");
  return [
    "/usr/bin/prlimit",
    ...WANTED.map(([option, field, most]) => `--${option}=${Math.min(most, hardLimit(now, field))}`),
    "--",
  ];
}

function hardLimit(limits: string, field: string): number {
  const hard = new RegExp(`^${field}\\s+\\S+\\s+(\\S+)`, "m").exec(limits)?.[1];
  return hard === undefined || hard === "unlimited" ? Number.POSITIVE_INFINITY : Number(hard);
}

/** Bytes of the folders that are kept in memory. */
export interface MemoryFolders {
  readonly tmp: number;
  readonly home: number;
  readonly other: number;
}

/**
 * Sizes by the machine's memory: an eighth each for /tmp and the home folder, a sixteenth each for /var/tmp and /dev/shm,
 * since what lies there is not given back when its processes end. Never more than 2 GiB, which a compiler's files fit in.
 */
export function memoryFolders(memoryBytes = availableMemory()): MemoryFolders {
  const share = (part: number): number => Math.min(2 * GIB, Math.floor(memoryBytes / part));
  return { tmp: share(8), home: share(8), other: share(16) };
}

/** A container may have less than the machine. 0 and absurdly much both mean that it has no limit. */
function availableMemory(): number {
  const constrained = process.constrainedMemory();
  return constrained > 0 && constrained < totalmem() ? constrained : totalmem();
}
