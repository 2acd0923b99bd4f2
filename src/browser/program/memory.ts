/** The memory of the browser's processes: those of this program's process group. */

import { readdirSync, readFileSync } from "node:fs";

const PAGE_BYTES = 4096;

/** Bytes that the processes of this group have for themselves, this one included. */
export function groupMemory(group: number): number {
  let bytes = 0;
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      // `pid (name) state ppid pgrp …`; the name may hold anything.
      const stat = readFileSync(`/proc/${name}/stat`, "latin1");
      const pgrp = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[2]);
      if (pgrp !== group) continue;
      const [, resident = 0, shared = 0] = readFileSync(`/proc/${name}/statm`, "latin1").split(" ").map(Number);
      bytes += (resident - shared) * PAGE_BYTES;
    } catch {
      // it has ended
    }
  }
  return bytes;
}
