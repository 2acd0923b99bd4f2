/** Reads files that may be missing, and files that a person names, such as a pipe, which must not block a run. */

import {
  accessSync,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  statSync,
  type BigIntStats,
  type Stats,
} from "node:fs";
import { isatty } from "node:tty";
import { parseJson } from "./member.ts";

/** A path that cannot exist, because a file has nothing below it. Somebody could create any other one. */
export const NOWHERE = "/dev/null/none";

/** The text of a file; undefined where it cannot be read. */
export function fileText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

/** The value of a file of JSON; undefined where it cannot be read or is not JSON. */
export function jsonFile(path: string): unknown {
  return parseJson(fileText(path) ?? "");
}

/** The names in a folder; none for a path that cannot be listed. */
export function namesIn(dir: string): readonly string[] {
  try {
    return readdirSync(dir);
  } catch {
    return [];
  }
}

/** The bytes of a regular file that has at most so many; undefined where it cannot be read. The last name may not be a link. */
export function regularFile(path: Path, maxBytes = Infinity): Buffer | undefined {
  let fd: number | undefined;
  try {
    // O_NONBLOCK: opening a pipe would wait for its other end.
    fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const stats = fstatSync(fd);
    if (!stats.isFile() || stats.size > maxBytes) return undefined;
    const bytes = readFileSync(fd);
    return bytes.length > maxBytes ? undefined : bytes;
  } catch {
    return undefined;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

/** Whether a path is a file that this user may execute. A folder, whose execute permission means entering it, is not. */
export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** The largest files that people name hold the tasks of a batch: some tens of megabytes. */
const MAX_BYTES = 100_000_000;

/** How long to wait for a pipe's writer, which may have to start first, and for the next piece of its output. */
const UNOPENED_MS = 2000;
const SILENT_MS = 60_000;
const POLL_MS = 10;

const CHUNK_BYTES = 256 * 1024;

/** Reads a whole file. Throws an `Error` with the reason for a file that is too large, a terminal, or a pipe that stays empty. */
export function readGivenFile(path: string, maxBytes = MAX_BYTES): Buffer {
  // Without O_NONBLOCK, opening a pipe blocks until its other end is opened, and signals do not interrupt it.
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    if (isatty(fd)) throw new Error("it is a terminal");
    const next = fstatSync(fd).isFIFO() ? pipeReader(fd) : (chunk: Buffer) => readSync(fd, chunk);
    const pieces: Buffer[] = [];
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    for (let total = 0, bytes = next(chunk); bytes > 0; bytes = next(chunk)) {
      total += bytes;
      if (total > maxBytes) throw new Error(`it has more than ${maxBytes} bytes`);
      pieces.push(Buffer.from(chunk.subarray(0, bytes)));
    }
    return Buffer.concat(pieces);
  } finally {
    closeSync(fd);
  }
}

/** The text of a file; undefined where `readGivenFile` throws. */
export function givenText(path: string, maxBytes: number): string | undefined {
  try {
    return readGivenFile(path, maxBytes).toString("utf8");
  } catch {
    return undefined;
  }
}

/** Returns a read function for a pipe. It returns 0 only after the writer has closed the pipe, not before one has opened it. */
function pipeReader(fd: number): (chunk: Buffer) => number {
  let isOpened = false;
  return (chunk) => {
    for (let waitedMs = 0; ; waitedMs += POLL_MS) {
      const bytes = readIfReady(fd, chunk);
      isOpened ||= bytes !== 0;
      if (bytes !== undefined && isOpened) return bytes;
      if (!isOpened && waitedMs >= UNOPENED_MS) throw new Error("it is a pipe into which nothing is written");
      if (waitedMs >= SILENT_MS) throw new Error(`nothing came through the pipe for ${SILENT_MS / 1000} s`);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, POLL_MS);
    }
  };
}

/** The number of bytes read; undefined while the pipe is open and empty. */
function readIfReady(fd: number, chunk: Buffer): number | undefined {
  try {
    return readSync(fd, chunk);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EAGAIN") return undefined;
    throw error;
  }
}

type Path = string | Buffer;

/** What a path leads to, or the link itself; undefined where nothing is there, also below a file (ENOTDIR). */
export function lstatOrNone(path: Path): Stats | undefined {
  return orNone(() => lstatSync(path, { throwIfNoEntry: false }));
}

/** As `lstatOrNone`, but of what a link leads to. */
export function statOrNone(path: Path): Stats | undefined {
  return orNone(() => statSync(path, { throwIfNoEntry: false }));
}

/** As `lstatOrNone`, with times in nanoseconds. */
export function exactStats(path: Path): BigIntStats | undefined {
  return orNone(() => lstatSync(path, { bigint: true, throwIfNoEntry: false }));
}

function orNone<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOTDIR") return undefined;
    throw error;
  }
}
