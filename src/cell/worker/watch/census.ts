/** Looks at the visible processes: counts them and their memory by process group, and finds servers among them. */

import { readlinkSync, statSync } from "node:fs";
import { fileText, namesIn } from "../../../base/file-text.ts";
import { processStat } from "../../../base/processes.ts";
import { groupOf, otherProcesses } from "../../process/strays.ts";

export type Census = ReturnType<typeof takeCensus>;

/** Looks at every process but this one, which costs 20 µs for each. `count` is the number of living ones with this one. */
export function takeCensus() {
  /** Bytes of memory by process id. Memory that several processes share is counted for each of them. */
  const bytesOf = new Map<number, number>();
  /** Zombies: processes that have ended and for which no parent has waited. They use no memory, but count as processes of the user. */
  const ended: number[] = [];
  for (const pid of otherProcesses()) {
    const status = fileText(`/proc/${pid}/status`);
    if (status === undefined) continue; // it is gone
    const resident = bytesIn(status, "VmRSS");
    if (resident === undefined) ended.push(pid);
    else bytesOf.set(pid, resident);
  }
  return { count: bytesOf.size + 1, ended, bytesOf };
}

/** The exact memory of all processes together, and of the group that uses the most. It takes 10 ms for a process with gigabytes. */
export function weigh({ bytesOf }: Census) {
  const groups = new Map<number, number>();
  const counted = new Set<number>();
  let total = 0;
  for (const [pid, bytes] of bytesOf) {
    const group = groupOf(pid);
    if (group === undefined) continue;
    const { anonymous, shared } = sharesOf(pid) ?? { anonymous: bytes, shared: 0 };
    // A file without a name may be mapped as well.
    const own = anonymous + Math.max(shared, namelessBytes(pid, counted));
    total += own;
    groups.set(group, (groups.get(group) ?? 0) + own);
  }
  const [[group, largest] = [0, 0]] = [...groups].toSorted(([, x], [, y]) => y - x);
  return { total, largest, group };
}

/** Memory that files without a place on a disk take on the whole machine. */
export function sharedBytes(): number {
  return bytesIn(fileText("/proc/meminfo") ?? "", "Shmem") ?? 0;
}

/** Bytes of the files without a name (memfd) that a process has open, which no process's own memory includes. */
function namelessBytes(pid: number, counted: Set<number>): number {
  let bytes = 0;
  for (const fd of namesIn(`/proc/${pid}/fd`)) {
    try {
      const path = `/proc/${pid}/fd/${fd}`;
      if (!readlinkSync(path).startsWith("/memfd:")) continue;
      const { ino, blocks } = statSync(path);
      if (!counted.has(ino)) bytes += blocks * 512;
      counted.add(ino);
    } catch {
      // It was closed in the meantime.
    }
  }
  return bytes;
}

/** A process's share of its memory in bytes, without files of a disk, which the kernel can drop. Undefined where it may not be read. */
function sharesOf(pid: number): Record<"anonymous" | "shared", number> | undefined {
  const text = fileText(`/proc/${pid}/smaps_rollup`);
  if (text === undefined || text === "") return undefined;
  return { anonymous: bytesIn(text, "Pss_Anon") ?? 0, shared: bytesIn(text, "Pss_Shmem") ?? 0 };
}

/** The value of a line such as `VmRSS:  1234 kB`. */
function bytesIn(text: string, name: string): number | undefined {
  const kilobytes = new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(text)?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
}

/** Whether a process of the group, or one that such a process started, listens. It takes about 1 ms for 50 processes. */
export function listens(group: number): boolean {
  return membersOf(group).some((pid) => {
    const waiting = waitingSockets(pid);
    return waiting.size > 0 && socketsOf(pid).some((socket) => waiting.has(socket));
  });
}

function membersOf(group: number): readonly number[] {
  const found = new Set<number>();
  const left = otherProcesses().flatMap((pid) => {
    const stat = processStat(pid);
    return stat === undefined ? [] : [{ pid, ...stat }];
  });
  for (let before = -1; before < found.size;) {
    before = found.size;
    for (const { pid, group: own, parent } of left) if (own === group || found.has(parent)) found.add(pid);
  }
  return [...found];
}

/** State of a socket that waits for connections, in `/proc/net/tcp`. */
const LISTEN = "0A";

/** Inodes of the waiting sockets of a process's network. */
function waitingSockets(pid: number): ReadonlySet<string> {
  const lines = ["tcp", "tcp6"].flatMap((name) => (fileText(`/proc/${pid}/net/${name}`) ?? "").split("\n"));
  const sockets = lines.map((line) => line.trim().split(/\s+/));
  return new Set(sockets.flatMap((fields) => (fields[3] === LISTEN ? [fields[9] ?? ""] : [])));
}

function socketsOf(pid: number): readonly string[] {
  return namesIn(`/proc/${pid}/fd`).flatMap((fd) => {
    try {
      const [, inode] = /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`)) ?? [];
      return inode === undefined ? [] : [inode];
    } catch {
      return []; // it was closed in the meantime
    }
  });
}
