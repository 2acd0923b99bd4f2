/** Standard input and output of commands: files and pipes that lose their names at once, because commands can change their folder. */

import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, closeSync, constants, fstatSync, openSync, rmSync, writeSync } from "node:fs";
import { Socket } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { inputError } from "./errors.ts";

/** Far more than the input of any hook. In a sealed cell the file is in memory. */
const MAX_INPUT_BYTES = 1024 * 1024;

/** Standard input as a file without a name, which needs no writer. The caller closes it. Throws `tool.input` over 1 MB. */
export function openInput(dir: string, text: string): number {
  const bytes = Buffer.from(text, "utf8");
  if (bytes.length > MAX_INPUT_BYTES) {
    const hint = `At most ${MAX_INPUT_BYTES} bytes; write longer text to a file first.`;
    throw inputError(`The command's input is too large: ${bytes.length} bytes.`, hint);
  }
  reopenOwnFolder(dir);
  const path = join(dir, `input-${randomBytes(6).toString("hex")}`);
  const fd = openSync(path, constants.O_RDWR | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW, 0o600);
  try {
    rmSync(path);
    // Each write has an explicit position, so that the descriptor stays at the beginning.
    for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at, bytes.length - at, at);
    return fd;
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

/** Gives the worker back its rights to its own folder, in case a command took them. */
function reopenOwnFolder(dir: string): void {
  try {
    chmodSync(dir, 0o700);
  } catch {
    // The folder is root's, so no command could change it.
  }
}

/** A pipe of `mkfifo` for output. Node's sockets break `echo x > /dev/stderr`, and two lose the order of output and error. */
export interface OutputPipe {
  readonly readFd: number;
  /** The caller closes it when the command has it. */
  readonly writeFd: number;
  /** Returns the pipe. `ended` says whether all writers have closed it, so that another command can use it. */
  readonly release: (ended: boolean) => void;
}

/** Linux's flag, which node does not name, for a descriptor that stands for a file and can neither read nor write. */
const O_PATH = 0x20_0000;
/** A command may empty the folder or take its rights away between two steps. */
const ATTEMPTS = 3;

/** Returns a function that opens a pipe of a pool: `mkfifo` for a new one takes 1–2 ms. */
export function createOutputPipes(dir: string): () => Promise<OutputPipe> {
  /** Descriptors that stand for pipes. */
  const free: number[] = [];
  return async () => {
    const pipe = free.pop() ?? (await makePipe(dir));
    const path = `/proc/self/fd/${pipe}`;
    // The reader opens first and without waiting, because opening for writing waits for a reader.
    const readFd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const writeFd = openSync(path, constants.O_WRONLY);
    const release = (ended: boolean): void => {
      if (ended) free.push(pipe);
      else closeSync(pipe);
    };
    return { readFd, writeFd, release };
  };
}

async function makePipe(dir: string): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    const path = join(dir, `output-${randomBytes(12).toString("hex")}`);
    try {
      await promisify(execFile)("mkfifo", ["-m", "600", path]);
      const fd = openSync(path, O_PATH | constants.O_NOFOLLOW);
      rmSync(path, { force: true });
      if (fstatSync(fd).isFIFO()) return fd;
      closeSync(fd);
      throw new Error(`${path} was replaced by another file`);
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
      reopenOwnFolder(dir);
    }
  }
}

const READ_BUFFER_BYTES = 64 * 1024;

/** Reads a command's pipe to its end and closes it, through one buffer, so that 100 MB need no more memory than a line. */
export function readAll(fd: number, push: (chunk: Uint8Array) => void) {
  const buffer = Buffer.allocUnsafe(READ_BUFFER_BYTES);
  const socket = new Socket({
    fd,
    readable: true,
    writable: false,
    onread: {
      buffer,
      callback: (count) => {
        push(buffer.subarray(0, count));
        return true;
      },
    },
  });
  const ended = new Promise<void>((done) => {
    socket.once("end", done);
    socket.once("error", () => done());
  });
  socket.resume();
  return { ended, close: (): void => void socket.destroy() };
}
