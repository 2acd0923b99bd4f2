/** What Linux shows of running processes. Any of them may end at any moment. */

import { readdirSync } from "node:fs";
import { fileText } from "./file-text.ts";

export function processIds(): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

/** Reads `/proc/PID/stat`; undefined for a process that is gone. */
export function processStat(pid: number) {
  const text = fileText(`/proc/${pid}/stat`);
  if (text === undefined) return undefined;
  // The second field, the name, may contain any character. Field n of proc(5) is at index n - 3 of those behind it.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const numberAt = (n: number): number => Number(fields[n - 3]);
  return {
    /** `R`, `S` and so on; `Z` and `X` when its first thread has ended. */
    state: fields[0] ?? "",
    parent: numberAt(4),
    group: numberAt(5),
    threads: numberAt(20),
    /** When it started, in ticks since the machine did: the same in every process namespace. */
    startTime: fields[22 - 3] ?? "",
    /** Addresses in its memory of the arguments and the environment that it was started with. */
    argStart: numberAt(48),
    envStart: numberAt(50),
    envEnd: numberAt(51),
  };
}
