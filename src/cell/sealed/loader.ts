/** The program that starts the worker: an unreadable copy of node's loader, so that the kernel lets no process trace the worker. */

import { closeSync, openSync, readSync } from "node:fs";

/** Path of the unreadable copy in the cell. */
export const LOADER_AT = "/opt/kimi/loader";

/** A 64-bit ELF header, and program headers of 56 bytes each. Both machines are little-endian. */
const HEADER_BYTES = 64;
const MAGIC = 0x464c_457f;
const PROGRAM_HEADER_BYTES = 56;
const PT_INTERP = 3;
const MAX_PATH_BYTES = 4096;

export interface Starter {
  /** The file of the host that is copied. */
  readonly from: string;
  /** The command that runs node in the cell. */
  readonly command: readonly string[];
}

/** Node's loader, or node itself (120 MB to copy) when it needs none. `nodeAt` is node's path in the cell. */
export function starterOf(nodePath: string, nodeAt: string): Starter {
  const loader = interpreterOf(nodePath);
  return loader === undefined
    ? { from: nodePath, command: [LOADER_AT] }
    : { from: loader, command: [LOADER_AT, nodeAt] };
}

/** The dynamic loader that a program names; undefined for a static one and for a script. */
function interpreterOf(program: string): string | undefined {
  const fd = openSync(program, "r");
  try {
    const read = (at: number, bytes: number): Buffer => {
      const buffer = Buffer.alloc(bytes);
      return buffer.subarray(0, readSync(fd, buffer, 0, bytes, at));
    };
    const header = read(0, HEADER_BYTES);
    if (header.length < HEADER_BYTES || header.readUInt32LE(0) !== MAGIC) return undefined;
    const count = header.readUInt16LE(56);
    const table = read(Number(header.readBigUInt64LE(32)), count * PROGRAM_HEADER_BYTES);
    for (let at = 0; at + PROGRAM_HEADER_BYTES <= table.length; at += PROGRAM_HEADER_BYTES) {
      if (table.readUInt32LE(at) !== PT_INTERP) continue;
      const bytes = Math.min(Number(table.readBigUInt64LE(at + 32)), MAX_PATH_BYTES);
      return read(Number(table.readBigUInt64LE(at + 8)), bytes)
        .toString("utf8")
        .replace(/\0.*$/s, "");
    }
    return undefined;
  } finally {
    closeSync(fd);
  }
}
