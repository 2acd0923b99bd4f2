/** Finds and kills the processes of a cell without a sandbox, by a marker in their environment. */

import { basename } from "node:path";
import { fileText, statOrNone } from "../../base/file-text.ts";
import { processIds, processStat } from "../../base/processes.ts";

/** Name of the marker variable. */
export const MARKER_NAME = "KIMI_CELL";

/** Each pass finds children that were forked during the pass before. */
const MAX_PASSES = 5;

/** Kills every other process with the marker in its environment. */
export function killStrays(marker: string): void {
  killWhere((pid) => carries(pid, marker));
}

/** Kills the processes that a killed controller left, git included: all with its private folder in their environment. */
export function killStraysOf(scratchDir: string): void {
  const name = basename(scratchDir);
  killWhere((pid) => environOf(pid).some((variable) => variable.includes(name)));
}

/** Kills the processes that a test is true for, and those that they start meanwhile. */
export function killWhere(isMeant: (pid: number) => boolean): void {
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    let hasFound = false;
    // The highest ids first, which are usually the newest, and at once: a process that keeps forking and ending may be gone a moment
    // after it was listed.
    for (const pid of otherProcesses().toReversed()) {
      if (!isMeant(pid)) continue;
      hasFound = true;
      kill(pid);
    }
    if (!hasFound) return;
  }
}

/** The user of a process; undefined when it has ended. */
export function userOf(pid: number): number | undefined {
  return groupOf(pid) === undefined ? undefined : statOrNone(`/proc/${pid}`)?.uid;
}

/** Process group of a living process; undefined for one that has ended and for a zombie. */
export function groupOf(pid: number): number | undefined {
  const stat = processStat(pid);
  const isOver = stat?.state === "X" || (stat?.state === "Z" && stat.threads <= 1);
  return isOver ? undefined : stat?.group;
}

/** Every visible process but this one. */
export function otherProcesses(): number[] {
  return processIds().filter((pid) => pid !== process.pid);
}

/** Whether a process has the marker in its environment. */
export function carries(pid: number, marker: string): boolean {
  return environOf(pid).includes(`${MARKER_NAME}=${marker}`);
}

/** Variables of a visible process as `NAME=value`; empty for an ended process, a zombie or another user's process. */
export function environOf(pid: number): string[] {
  return fileText(`/proc/${pid}/environ`)?.split("\0") ?? [];
}

/** Kills a process, if it still runs. */
export function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended in the meantime.
  }
}
