/** Whether a command is a server: one of its processes waits for connections on a TCP port. Only Linux shows it. */

import { readlinkSync } from "node:fs";
import { fileText, namesIn } from "../../../base/file-text.ts";
import { processStat } from "../../../base/processes.ts";
import { otherProcesses } from "../../process/strays.ts";

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
