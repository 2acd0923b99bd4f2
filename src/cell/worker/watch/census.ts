/** Looks at the visible processes: counts them and their memory by process group, and finds servers among them. */

import { readFileSync, readlinkSync, statSync } from "node:fs";
import { fileText, namesIn } from "../../../base/file-text.ts";
import { processStat } from "../../../base/processes.ts";
import { groupOf, otherProcesses } from "../../process/strays.ts";

export interface Census {
  /** Living processes. */
  readonly count: number;
  /** Zombies: processes that have ended and for which no parent has waited. They use no memory, but count as processes of the user. */
  readonly ended: readonly number[];
  /** Bytes of memory by process id. Memory that several processes share is counted for each of them. */
  readonly bytesOf: ReadonlyMap<number, number>;
}

/** Counts every process but this one, which costs 20 µs for each. */
export function takeCensus(): Census {
  const bytesOf = new Map<number, number>();
  const ended: number[] = [];
  for (const pid of otherProcesses()) {
    const pages = pagesOf(pid);
    if (pages === 0) ended.push(pid);
    else if (pages !== undefined) bytesOf.set(pid, pages * pageBytes());
  }
  return { count: bytesOf.size + 1, ended, bytesOf };
}

/** The exact memory of all processes together, and of the group that uses the most. It takes 10 ms for a process with gigabytes. */
export function weigh({ bytesOf }: Census): {
  readonly total: number;
  readonly largest: number;
  readonly group: number;
} {
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
  return kilobytes(fileText("/proc/meminfo"), "Shmem") * 1024;
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

/** Pages of a process, those of files included; 0 for a zombie, undefined for a process that is gone. */
function pagesOf(pid: number): number | undefined {
  const text = fileText(`/proc/${pid}/statm`);
  if (text === undefined) return undefined;
  const [size = 0, resident = 0] = text.split(" ").map(Number);
  return size === 0 ? 0 : Math.max(resident, 1);
}

interface Shares {
  readonly anonymous: number;
  readonly shared: number;
}

/** A process's share of its memory in bytes, without files of a disk, which the kernel can drop. Undefined where it may not be read. */
function sharesOf(pid: number): Shares | undefined {
  const text = fileText(`/proc/${pid}/smaps_rollup`);
  if (text === undefined || text === "") return undefined;
  return { anonymous: kilobytes(text, "Pss_Anon") * 1024, shared: kilobytes(text, "Pss_Shmem") * 1024 };
}

function kilobytes(text: string | undefined, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(text ?? "")?.[1] ?? 0);
}

/** 4 KiB on x64; 4, 16 or 64 KiB on arm64. Node does not know it, so it is this process's memory divided by its number of pages. */
function pageBytes(): number {
  const pages = Number(readFileSync("/proc/self/statm", "utf8").split(" ")[1]);
  return 2 ** Math.round(Math.log2(process.memoryUsage.rss() / pages));
}

/** Whether a process of the group, or one that such a process started, listens. It takes about 1 ms for 50 processes. */
export function listens(group: number): boolean {
  if (process.platform !== "linux") return false;
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
