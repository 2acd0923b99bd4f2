/** A look at the machine's processes, for tests about survivors. */

import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

/** A command that sleeps, whose text no other process of the machine has: another suite may run the same test. */
export function nap(seconds: number): string {
  return `sleep ${seconds}${process.pid}`;
}

/** Ids of processes whose command line contains `text`; zombies have none. */
export function processesWith(text: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => pid !== process.pid && commandLine(pid).includes(text));
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return "";
  }
}

/** Waits until there are none, 3 s at most; returns who is left. */
export async function survivors(text: string): Promise<number[]> {
  for (let attempt = 0; attempt < 60; attempt += 1) {
    if (processesWith(text).length === 0) return [];
    await delay(50);
  }
  return processesWith(text);
}

/** Waits until no process works in `folder` or below, 3 s at most; returns who is left. */
export async function survivorsIn(folder: string): Promise<number[]> {
  const found = (): number[] =>
    readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .filter((pid) => `${folderOf(pid)}/`.startsWith(`${folder}/`));
  for (let attempt = 0; attempt < 60 && found().length > 0; attempt += 1) await delay(50);
  return found();
}

function folderOf(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`).replace(/ \(deleted\)$/, "");
  } catch {
    return ""; // gone, or somebody else's
  }
}
