/** How much a cell may use up before everything in it is ended. */

import type { Ceilings } from "./frames.ts";

const MIB = 1024 ** 2;

/** A build tree of a large project is 2–3 GiB, its processes are some hundreds; the journal needs a few MiB to the end. */
const USUAL: Ceilings = { workspaceBytes: 8192 * MIB, freeBytes: 256 * MIB, processes: 2000 };

/** The usual ones, some of them replaced. */
export function ceilingsOf(replaced: Partial<Ceilings> = {}): Ceilings {
  return { ...USUAL, ...replaced };
}
