/** Which process a note on disk is from, and whether it still runs. A process id alone is given to other processes later. */

import { readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { fileText } from "./file-text.ts";
import { processStat } from "./processes.ts";

export interface ProcessIdentity {
  readonly pid: number;
  readonly host: string;
  /** Of process ids: each container has its own. */
  readonly namespace: string;
  /** Of the machine's start; missing in notes of older versions. */
  readonly boot?: string | undefined;
  /** In ticks since then. */
  readonly started: string;
}

export function thisProcess(): ProcessIdentity {
  return identityOf(process.pid);
}

/** Of this process, or of one that it started. */
export function identityOf(pid: number): ProcessIdentity {
  return {
    pid,
    host: hostname(),
    namespace: readlinkSync("/proc/self/ns/pid"),
    boot: fileText("/proc/sys/kernel/random/boot_id")?.trim(), // hidden in some containers
    started: startOf(pid) ?? "",
  };
}

/** False only when it is known to have ended: a process of another machine or container cannot be seen. */
export function mayRun({ pid, host, namespace, boot, started }: ProcessIdentity): boolean {
  const self = thisProcess();
  if (host !== self.host) return true;
  if (boot !== undefined && boot !== self.boot) return false;
  return namespace !== self.namespace || startOf(pid) === started;
}

/** When a process started; undefined for one that ended, also for a zombie. */
function startOf(pid: number): string | undefined {
  const stat = processStat(pid);
  return stat?.state === "Z" || stat?.state === "X" ? undefined : stat?.startTime;
}
