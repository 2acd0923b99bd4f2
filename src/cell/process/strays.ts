/**
 * Without walls a process may leave its group and outlive its command. Everything a cell starts carries a marker in its
 * environment; this finds the carriers and kills them.
 */

import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename } from "node:path";

/** Name of the marker variable. */
export const MARKER_NAME = "KIMI_CELL";

/** Each pass finds children that were forked during the one before. */
const MAX_PASSES = 5;

/** Kills every process but this one whose environment holds the marker. */
export function killStrays(marker: string): void {
  killWhere((pid) => carries(pid, marker));
}

/** Kills what a killed controller left: whatever has its private folder somewhere in the environment, its git included. */
export function killStraysOf(scratchDir: string): void {
  const name = basename(scratchDir);
  killWhere((pid) => environOf(pid).some((variable) => variable.includes(name)));
}

/** Kills every process of a user who is not ours. */
export function killAllOf(uid: number): void {
  killWhere((pid) => userOf(pid) === uid);
}

function killWhere(isMeant: (pid: number) => boolean): void {
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const found = otherProcesses().filter(isMeant);
    if (found.length === 0) return;
    for (const pid of found) kill(pid);
  }
}

/** Whose process it is; undefined when it is over. */
export function userOf(pid: number): number | undefined {
  return groupOf(pid) === undefined ? undefined : statSync(`/proc/${pid}`, { throwIfNoEntry: false })?.uid;
}

/** Process group of somebody alive; undefined for who is gone, and for a zombie whose last thread has ended. */
export function groupOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // After the name, which may hold anything: state, parent, group, and as the 18th the number of threads.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const isOver = fields[0] === "X" || (fields[0] === "Z" && Number(fields[17]) <= 1);
    return isOver ? undefined : Number(fields[2]);
  } catch {
    return undefined;
  }
}

/** Every visible process but this one. */
export function otherProcesses(): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => pid !== process.pid);
}

/** Whether a process was started with the marker. */
export function carries(pid: number, marker: string): boolean {
  return environOf(pid).includes(`${MARKER_NAME}=${marker}`);
}

/** Variables of a visible process as `NAME=value`; none for one that is gone, a zombie or somebody else's. */
export function environOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, "utf8").split("\0");
  } catch {
    return [];
  }
}

/** Kills one process, if it is still there. */
export function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // Gone in the meantime.
  }
}
