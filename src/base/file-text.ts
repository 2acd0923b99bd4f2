/**
 * Files that may not be there, or that this user may not read; and files that a person names, which may be pipes and devices too:
 * what never ends or never begins must not hold a run up.
 */

import { accessSync, closeSync, constants, fstatSync, openSync, readFileSync, readSync, statSync } from "node:fs";
import { isatty } from "node:tty";
import { parseJson } from "./member.ts";

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

/** Whether this user may run a file. A folder can be entered by the same right. */
export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** More than any file that a person names has: the tasks of a large batch are some tens of megabytes. */
const MAX_BYTES = 100_000_000;

/** How long a pipe may wait for its writer, and for the next piece. The program that fills it may have to start first. */
const UNOPENED_MS = 2000;
const SILENT_MS = 60_000;
const POLL_MS = 10;

const CHUNK_BYTES = 256 * 1024;

/** All of a file. Throws an `Error` whose message is the reason, for what is too large, a terminal, or a pipe without a word. */
export function readGivenFile(path: string, maxBytes = MAX_BYTES): Buffer {
  // O_NONBLOCK: opening a pipe would wait for its other end, for ever and deaf to signals.
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

/** The text of a file that may not be there; undefined also for one that cannot be read whole. */
export function givenText(path: string, maxBytes: number): string | undefined {
  try {
    return readGivenFile(path, maxBytes).toString("utf8");
  } catch {
    return undefined;
  }
}

/** Reads of a pipe that end with 0 when its writer is done, not while there is none yet. */
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

/** Undefined while a pipe is open and empty. */
function readIfReady(fd: number, chunk: Buffer): number | undefined {
  try {
    return readSync(fd, chunk);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EAGAIN") return undefined;
    throw error;
  }
}
