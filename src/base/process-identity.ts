/** Identifies the process that wrote a note on disk, and says whether it still runs. A process id alone is reused later. */

import { readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { fileText } from "./file-text.ts";
import { processStat } from "./processes.ts";

export interface ProcessIdentity {
  readonly pid: number;
  readonly host: string;
  /** The namespace of process ids: each container has its own. */
  readonly namespace: string;
  /** Id of the machine's last boot; missing in notes of older versions. */
  readonly boot?: string | undefined;
  /** When the process started, in ticks since the boot. */
  readonly started: string;
}

export function thisProcess(): ProcessIdentity {
  return identityOf(process.pid);
}

/** The identity of this process, or of one that it started. */
export function identityOf(pid: number): ProcessIdentity {
  return {
    pid,
    host: hostname(),
    namespace: readlinkSync("/proc/self/ns/pid"),
    boot: fileText("/proc/sys/kernel/random/boot_id")?.trim(), // hidden in some containers
    started: startOf(pid) ?? "",
  };
}

/** False only when the process has certainly ended: a process of another machine or container cannot be seen. */
export function mayRun({ pid, host, namespace, boot, started }: ProcessIdentity): boolean {
  const self = thisProcess();
  if (host !== self.host) return true;
  if (boot !== undefined && boot !== self.boot) return false;
  return namespace !== self.namespace || startOf(pid) === started;
}

/** When a process started; undefined for one that has ended, also for a zombie. */
function startOf(pid: number): string | undefined {
  const stat = processStat(pid);
  return stat?.state === "Z" || stat?.state === "X" ? undefined : stat?.startTime;
}
