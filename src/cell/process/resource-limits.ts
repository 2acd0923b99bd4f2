/** Limits of processes and of folders in memory. None of address space: node, Go and sanitizers reserve far more than they use. */

import { readFileSync } from "node:fs";
import { totalmem } from "node:os";
import type { Ceilings } from "./frames.ts";

const MIB = 1024 ** 2;
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

/** Makes the kernel end the cell before the controller when memory runs out: 0 is neutral, 1000 is first. A program follows. */
export const ENDS_FIRST = ["/usr/bin/choom", "-n", "500", "--"] as const;

/** `prlimit` with its options. A program and its arguments follow. */
export function limited(): readonly string[] {
  const now = readFileSync("/proc/self/limits", "utf8");
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

/** The rest is for the controller, other programs, and what a process takes between two checks: up to 1 GiB in 250 ms. */
const MEMORY_SHARE = 0.8;

/** The ceilings, unless the policy names others. A large build tree has 2–3 GiB; a shell makes 10,000 files between two checks. */
export function usualCeilings(): Ceilings {
  const memoryBytes = Math.floor(MEMORY_SHARE * availableMemory());
  return { memoryBytes, workspaceBytes: 8192 * MIB, freeBytes: 256 * MIB, freeFiles: 50_000, processes: 2000 };
}

/** Shares of the machine's memory, in which files stay after a process ends. At most 2 GiB, enough for a compiler's files. */
export function memoryFolders(): Readonly<Record<"tmp" | "home" | "other", number>> {
  const memoryBytes = availableMemory();
  const share = (part: number): number => Math.min(2 * GIB, Math.floor(memoryBytes / part));
  return { tmp: share(8), home: share(8), other: share(16) };
}

/** Memory of the container or the machine. A limit of 0 or of an absurd size means no limit. */
function availableMemory(): number {
  const constrained = process.constrainedMemory();
  return constrained > 0 && constrained < totalmem() ? constrained : totalmem();
}
