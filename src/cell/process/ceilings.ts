/** Resources of a cell. Beyond them all its processes are ended. */

import type { Ceilings } from "./frames.ts";
import { availableMemory } from "./resource-limits.ts";

const MIB = 1024 ** 2;

/**
 * A large project's build tree has 2–3 GiB and its build some hundred processes. The journal needs a few MiB of the disk; a shell
 * makes ten thousand files between two looks.
 */
const USUAL = { workspaceBytes: 8192 * MIB, freeBytes: 256 * MIB, freeFiles: 50_000, processes: 2000 };

/** The rest is for the controller, other programs, and what a process takes between two looks: up to 1 GiB in 250 ms. */
const MEMORY_SHARE = 0.8;

/** The usual ceilings, with replacements. */
export function ceilingsOf(replaced: Partial<Ceilings> = {}): Ceilings {
  return { ...USUAL, memoryBytes: Math.floor(MEMORY_SHARE * availableMemory()), ...replaced };
}
