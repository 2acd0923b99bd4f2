/** Which process a note on disk is from, and whether it still runs. A process id alone is given to other processes later. */

import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

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
    boot: bootId(),
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

function bootId(): string | undefined {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return undefined; // hidden in some containers
  }
}

/** When a process started; undefined for one that ended, also for a zombie. */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name may contain any character. After it come state, parent, and as the 20th field the start.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" || fields[0] === "X" ? undefined : fields[19];
  } catch {
    return undefined;
  }
}
