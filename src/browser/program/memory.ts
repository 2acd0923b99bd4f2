/** The memory of the browser's processes: those of this program's process group. */

import { fileText } from "../../base/file-text.ts";
import { processIds, processStat } from "../../base/processes.ts";

const PAGE_BYTES = 4096;

/** Bytes that the processes of this group have for themselves, this one included. */
export function groupMemory(group: number): number {
  let bytes = 0;
  for (const pid of processIds()) {
    if (processStat(pid)?.group !== group) continue;
    const [, resident = 0, shared = 0] = (fileText(`/proc/${pid}/statm`) ?? "").split(" ").map(Number);
    bytes += (resident - shared) * PAGE_BYTES;
  }
  return bytes;
}
